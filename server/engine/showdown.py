"""The showdown: who shows, what each pot's shares are worth, and who gets the odd chips.

Sources: POKER-RULES 1.9, 1.10, 1.10a.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from greenfelt.evaluators import BADUGI, LOW_8, LOW_A5, Ranking, ace_low_order
from greenfelt.server.engine import events as happened
from greenfelt.server.engine.evolve import Events, awarded, hand_ended, tell
from greenfelt.server.engine.hand import Hand, Player
from greenfelt.server.engine.opening import first_to_act
from greenfelt.server.engine.pots import Pot, cut, final_pots, rake_of
from greenfelt.server.engine.variant import HandUse

Strengths = dict[int, tuple[int | None, ...]]

_TWO_AND_THREE = HandUse.TWO_AND_THREE
_ACES_LOW = (LOW_A5, LOW_8, BADUGI)


def settle(hand: Hand, record: Events) -> None:
    """Show hands where more than one is left, pay every pot, and end the hand."""
    live = hand.live
    if live & (live - 1):
        _show_down(hand, record)
    else:
        amount = hand.dead + sum([player.total for player in hand.players])
        if hand.rules.rake_per_mille:
            (amount,) = _rake(hand, [amount], record)
        event = happened.Awarded(0, "all", hand.first_of[live], amount)
        record.append(event)
        awarded(hand, event)
    ended = happened.HandEnded({player.seat: player.stack for player in hand.players})
    record.append(ended)
    hand_ended(hand, ended)


def _show_down(hand: Hand, record: Events) -> None:
    """Show the live hands and pay every pot, the last side pot first."""
    pots = final_pots(hand)
    live = hand.live
    strengths: Strengths = {
        player.seat: strengths_of(hand, player) for player in hand.players if live & player.bit
    }
    _show(hand, pots, strengths, record)
    amounts = _rake(hand, [pot.amount for pot in pots], record)
    for index in reversed(range(len(pots))):
        _pay(hand, index, amounts[index], pots[index], strengths, record)


def _rake(hand: Hand, amounts: list[int], record: Events) -> list[int]:
    """Take the house's part of each pot; return what is left of them."""
    if not hand.rules.rake_per_mille:
        return amounts
    rakes = rake_of(hand, amounts)
    for index, rake in enumerate(rakes):
        if rake:
            tell(hand, record, happened.RakeTaken(index, rake))
    return [amount - rake for amount, rake in zip(amounts, rakes, strict=True)]


def strengths_of(hand: Hand, player: Player) -> tuple[int | None, ...]:
    """Return what a player's cards are worth for each share, None where they do not qualify."""
    if hand.variant.hand_use is _TWO_AND_THREE:
        return tuple(ranking.strength_omaha(player.down, hand.board) for ranking in hand.rankings)
    cards = player.down + player.up + hand.board
    return tuple([ranking.strength(cards) for ranking in hand.rankings])


def show_order(hand: Hand, pots: list[Pot]) -> list[Player]:
    """Return the live players in the order of showing.

    The last one to bet on the last street starts, else who was first to act on it, then clockwise;
    with side pots those who contend for the last one come first.
    """
    start = hand.aggressor if hand.aggressor >= 0 else hand.opener
    if start < 0:
        start = first_to_act(hand)
    around = hand.in_order(hand.live, start)
    if len(pots) == 1:
        return around
    order: list[Player] = []
    for pot in reversed(pots):
        order += [player for player in around if player.seat in pot.eligible]
        around = [player for player in around if player.seat not in pot.eligible]
    return order + around


def show_all(hand: Hand, record: Events) -> None:
    """Table every live hand, once no more betting is possible (POKER-RULES 1.8)."""
    for player in hand.in_order(hand.live):
        if not player.shown:
            tell(hand, record, happened.Shown(player.seat, hand.cards_of(player)))


def _show(hand: Hand, pots: list[Pot], strengths: Strengths, record: Events) -> None:
    """Let each player show, or muck a hand that what was shown already beats in all its pots."""
    face_up = not hand.rules.muck_losing or (
        hand.rules.face_up_allin and bool(hand.live & ~hand.active)
    )
    best = [(pot.eligible, [0] * len(hand.rankings)) for pot in pots]
    for player in show_order(hand, pots):
        seat = player.seat
        hopes = face_up or player.shown
        for eligible, shown in best:
            if seat in eligible:
                for share, strength in enumerate(strengths[seat]):
                    if strength is not None and strength >= shown[share]:
                        shown[share] = strength
                        hopes = True
        if hopes and not player.shown:
            tell(hand, record, happened.Shown(seat, hand.cards_of(player)))
        elif not hopes:
            tell(hand, record, happened.Mucked(seat))


def _pay(
    hand: Hand, index: int, amount: int, pot: Pot, strengths: Strengths, record: Events
) -> None:
    """Pay one pot, each share by itself."""
    if len(pot.eligible) == 1:
        tell(hand, record, happened.Awarded(index, "all", pot.eligible[0], amount))
        return
    seats = pot.eligible
    eligible = [player for player in hand.players if player.seat in seats]
    won: list[tuple[int, list[Player], int]] = []
    for share in range(len(hand.rankings)):
        best: int | None = None
        winners: list[Player] = []
        for player in eligible:
            strength = strengths[player.seat][share]
            if strength is None:
                continue
            if best is None or strength > best:
                best, winners = strength, [player]
            elif strength == best:
                winners.append(player)
        if best is not None:
            won.append((share, winners, best))
    chip = hand.rules.chip
    for (share, winners, best), part in zip(won, cut(amount, len(won), chip), strict=True):
        name = hand.variant.shares[share].name
        if len(winners) > 1 and part // chip % len(winners):
            winners = odd_chip_order(hand, winners, share)
        for winner, chips in zip(winners, cut(part, len(winners), chip), strict=True):
            tell(hand, record, happened.Awarded(index, name, winner.seat, chips, best))


def odd_chip_order(hand: Hand, tied: list[Player], share: int) -> list[Player]:
    """Return tied winners of a share in the order in which odd chips go to them."""
    rule = hand.rules.odd_chip or hand.variant.odd_chip
    if rule == "position":
        return tied
    ranking = hand.rankings[share]
    order = ace_low_order if ranking in _ACES_LOW else int

    def cards(player: Player) -> list[int]:
        if rule == "suit-tda":
            return _playing_cards(hand, player, ranking, order)
        return sorted((order(card) for card in hand.cards_of(player)), reverse=True)

    if rule == "suit-roberts" and hand.variant.shares[share].name == "low":
        return sorted(tied, key=lambda player: cards(player)[::-1])
    return sorted(tied, key=cards, reverse=True)


def _playing_cards(
    hand: Hand, player: Player, ranking: Ranking, order: Callable[[int], int]
) -> list[int]:
    """Return the places of the cards that win, from the top; of equal sets the one highest by suit."""
    sets: list[tuple[int, ...]]
    if hand.variant.hand_use is _TWO_AND_THREE:
        threes = list(combinations(hand.board, 3))
        sets = [two + three for two in combinations(player.down, 2) for three in threes]
        best = ranking.strength_omaha(player.down, hand.board)
    else:
        cards = player.down + player.up + hand.board
        sets = list(combinations(cards, len(ranking.plays(cards))))
        best = ranking.strength(cards)
    return max(
        sorted(map(order, one), reverse=True) for one in sets if ranking.strength(one) == best
    )
