"""One table: the fold of its events, and the decisions that lead to new ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from greenfelt.server.engine import Hand, evolve
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.engine.events import (
    Awarded,
    HandEnded,
    HandEvent,
    HandStarted,
    RakeTaken,
)
from greenfelt.server.engine.variant import Variant
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import control, pausing, playing, seating, talk, waiting
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.coming import ready_seats
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import NotHere
from greenfelt.server.tables.events import AnyEvent, Left, Seated
from greenfelt.server.tables.folding import FOLDS, hand_ended, hand_started
from greenfelt.server.tables.history.record import Dealt
from greenfelt.server.tables.outcome import Outcome
from greenfelt.server.tables.seats import State
from greenfelt.server.tables.step import Step

_DECISIONS: dict[type, Callable[[Step, Any], int]] = {
    cmd.Act: playing.play,
    cmd.Show: playing.show,
    cmd.Sit: seating.sit,
    cmd.StandUp: seating.stand_up,
    cmd.MoveAway: seating.move_away,
    cmd.Wait: waiting.wait,
    cmd.StopWaiting: waiting.stop_waiting,
    cmd.Reserve: waiting.reserve,
    cmd.Unreserve: waiting.unreserve,
    cmd.Admit: seating.admit,
    cmd.SitOut: seating.sit_out,
    cmd.SitIn: seating.sit_in,
    cmd.TopUp: seating.top_up,
    cmd.WishStraddle: seating.wish_straddle,
    cmd.ChooseGame: seating.choose_game,
    cmd.Drop: seating.drop,
    cmd.Return: seating.come_back,
    cmd.Say: talk.say,
    cmd.TimerFired: control.timer_fired,
    cmd.Pause: pausing.pause,
    cmd.Resume: control.resume,
    cmd.HostPause: pausing.host_pause,
    cmd.HostResume: control.host_resume,
    cmd.Close: seating.close,
    cmd.Reopen: seating.reopen,
    cmd.VoidHand: control.void_hand,
}


_HOLDERS = frozenset((Seated, Left))


class _Dump(msgspec.Struct, array_like=True):
    """A snapshot: what is known beside the hand, and the hand's own events, to be folded again."""

    state: State
    hand: list[HandEvent]
    dealt: tuple[Dealt, ...] = ()
    dealt_at_ms: int = 0


_dumps = msgspec.msgpack.Encoder()
_loads = msgspec.msgpack.Decoder(_Dump)


