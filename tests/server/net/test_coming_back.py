"""Case 72: a player is dropped and comes back between any two events of a hand.

His view on the new connection, from a snapshot and the updates after it, must be the one that he
would have had without the break: own cards present, those of others absent, the pending decision
included, no update missing and none twice.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.room import GRANT, SECRET, Caller, TestRoom, of

from greenfelt.client.model import Folded, TableView
from greenfelt.protocol import messages as msg
from greenfelt.server.engine import legal
from greenfelt.server.room.tokens import Tokens
from greenfelt.server.tables.config import Clocks

CODES = ("badugi", "27td", "stud8", "superstud8", "omaha8")


class Player:
    """A seat's client: folds what it is told, without ever missing a version."""

    def __init__(self, caller: Caller, name: str, table: int) -> None:
        self.caller = caller
        self.name = name
        self.view = TableView(table, me=name)

    def take(self, messages: list[msg.Answer]) -> None:
        for message in messages:
            if isinstance(message, msg.Snapshot | msg.Update):
                assert self.view.fold(message) is Folded.APPLIED, message

    def read(self) -> TableView:
        self.take(self.caller.read())
        return self.view


class Replay:
    """One hand of three players, always played alike, with a break of one of them at a chosen point."""

    def __init__(self, code: str) -> None:
        self.room = TestRoom(clocks=Clocks(pause_ms=60_000))
        self.host = self.room.add_table("Game", code)
        self.players = [
            Player(caller, name, 2)
            for name, caller in zip(
                ("Ann", "Bob", "Cid"), self.room.signed_in("Ann", "Bob", "Cid"), strict=True
            )
        ]
        for player in self.players:
            player.take(player.caller.send(msg.Sit, 2, 500))
        self.room.clock.advance(3)
        self.room.turn()
        for player in self.players:
            player.read()

    @property
    def table(self) -> Any:
        return self.host.table

    def step(self) -> None:
        """The seat to act does what costs least; every third decision raises if it may."""
        hand = self.table.hand
        seat = hand.to_act
        options = {option.do: option for option in legal(hand, seat).options}
        raising = next((options[do] for do in ("raise", "bet") if do in options), None)
        if raising is not None and hand.turn % 3 == 0:
            arguments: tuple[Any, ...] = (raising.do, raising.low)
        elif hand.turn_kind == "bet":
            do = next(do for do in ("check", "call", "bring-in", "fold") if do in options)
            arguments = (do,)
        else:
            (option,) = options.values()
            down = self.players[seat - 1].view.own.down
            arguments = (option.do, 0, "".join(down[: max(option.low, min(2, option.high))]))
        player = self.players[seat - 1]
        player.take(player.caller.send(msg.Act, 2, self.table.state.hand, hand.turn, *arguments))
        for other in self.players:
            other.read()

    def end(self) -> None:
        self.room.room.close()


def facts(view: TableView) -> dict[str, Any]:
    """What must be the same whether a player was there all the time or came back."""
    turn = view.turn
    return {
        "version": view.version,
        "place": (view.hand, view.game, view.button, view.street, view.street_name),
        "board": view.board,
        "pot": view.pot,
        "turn": (turn.seat, turn.turn, turn.kind, turn.options) if turn is not None else None,
        "seats": {
            number: (
                seat.stack,
                seat.bet,
                seat.in_hand,
                seat.folded,
                seat.all_in,
                seat.count,
                sorted(seat.down),
                seat.up,
                seat.draws,
            )
            for number, seat in view.seats.items()
        },
    }


def come_back(replay: Replay, player: Player) -> Player:
    """Break the player's connection and let him come back by his token."""
    seat = player.view.you
    before = facts(player.view)
    player.caller.lose()
    for other in replay.players:
        if other is not player:
            other.read()
    caller = replay.room.call()
    caller.send(msg.Hello, [1])
    (signed_in,) = of(caller.send(msg.SignIn, player.name, SECRET), msg.SignedIn)
    assert signed_in.tables == [2]
    again = Player(caller, player.name, 2)
    answers = caller.send(msg.Watch, 2, player.view.version)
    assert [type(answer) for answer in answers] == [msg.Snapshot, msg.Done]
    again.take(answers)
    assert again.view.you == seat
    after = facts(again.view)
    assert after["version"] > before["version"], "his going and coming are events, too"
    assert {**after, "version": 0} == {**before, "version": 0}
    others = [view for number, view in again.view.seats.items() if number != seat]
    assert all(view.down == [] for view in others)
    return again


@pytest.mark.parametrize("code", CODES)
def test_between_any_two_steps_a_player_may_drop_and_come_back(code: str) -> None:
    """Every seat breaks before every decision of the hand, all in one hand."""
    replay = Replay(code)
    steps = 0
    while replay.table.state.running:
        for at in range(3):
            replay.players[at] = come_back(replay, replay.players[at])
            for other in replay.players:
                other.read()
        replay.step()
        steps += 1
        assert {player.view.version for player in replay.players} == {replay.table.version}
    assert steps > 10
    for player in replay.players:
        assert player.view.hand_over
        stacks = {number: seat.stack for number, seat in player.view.seats.items()}
        assert sum(stacks.values()) == 1_500
    replay.end()


