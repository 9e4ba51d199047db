"""Which row of its paytable a side wager hits: pure functions of cards, "" where it loses.

The same functions settle a round and count the odds. Sources: casino rules 5.3, 5.7 to 5.9, 6, 7.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from greenfelt.server.games.blackjack.values import ACE, BEST, TEN, VALUES, is_blackjack

_SEVEN, _KING, _ACE, _QUEEN = 5, 11, 12, 10
_TEN_RANK = 8
_HEARTS, _SPADES = 2, 3
_QUEEN_OF_HEARTS = 4 * _QUEEN + _HEARTS
_KING_OF_SPADES = 4 * _KING + _SPADES
_ACE_OF_SPADES = 4 * _ACE + _SPADES

FirstCards = Callable[[int, int, int], str]
"""From a player's two first cards and the dealer's up card to a row."""


def consecutive(first: int, second: int) -> bool:
    """Whether two cards are of neighbouring ranks; an ace stands beside both deuce and king."""
    return abs((first >> 2) - (second >> 2)) in (1, 12)


def house_money(first: int, second: int, up: int) -> str:
    """633a.7(g)(10): the best class of the first two cards."""
    if first >> 2 == second >> 2:
        return "pair"
    if not consecutive(first, second):
        return ""
    if (first ^ second) & 3:
        return "two_card_straight"
    if {first >> 2, second >> 2} == {_KING, _ACE}:
        return "ace_king_suited"
    return "two_card_straight_flush"


def is_royal_match(first: int, second: int) -> bool:
    """Whether two cards are king and queen of one suit (633a.1)."""
    return {first >> 2, second >> 2} == {_KING, _QUEEN} and not (first ^ second) & 3


def royal_match_21(first: int, second: int, up: int) -> str:
    if is_royal_match(first, second):
        return "royal_match"
    return "" if (first ^ second) & 3 else "suited_match"


def _makes_20(first: int, second: int) -> bool:
    """Whether two cards total 20: two ten-values, or ace and 9."""
    low, high = sorted((VALUES[first], VALUES[second]))
    return low == high == TEN or (low, high) == (ACE, 9)


def twenty_point(first: int, second: int, up: int) -> str:
    """The 20-point wager; its top row also needs a dealer's blackjack."""
    if not _makes_20(first, second):
        return ""
    if first == second:
        return "queen_hearts_pair" if first == _QUEEN_OF_HEARTS else "matched_20"
    return "any_20" if (first ^ second) & 3 else "suited_20"


def kings_bounty(first: int, second: int, up: int) -> str:
    """King's Bounty; its top row also needs a dealer's blackjack."""
    if not _makes_20(first, second):
        return ""
    kings = first >> 2 == second >> 2 == _KING
    if first == second:
        if kings:
            return "king_spades_pair" if first == _KING_OF_SPADES else "suited_kings"
        return "suited_pair_QJT"
    if not (first ^ second) & 3:
        return "suited_20"
    return "unsuited_kings" if kings else "unsuited_20"


def three_card_poker(first: int, second: int, up: int) -> str:
    """633a.7(g)(8): the two first cards with the up card."""
    ranks = sorted({first >> 2, second >> 2, up >> 2})
    if len(ranks) == 1:
        return "three_of_a_kind"
    flush = first & 3 == second & 3 == up & 3
    low_straight = ranks == [0, 1, _ACE]
    if len(ranks) == 3 and (ranks[2] - ranks[0] == 2 or low_straight):
        return "straight_flush" if flush else "straight"
    return "flush" if flush else ""


def match_dealer(first: int, second: int, up: int) -> str:
    """Match the Dealer: each first card of the up card's rank is paid."""
    matches = [card == up for card in (first, second) if card >> 2 == up >> 2]
    if not matches:
        return ""
    if len(matches) == 1:
        return "one_suited" if matches[0] else "one_unsuited"
    return {2: "two_suited", 1: "suited_and_unsuited", 0: "two_unsuited"}[sum(matches)]


FIRST_CARDS: Final[dict[str, FirstCards]] = {
    "royal_match_21": royal_match_21,
    "twenty_point": twenty_point,
    "kings_bounty": kings_bounty,
    "three_card_poker": three_card_poker,
    "house_money": house_money,
    "match_dealer": match_dealer,
}
"""The wagers on the first cards, in the order in which they are settled (633a.7(g))."""