class Table(BaseTable):
    """Seats, stacks, clocks and the running hand of one table.

    Pure: time comes in as integer milliseconds, chance through ``deck``, money leaves as values.
    ``state`` and ``hand`` are for reading only; ``hand`` stays, finished, until the next one begins.
    ``dealt`` says who held the seats of that hand when it was dealt, at ``dealt_at_ms``.
    """

    __slots__ = (
        "_hand_events",
        "dealt",
        "dealt_at_ms",
        "hand",
        "variant",
    )

    def __init__(self, table_id: int, config: TableConfig, deck: DeckSource) -> None:
        """Make a table without any events; ``evolve`` its log, or ``load`` a snapshot instead.

        Raises BadConfig when no such table can work.
        """
        config.check()
        super().__init__(table_id, config, deck)
        self.hand: Hand | None = None
        self.variant: Variant = VARIANTS[config.rotation.games[0].code]
        self.dealt: tuple[Dealt, ...] = ()
        self.dealt_at_ms = 0
        self._hand_events: list[HandEvent] = []

    def handle(self, command: cmd.AnyCommand, now_ms: int) -> Outcome:
        """Decide, and fold what follows. Raises Refused, and then nothing has changed."""
        step = Step(self, now_ms)
        decision = _DECISIONS.get(type(command))
        if decision is None:
            raise NotHere(f"{self.config.name} plays poker: there is no such thing here")
        value = decision(step, command)
        if self.state.waiters:
            waiting.offer_free_seats(step)
        return Outcome(step.events, step.timers, step.moves, value)

    def recovered(self, now_ms: int) -> Outcome:
        """Ask anew for every timer after a restart.

        Everybody counts as disconnected until he returns; a pending decision has at least the
        stated grace.
        """
        step = Step(self, now_ms)
        control.recover(step)
        return Outcome(step.events, step.timers, step.moves)

    def evolve(self, event: AnyEvent) -> None:
        """Fold one recorded event."""
        fold = FOLDS.get(type(event))
        if fold is None:
            self._evolve_hand(event)  # type: ignore[arg-type]  # all others are the hand's
            return
        self.state.version += 1
        fold(self.state, event)
        if type(event) in _HOLDERS:
            self._index()

    @property
    def hand_events(self) -> list[HandEvent]:
        """The events of the running hand, or of the last one; for reading only."""
        return self._hand_events

    def note_hand(self, hand: Hand, events: list[HandEvent]) -> None:
        """Take over hand events that the engine has just made, and folded into ``hand``."""
        state = self.state
        began_at = state.version + 1
        state.version += len(events)
        first = events[0]
        if type(first) is HandStarted:
            self.hand = hand
            self.variant = VARIANTS[first.setup.game]
            self._hand_events = []
            self._note_dealt(first)
            hand_started(state, first, began_at)
        self._hand_events += events
        last = events[-1]
        if type(last) is HandEnded:
            parts = (each for each in self._hand_events if isinstance(each, Awarded | RakeTaken))
            hand_ended(state, last, sum(part.amount for part in parts))

    def _note_dealt(self, event: HandStarted) -> None:
        """Freeze the seat list for the record: players may be gone when the hand is over."""
        seats = self.state.seats
        self.dealt_at_ms = self.state.start_at_ms
        self.dealt = tuple(
            Dealt(number, seats[number].account, seats[number].name, seats[number].bot)
            for number in event.setup.stacks
        )

    def _evolve_hand(self, event: HandEvent) -> None:
        if type(event) is HandStarted:
            self.variant = VARIANTS[event.setup.game]
            self.note_hand(evolve(None, event, self.variant), [event])
        else:
            self.note_hand(evolve(self.hand, event, self.variant), [event])

    def stack(self, number: int) -> int:
        """Return the chips before a seat now, in a hand or between hands."""
        seat = self.state.seats[number]
        if seat.in_hand and self.hand is not None:
            return self.hand.by_seat[number].stack
        return seat.stack

    def chips(self) -> int:
        """Return all chips at the table at this instant: stacks, bets and pots."""
        seats = self.state.seats.values()
        total = sum(seat.queued + (0 if seat.in_hand else seat.stack) for seat in seats)
        if self.state.running and self.hand is not None:
            hand = self.hand
            total += sum(player.stack for player in hand.players) + hand.chips_in_pots
        return total

    def running_nets(self) -> dict[str, int]:
        return {
            seat.account: self.stack(number) - seat.stack
            for number, seat in self.state.seats.items()
            if seat.in_hand
        }

    def dump(self) -> bytes:
        """Return a snapshot: the table's state and the events of the running hand."""
        if not self.state.running:
            return _dumps.encode(_Dump(self.state, []))
        return _dumps.encode(_Dump(self.state, self._hand_events, self.dealt, self.dealt_at_ms))

    @classmethod
    def load(cls, data: bytes, table_id: int, config: TableConfig, deck: DeckSource) -> Table:
        """Return the table that ``dump`` wrote; its version says where the log goes on.

        Raises msgspec.MsgspecError when the bytes are no snapshot.
        """
        dump = _loads.decode(data)
        table = cls(table_id, config, deck)
        table.state = dump.state
        table._hand_events = dump.hand
        table.dealt, table.dealt_at_ms = dump.dealt, dump.dealt_at_ms
        for event in dump.hand:
            if type(event) is HandStarted:
                table.variant = VARIANTS[event.setup.game]
            table.hand = evolve(table.hand, event, table.variant)
        table._index()
        return table

    def ready(self) -> list[int]:
        """Return the seats that can be dealt into the next hand, in order."""
        return ready_seats(self.state)
