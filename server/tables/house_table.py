"""A table where a module's game is played against the house: seats, chips, clocks and books around it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.casino.coupons import Coupon
from greenfelt.server.games.casino.meters import Standing
from greenfelt.server.games.live import (
    HOUSE,
    METER,
    OUTSIDE,
    SEAT,
    TICKS,
    Choice,
    HeldWin,
    HoldsWins,
    Play,
    SharesMeters,
    TableModule,
    TakesCoupons,
    live_game,
)
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables import house_events as he
from greenfelt.server.tables import house_play
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import NoCoupon
from greenfelt.server.tables.folding import FOLDS
from greenfelt.server.tables.history.record import Dealt
from greenfelt.server.tables.history.rounds import Happening, Story
from greenfelt.server.tables.house_step import lies_here
from greenfelt.server.tables.outcome import Outcome
from greenfelt.server.tables.seats import State
from greenfelt.server.tables.texts import amount_words

WAGER: Final = "wager"
COUPON: Final = "coupon"
"""What a seat does that lays a wager, and one with a coupon: ``on`` is then ``player+SERIAL``."""


class Window(msgspec.Struct, array_like=True):
    """What the game waits for, as ``WindowOpened`` says it."""

    kind: str
    key: str
    seats: tuple[int, ...]
    first: int
    turn: int
    until_ms: int


class HouseState(msgspec.Struct, array_like=True):
    """What such a table knows beside its seats and its game.

    ``turn`` numbers the last prompt, and ``asked`` the last of each seat that was asked by itself in
    this window; ``done`` are the seats that want no more wagers; ``booked`` is what the ledger holds of
    each of its own meters, in ticks; ``on_table`` are the ticks on the table; ``staked`` is what each
    seat has on the layout of its own, in ticks, and ``begun`` what the seats of the round
    had, stakes included, at "no more bets", and ``begun_round`` its number; ``story`` is what has
    happened since the last round was over.
    """

    window: Window | None = None
    turn: int = 0
    asked: dict[int, int] = {}
    done: list[int] = []
    booked: dict[str, int] = {}
    on_table: int = 0
    staked: dict[int, int] = {}
    begun: dict[int, int] = {}
    begun_round: int = 0
    story: Story = msgspec.field(default_factory=Story)


class _Dump(msgspec.Struct, array_like=True):
    state: State
    house: HouseState
    game: bytes


_dumps = msgspec.msgpack.Encoder()
_loads = msgspec.msgpack.Decoder(_Dump)


class HouseTable(BaseTable):
    """One table of a table game. ``game`` is for reading only.

    ``over`` is the round that the last command ended, to be kept.
    """

    __slots__ = ("_coupons", "_stands", "game", "house", "module", "over")

    def __init__(self, table_id: int, config: TableConfig, deck: DeckSource) -> None:
        """Make a table without any events. Raises BadConfig when no such table can work."""
        config.check()
        super().__init__(table_id, config, deck)
        wanted = config.house
        assert wanted is not None
        self.house = HouseState()
        self.module: TableModule = live_game(wanted.game)
        self.game = self.module.open(wanted.game, wanted.rules)
        self.over: Story | None = None
        self._coupons: Callable[[str, str], Sequence[Coupon]] | None = None
        self._stands: Callable[[str], Standing] | None = None

    def handle(self, command: cmd.AnyCommand, now_ms: int) -> Outcome:
        self.over = None
        return house_play.handle(self, command, now_ms)

    def in_words(self, amount: int) -> str:
        assert self.config.house is not None
        return amount_words(self.config.house.game)(amount)

    def recovered(self, now_ms: int) -> Outcome:
        self.over = None
        return house_play.recovered(self, now_ms)

    def renumber(self, version: int, hand: int = 0) -> None:
        super().renumber(version, hand)
        if hand:
            self.game.count_on(self.state.hand)

    @property
    def links(self) -> Mapping[str, str]:
        """Which of the game's meters are shared with other tables, and under which name."""
        assert self.config.house is not None
        return self.config.house.links

    def link(
        self,
        stands: Callable[[str], Standing],
        coupons: Callable[[str, str], Sequence[Coupon]],
    ) -> None:
        self._coupons, self._stands = coupons, stands
        if self.links:
            assert isinstance(self.game, SharesMeters)  # the configuration was checked
            self.game.link({name: partial(stands, link) for name, link in self.links.items()})

    def returnable(self, flow: Mapping[str, int]) -> dict[str, int]:
        """Return what there is to take back of a round's ``flow``, in ticks by account.

        A shared meter that holds less than when this round fed it has been paid out by another table
        since, stakes of this round included: nothing more is taken from it, and the house, which fed it, goes without.
        """
        back = dict(flow)
        for name, link in self.links.items():
            assert self._stands is not None
            stands = self._stands(link)
            whole = stands.value + stands.reserve >= self.game.meters()[name]
            for account, holds in ((name, stands.value), (f"{name}:reserve", stands.reserve)):
                gained = back.get(METER + account, 0)
                short = max(0, gained - (holds if whole else 0))
                if short:
                    back[METER + account] = gained - short
                    back[HOUSE] = back.get(HOUSE, 0) + short
        return {account: ticks for account, ticks in back.items() if ticks}

    def held_wins(self) -> Sequence[HeldWin]:
        return self.game.held_wins() if isinstance(self.game, HoldsWins) else ()

    def laid_coupons(self) -> Iterable[str]:
        return self.game.laid_coupons() if isinstance(self.game, TakesCoupons) else ()

    def coupons(self, number: int) -> Sequence[Coupon]:
        """Return the coupons that a seat's player may lay here now."""
        if self._coupons is None or not isinstance(self.game, TakesCoupons):
            return ()
        assert self.config.house is not None
        return self._coupons(self.state.seats[number].account, self.config.house.game)

    def coupon_choices(self, number: int) -> list[Choice]:
        """Return the wagers that a seat may place with a coupon, one of chips as much at the least."""
        game, coupons = self.game, self.coupons(number)
        if not coupons or not isinstance(game, TakesCoupons):
            return []
        return [
            Choice(COUPON, f"{each.on}+{coupon.serial}", max(each.low, coupon.value), each.high)
            for each in game.options(number)
            if each.do == WAGER and game.takes_coupon(number, each.on)
            for coupon in coupons
            if coupon.value <= each.high
        ]

    def play_of(self, command: cmd.Act) -> Play:
        """Return what a client's action means to the game. Raises NoCoupon."""
        if command.do != COUPON:
            return Play(command.do, command.on, command.amount, command.cards)
        on, _, serial = command.on.partition("+")
        for coupon in self.coupons(self.seat_of(command.account)):
            if coupon.serial == serial:
                return Play(WAGER, on, command.amount, (), coupon.value, serial)
        raise NoCoupon(f"you have no coupon {serial} to lay here")

    def shown_meters(self, links: Container[str]) -> dict[str, int]:
        wanted = [name for name, link in self.links.items() if link in links]
        if not wanted or not isinstance(self.game, SharesMeters):
            return {}
        shown = self.game.shown_meters()
        return {name: shown[name] for name in wanted}

    def shared_account(self, account: str) -> str:
        """Return the ledger's account behind one of the game's, "" where no other table has it."""
        if not account.startswith(METER):
            return ""
        name, _, rest = account.removeprefix(METER).partition(":")
        link = self.links.get(name)
        if link is None:
            return ""
        return f"!reserve:{link}" if rest else f"!meter:{link}"

    def evolve(self, event: Any) -> None:
        if type(event) is he.Played:
            decoded = self.game.decode(event.event)
            self.game.evolve(decoded)
            self.note(decoded)
            return
        self.state.version += 1
        fold = _FOLDS.get(type(event))
        if fold is not None:
            fold(self.house, event)
            if type(event) is he.RoundVoided:
                self._end_story()
            return
        FOLDS[type(event)](self.state, event)
        if type(event) in (ev.Seated, ev.Left):
            self._index()

    def note(self, event: Any) -> None:
        """Keep count of an event of the game, which has folded it."""
        game, state, house = self.game, self.state, self.house
        state.version += 1
        moves = tuple((move.source, move.target, move.ticks) for move in game.movements(event))
        for source, target, ticks in moves:
            self._move(source, target, ticks)
        if not any(OUTSIDE in move[:2] for move in moves):
            house.story.events.append(self._happening(event, moves))
        if game.began(event):
            house.begun_round = game.round
            house.begun = {
                seat: state.seats[seat].stack + ticks // TICKS
                for seat, ticks in sorted(house.staked.items())
                if ticks > 0
            }
            self._name_players(house.begun)
        elif game.ended(event):
            house.staked = {}
            self._end_story()
        state.hand = game.round
        state.running = game.running

    def _happening(self, event: Any, moves: tuple[tuple[str, str, int], ...]) -> Happening:
        """Return an event as it is kept: what was told of it, and to whom."""
        told = self.game.told(event, 0)
        seats = {}
        for number in self.state.seats:
            own = self.game.told(event, number)
            if own is not None and own != told:
                seats[number] = own.data
        kind = told.kind if told is not None else ""
        return Happening(kind, told.data if told is not None else None, seats, moves)

    def _name_players(self, stacks: dict[int, int]) -> None:
        """Keep who is in the round, and what each of them has."""
        story, seats = self.house.story, self.state.seats
        story.stacks = stacks
        story.betting = len(story.events)
        story.players = tuple(
            Dealt(number, seats[number].account, seats[number].name, seats[number].bot)
            for number in stacks
        )

    def _end_story(self) -> None:
        story = self.house.story
        if not story.players:
            # The bets were open still: whoever had one was in it, and has it again.
            seats = {
                int(account.removeprefix(SEAT))
                for event in story.events
                for move in event.moves
                for account in move[:2]
                if account.startswith(SEAT)
            }
            known = self.state.seats
            self._name_players({seat: known[seat].stack for seat in sorted(seats & known.keys())})
        story.round = self.house.begun_round
        self.over, self.house.story = story, Story()

    def _move(self, source: str, target: str, ticks: int) -> None:
        """Count a movement: on the table, before its seats, and what these have staked.

        Chips from and to the outside are counted by the table's own events.
        """
        house = self.house
        house.on_table += ticks * (lies_here(target) - lies_here(source))
        if OUTSIDE in (source, target):
            return
        for account, change in ((source, -ticks), (target, ticks)):
            if account.startswith(SEAT):
                number = int(account.removeprefix(SEAT))
                seat, chips = self.state.seats[number], change // TICKS
                seat.stack += chips
                nets = house.story.nets
                nets[seat.account] = nets.get(seat.account, 0) + chips
                if HOUSE not in (source, target) and not source.startswith(METER):
                    house.staked[number] = house.staked.get(number, 0) - change

    def stack(self, number: int) -> int:
        return self.state.seats[number].stack

    def chips(self) -> int:
        return self.house.on_table // TICKS

    def running_nets(self) -> dict[str, int]:
        return self.house.story.nets

    def owed(self) -> int:
        return self.game.owed()

    def more_owed(self, command: cmd.Act) -> int:
        seat = self.seat_of(command.account)
        return self.game.more_owed(seat, self.play_of(command)) if seat else 0

    def dump(self) -> bytes:
        return _dumps.encode(_Dump(self.state, self.house, self.game.dump()))

    @classmethod
    def load(cls, data: bytes, table_id: int, config: TableConfig, deck: DeckSource) -> HouseTable:
        """Return the table that ``dump`` wrote. Raises ValueError when the bytes are no snapshot."""
        dump = _loads.decode(data)
        table = cls(table_id, config, deck)
        table.state, table.house = dump.state, dump.house
        table.game.load(dump.game)
        table._index()
        return table

    def turn_of(self, number: int) -> int:
        """Return the number of the prompt that a seat, or a watcher (0), was told last."""
        window = self.house.window
        if window is None:
            return self.house.turn
        return self.house.asked.get(number, window.first)

    def present(self, number: int) -> bool:
        """Whether a seat's player is there to play."""
        seat = self.state.seats[number]
        return not (seat.away or seat.out or seat.leaving)


