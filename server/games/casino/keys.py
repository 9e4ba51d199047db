"""Every rules key of the table games with its values, default and source (casino rules 0.7).

Tags of sources: S the text of the regulation, F text found in public copies, 2 a secondary page,
GK general knowledge, D our own choice where the text is silent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from greenfelt.server.games.casino.names import (
    ALL_GAMES,
    BACCARAT,
    BACCARAT_FAMILY,
    BLACKJACK,
    BLACKJACK_FAMILY,
    CLASSIC_BACCARAT,
    DOUBLE_ATTACK,
    MIDIBACCARAT,
    MINIBACCARAT,
    RISING_PHOENIX,
    SPANISH_21,
)
from greenfelt.server.games.casino.values import (
    Flag,
    Maybe,
    Odds,
    OneOf,
    Rows,
    Share,
    SideWagers,
    Values,
    Whole,
)
from greenfelt.server.games.casino.wagers import side_wagers, side_wagers_by_default

SOURCES: Final[dict[str, str]] = {
    "S": "text of the regulation",
    "F": "text of the regulation found in public copies",
    "2": "secondary page",
    "GK": "general knowledge, no text seen",
    "D": "our choice where the text is silent or unclear",
}


class ByDecks(msgspec.Struct, frozen=True):
    """A default that depends on the number of decks."""

    values: dict[int, Any]
    otherwise: Any


class Default(msgspec.Struct, frozen=True):
    """The default of a key in one game; ``source`` has parts, each begun by a tag of SOURCES."""

    value: Any
    source: str
    values: Values


class Key(msgspec.Struct, frozen=True):
    """One rules key. ``in_settle`` is false where a settle script shows no effect of it."""

    name: str
    says: str
    games: dict[str, Default]
    in_settle: bool = True


def _key(
    name: str,
    says: str,
    *parts: tuple[Iterable[str], Values, Any, str],
    in_settle: bool = True,
) -> Key:
    """Make a key from (games, values, default, source) parts; later parts replace earlier ones."""
    games: dict[str, Default] = {}
    for codes, values, default, source in parts:
        games |= dict.fromkeys(codes, Default(default, source, values))
    return Key(name, says, {game: games[game] for game in ALL_GAMES if game in games}, in_settle)


_BJ, _S21, _DA = (BLACKJACK,), (SPANISH_21,), (DOUBLE_ATTACK,)
_MINI, _MIDI, _BAC, _RP = (MINIBACCARAT,), (MIDIBACCARAT,), (BACCARAT,), (RISING_PHOENIX,)
_CENTS = Whole(1, unit="cents")
_MAYBE_CENTS = Whole(0, unit="cents")
_FLAG = Flag()
_SIX_OR_EIGHT = OneOf((6, 8))
_A_TO_C = OneOf(tuple("ABC"))

KEYS: Final[tuple[Key, ...]] = (
    _key(
        "decks",
        "decks in the shoe",
        (CLASSIC_BACCARAT, _SIX_OR_EIGHT, 8, "GK"),
        (_RP, _SIX_OR_EIGHT, 8, "S 627b.4(f)"),
        (_BJ, Whole(1, 8), 6, "GK"),
        (_S21, _SIX_OR_EIGHT, 6, "GK"),
        (_DA, _SIX_OR_EIGHT, 8, "GK"),
    ),
    _key(
        "seats",
        "seats of the table",
        (_MINI + _RP, Whole(1, 9), 9, "S 627a.2"),
        (_MIDI, Whole(1, 9), 9, "S 629a.2"),
        (_BAC, Whole(10, 14), 12, "S 631a.2"),
        (_BJ + _S21, Whole(1, 7), 7, "GK"),
        (_DA, Whole(1, 6), 6, "GK"),
    ),
    _key("min_bet", "least main wager", (ALL_GAMES, _CENTS, 100, "D")),
    _key("max_bet", "greatest main wager", (ALL_GAMES, _CENTS, 1_000_000, "D")),
    _key("side_min_bet", "least side wager", (ALL_GAMES, _CENTS, 100, "D")),
    _key("side_max_bet", "greatest side wager", (ALL_GAMES, _CENTS, 100_000, "D")),
    _key(
        "wagers_offered",
        "side wagers on offer",
        *(
            (
                (game,),
                SideWagers(side_wagers(game)),
                side_wagers_by_default(game),
                "D" if game == RISING_PHOENIX else "S if offered",
            )
            for game in ALL_GAMES
        ),
    ),
    _key(
        "main_wager_required",
        "side wagers need a main wager (Golden Talons and Harmony always do)",
        (BACCARAT_FAMILY, _FLAG, True, "D"),
    ),
    _key(
        "coupon_keep_on_push",
        "a coupon stays for the next round after a push",
        (ALL_GAMES, _FLAG, False, "S preamble"),
    ),
    _key(
        "coupon_odds",
        "what a coupon earns: the odds of its wager, or 1 to 1",
        (ALL_GAMES, OneOf(("as_wager", "even")), "as_wager", "S terms of the coupon; D"),
    ),
    _key(
        "burn",
        "cards burnt from a new shoe",
        (BACCARAT_FAMILY, OneOf(("by_first_card", "one", "none")), "by_first_card", "GK"),
        (BLACKJACK_FAMILY, OneOf(("by_first_card", "one", "none")), "one", "GK"),
        in_settle=False,
    ),
    _key(
        "burn_on_new_dealer",
        "each incoming dealer burns a card",
        (BLACKJACK_FAMILY, _FLAG, True, "F 685a.7"),
        in_settle=False,
    ),
    _key(
        "cut_card",
        "cards behind the cut card",
        (BACCARAT_FAMILY, Whole(14, 60), 14, "GK"),
        (BLACKJACK_FAMILY, Whole(14, 60), 52, "GK"),
        in_settle=False,
    ),
    _key(
        "hands_after_cut",
        "hands dealt after the one in which the cut card appears",
        (BACCARAT_FAMILY, Whole(0, 1), 1, "GK"),
        (BLACKJACK_FAMILY, Whole(0, 1), 0, "GK"),
        in_settle=False,
    ),
    _key(
        "shoe",
        "how the decks are used",
        (BLACKJACK_FAMILY, OneOf(("shoe", "batch", "double_shoe")), "shoe", "F 633a.1, 633a.3"),
        in_settle=False,
    ),
    _key(
        "deal",
        "how the first four cards lie",
        (_MINI, OneOf(("face_up", "face_down")), "face_up", "S 627a.8(c)"),
    ),
    _key(
        "squeeze",
        "players turn the cards",
        (_MIDI, OneOf((True,)), True, "S 629a.8"),
        (_BAC, _FLAG, False, "S 631a.9(d)"),
    ),
    _key(
        "squeeze_seconds",
        "time to turn a hand before the dealer takes the right away",
        (_MIDI + _BAC, Whole(1, 600, "seconds"), 20, "D; S unreasonably delays"),
        in_settle=False,
    ),
    _key(
        "ez",
        "EZ Baccarat: no vig, a Dragon 7 pushes Banker",
        (CLASSIC_BACCARAT, _FLAG, False, "S 627a.7(a), 627a.12(c)"),
    ),
    _key(
        "commission_free",
        "no vig, a Banker three-card 7 pushes",
        (_RP, _FLAG, False, "S 627b.4(b)"),
    ),
    _key(
        "tie_pays",
        "odds of Tie, to 1",
        (BACCARAT_FAMILY, OneOf((8, 9)), 8, "S 627a.12(b)"),
    ),
    _key(
        "vig_rounding",
        "how 5 percent of a Banker win is rounded",
        (
            BACCARAT_FAMILY,
            OneOf(("up_25c", "nearest_25c", "none")),
            "up_25c",
            "S 627a.12(c); D reading",
        ),
    ),
    _key(
        "vig_collect",
        "vig taken at once, or tracked by markers",
        (BACCARAT_FAMILY, OneOf(("now", "tracked")), "now", "S 627a.12(d)"),
    ),
    _key(
        "dragon_bonus_paytable",
        "table of Dragon Bonus",
        (CLASSIC_BACCARAT, _A_TO_C, "A", "S 627a.12(e)"),
    ),
    _key(
        "golden_talons_paytable",
        "table of Golden Talons",
        (_MINI + _RP, OneOf(tuple("ABCDE")), "A", "S 627b.5(f)"),
    ),
    _key(
        "harmony_paytable",
        "table of Harmony",
        (_MINI + _RP, OneOf(tuple("ABCDEFGHI")), "A", "S 627b.6(i)"),
    ),
    _key(
        "harmony_seed",
        "what the Harmony meter starts from",
        (_MINI + _RP, _MAYBE_CENTS, 0, "D"),
    ),
    _key("bad_beat_seed", "what the Bad Beat meter starts from", (_BJ, _MAYBE_CENTS, 0, "D")),
    _key(
        "straight_jack_seed",
        "what the Straight Jack meter starts from",
        (_BJ, Whole(500_000, unit="cents"), 500_000, "S 633a.13(m)(2)"),
    ),
    _key(
        "hit_and_run_seed",
        "what the Hit and Run meter starts from",
        (_BJ, Whole(100_000, unit="cents"), 100_000, "S 633a.13(l)(2)"),
    ),
    _key(
        "hold_from",
        "wins on progressive wagers from this on wait until the floor has verified them; null: only "
        "those of which the regulation says so",
        (_MINI + _RP + _BJ, Maybe(Whole(1, unit="cents")), None, "D"),
        in_settle=False,
    ),
    *(
        _key(
            f"{meter}_rate",
            "share of the stake that goes to the meter",
            (_BJ, Share(ticks=True), "1/10", "D; S Rules Submission"),
            in_settle=False,
        )
        for meter in ("straight_jack", "hit_and_run", "bad_beat")
    ),
    _key(
        "press_portion",
        "share of a House Money payout that a press moves",
        (BACCARAT_FAMILY, Share(), "1", "S 627a.8(d)(1)(i)"),
        (_BJ, Share(), "1", "S 633a.7(g)(10)"),
    ),
    _key(
        "press_when_decided",
        "House Money may be pressed though the hand is decided",
        (BACCARAT_FAMILY, _FLAG, True, "D"),
    ),
    _key(
        "blackjack_pays",
        "odds of a blackjack",
        (_BJ, Odds(("3/2", "6/5")), "3/2", "GK 633a.13(a)"),
    ),
    _key(
        "dealer_soft_17",
        "what the dealer does on soft 17",
        (BLACKJACK_FAMILY, OneOf(("stand", "hit")), "stand", "GK"),
        (_BJ, OneOf(("stand", "hit")), "stand", "S 633a.7(m)"),
    ),
    _key(
        "peek",
        "the dealer looks for a blackjack under an ace or ten-value",
        (BLACKJACK_FAMILY, _FLAG, True, "S 633a.7(h)"),
    ),
    _key(
        "surrender",
        "when a hand may be surrendered",
        (BLACKJACK_FAMILY, OneOf(("none", "late", "early", "any_time")), "late", "GK"),
        (_DA, OneOf(("none", "late", "early", "any_time")), "any_time", "S preamble"),
    ),
    _key(
        "double_on",
        "hands that may be doubled",
        (
            _BJ,
            OneOf(("any_two", "9_to_11", "10_to_11", "two_or_more")),
            "any_two",
            "GK",
        ),
        (
            _S21,
            OneOf(("any_two", "9_to_11", "10_to_11", "two_or_more")),
            "two_or_more",
            "S preamble",
        ),
        (_DA, OneOf(("any_two", "9_to_11", "10_to_11", "two_or_more")), "two_or_more", "GK"),
    ),
    _key("double_after_split", "split hands may be doubled", (BLACKJACK_FAMILY, _FLAG, True, "GK")),
    _key(
        "double_for_less",
        "a double may be less than the hand's wager",
        (BLACKJACK_FAMILY, _FLAG, True, "GK"),
    ),
    _key(
        "split_by",
        "what makes a pair to split",
        (BLACKJACK_FAMILY, OneOf(("value", "rank")), "value", "GK"),
    ),
    _key(
        "max_hands",
        "most hands of a seat after splits",
        (BLACKJACK_FAMILY, Whole(2, 4), 4, "D; F 633a.11 house sets"),
    ),
    _key(
        "split_aces_one_card",
        "a split ace gets one card",
        (BLACKJACK_FAMILY, _FLAG, True, "GK"),
        (_S21, _FLAG, False, "2"),
    ),
    _key(
        "resplit_aces",
        "split aces may be split again",
        (BLACKJACK_FAMILY, _FLAG, False, "GK"),
        (_S21, _FLAG, True, "2"),
    ),
    _key("insurance", "insurance is offered", (BLACKJACK_FAMILY, _FLAG, True, "S 633a.7(h)")),
    _key(
        "insurance_pays",
        "odds of insurance",
        (BLACKJACK_FAMILY, Odds(("2/1", "5/2")), "2/1", "GK"),
        (_DA, Odds(("2/1", "5/2")), "5/2", "F 665a.12"),
    ),
    _key(
        "insurance_unit",
        "chip unit to which half a wager may be rounded up, 0 for none",
        (BLACKJACK_FAMILY, _MAYBE_CENTS, 0, "D"),
        (_S21, _MAYBE_CENTS, 100, "S 635a.8(b)"),
    ),
    _key("even_money", "even money is offered", (_BJ, _FLAG, True, "S 633a.7(h)")),
    _key("rescue", "a double may be taken back", (_S21, _FLAG, True, "GK")),
    _key("super_bonus", "the super bonus is paid", (_S21, _FLAG, True, "F 635a.12")),
    _key("envy_bonus", "what each other player gets", (_S21, _MAYBE_CENTS, 5000, "2")),
    _key(
        "complete_for_side_wagers",
        "the dealer draws for a live Hit and Run, Bad Beat or Bust It",
        (BLACKJACK_FAMILY, _FLAG, True, "D"),
    ),
    _key(
        "settle_order",
        "collect, then pay; or seat by seat",
        (
            BLACKJACK_FAMILY,
            OneOf(("collect_then_pay", "per_seat")),
            "collect_then_pay",
            "S 633a.7(r)",
        ),
    ),
    _key(
        "max_payout",
        "aggregate payout limit of a round",
        (_BJ, Maybe(Whole(2_500_000, unit="cents")), None, "S 633a.13(o)"),
    ),
    _key(
        "royal_match_21_paytable",
        "table of Royal Match 21",
        (_BJ, OneOf(("multi", "single")), ByDecks({1: "single"}, "multi"), "GK"),
    ),
    _key(
        "crown_treasure_pays",
        "odds of Crown Treasure, to 1",
        (_BJ, Maybe(Whole(1)), None, "F 633a.1; GK"),
    ),
    _key(
        "twenty_point_paytable",
        "table of the 20-point wager",
        (_BJ, OneOf(("A", "B")), "A", "2"),
    ),
    _key(
        "kings_bounty_paytable",
        "table of King's Bounty",
        (_BJ, OneOf(("multi", "two_deck")), ByDecks({2: "two_deck"}, "multi"), "2"),
    ),
    _key(
        "three_card_poker_pays",
        "odds of Three Card Poker, to 1",
        (_BJ, Whole(1), 9, "GK 633a.13(k)"),
    ),
    _key(
        "bad_beat_paytable",
        "table of Bad Beat, null: not offered",
        (
            _BJ,
            Maybe(Rows(("dealer_blackjack", "dealer_21", "any_20"))),
            None,
            "S 633a.7(o)(1); D rows",
        ),
    ),
    _key(
        "magic_card_pays",
        "what Magic Card pays for 1, null: not offered",
        (_BJ, Maybe(Whole(1)), None, "F 633a.1"),
        in_settle=False,
    ),
    _key(
        "lucky_player_pays",
        "what Lucky Player pays for 1, null: not offered",
        (_BJ, Maybe(Whole(1)), None, "F 633a.1"),
        in_settle=False,
    ),
    _key(
        "match_dealer_paytable",
        "table of Match the Dealer",
        (_S21, OneOf(("six", "eight")), ByDecks({6: "six"}, "eight"), "GK"),
    ),
)

BY_NAME: Final[Mapping[str, Key]] = {key.name: key for key in KEYS}