@pytest.mark.parametrize("code", CODES[:2])
def test_a_player_may_be_away_for_any_stretch_of_a_hand(code: str) -> None:
    """Drop before step i, come back before step j, for all i < j where the seat is not to act."""
    reference = Replay(code)
    length = 0
    while reference.table.state.running:
        reference.step()
        length += 1
    reference.end()
    for gone in range(0, length, 3):
        replay = Replay(code)
        player = replay.players[0]
        for _ in range(gone):
            replay.step()
        if replay.table.state.running and replay.table.hand.to_act != 1:
            player.caller.lose()
            for other in replay.players[1:]:
                other.read()
            while replay.table.state.running and replay.table.hand.to_act != 1:
                replay.step()
            caller = replay.room.call()
            caller.sign_in("Ann")
            again = Player(caller, "Ann", 2)
            again.take(caller.send(msg.Watch, 2, player.view.version))
            replay.players[0] = again
            for other in replay.players[1:]:
                other.read()
            if replay.table.state.running:
                assert again.view.my_turn
                assert again.view.options, "the pending decision comes with what he may do"
        while replay.table.state.running:
            replay.step()
        assert replay.players[0].view.version == replay.table.version
        replay.end()


class TestTokens:
    def test_a_dropped_player_comes_back_by_his_token_without_the_store(
        self, room: TestRoom
    ) -> None:
        caller = room.call()
        token = caller.sign_in("Ann").token
        caller.send(msg.Sit, 1, 500)
        caller.lose()
        again = room.call()
        again.send(msg.Hello, [1])
        (signed_in,) = of(again.send(msg.Resume, "ann", token), msg.SignedIn)
        assert (signed_in.name, signed_in.tables, signed_in.balance) == ("Ann", [1], 500)
        assert signed_in.token not in ("", token)
        assert not room.table.state.seats[1].away

    def test_a_token_is_good_once_for_its_account_and_for_a_while(self, room: TestRoom) -> None:
        caller = room.call()
        token = caller.sign_in("Ann").token
        other = room.call()
        other.send(msg.Hello, [1])
        (error,) = of(other.send(msg.Resume, "Bob", token), msg.Error)
        assert error.code == "stale-token"
        (signed_in,) = of(other.send(msg.Resume, "Ann", token), msg.SignedIn)
        (bye,) = of(caller.read(), msg.Bye)
        assert bye.code == "replaced"
        third = room.call()
        third.send(msg.Hello, [1])
        assert of(third.send(msg.Resume, "Ann", token), msg.Error)
        other.lose()
        room.clock.advance(3_601)
        third = room.call()
        third.send(msg.Hello, [1])
        assert of(third.send(msg.Resume, "Ann", signed_in.token), msg.Error)
        assert of(third.send(msg.SignIn, "Ann", SECRET), msg.SignedIn), "the secret always opens"

    def test_what_an_account_holds_is_kept_as_long_as_a_token_could_bring_it_back(
        self, room: TestRoom
    ) -> None:
        """Dora stays, so that the room goes on looking."""
        ann, dora = room.signed_in("Ann", "Dora")
        ann.lose()

        def pass_time(seconds: int) -> None:
            for _ in range(seconds // 30):
                dora.send(msg.Ping)
                room.clock.advance(30)

        pass_time(3_000)
        assert room.room.purses.knows("ann")
        pass_time(1_000)
        assert not room.room.purses.knows("ann")
        assert room.room.purses.knows("dora")
        assert room.call().sign_in("Ann").balance == GRANT

    def test_what_an_account_holds_is_kept_while_it_has_a_seat(self, room: TestRoom) -> None:
        (ann,) = room.seated("Ann")
        ann.lose()
        room.room.tokens = Tokens()
        for _ in range(3):
            room.room._forget_purses()
        assert room.room.purses.balance("ann") == GRANT - 500

    def test_guessing_tokens_opens_nothing(self, room: TestRoom) -> None:
        room.signed_in("Ann")
        caller = room.call()
        caller.send(msg.Hello, [1])
        for token in ("", "x", "A" * 32, "\u0000"):
            assert of(caller.send(msg.Resume, "Ann", token), msg.Error)
        assert of(caller.send(msg.Resume, "", "x"), msg.Error)[0].code == "bad-name"


def test_connecting_and_disconnecting_does_not_keep_a_game_from_starting(room: TestRoom) -> None:
    """Case 71: the countdown begins anew only so often, however often somebody flaps."""
    room.seated("Ann", "Bob")
    room.seated("Cid")
    for _ in range(20):
        caller = room.call()
        caller.sign_in("Cid")
        room.clock.advance(1)
        room.turn()
        if room.table.state.running:
            break
        caller.lose()
    assert room.table.state.running
