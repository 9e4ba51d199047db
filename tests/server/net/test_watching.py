"""Watchers: what they see, how old it is, and that it never holds a card of theirs not to see."""

from __future__ import annotations

from typing import Any

from support.room import Caller, TestRoom, of

from greenfelt.client.model import Folded, TableView
from greenfelt.evaluators import format_cards
from greenfelt.protocol import messages as msg

DELAY_MS = 30_000


class Watching:
    """A caller who watches table 2 and folds what he is told, as a client does."""

    def __init__(self, room: TestRoom, name: str) -> None:
        (self.caller,) = room.signed_in(name)
        self.view = TableView(2, me=name)
        self.frames: list[msg.Answer] = []
        self.take(self.caller.send(msg.Watch, 2))

    def take(self, messages: list[msg.Answer]) -> None:
        self.frames += messages
        for message in messages:
            if isinstance(message, msg.Snapshot | msg.Update):
                assert self.view.fold(message) is not Folded.GAP

    def look(self) -> TableView:
        self.take(self.caller.read())
        return self.view


def delayed(room: TestRoom) -> list[Caller]:
    room.add_table("Stage", watch_delay_ms=DELAY_MS)
    return room.seated("Ann", "Bob", "Cid", table=2)


def table(room: TestRoom) -> Any:
    return room.room.host(2).table


def act(room: TestRoom, callers: list[Caller], do: str) -> None:
    there = table(room)
    caller = callers[there.state.clock.seat - 1]
    caller.send(msg.Act, 2, there.state.hand, there.hand.turn, do)


def play_a_hand(room: TestRoom, callers: list[Caller]) -> None:
    while table(room).state.running:
        there = table(room)
        turn = there.hand.turn_kind
        wants = there.hand.by_seat[there.hand.to_act].bet < there.hand.price
        act(room, callers, "draw" if turn == "draw" else "call" if wants else "check")
        room.clock.advance(1)
        room.turn()


def test_watchers_see_the_same_later(room: TestRoom) -> None:
    callers = delayed(room)
    watching = Watching(room, "Wat")
    assert watching.view.seats == {}, "thirty seconds ago nobody sat there"
    room.clock.advance(3)
    room.turn()
    assert table(room).state.running
    act(room, callers, "call")
    assert watching.look().hand == 0
    room.clock.advance(27.1)
    room.turn()
    assert watching.look().hand == 0
    assert len(watching.view.seats) == 3
    room.clock.advance(3.1)
    room.turn()
    assert watching.look().hand == 1
    assert watching.view.turn is not None
    assert watching.view.turn.clock_ms == 30_000, "its clock is as it was then"


def test_their_hand_is_played_like_everybody_elses_without_a_gap(room: TestRoom) -> None:
    callers = delayed(room)
    watching = Watching(room, "Wat")
    room.clock.advance(3)
    room.turn()
    play_a_hand(room, callers)
    stacks = {number: seat.stack for number, seat in table(room).state.seats.items()}
    for caller in callers:
        caller.send(msg.SitOut, 2)
    room.clock.advance(31)
    room.turn()
    view = watching.look()
    assert (view.hand, view.hand_over) == (1, True)
    assert {number: seat.stack for number, seat in view.seats.items()} == stacks


def test_who_comes_later_sees_the_table_as_it_was(room: TestRoom) -> None:
    callers = delayed(room)
    room.clock.advance(3)
    room.turn()
    room.clock.advance(20)
    act(room, callers, "call")
    watching = Watching(room, "Wat")
    (snapshot,) = of(watching.frames, msg.Snapshot)
    assert (snapshot.hand, snapshot.delay_ms) == (0, DELAY_MS)
    room.clock.advance(11)
    room.turn()
    assert watching.look().hand == 1


def test_a_watcher_who_sits_down_sees_the_present_and_who_leaves_the_past(room: TestRoom) -> None:
    callers = delayed(room)
    room.clock.advance(3)
    room.turn()
    watching = Watching(room, "Wat")
    watching.view.expect_snapshot()
    watching.take(watching.caller.send(msg.Sit, 2, 500))
    assert watching.view.version == table(room).version
    assert watching.view.hand == 1
    watching.take(watching.caller.send(msg.StandUp, 2))
    assert watching.view.own is None, "that he has left he sees at once"
    version = watching.view.version
    act(room, callers, "call")
    assert watching.look().version == version
    room.clock.advance(30)
    room.turn()
    assert watching.look().version > version, "and from there on he sees what others see"


def test_no_hidden_card_is_in_anything_that_a_watcher_gets(room: TestRoom) -> None:
    callers = delayed(room)
    watching = Watching(room, "Wat")
    room.clock.advance(3)
    room.turn()
    held: set[str] = set()
    while table(room).state.running:
        there = table(room)
        for player in there.hand.players:
            held |= {format_cards((card,)) for card in player.down}
        if there.hand.turn_kind == "draw":
            act(room, callers, "draw")
        else:
            wants = there.hand.by_seat[there.hand.to_act].bet < there.hand.price
            act(room, callers, "call" if wants else "check")
    room.clock.advance(31)
    room.turn()
    watching.look()
    updates = of(watching.frames, msg.Update)
    public = (msg.Shown, msg.ButtonDrawn)
    shown = "".join(
        event.cards for update in updates for event in update.events if isinstance(event, msg.Shown)
    )
    told = str(
        [[each for each in update.events if not isinstance(each, public)] for update in updates]
    )
    assert any(card in shown for card in held), "the hand went to a showdown"
    assert not [card for card in held if f"'{card}" in told or f"{card}'" in told]
    assert all(seat.down == [] for seat in watching.view.seats.values())


def test_talk_is_delayed_too_and_mutes_hold(room: TestRoom) -> None:
    callers = delayed(room)
    watching, deaf = Watching(room, "Wat"), Watching(room, "Deaf")
    deaf.caller.send(msg.Mute, "Ann")
    callers[0].send(msg.Say, 2, "hello")
    assert not [update for update in of(watching.caller.read(), msg.Update) if update.events]
    room.clock.advance(30)
    room.turn()
    chats = [
        [event for update in of(each.caller.read(), msg.Update) for event in update.events]
        for each in (watching, deaf)
    ]
    assert any(isinstance(event, msg.Chat) for event in chats[0])
    assert not any(isinstance(event, msg.Chat) for event in chats[1])


def test_news_of_the_store_reaches_watchers_without_a_gap(room: TestRoom) -> None:
    delayed(room)
    watching = Watching(room, "Wat")
    room.clock.advance(31)
    room.turn()
    room.room.store_away("gone")
    room.clock.advance(1.1)
    room.turn()
    watching.look()
    notices = [
        event
        for update in of(watching.frames, msg.Update)
        for event in update.events
        if isinstance(event, msg.Notice) and event.code == "paused"
    ]
    assert len(notices) == 1
    room.room.store_back()
