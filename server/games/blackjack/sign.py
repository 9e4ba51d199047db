"""The sign of a blackjack table: what every wager on offer pays, and the notices that go with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.blackjack.paytables import (
    BONUS_21,
    BUST_IT,
    HIT_AND_RUN_FOR_1,
    STRAIGHT_JACK,
    STRAIGHT_JACK_METER,
    SUPER_BONUS,
    Paytable,
    table_of,
)
from greenfelt.server.games.blackjack.rows import FIRST_CARDS
from greenfelt.server.games.blackjack.rules import METER, Rules
from greenfelt.server.games.casino.betting import Wager, offers_of
from greenfelt.server.games.casino.money import EVEN, Ratio, dollars, moved_by_press
from greenfelt.server.games.casino.sign import Posted

_SAYS: Final = {
    "ace_king_suited": "Ace and king of one suit",
    "two_card_straight_flush": "Two-card straight flush",
    "pair": "Pair",
    "two_card_straight": "Two-card straight",
    "crown_treasure": "Royal Match of player and dealer (Crown Treasure)",
    "royal_match": "King and queen of one suit (Royal Match)",
    "suited_match": "Any other two cards of one suit",
    "queen_hearts_pair_and_dealer_blackjack": "Two queens of hearts, dealer blackjack",
    "queen_hearts_pair": "Two queens of hearts",
    "matched_20": "20 of two equal cards",
    "suited_20": "20 of one suit",
    "any_20": "Any other 20",
    "king_spades_pair_and_dealer_blackjack": "Two kings of spades, dealer blackjack",
    "king_spades_pair": "Two kings of spades",
    "suited_kings": "Two kings of one suit",
    "suited_pair_QJT": "Two equal queens, jacks or tens",
    "unsuited_kings": "Two kings of different suits",
    "unsuited_20": "Any other 20",
    "straight_flush": "Straight flush",
    "three_of_a_kind": "Three of a kind",
    "straight": "Straight",
    "flush": "Flush",
    "6_with_ace_of_spades": "Six-card straight with the ace of spades",
    "6_with_other_ace": "Six-card straight with another ace",
    "5": "Five-card straight",
    "4": "Four-card straight",
    "3": "Three-card straight",
    "2": "Two-card straight",
    "dealer_8_or_more_cards": "Dealer has eight cards or more",
    "dealer_7_cards": "Dealer has seven cards",
    "dealer_6_cards": "Dealer has six cards",
    "dealer_5_cards": "Dealer has five cards",
    "dealer_blackjack": "Dealer has a blackjack",
    "dealer_21": "Dealer makes 21",
    "two_suited": "Both cards match, of the suit",
    "suited_and_unsuited": "Both cards match, one of the suit",
    "one_suited": "One card matches, of the suit",
    "two_unsuited": "Both cards match, of other suits",
    "one_unsuited": "One card matches, of another suit",
    "888_same_suit": "Dealer busts with 8-8-8 of one suit",
    "888_same_color": "Dealer busts with 8-8-8 of one colour",
    "third_is_6": "Dealer busts with a 6 as third card",
    "third_is_7": "Dealer busts with a 7 as third card",
    "third_is_8": "Dealer busts with an 8 as third card",
    "third_is_9": "Dealer busts with a 9 as third card",
    "third_is_JQK": "Dealer busts with a face card as third card",
    "678_mixed": "6-7-8 of mixed suits",
    "678_suited": "6-7-8 of one suit",
    "678_spades": "6-7-8 of spades",
    "777_mixed": "7-7-7 of mixed suits",
    "777_suited": "7-7-7 of one suit",
    "777_spades": "7-7-7 of spades",
    "five_card_21": "21 of five cards",
    "six_card_21": "21 of six cards",
    "seven_plus_card_21": "21 of seven cards or more",
}

_Rows = list[tuple[str, str]]


def posted(rules: Rules) -> tuple[Posted, ...]:
    """Return the sign of a table: the main wager, the others in the order of the rules, insurance."""
    offers = offers_of(rules.game, rules).values()
    signs = [
        Posted(
            wager=offer.kind.id,
            name=offer.kind.name,
            sides=(),
            rows=tuple(_rows(offer.kind.id, rules)),
            low=offer.low,
            high=offer.high,
            meter=offer.kind.meter or "",
        )
        for offer in sorted(offers, key=lambda offer: not offer.kind.main)
    ]
    if rules.insurance:
        rows = (("Dealer has a blackjack", _to_1(rules.insurance_pays)),)
        signs.append(Posted("insurance", "Insurance", (), rows, 1, rules.max_bet // 2))
    return tuple(signs)


def notices(rules: Rules) -> tuple[str, ...]:
    """Return what a player should read beside the pays."""
    game = GAMES[rules.game]
    soft = "stands on" if rules.dealer_soft_17 == "stand" else "draws to"
    told = [f"Dealer {soft} soft 17."]
    if not rules.peek:
        told.append("Dealer does not look for a blackjack before the players' turns.")
    if game.made_21_always_wins:
        told.append("A player's 21 always wins; a doubled hand is paid 1 to 1.")
    if rules.super_bonus:
        pays = ", ".join(
            f"{dollars(amount)} from {dollars(stake)} on" for stake, amount in SUPER_BONUS
        )
        envy = f"; everybody else in the round gets an envy bonus of {dollars(rules.envy_bonus)}"
        told.append(
            f"Super bonus for suited 7-7-7 against a 7: {pays}{envy if rules.envy_bonus else ''}."
        )
    if game.raises:
        told.append("A Double Attack wager is paid 1 to 1, with the Bet.")
    if rules.max_payout is not None:
        told.append(
            f"Pairs of queens of hearts and of kings of spades against a dealer blackjack share at"
            f" most {dollars(rules.max_payout)} a round."
        )
    return tuple(told)


def _rows(wager: str, rules: Rules) -> _Rows:
    if wager in FIRST_CARDS:
        return _table(table_of(Wager("", 1, wager, 1), rules))
    if wager == "straight_jack":
        return [(_SAYS[row], _straight_jack(row, odds)) for row, odds in STRAIGHT_JACK.items()]
    if wager == "bust_it":
        return _table(BUST_IT)
    if wager == "hit_and_run":
        return _for_1(HIT_AND_RUN_FOR_1.items())
    if wager == "bad_beat":
        return _for_1((rules.bad_beat_paytable or {}).items(), "Your 20: ")
    if wager == "magic_card":
        return [("One of your first two cards is the drawn card", f"{rules.magic_card_pays} for 1")]
    if wager == "lucky_player":
        return [("Your seat is the drawn seat", f"{rules.lucky_player_pays} for 1")]
    return _main(rules)


def _main(rules: Rules) -> _Rows:
    game = GAMES[rules.game]
    blackjack = game.blackjack_pays or rules.blackjack_pays
    bonuses = _table(BONUS_21) if game.bonus_21s else []
    return [("Blackjack", _to_1(blackjack)), *bonuses, ("Wins", "1 to 1")]


def _table(table: Paytable) -> _Rows:
    return [(_SAYS[row], _to_1(odds)) for row, odds in table.items()]


def _to_1(odds: Ratio) -> str:
    return f"{odds.over} to {odds.under}"


def _straight_jack(row: str, odds: Ratio) -> str:
    part = STRAIGHT_JACK_METER.get(row)
    if part is None:
        return _to_1(odds)
    meter = "the meter" if part == EVEN else f"{100 * part.over // part.under} percent of the meter"
    return f"{meter} and {_to_1(odds)}"


def _for_1(rows: Iterable[tuple[str, int | str]], before: str = "") -> _Rows:
    return [
        (before + _SAYS[row], "the meter" if pays == METER else f"{pays} for 1")
        for row, pays in rows
    ]


def most_owed(rules: Rules, wager: Wager) -> int:
    """Return the most cents that the house could have to add to the stakes for a wager in a round.

    A main wager may become as many hands as the table allows, each doubled or paid a bonus; a House
    Money payout may be pressed onto all that. A meter is not the house's money, so a share of it is
    left out.
    """
    stake = wager.amount + wager.coupon
    if wager.type == GAMES[rules.game].main:
        split = _worst_of_hands(rules) * stake
        bonus = max((amount for least, amount in SUPER_BONUS if wager.amount >= least), default=0)
        if not rules.super_bonus:
            return split
        return max(split, 2 * stake + bonus + (rules.seats - 1) * rules.envy_bonus)
    if wager.type in FIRST_CARDS:
        best = max(table_of(wager, rules).values(), key=lambda odds: odds.over / odds.under)
        owed = best.of(wager.amount)
        if wager.type == "house_money":
            owed += moved_by_press(owed, rules.press_portion) * _worst_of_hands(rules)
        return owed
    return wager.amount * _best_fixed(wager, rules)


def _worst_of_hands(rules: Rules) -> int:
    """Return what one cent of a main wager can win over all hands that it may become."""
    game = GAMES[rules.game]
    of_a_hand = max([2, *(odds.over // odds.under for odds in BONUS_21.values() if game.bonus_21s)])
    return rules.max_hands * of_a_hand * (2 if game.raises else 1)


def _best_fixed(wager: Wager, rules: Rules) -> int:
    """Return the best odds to 1 of a late side wager, its meter left out."""
    if wager.type == "straight_jack":
        return max(odds.over for odds in STRAIGHT_JACK.values())
    if wager.type == "bust_it":
        return max(odds.over for odds in BUST_IT.values())
    if wager.type in ("magic_card", "lucky_player"):
        return max(0, (getattr(rules, f"{wager.type}_pays") or 1) - 1)
    rows = HIT_AND_RUN_FOR_1
    if wager.type == "bad_beat":
        rows = wager.paytable or rules.bad_beat_paytable or {}
    return max([0, *(pays - 1 for pays in rows.values() if isinstance(pays, int))])
