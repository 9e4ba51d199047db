"""A poker game as data: its streets, who opens, what the hand is made of, how a pot is shared."""

from __future__ import annotations

import enum

import msgspec

from greenfelt.evaluators import Ranking
from greenfelt.server.engine.rules import Limit, Rules


class Bet(enum.Enum):
    """Which of the two fixed-limit bets a street is played at."""

    SMALL = "small"
    BIG = "big"


class Opening(enum.Enum):
    """What forces the first bet: blinds left of the button, or a bring-in by the door cards."""

    BLINDS = "blinds"
    BRING_IN = "bring-in"


class DoorCard(enum.Enum):
    """Which door card brings in. Ties of rank go by suit: spades over hearts, diamonds, clubs."""

    LOWEST = "lowest, aces high"
    HIGHEST_ACE_LOW = "highest, aces low"
    HIGHEST = "highest, aces high"


class BoardOrder(enum.Enum):
    """Which up-cards act first from the second street of a stud game on."""

    HIGH = "highest board"
    LOW_A5 = "lowest board, aces low"
    LOW_27 = "lowest board, aces high"


class HandUse(enum.Enum):
    """Which cards make a hand."""

    ANY_FIVE = "the best of everything the seat holds and the board"
    TWO_AND_THREE = "exactly two from the hand and three from the board"


class Street(msgspec.Struct, frozen=True):
    """One street: cards come first, then a draw or a discard if there is one, then the betting.

    ``down`` and ``up`` are cards to each live seat, ``board`` shared ones; ``draw`` is the most
    cards a seat may replace, ``discard`` how many it must throw without replacement. ``burn`` says
    that a card is burnt before, where the table burns at all.
    """

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    draw: int = 0
    discard: int = 0
    bet: Bet = Bet.SMALL
    burn: bool = True


class Share(msgspec.Struct, frozen=True):
    """A part of every pot and the ranking that wins it; a ranking may leave hands unqualified.

    ``ace_low`` replaces the ranking at tables whose rule ``badeucey_ace`` is low.
    """

    name: str
    ranking: Ranking
    ace_low: Ranking | None = None


class VariantError(ValueError):
    """A declaration that cannot be played: the message names the game and what is wrong with it."""

    code = "bad-variant"


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """One poker game. Two shares halve a pot; the first one gets its odd chip.

    ``seats`` bounds how many may be dealt in, so that the deck serves the worst case by the rules.
    ``limit`` is the structure it is usually played at; every structure can be asked for.
    """

    code: str
    name: str
    seats: range
    opening: Opening
    streets: tuple[Street, ...]
    shares: tuple[Share, ...]
    hand_use: HandUse = HandUse.ANY_FIVE
    door_card: DoorCard = DoorCard.LOWEST
    board_order: BoardOrder = BoardOrder.HIGH
    odd_chip: str = "position"
    limit: Limit = "fixed"
    open_pair_doubles: bool = False
    razz_order_optional: bool = False

    def __post_init__(self) -> None:
        def refuse(what: str) -> None:
            raise VariantError(f"{self.code}: {what}")

        if not self.streets or not self.shares or len(self.shares) > 2:
            refuse("a game has at least one street and one or two shares")
        first = self.streets[0]
        if first.draw or first.board or not first.down + first.up:
            refuse("the first street deals cards to the seats, and nothing else")
        for street in self.streets[1:]:
            if sum(map(bool, (street.down + street.up, street.board, street.draw))) != 1:
                refuse(f"{street.name} must do one of these: deal to seats, deal a board, or draw")
        if first.discard >= first.down and first.discard:
            refuse("a discard must leave a card face down")
        if self.opening is Opening.BRING_IN and not first.up:
            refuse("a bring-in needs an up-card on the first street")
        if len(self.seats) < 1 or self.seats[0] < 2:
            refuse("a game has at least two seats")

    @property
    def max_seats(self) -> int:
        """The most seats that may be dealt in."""
        return self.seats[-1]

    @property
    def is_stud(self) -> bool:
        """Whether the first bet is a bring-in, so that the button neither acts last nor moves."""
        return self.opening is Opening.BRING_IN

    @property
    def has_draws(self) -> bool:
        return any(street.draw for street in self.streets)

    @property
    def has_board(self) -> bool:
        return any(street.board for street in self.streets)

    def hand_size(self) -> int:
        """Return how many cards a seat holds at a showdown."""
        return sum(street.down + street.up - street.discard for street in self.streets)

    def rankings(self, rules: Rules) -> tuple[Ranking, ...]:
        """Return the ranking of each share under a table's rules."""
        if rules.badeucey_ace == "low":
            return tuple([share.ace_low or share.ranking for share in self.shares])
        return tuple([share.ranking for share in self.shares])
