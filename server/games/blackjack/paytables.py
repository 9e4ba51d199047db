"""What every side wager and bonus of the family pays. Sources: casino rules 5.3 to 5.9, 6, 7.

Odds are to 1 (the stake comes back on top) unless a name says FOR_1.
"""

from __future__ import annotations

from typing import Final

from greenfelt.server.games.blackjack.rules import METER, Rules
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.money import Ratio

Paytable = dict[str, Ratio]


def _table(**rows: int | str) -> Paytable:
    return {row: Ratio.parse(str(pays)) for row, pays in rows.items()}


HOUSE_MONEY: Final[dict[str, Paytable]] = {
    "single_deck": _table(
        ace_king_suited=9, two_card_straight_flush=5, pair=3, two_card_straight=1
    ),
    "multi_deck": _table(ace_king_suited=9, two_card_straight_flush=4, pair=3, two_card_straight=1),
}
"""633a.13(n)."""

ROYAL_MATCH_21: Final[dict[str, Paytable]] = {
    "multi": _table(royal_match=25, suited_match="5/2"),
    "single": _table(royal_match=10, suited_match=3),
}

TWENTY_POINT: Final[dict[str, Paytable]] = {
    "A": _table(
        queen_hearts_pair_and_dealer_blackjack=1000,
        queen_hearts_pair=200,
        matched_20=25,
        suited_20=10,
        any_20=4,
    ),
    "B": _table(
        queen_hearts_pair_and_dealer_blackjack=1000,
        queen_hearts_pair=125,
        matched_20=19,
        suited_20=9,
        any_20=4,
    ),
}

KINGS_BOUNTY: Final[dict[str, Paytable]] = {
    "multi": _table(
        king_spades_pair_and_dealer_blackjack=1000,
        king_spades_pair=100,
        suited_kings=30,
        suited_pair_QJT=20,
        suited_20=9,
        unsuited_kings=6,
        unsuited_20=4,
    ),
    "two_deck": _table(
        king_spades_pair_and_dealer_blackjack=1000,
        king_spades_pair=200,
        suited_kings=50,
        suited_pair_QJT=25,
        suited_20=9,
        unsuited_kings=6,
        unsuited_20=4,
    ),
}

THREE_CARD_POKER_ROWS: Final = ("straight_flush", "three_of_a_kind", "straight", "flush")

STRAIGHT_JACK: Final[Paytable] = {
    "6_with_ace_of_spades": Ratio(200),
    "6_with_other_ace": Ratio(200),
    "5": Ratio(200),
    "4": Ratio(50),
    "3": Ratio(15),
    "2": Ratio(3),
}
"""633a.13(m)."""

STRAIGHT_JACK_METER: Final[Paytable] = {
    "6_with_ace_of_spades": Ratio(1),
    "6_with_other_ace": Ratio(1, 10),
}
"""The share of the meter that a row wins besides its odds."""

HIT_AND_RUN_FOR_1: Final[dict[str, int | str]] = {
    "dealer_8_or_more_cards": METER,
    "dealer_7_cards": 200,
    "dealer_6_cards": 25,
    "dealer_5_cards": 8,
    "dealer_blackjack": 4,
}
"""633a.13(l)."""

MATCH_DEALER: Final[dict[str, Paytable]] = {
    "six": _table(suited=9, unsuited=4),
    "eight": _table(suited=12, unsuited=3),
}
"""What each of the two first cards pays that matches the up card."""

BUST_IT: Final[Paytable] = {
    "888_same_suit": Ratio(200),
    "888_same_color": Ratio(50),
    "third_is_6": Ratio(15),
    "third_is_7": Ratio(10),
    "third_is_8": Ratio(8),
    "third_is_9": Ratio(6),
    "third_is_JQK": Ratio(3),
}
"""665a.12."""

BONUS_21: Final[Paytable] = {
    "678_mixed": Ratio(3, 2),
    "678_suited": Ratio(2),
    "678_spades": Ratio(3),
    "777_mixed": Ratio(3, 2),
    "777_suited": Ratio(2),
    "777_spades": Ratio(3),
    "five_card_21": Ratio(3, 2),
    "six_card_21": Ratio(2),
    "seven_plus_card_21": Ratio(3),
}
"""Spanish 21 without a double; 635a.12."""

SUPER_BONUS: Final = ((2500, 500_000), (500, 100_000))
"""From which original wager on the super bonus pays how much, in cents, the highest first."""


def table_of(wager: Wager, rules: Rules) -> Paytable:
    """Return the odds to 1 of a first-cards wager by row, under a table's rules."""
    tables, default = _FIRST_CARDS[wager.type]
    if wager.type == "house_money":
        return tables["single_deck" if rules.decks == 1 else "multi_deck"]
    if wager.type == "three_card_poker":
        return dict.fromkeys(THREE_CARD_POKER_ROWS, Ratio(rules.three_card_poker_pays))
    table = tables[wager.paytable or getattr(rules, default)]
    if wager.type == "royal_match_21" and rules.crown_treasure_pays is not None:
        return {"crown_treasure": Ratio(rules.crown_treasure_pays), **table}
    if wager.type == "match_dealer":
        return _match_dealer_rows(table)
    return table


def _match_dealer_rows(table: Paytable) -> Paytable:
    """Return the odds of two cards together; each that matches is paid by itself."""
    suited, unsuited = table["suited"].over, table["unsuited"].over
    return {
        "two_suited": Ratio(2 * suited),
        "suited_and_unsuited": Ratio(suited + unsuited),
        "one_suited": Ratio(suited),
        "two_unsuited": Ratio(2 * unsuited),
        "one_unsuited": Ratio(unsuited),
    }


_FIRST_CARDS: Final[dict[str, tuple[dict[str, Paytable], str]]] = {
    "house_money": (HOUSE_MONEY, ""),
    "royal_match_21": (ROYAL_MATCH_21, "royal_match_21_paytable"),
    "twenty_point": (TWENTY_POINT, "twenty_point_paytable"),
    "kings_bounty": (KINGS_BOUNTY, "kings_bounty_paytable"),
    "three_card_poker": ({}, ""),
    "match_dealer": (MATCH_DEALER, "match_dealer_paytable"),
}


def bad_beat_pays(row: str, rules: Rules, wager: Wager) -> tuple[str, int | str | None]:
    """Return the row that a 20 is paid by and its pay for 1, None when it does not win.

    A row that the house left out falls back to ``any_20``, where that is an option of the table.
    """
    table = wager.paytable or rules.bad_beat_paytable or {}
    if row not in table:
        row = "any_20"
    return row, table.get(row)