def _window_opened(house: HouseState, event: he.WindowOpened) -> None:
    if house.window is None or event.first != house.window.first:
        house.done = []
        house.asked = {}
    house.turn = event.turn
    if event.to:
        house.asked[event.to] = event.turn
    house.window = Window(
        event.kind, event.key, event.seats, event.first, event.turn, event.until_ms
    )


def _window_closed(house: HouseState, event: he.WindowClosed) -> None:
    house.window = None
    house.done = []
    house.asked = {}


def _seat_done(house: HouseState, event: he.SeatDone) -> None:
    house.done.append(event.seat)


def _round_began(house: HouseState, event: he.RoundBegan) -> None:
    house.story.began_ms = event.at_ms


def _round_voided(house: HouseState, event: he.RoundVoided) -> None:
    house.staked = {}
    house.begun_round = event.round
    house.story.voided = event.why


def _meters_booked(house: HouseState, event: he.MetersBooked) -> None:
    house.booked = dict(event.ticks)


_FOLDS: dict[type, Callable[[HouseState, Any], None]] = {
    he.WindowOpened: _window_opened,
    he.WindowClosed: _window_closed,
    he.SeatDone: _seat_done,
    he.RoundBegan: _round_began,
    he.RoundVoided: _round_voided,
    he.MetersBooked: _meters_booked,
}