class TopRow(msgspec.Struct, frozen=True):
    """A row that ``base`` becomes when the dealer's two first cards are right.

    ``needs`` says of the up card and the hole card whether they are.
    """

    base: str
    top: str
    needs: Callable[[int, int], bool]

    def possible(self, up: int, holes: Sequence[int]) -> bool:
        """Whether any of some hole cards would make the row with this up card."""
        return any(self.needs(up, hole) for hole in holes)


TOP_ROWS: Final[dict[str, TopRow]] = {
    "royal_match_21": TopRow("royal_match", "crown_treasure", is_royal_match),
    "twenty_point": TopRow(
        "queen_hearts_pair", "queen_hearts_pair_and_dealer_blackjack", is_blackjack
    ),
    "kings_bounty": TopRow(
        "king_spades_pair", "king_spades_pair_and_dealer_blackjack", is_blackjack
    ),
}

LIMITED_ROWS: Final = frozenset(
    {TOP_ROWS["twenty_point"].top, TOP_ROWS["kings_bounty"].top},
)
"""The rows under the aggregate payout limit (633a.13(o), casino rules 9 no. 11)."""


def straight_jack(cards: Sequence[int]) -> str:
    """Return the row of a hand's cards in the order in which they came (633a.7(o)(3)).

    The first two must be consecutive. Each further card must extend an end; the first that does
    not, or that busts the hand, ends the counting. An ace stands below the deuce or above the king,
    as the straight has it, never round the corner.
    """
    if not consecutive(cards[0], cards[1]):
        return ""
    low, high = sorted((_place(cards[0]), _place(cards[1])))
    if (low, high) == (1, 13):
        low, high = 13, 14
    hard = VALUES[cards[0]] + VALUES[cards[1]]
    count = 2
    ace = next((card for card in cards[:2] if card >> 2 == _ACE), None)
    for card in cards[2:]:
        hard += VALUES[card]
        place = _place(card)
        if hard > BEST:
            break
        if place == low - 1:
            low = place
        elif place == high + 1 or (place == 1 and high == 13):
            high += 1
        else:
            break
        if place == 1:
            ace = card
        count += 1
    if count < 6:
        return str(count)
    return "6_with_ace_of_spades" if ace == _ACE_OF_SPADES else "6_with_other_ace"


def _place(card: int) -> int:
    """Return a card's place in straights: 1 for an ace to 13 for a king."""
    return ((card >> 2) + 1) % 13 + 1


def hit_and_run(dealer: Sequence[int]) -> str:
    """Return the row of the dealer's cards, a busting one included (633a.7(o)(2))."""
    count = len(dealer)
    if count == 2 and is_blackjack(dealer[0], dealer[1]):
        return "dealer_blackjack"
    if count < 5:
        return ""
    return f"dealer_{count}_cards" if count < 8 else "dealer_8_or_more_cards"


def bust_it(dealer: Sequence[int]) -> str:
    """Return the row of the dealer's first three cards: the third must bust them (665a.12)."""
    if len(dealer) < 3 or sum(VALUES[card] for card in dealer[:3]) <= BEST:
        return ""
    third = dealer[2] >> 2
    if dealer[0] >> 2 == dealer[1] >> 2 == third == _SEVEN + 1:
        if dealer[0] == dealer[1] == dealer[2]:
            return "888_same_suit"
        if len({card & 3 in (1, 2) for card in dealer[:3]}) == 1:
            return "888_same_color"
    return "third_is_JQK" if third > _TEN_RANK else f"third_is_{third + 2}"


def bonus_21(cards: Sequence[int]) -> str:
    """Return the row of a 21 of Spanish 21 that was not doubled, "" for an ordinary one."""
    if len(cards) >= 5:
        return {5: "five_card_21", 6: "six_card_21"}.get(len(cards), "seven_plus_card_21")
    ranks = sorted(card >> 2 for card in cards)
    if ranks == [_SEVEN - 1, _SEVEN, _SEVEN + 1]:
        return f"678_{_suits(cards)}"
    if ranks == [_SEVEN] * 3:
        return f"777_{_suits(cards)}"
    return ""


def _suits(cards: Sequence[int]) -> str:
    suits = {card & 3 for card in cards}
    if len(suits) > 1:
        return "mixed"
    return "spades" if suits == {_SPADES} else "suited"
