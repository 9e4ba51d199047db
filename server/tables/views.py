"""The one way from private events to messages: what each viewer of a table may see.

Nothing hidden passes: no deck, burn, other seat's down cards, discards or replacements, and nothing
worked out from them. A type of event that is not listed here is refused, not passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from greenfelt.evaluators import format_cards
from greenfelt.protocol import messages as msg
from greenfelt.server.engine import Hand, pots
from greenfelt.server.engine import events as he
from greenfelt.server.engine.pots import Pot, layers
from greenfelt.server.tables import events as te
from greenfelt.server.tables.rotation import Game
from greenfelt.server.tables.snapshots import (
    coming_of,
    is_always_the_same,
    options_of,
    pots_message,
    presence,
    turn_of,
    waiters_of,
)
from greenfelt.server.tables.snapshots import snapshot as snapshot
from greenfelt.server.tables.table import Table
from greenfelt.server.tables.texts import game_name, shown_hand, stakes, winning_hand

HARDLY_MS = 250
"""A clock that began so short a time ago is told as a whole one."""


class Updates(msgspec.Struct, frozen=True):
    """One step as seen by all: ``private`` holds the seats with something of their own to see.

    Every other seat and every watcher gets ``public``, so that it need be encoded once only. Send it
    even when it shows nothing: the versions of a viewer's messages are a chain without gaps.
    """

    public: msg.Update
    private: dict[int, msg.Update]


class _Writer:
    """Writes one list of messages for the public and one for each seat that sees more."""

    __slots__ = ("now_ms", "own", "pots_told", "public", "table")

    def __init__(self, table: Table, now_ms: int) -> None:
        self.table = table
        self.now_ms = now_ms
        self.pots_told = False
        self.public: list[msg.AnyTableEvent] = []
        self.own: dict[int, list[msg.AnyTableEvent]] = {}

    @property
    def hand(self) -> Hand:
        hand = self.table.hand
        assert hand is not None
        return hand

    def all(self, message: msg.AnyTableEvent) -> None:
        self.public.append(message)
        for own in self.own.values():
            own.append(message)

    def split(
        self, seat: int, private: msg.AnyTableEvent, public: msg.AnyTableEvent | None
    ) -> None:
        """Show ``private`` to one seat, ``public`` (if anything) to everybody else."""
        own = self.own.get(seat)
        if own is None:
            own = self.own[seat] = self.public.copy()
        own.append(private)
        if public is not None:
            self.public.append(public)
            for other, others in self.own.items():
                if other != seat:
                    others.append(public)


def updates(table: Table, events: Sequence[te.AnyEvent], now_ms: int) -> Updates:
    """Return what a step's events, just folded into ``table``, look like to each viewer.

    To be called before the table's next step, for it says what the table knows now. Raises TypeError for an event of a type it does not know.
    """
    writer = _Writer(table, now_ms)
    for event in events:
        view = _VIEWS.get(type(event))
        if view is None:
            raise TypeError(f"no view says who may see {type(event).__name__}")
        view(writer, event)
    table_id, version = table.id, table.version
    steps = len(events)
    return Updates(
        msg.Update(table_id, version, writer.public, steps),
        {seat: msg.Update(table_id, version, own, steps) for seat, own in writer.own.items()},
    )


def _nothing(to: _Writer, event: te.AnyEvent) -> None:
    """Nobody is told: a secret, or of no interest to a client."""


def _hand_started(to: _Writer, event: he.HandStarted) -> None:
    setup = event.setup
    seats, stacks = list(setup.stacks), list(setup.stacks.values())
    game, kill = Game(setup.game, setup.rules), setup.kill
    began = msg.HandBegan(setup.hand, setup.game, setup.button, seats, stacks)
    if not is_always_the_same(to.table):
        text = stakes(game, kill.size if kill else "")
        killer = kill.seat if kill else 0
        began = msgspec.structs.replace(
            began, stakes=text, game_name=game_name(setup.game), kill=killer
        )
    to.all(began)


def _posted(to: _Writer, event: he.Posted) -> None:
    to.all(msg.Posted(event.seat, event.kind, event.amount))


def _street_began(to: _Writer, event: he.StreetBegan) -> None:
    """The pots are told when a street begins: no bet can have come since the last one closed."""
    if event.index and not to.hand.finished:
        to.all(pots_message(pots(to.hand)))
    to.all(msg.Street(event.index, to.hand.variant.streets[event.index].name))


def _dealt_down(to: _Writer, event: he.DealtDown) -> None:
    seat, count = event.seat, len(event.cards)
    private = msg.Dealt(seat, count, format_cards(event.cards))
    to.split(seat, private, msg.Dealt(seat, count))


def _dealt_up(to: _Writer, event: he.DealtUp) -> None:
    to.all(msg.Dealt(event.seat, len(event.cards), "", format_cards(event.cards)))


def _dealt_board(to: _Writer, event: he.DealtBoard) -> None:
    to.all(msg.Board(format_cards(event.cards)))


def _folded(to: _Writer, event: he.Folded) -> None:
    to.all(msg.Acted(event.seat, "fold"))


def _checked(to: _Writer, event: he.Checked) -> None:
    to.all(msg.Acted(event.seat, "check"))


def _called(to: _Writer, event: he.Called) -> None:
    to.all(msg.Acted(event.seat, "call", event.to, event.add, event.all_in))


def _wagered(to: _Writer, event: he.Wagered) -> None:
    to.all(msg.Acted(event.seat, event.verb, event.to, event.add, event.all_in))


def _brought_in(to: _Writer, event: he.BroughtIn) -> None:
    to.all(msg.Acted(event.seat, "bring-in", event.amount, event.amount, event.all_in))


def _protected(to: _Writer, event: he.Protected) -> None:
    to.all(msg.Acted(event.seat, "protected", all_in=True))


def _discarded(to: _Writer, event: he.Discarded) -> None:
    seat, count = event.seat, len(event.cards)
    if count:
        private = msg.Drew(seat, count, format_cards(event.cards))
        to.split(seat, private, msg.Drew(seat, count))
    else:
        to.all(msg.Drew(seat, 0))


def _returned(to: _Writer, event: he.Returned) -> None:
    to.all(msg.Returned(event.seat, event.amount))


def _shown(to: _Writer, event: he.Shown) -> None:
    _tell_final_pots(to)
    text = shown_hand(to.hand, event.cards)
    to.all(msg.Shown(event.seat, format_cards(event.cards), text))


def _mucked(to: _Writer, event: he.Mucked) -> None:
    _tell_final_pots(to)
    to.all(msg.Mucked(event.seat))


def _tell_final_pots(to: _Writer) -> None:
    """Tell the pots once before the first hand of a showdown is shown.

    The hand is settled by now, so that what each seat put in is read from its events.
    """
    hand = to.hand
    if to.pots_told or not hand.finished:
        return
    to.pots_told = True
    put_in = dict.fromkeys(hand.setup.stacks, 0)
    dead = 0
    for event in to.table.hand_events:
        match event:
            case he.Posted(amount=amount, kind="dead" | "bb-ante"):
                dead += amount
            case he.Posted(seat=seat, amount=amount) | he.BroughtIn(seat=seat, amount=amount):
                put_in[seat] += amount
            case he.Called(seat=seat, add=amount) | he.Wagered(seat=seat, add=amount):
                put_in[seat] += amount
            case he.Returned(seat=seat, amount=amount):
                put_in[seat] -= amount
    standing = layers(hand, put_in)
    if standing and dead:
        standing[0] = Pot(standing[0].amount + dead, standing[0].eligible)
    to.all(pots_message(standing))


def _rake_taken(to: _Writer, event: he.RakeTaken) -> None:
    to.all(msg.Raked(event.pot, event.amount))


def _awarded(to: _Writer, event: he.Awarded) -> None:
    text = winning_hand(to.hand, event.share, event.strength)
    to.all(msg.Won(event.pot, event.share, event.seat, event.amount, text))


def _hand_ended(to: _Writer, event: he.HandEnded) -> None:
    setup = to.hand.setup
    to.all(msg.HandEnded(setup.hand, [event.stacks[seat] for seat in setup.stacks]))


def _seated(to: _Writer, event: te.Seated) -> None:
    public = msg.Seated(event.seat, event.name, event.amount, event.bot)
    to.all(public)
    state = to.table.state
    if event.new and state.button and to.table.config.rotation.games[state.game].blinds():
        text = (
            "you post the big blind and are dealt in when your place allows it"
            if event.post
            else "you are dealt in when the big blind reaches you"
        )
        to.split(event.seat, msg.Notice("waiting", text), None)


def _left(to: _Writer, event: te.Left) -> None:
    to.all(msg.Stood(event.seat, event.name, event.why, event.to))


def _waiters_changed(to: _Writer, event: te.AnyEvent) -> None:
    to.all(waiters_of(to.table))


def _seat_offered(to: _Writer, event: te.SeatOffered) -> None:
    """Whom the seat is kept for learns it from the room, wherever he is."""
    if event.moving:
        text = f"seat {event.seat} is kept for {event.name}, who comes from another table"
    else:
        seconds = max(0, event.until_ms - to.now_ms) // 1000
        text = f"seat {event.seat} is offered to {event.name} for {seconds} s"
    to.all(msg.Notice("offer", text))


def _out_planned(to: _Writer, event: te.OutPlanned) -> None:
    text = (
        "you sit out when the big blind would be yours"
        if event.on
        else "you do not sit out after all"
    )
    to.split(event.seat, msg.Notice("out-planned", text), None)


def _time_warned(to: _Writer, event: te.TimeWarned) -> None:
    clock = to.table.state.clock
    if clock is not None and (clock.seat, clock.turn) == (event.seat, event.turn):
        left = max(0, clock.until_ms - to.now_ms) // 1000
        text = f"{left} s left, then your time bank of {clock.bank_ms // 1000} s"
        to.split(event.seat, msg.Notice("time", text), None)


def _hand_shown(to: _Writer, event: te.HandShown) -> None:
    text = shown_hand(to.hand, event.cards)
    to.all(msg.Shown(event.seat, format_cards(event.cards), text))


def _scheduled(to: _Writer, event: te.HandScheduled) -> None:
    """What comes is announced where it is not always the same."""
    if event.at_ms:
        coming = coming_of(to.table, to.now_ms)
        if coming is not None:
            to.all(coming)


def _closing(to: _Writer, event: te.Closing) -> None:
    if event.why:
        to.all(msg.Notice("closing", f"the table closes after this hand: {event.why}"))
    else:
        to.all(msg.Notice("reopened", "the table is open again"))


def _voided(to: _Writer, event: te.HandVoided) -> None:
    seats, stacks = list(event.stacks), list(event.stacks.values())
    to.all(msg.Voided(event.hand, seats, stacks, event.why))


def _sat_out(to: _Writer, event: te.SatOut) -> None:
    if event.why != "dropped":
        to.all(msg.Presence(event.seat, "out"))


def _sat_in(to: _Writer, event: te.SatIn) -> None:
    to.all(msg.Presence(event.seat, "here"))


def _dropped(to: _Writer, event: te.PlayerDropped) -> None:
    to.all(msg.Presence(event.seat, "away"))


def _came_back(to: _Writer, event: te.PlayerReturned) -> None:
    seat = to.table.state.seats.get(event.seat)
    if seat is not None:
        to.all(msg.Presence(event.seat, presence(seat)))


def _topped_up(to: _Writer, event: te.ToppedUp) -> None:
    seat = to.table.state.seats.get(event.seat)
    if seat is not None:
        to.all(msg.Stack(event.seat, seat.stack))


def _game_turned(to: _Writer, event: te.GameTurned) -> None:
    games = to.table.config.rotation.games
    if len(games) > 1:
        game = games[event.index]
        to.all(msg.Notice("game", f"{game_name(game.code)}, {stakes(game)}"))


def _leg_moved(to: _Writer, event: te.LegMoved) -> None:
    to.all(msg.Leg(event.seat, event.kill))
    seat = to.table.state.seats.get(event.seat)
    if seat is not None:
        code, text = ("kill", "kills the next pot") if event.kill else ("leg", "has a leg up")
        to.all(msg.Notice(code, f"{seat.name} {text}"))


def _button_drawn(to: _Writer, event: te.ButtonDrawn) -> None:
    cards = [format_cards((card,)) for card in event.cards]
    to.all(msg.ButtonDrawn(list(event.seats), cards, event.button))


def _clock_started(to: _Writer, event: te.ClockStarted) -> None:
    seat, kind = event.seat, event.kind
    clock_ms, bank_ms = _clock_of_turn(event, to)
    public = msg.Turn(seat, 0, kind, clock_ms, bank_ms)
    hand = to.hand
    if hand.to_act == seat and hand.turn == event.turn:
        options = options_of(hand, seat)
        to.split(seat, msg.Turn(seat, event.turn, kind, clock_ms, bank_ms, options), public)
    else:
        to.all(public)


def _said(to: _Writer, event: te.Said) -> None:
    to.all(msg.Chat(event.name, event.text))


def _paused(to: _Writer, event: te.Paused) -> None:
    to.all(msg.Notice("paused", f"the table is paused: {event.why}"))


def _pause_planned(to: _Writer, event: te.PausePlanned) -> None:
    text = "when this hand is over the host pauses the table"
    to.all(
        msg.Notice("pausing", text if event.on else "the host does not pause the table after all")
    )


def _resumed(to: _Writer, event: te.Resumed) -> None:
    to.all(msg.Notice("resumed", "the table goes on"))


_VIEWS: dict[type, Callable[[_Writer, Any], None]] = {
    he.HandStarted: _hand_started,
    he.Shuffled: _nothing,
    he.Posted: _posted,
    he.StreetBegan: _street_began,
    he.Burned: _nothing,
    he.DealtDown: _dealt_down,
    he.DealtUp: _dealt_up,
    he.DealtBoard: _dealt_board,
    he.TurnBegan: _nothing,  # the clock says it, with its time
    he.Folded: _folded,
    he.Checked: _checked,
    he.Called: _called,
    he.Wagered: _wagered,
    he.BroughtIn: _brought_in,
    he.Protected: _protected,
    he.Discarded: _discarded,
    he.Returned: _returned,
    he.Shown: _shown,
    he.Mucked: _mucked,
    he.RakeTaken: _rake_taken,
    he.Awarded: _awarded,
    he.HandEnded: _hand_ended,
    te.Seated: _seated,
    te.LeaveAsked: _nothing,
    te.Left: _left,
    te.SatOut: _sat_out,
    te.OutPlanned: _out_planned,
    te.OrbitMissed: _nothing,
    te.WaitBegun: _waiters_changed,
    te.WaitEnded: _waiters_changed,
    te.SeatOffered: _seat_offered,
    te.OfferEnded: _nothing,
    te.Admitted: _nothing,
    te.SatIn: _sat_in,
    te.TopUpTaken: _nothing,
    te.ToppedUp: _topped_up,
    te.StraddleWished: _nothing,
    te.PlayerDropped: _dropped,
    te.PlayerReturned: _came_back,
    te.HandScheduled: _scheduled,
    te.GameTurned: _game_turned,
    te.GameTimed: _nothing,
    te.GameChosen: _nothing,
    te.LegMoved: _leg_moved,
    te.ButtonDrawn: _button_drawn,
    te.ButtonMoved: _nothing,
    te.BlindMissed: _nothing,
    te.ClockStarted: _clock_started,
    te.TimeUsed: _nothing,
    te.ProtectionUsed: _nothing,
    te.TimeWarned: _time_warned,
    te.BankFilled: _nothing,
    te.HandShown: _hand_shown,
    te.Said: _said,
    te.Paused: _paused,
    te.PausePlanned: _pause_planned,
    te.Resumed: _resumed,
    te.Closing: _closing,
    te.HandVoided: _voided,
}


def _clock_of_turn(event: te.ClockStarted, to: _Writer) -> tuple[int, int]:
    """Return the times to tell: none that have hardly begun, for everybody knows what the table gives."""
    turn = turn_of(event.seat, event, to.now_ms)
    clocks = to.table.config.clocks
    whole_ms = clocks.turn_ms if event.kind == "bet" else clocks.draw_ms
    if turn.bank_ms == clocks.bank_ms and 0 <= whole_ms - turn.clock_ms <= HARDLY_MS:
        return -1, -1
    return turn.clock_ms, turn.bank_ms
