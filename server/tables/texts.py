"""What a dealer says: stakes and hands in words, from what the hearer may see alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from greenfelt.evaluators import Ranking
from greenfelt.evaluators.cards import HandError
from greenfelt.server.engine import Hand
from greenfelt.server.engine.setup import killed
from greenfelt.server.engine.variant import HandUse
from greenfelt.server.games.casino.money import dollars
from greenfelt.server.games.found import UnknownGame, game_modules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.rotation import Game, Rotation

_STRUCTURE = {"fixed": "fixed", "pot": "pot limit", "no": "no limit"}
_STRADDLES = {
    "utg": "straddle left of the big blind",
    "button": "button straddle",
    "mississippi": "Mississippi straddle",
}
_ODD_CHIPS = {
    "position": "odd chips from the button's left",
    "suit-tda": "odd chips by the suits that play",
    "suit-roberts": "odd chips by the suits of all cards",
}


def game_name(code: str) -> str:
    """Return what people call the game of that code; the code where no module here has it."""
    if code in VARIANTS:
        return VARIANTS[code].name
    try:
        return game_modules().module_of(code).games[code]
    except UnknownGame:
        return code


def amount_words(code: str) -> Callable[[int], str]:
    """Return how amounts are told at the game of that code: in chips, or in dollars."""
    try:
        module = game_modules().module_of(code)
    except UnknownGame:
        return str
    return dollars if getattr(module, "cents", False) else str


def stakes(game: Game, kill: str = "") -> str:
    """Return a game's limits in words: "10/20 fixed", "5/10 no limit, ante 2", and what is not as usual.

    ``kill`` is the size of a kill pot, half or full: "20/40 fixed, full kill, blinds 5/10".
    """
    rules = game.rules
    blinds = game.blinds()
    if rules.limit == "fixed":
        sizes: tuple[int, ...] = (rules.small_bet, rules.big_bet_size())
        sizes = tuple(killed(size, kill) for size in sizes)
    else:
        sizes = blinds or (rules.bring_in_size(),)
    said = [f"{'/'.join(map(str, sizes))} {_STRUCTURE[rules.limit]}"]
    if kill:
        said.append(f"{kill} kill of {killed(blinds[-1], kill)}" if blinds else f"{kill} kill")
    if rules.limit == "fixed" and blinds:
        said.append(f"blinds {'/'.join(map(str, blinds))}")
    ante = (rules.ante or 0) if blinds else rules.stud_ante_size()
    if ante:
        said.append(f"ante {ante}")
    if rules.bb_ante:
        said.append(f"big blind ante {rules.bb_ante}")
    if not blinds:
        said.append(f"bring-in {rules.bring_in_size()}")
    return ", ".join([*said, *_options(game, kill)])


def _options(game: Game, kill: str) -> Iterator[str]:
    """Say what else a table must publish, where it is not as usual (POKER-RULES 8)."""
    rules = game.rules
    if rules.straddle != "off" and game.blinds():
        yield _STRADDLES[rules.straddle]
    if rules.kill != "off" and not kill:
        yield f"{rules.kill} kill"
    odd_chip = rules.odd_chip
    if odd_chip is not None and odd_chip != VARIANTS[game.code].odd_chip:
        yield _ODD_CHIPS[odd_chip]
    if not rules.muck_losing:
        yield "losing hands are shown"


def turns(rotation: Rotation) -> str:
    """Return when a rotation goes on, in words; "" for a single game, "choice" where dealers choose."""
    if rotation.turns_by == "choice":
        return "choice"
    if len(rotation.games) < 2:
        return ""
    unit = rotation.turns_by.removesuffix("s") if rotation.every == 1 else rotation.turns_by
    return f"every {rotation.every} {unit}" if rotation.every > 1 else f"every {unit}"


def shown_hand(hand: Hand, cards: tuple[int, ...]) -> str:
    """Return what tabled cards make for each share of the pot: "8-6-4-2 badugi".

    Empty where cards were still to come, as in a hand that nobody called and that is shown all the
    same.
    """
    said: list[str] = []
    for ranking in hand.rankings:
        try:
            text = ranking.describe_strength(_strength(hand, ranking, cards))
        except HandError:
            return ""
        if text and text not in said:
            said.append(text)
    return ", ".join(said)


def _strength(hand: Hand, ranking: Ranking, cards: tuple[int, ...]) -> int | None:
    if hand.variant.hand_use is HandUse.TWO_AND_THREE:
        return ranking.strength_omaha(cards, hand.board)
    return ranking.strength((*cards, *hand.board))


def winning_hand(hand: Hand, share: str, strength: int | None) -> str:
    """Return what won a share; nothing where nobody contested it."""
    if strength is None:
        return ""
    shares = zip(hand.variant.shares, hand.rankings, strict=True)
    return next(
        (ranking.describe_strength(strength) for part, ranking in shares if part.name == share), ""
    )
