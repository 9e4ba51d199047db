"""Reading PHH files, whoever wrote them: fields checked, amounts in whole units, actions as values.

Source: the Poker Hand History format (arXiv 2312.11753) and its reference implementation's notes.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from itertools import chain, pairwise
from typing import Any, NamedTuple

from greenfelt.evaluators.cards import CardError, parse_card
from greenfelt.server.engine.rules import Limit
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.phh import CODES

UNKNOWN = -1
"""Stands for a card that the file does not name."""

BOUNDLESS = 10**12
"""The stack of a player whose file says ``inf``, in units."""

_GAMES: dict[str, tuple[str, Limit]] = {code: game for game, code in CODES.items()}
_OWN_CODE = re.compile(r"_([a-z0-9]+)-(fixed|pot|no)")
_VERBS = frozenset({"pb", "cbr", "cc", "f", "sd", "sm"})


class PhhError(ValueError):
    """A file or a hand in it is no PHH, or of a game that is not played here; the message says why."""

    code = "bad-phh"


class Action(NamedTuple):
    """An action of a player (``player`` from 1; 0: the dealer).

    ``verb``: deal (to ``player``), board, or PHH's own pb, cbr, cc, f, sd, sm. ``cards`` may hold
    UNKNOWN; of ``sm`` None stands for "the cards already known" and () for a muck.
    """

    number: int
    text: str
    player: int
    verb: str
    cards: tuple[int, ...] | None = ()
    amount: int = 0


class PhhHand(NamedTuple):
    """One hand of a file. Amounts are whole units; a chip of the file is ``scale`` of them."""

    label: str
    game: str
    limit: Limit
    scale: int
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bring_in: int
    small_bet: int
    big_bet: int
    min_bet: int
    stacks: tuple[int, ...]
    finishing: tuple[int, ...] | None
    winnings: tuple[int, ...] | None
    seats: tuple[int, ...]
    players: tuple[str, ...]
    actions: tuple[Action, ...]
    own: Mapping[str, Any]

    def amount(self, units: int) -> Decimal:
        """Return units as the file writes them."""
        return Decimal(units) / self.scale


def read_phh(text: str) -> Iterator[PhhHand | PhhError]:
    """Iterate over the hands of a ``.phh`` or ``.phhs`` text; what is wrong with one comes in its place.

    Raises PhhError when the text is no TOML.
    """
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, InvalidOperation, RecursionError) as error:
        raise PhhError(f"this is no TOML: {error}") from None
    single = "variant" in data or "actions" in data
    hands = {str(data.get("hand", 1)): data} if single else data
    for label, fields in hands.items():
        try:
            if not isinstance(fields, dict):
                raise PhhError(f"{label} is no hand: a hand is a table of fields")
            yield _hand(label, fields)
        except PhhError as error:
            yield PhhError(f"hand {label}: {error}")


def _hand(label: str, fields: Mapping[str, Any]) -> PhhHand:
    game, limit = _game(fields)
    stacks = _amounts(fields, "starting_stacks", required=True)
    count = len(stacks)
    if count < 2:
        raise PhhError("starting_stacks: a hand has two players at least")
    lists = {
        name: _amounts(fields, name, length=count)
        for name in ("antes", "blinds_or_straddles", "finishing_stacks", "winnings")
    }
    single = {
        name: _decimal(fields[name], name) if name in fields else Decimal(0)
        for name in ("bring_in", "small_bet", "big_bet", "min_bet")
    }
    _need(fields, game, limit)
    actions = fields.get("actions")
    if not isinstance(actions, list):
        raise PhhError("actions: must be a list of texts")
    read = [_action(number, text, count) for number, text in enumerate(actions, 1)]
    scale = _scale([*stacks, *single.values(), *chain(*lists.values()), *(a for _, a in read)])

    def units(amounts: Sequence[Decimal]) -> tuple[int, ...]:
        return tuple(BOUNDLESS if a.is_infinite() else int(a * scale) for a in amounts)

    def optional(name: str) -> tuple[int, ...] | None:
        return units(lists[name]) if name in fields else None

    seats = fields.get("seats", list(range(1, count + 1)))
    return PhhHand(
        label=label,
        game=game,
        limit=limit,
        scale=scale,
        antes=optional("antes") or (0,) * count,
        blinds=optional("blinds_or_straddles") or (0,) * count,
        bring_in=int(single["bring_in"] * scale),
        small_bet=int(single["small_bet"] * scale),
        big_bet=int(single["big_bet"] * scale),
        min_bet=int(single["min_bet"] * scale),
        stacks=units(stacks),
        finishing=optional("finishing_stacks"),
        winnings=optional("winnings"),
        seats=_seats(seats, count),
        players=_players(fields, count),
        actions=tuple(action._replace(amount=int(amount * scale)) for action, amount in read),
        own={key: value for key, value in fields.items() if key.startswith("_")},
    )


def _game(fields: Mapping[str, Any]) -> tuple[str, Limit]:
    code = fields.get("variant")
    if not isinstance(code, str):
        raise PhhError("variant: is missing")
    if code in _GAMES:
        return _GAMES[code]
    own = _OWN_CODE.fullmatch(code)
    if own is None or own[1] not in VARIANTS:
        raise PhhError(
            f"variant {code!r} is not played here; there are {', '.join(sorted(_GAMES))}"
        )
    limit: Any = own[2]
    return own[1], limit


def _need(fields: Mapping[str, Any], game: str, limit: Limit) -> None:
    """Raise PhhError naming a field that the game needs and that is not there."""
    opening = "bring_in" if VARIANTS[game].is_stud else "blinds_or_straddles"
    bets = ("small_bet", "big_bet") if limit == "fixed" else ("min_bet",)
    for name in ("antes", opening, *bets):
        if name not in fields:
            raise PhhError(f"{name}: is missing")


def _decimal(value: Any, name: str) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise PhhError(f"{name}: {value!r} is no amount")
    amount = Decimal(value)
    if amount.is_nan():
        raise PhhError(f"{name}: {value} is no amount")
    return amount


def _amounts(
    fields: Mapping[str, Any], name: str, *, length: int = 0, required: bool = False
) -> list[Decimal]:
    value = fields.get(name)
    if value is None and not required:
        return []
    if not isinstance(value, list):
        raise PhhError(f"{name}: must be a list of amounts")
    if length and len(value) != length:
        raise PhhError(f"{name}: {length} players need {length} amounts, not {len(value)}")
    return [_decimal(each, name) for each in value]


def _seats(value: Any, count: int) -> tuple[int, ...]:
    """Return the seat of each player, clockwise from the left of the button, as seat numbers.

    A file may number seats as it likes; what counts here is their order, so others than one round of
    the table become 1, 2, 3 and so on.
    """
    plain = tuple(range(1, count + 1))
    if not isinstance(value, list) or len(value) != count or len(set(map(str, value))) != count:
        raise PhhError("seats: must be a list of as many different seats as there are players")
    if any(type(seat) is not int or seat < 1 for seat in value):
        return plain
    falls = sum(later < earlier for earlier, later in pairwise(value))
    return tuple(value) if falls == 0 or (falls == 1 and value[-1] < value[0]) else plain


def _players(fields: Mapping[str, Any], count: int) -> tuple[str, ...]:
    names = fields.get("players", [])
    if not isinstance(names, list) or len(names) != count:
        return tuple(f"p{number}" for number in range(1, count + 1))
    return tuple(str(name) for name in names)


def _scale(amounts: Sequence[Decimal]) -> int:
    """Return how many units a chip is cut into, so that all amounts are whole."""
    places = 0
    for amount in amounts:
        if amount.is_finite():
            exponent = amount.normalize().as_tuple().exponent
            places = max(places, -int(exponent))
    if places > 6:
        raise PhhError("amounts with more than six decimal places cannot be played")
    return int(10**places)


def _action(number: int, value: Any, players: int) -> tuple[Action, Decimal]:
    """Return an action, and its amount as it is written."""
    if not isinstance(value, str):
        raise PhhError(f"action {number}: must be a text")
    words = value.partition("#")[0].split()
    text = " ".join(words)
    try:
        return _read_action(number, text, words, players)
    except (CardError, InvalidOperation, IndexError) as error:
        raise PhhError(f"action {number} ({text}) cannot be read: {error}") from None


def _read_action(number: int, text: str, words: list[str], players: int) -> tuple[Action, Decimal]:
    nothing = Decimal(0)
    if not words:
        return Action(number, text, 0, "none"), nothing
    who, verb = words[0], words[1]
    if who == "d" and verb == "db":
        return Action(number, text, 0, "board", _cards(words[2])), nothing
    if who == "d" and verb == "dh":
        player = _player(words[2], players)
        return Action(number, text, player, "deal", _cards(words[3])), nothing
    player = _player(who, players)
    if verb not in _VERBS:
        raise IndexError(f"{verb!r} is no action")
    if verb == "cbr":
        amount = Decimal(words[2])
        if not amount.is_finite():
            raise IndexError(f"{words[2]!r} is no amount")
        return Action(number, text, player, verb), amount
    cards: tuple[int, ...] | None = ()
    if verb in ("sd", "sm") and len(words) > 2:
        cards = None if words[2] == "-" else _cards(words[2])
    return Action(number, text, player, verb, cards), nothing


def _player(word: str, players: int) -> int:
    if not re.fullmatch(r"p[1-9][0-9]*", word) or int(word[1:]) > players:
        raise IndexError(f"there is no player {word!r}")
    return int(word[1:])


def _cards(text: str) -> tuple[int, ...]:
    """Read cards run together; ``??`` is a card that nobody saw. A partly known one counts as unknown."""
    text = text.replace("10", "T")
    if len(text) % 2:
        raise IndexError(f"{text!r} are no cards")
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    cards = tuple(UNKNOWN if "?" in pair else parse_card(pair) for pair in pairs)
    known = [card for card in cards if card != UNKNOWN]
    if len(set(known)) != len(known):
        raise IndexError(f"{text!r} names a card twice")
    return cards
