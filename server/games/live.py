"""The door for live games: what a module tells a table, so that strangers play it for real chips.

A module is found through the entry-point group ``greenfelt.games``, as all are (``found``), and has
what ``TableModule`` asks for. It is pure: no clock, no chance of its own, no I/O. Amounts are chips (cents in the
casino games), movements are ticks of a ten-thousandth of a chip, seats count from 1, and seat 0 is
the table or somebody who only watches. docs/game-modules.md leads through a whole small game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

import msgspec

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.casino.meters import TICKS, Standing
from greenfelt.server.games.casino.sign import Posted
from greenfelt.server.games.found import GameModule, UnknownGame, game_modules

__all__ = [
    "BETTING",
    "HELD",
    "HOUSE",
    "METER",
    "OUTSIDE",
    "PAUSE",
    "SEAT",
    "TICKS",
    "Choice",
    "HeldWin",
    "HoldsWins",
    "LiveGame",
    "Movement",
    "Play",
    "Posted",
    "RuleKey",
    "SharesMeters",
    "Standing",
    "TableModule",
    "TakesBack",
    "TakesCoupons",
    "Told",
    "UnknownGame",
    "Wait",
    "live_game",
    "live_games",
]

METER: Final = "meter:"
"""How the accounts of meters begin."""

PAUSE: Final = "pause"
"""The kind of wait between rounds; it runs while somebody is there to play."""

BETTING: Final = "betting"
"""The kind of wait for wagers; its clock begins with the first one."""

SEAT: Final = "seat:"
"""How the accounts of seats begin."""

HOUSE: Final = "house"
OUTSIDE: Final = "outside"
HELD: Final = "held"
"""Accounts that a movement may name beside ``seat:3`` and ``meter:NAME``: the house's, where seats buy in
from, and wins that wait for the floor. A game may have others between seats and house, such as
``layout``, which are empty when a round is over. A table counts its seats' chips by them."""


class Wait(msgspec.Struct, frozen=True, gc=False):
    """What a game waits for.

    ``kind`` is the phase in words for people and bots; ``seats`` who may act; ``key`` differs where
    the same seats face another decision of the same kind, which then has a time of its own. ``ms``:
    how long, where the game says so; 0 leaves it to the table's clocks.
    """

    kind: str
    seats: tuple[int, ...] = ()
    key: str = ""
    ms: int = 0


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One thing a seat may do: ``do`` it ``on`` something, for ``low`` to ``high`` chips (0: for none)."""

    do: str
    on: str = ""
    low: int = 0
    high: int = 0


class Play(msgspec.Struct, frozen=True, gc=False):
    """What a seat does: a choice made, as it comes from a client, or from nobody to be trusted.

    With a wager may lie a ``coupon`` of so many chips, which the table has looked at; ``serial`` is its
    number.
    """

    do: str
    on: str = ""
    amount: int = 0
    cards: tuple[int, ...] = ()
    coupon: int = 0
    serial: str = ""


class Movement(Protocol):
    """``ticks`` go from one account to another; never negative."""

    @property
    def source(self) -> str: ...

    @property
    def target(self) -> str: ...

    @property
    def ticks(self) -> int: ...


class Told(NamedTuple):
    """An event as a viewer may know it: what it is called, and its facts as JSON values."""

    kind: str
    data: dict[str, Any]


class LiveGame(Protocol):
    """One game at one table, from its first round on: the fold of its events.

    Whatever carries something out returns the events that it caused, folded into the game already,
    and raises Refused when nothing is to happen.
    """

    @property
    def round(self) -> int:
        """The number of the round that is on, or was the last one."""
        ...

    def count_on(self, number: int) -> None:
        """Number the next round after ``number``; only ever asked of a game without any event."""
        ...

    @property
    def running(self) -> bool:
        """Whether cards or chips lie that belong to a round: from the first wager to the end."""
        ...

    def busy(self, seat: int) -> bool:
        """Whether a seat cannot leave now, because of the round or of a win not yet paid."""
        ...

    def wait(self) -> Wait: ...

    def options(self, seat: int) -> Sequence[Choice]: ...

    def sit(self, seat: int, chips: int) -> list[Any]: ...

    def add(self, seat: int, chips: int) -> list[Any]: ...

    def leave(self, seat: int) -> list[Any]: ...

    def play(self, seat: int, play: Play, deck: DeckSource) -> list[Any]:
        """Let a seat do something."""
        ...

    def time_out(self, deck: DeckSource) -> list[Any]:
        """The time of what is waited for is over: between rounds and in betting, the game goes on."""
        ...

    def drop(self, seat: int, deck: DeckSource) -> list[Any]:
        """A seat's player is gone; wagers stand. [] where the game just lets the clock run."""
        ...

    def release(self, seat: int, wager: str) -> list[Any]:
        """The floor has verified a win that was held. Raises Refused where none is."""
        ...

    def owed(self) -> int:
        """Return the most chips that the house could have to add to what lies on the layout."""
        ...

    def more_owed(self, seat: int, play: Play) -> int:
        """Return by how much ``owed`` would grow by something that a seat wants to do."""
        ...

    def meters(self) -> Mapping[str, int]:
        """Return what each progressive meter holds in ticks, its hidden reserve included.

        Movements name ``meter:NAME`` for what it shows and ``meter:NAME:reserve`` for the reserve.
        """
        ...

    def sign(self) -> Sequence[Posted]:
        """Return every wager on offer with its pays and limits."""
        ...

    def notices(self) -> Sequence[str]: ...

    def view(self, seat: int) -> dict[str, Any]:
        """Return the whole game as a seat may see it, in JSON values."""
        ...

    def told(self, event: Any, seat: int) -> Told | None:
        """Return an event as a seat may know it; None where it is nobody's business."""
        ...

    def began(self, event: Any) -> bool:
        """Whether with this event the round's wagers lie, and no more may come."""
        ...

    def ended(self, event: Any) -> bool:
        """Whether with this event the round is settled."""
        ...

    def movements(self, event: Any) -> Iterable[Movement]:
        """Return the chips that an event moves, from the event alone: the game may be ahead of it."""
        ...

    def encode(self, event: Any) -> bytes: ...

    def decode(self, data: bytes) -> Any: ...

    def evolve(self, event: Any) -> None: ...

    def dump(self) -> bytes: ...

    def load(self, data: bytes) -> None:
        """Take the state of a ``dump`` over. Raises ValueError when the bytes are none."""
        ...


