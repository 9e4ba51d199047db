"""What the player's own cards make, in a dealer's words; and the little a screen knows per game.

A game without an entry is drawn all the same, only without the words.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from greenfelt.client.layouts.names import title_of
from greenfelt.evaluators import (
    BADUGI,
    BADUGI_ACE_HIGH,
    HIGH,
    LOW_8,
    LOW_27,
    LOW_A5,
    Ranking,
    board_strength_high,
    board_strength_low_27,
    board_strength_low_a5,
    describe_few,
    parse_cards,
)


@dataclass(frozen=True, slots=True)
class GameLook:
    """A game's name, how many cards a seat can come to hold, and the rankings that a hand is read by.

    ``from_hand``: exactly two cards come from the hand (Omaha). ``lead``: in stud, what the board
    that acts first is called, and how boards compare.
    """

    name: str
    cards: int
    rankings: tuple[Ranking, ...]
    from_hand: bool = False
    lead: tuple[str, Callable[[Sequence[int]], int]] | None = None


_HIGH_BOARD = ("hi", board_strength_high)


GAMES: dict[str, GameLook] = {
    "badugi": GameLook("Badugi", 4, (BADUGI,)),
    "27td": GameLook("2-7 Triple Draw", 5, (LOW_27,)),
    "a5td": GameLook("A-5 Triple Draw", 5, (LOW_A5,)),
    "badeucey": GameLook("Badeucey", 5, (BADUGI_ACE_HIGH, LOW_27)),
    "badacey": GameLook("Badacey", 5, (BADUGI, LOW_A5)),
    "27sd": GameLook("2-7 Single Draw", 5, (LOW_27,)),
    "5draw": GameLook("Five-card Draw", 5, (HIGH,)),
    "stud": GameLook("Seven-card Stud", 7, (HIGH,), lead=_HIGH_BOARD),
    "stud8": GameLook("Seven-card Stud Hi-Lo Eight or Better", 7, (HIGH, LOW_8), lead=_HIGH_BOARD),
    "studhl": GameLook("Seven-card Stud Hi-Lo", 7, (HIGH, LOW_A5), lead=_HIGH_BOARD),
    "superstud8": GameLook(
        "Super Seven-card Stud Hi-Lo Eight or Better", 7, (HIGH, LOW_8), lead=_HIGH_BOARD
    ),
    "razz": GameLook("Razz", 7, (LOW_A5,), lead=("lo", board_strength_low_a5)),
    "27razz": GameLook("2-7 Razz", 7, (LOW_27,), lead=("lo", board_strength_low_27)),
    "5stud": GameLook("Five-card Stud", 5, (HIGH,), lead=_HIGH_BOARD),
    "holdem": GameLook("Hold'em", 2, (HIGH,)),
    "omaha": GameLook("Omaha", 4, (HIGH,), from_hand=True),
    "omaha8": GameLook("Omaha Hi-Lo Eight or Better", 4, (HIGH, LOW_8), from_hand=True),
    "5omaha": GameLook("Five-card Omaha", 5, (HIGH,), from_hand=True),
    "5omaha8": GameLook("Five-card Omaha Hi-Lo Eight or Better", 5, (HIGH, LOW_8), from_hand=True),
}
"""By game code. Codes that are not here get a generic screen."""

_UNKNOWN = GameLook("", 5, ())


def game_look(game: str) -> GameLook:
    """Return what is known about a game's looks."""
    return GAMES.get(game, _UNKNOWN)


def limits(stakes: str) -> str:
    """Return the limits alone of a table's stakes: no blinds, antes or side wagers."""
    return stakes.partition(", ")[0]


def game_title(game: str, told: str) -> str:
    """Return what a game is called: as the server told, else as known here, else by its code's words."""
    return told or game_look(game).name or title_of(game)


_unread: set[str] = set()


def read_beside(games: Iterable[str], done: Callable[[], None]) -> None:
    """Build what ``holding`` needs for games in a thread, then call ``done`` there.

    The tables of one ranking take up to half a second, which a screen may not stand still for: until
    they are built ``holding`` has no words for these games.
    """
    new = [game for game in games if game in GAMES]
    _unread.update(new)

    def build() -> None:
        for game in new:
            try:
                for ranking in GAMES[game].rankings:
                    ranking.describe(range(5))
            finally:
                _unread.discard(game)
                done()

    if new:
        threading.Thread(target=build, name="readings", daemon=True).start()


def holding(game: str, hand: tuple[str, ...], board: tuple[str, ...] = ()) -> str:
    """Return what the cards make, one part for each ranking of the game; empty where that is unknown.

    ``hand`` are the player's own cards, up and down. Too few cards for a ranking are read for pairs
    in high games, and give no words in low ones.
    """
    return "" if game in _unread else _reading(game, hand, board)


@lru_cache(maxsize=256)
def _reading(game: str, hand: tuple[str, ...], board: tuple[str, ...]) -> str:
    look = game_look(game)
    try:
        own, shared = parse_cards("".join(hand)), parse_cards("".join(board))
        parts = [_words(ranking, own, shared, look.from_hand) for ranking in look.rankings]
    except ValueError:
        # Cards or counts that this client does not understand: no words rather than no screen.
        return ""
    return ", ".join(dict.fromkeys(part for part in parts if part))


def leading_board(game: str, boards: Mapping[int, Sequence[str]]) -> tuple[int, str]:
    """Return the seat whose up-cards lead and what such a board is called; seat 0 where none leads.

    ``boards`` are the up-cards of the live seats. One up-card is no board yet (the bring-in goes by
    it), and of equal boards none is marked.
    """
    lead = game_look(game).lead
    if lead is None:
        return 0, ""
    word, strength = lead
    try:
        strengths = {
            seat: strength(parse_cards("".join(up))) for seat, up in boards.items() if len(up) > 1
        }
    except ValueError:
        return 0, ""
    best = [seat for seat in strengths if strengths[seat] == max(strengths.values())]
    return (best[0], word) if len(best) == 1 else (0, "")


def _words(ranking: Ranking, own: Sequence[int], board: Sequence[int], from_hand: bool) -> str:
    if ranking in (BADUGI, BADUGI_ACE_HIGH):
        strength = ranking.strength(own) if own else None
    elif from_hand:
        strength = ranking.strength_omaha(own, board) if len(board) >= 3 else None
    elif len(own) + len(board) >= 5:
        strength = ranking.strength((*own, *board))
    else:
        few = (*own, *board)
        return describe_few(few) if few and ranking is HIGH else ""
    return "" if strength is None else ranking.describe_strength(strength)