@runtime_checkable
class TakesBack(Protocol):
    """A live game whose running round the floor can void."""

    def void(self, flow: Mapping[str, int]) -> list[Any]:
        """Take the round back, from its first wager on; the next may open. Returns the events.

        ``flow`` is what each account gained by it in ticks, below zero what it lost: the events must
        move exactly that back.
        """
        ...


@runtime_checkable
class SharesMeters(Protocol):
    """A live game whose progressive meters may be shared with other tables."""

    def link(self, sources: Mapping[str, Callable[[], Standing]]) -> None:
        """Read these meters, by name, from where several tables move them."""
        ...

    def shown_meters(self) -> Mapping[str, int]:
        """Return the chips that each meter shows at this moment."""
        ...


@runtime_checkable
class TakesCoupons(Protocol):
    """A live game in which Match Play Coupons may lie with wagers."""

    def takes_coupon(self, seat: int, on: str) -> bool:
        """Whether a coupon may lie with a wager that a seat may place ``on`` something."""
        ...

    def laid_coupons(self) -> Iterable[str]:
        """Return the numbers of the coupons that lie on the layout."""
        ...

    def surrendered(self, event: Any) -> str:
        """Return the number of the coupon that goes into the drop box by an event, "" for none."""
        ...


class HeldWin(NamedTuple):
    """A win that waits for the floor: whose, on which wager, and the chips that lie apart."""

    seat: int
    wager: str
    chips: int


@runtime_checkable
class HoldsWins(Protocol):
    """A live game in which large wins wait for the floor's ``release``."""

    def held_wins(self) -> Sequence[HeldWin]:
        """Return the wins that wait now."""
        ...


class RuleKey(NamedTuple):
    """A rule of a table game: what it is, what it may be, its default as JSON, and where that is from."""

    key: str
    says: str
    allowed: str
    default: str
    source: str


class TableModule(GameModule, Protocol):
    """A family of games that are played against the house."""

    def open(self, game: str, rules: Mapping[str, Any]) -> LiveGame:
        """Return a new game. Raises ValueError naming the key of a rule that cannot be."""
        ...

    def seats(self, game: str, rules: Mapping[str, Any]) -> int:
        """Return how many seats a table has. Raises ValueError like ``open``."""
        ...

    def stakes(self, game: str, rules: Mapping[str, Any]) -> str:
        """Return the limits of a table in words. Raises ValueError like ``open``."""
        ...

    def limits(self, game: str, rules: Mapping[str, Any]) -> tuple[int, int]:
        """Return the least and the greatest main wager. Raises ValueError like ``open``."""
        ...

    def explain(self, game: str) -> Sequence[RuleKey]:
        """Return every rule that a table may set, for ``greenfelt config --explain``."""
        ...


def live_games() -> Mapping[str, TableModule]:
    """Return the modules of all games that are played against the house, by the games' codes."""
    return game_modules().by_code("open")


def live_game(code: str) -> TableModule:
    """Return the module of a game. Raises UnknownGame, which names those that there are."""
    module = game_modules().module_of(code)
    if not hasattr(module, "open"):
        raise UnknownGame(
            f"{code!r} is not played against the house; {', '.join(live_games())} are"
        )
    found: TableModule = module  # type: ignore[assignment]  # it opens games, so it is one
    return found
