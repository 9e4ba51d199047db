"""Pots: layers from what each seat put in, the house's part, and how an amount is cut in parts.

Sources: POKER-RULES 1.8, 1.10, 1.10a.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from greenfelt.server.engine.hand import Hand, Player


class Pot(msgspec.Struct, frozen=True):
    """Chips that the same seats contend for; the main pot comes first."""

    amount: int
    eligible: tuple[int, ...]


def pots(hand: Hand) -> list[Pot]:
    """Return the pots as they stand, without the bets of the round; none after the hand."""
    if hand.finished:
        return []
    return layers(hand, {player.seat: player.total - player.bet for player in hand.players})


def final_pots(hand: Hand) -> list[Pot]:
    """Return the pots with every bet in them, before rake, as they are or were settled."""
    live = hand.live
    if not live & (live - 1):
        total = hand.dead + sum([player.total for player in hand.players])
        return [Pot(total, (hand.players[live.bit_length() - 1].seat,))]
    contenders = [player for player in hand.players if live & player.bit]
    level = contenders[0].total
    if level and all(player.total == level for player in contenders):
        total = hand.dead + sum([player.total for player in hand.players])
        return [Pot(total, tuple(sorted([player.seat for player in contenders])))]
    return layers(hand, {player.seat: player.total for player in hand.players})


def layers(hand: Hand, put_in: dict[int, int]) -> list[Pot]:
    """Cut contributions into pots, one for each level that live players stopped at.

    Folded chips fall into the layers that they reach, those above the last level into the last pot;
    dead money belongs to the main pot.
    """
    live = [player for player in hand.players if hand.live & player.bit]
    levels = sorted({put_in[player.seat] for player in live})
    result: list[Pot] = []
    below, extra = 0, hand.dead
    for level in levels:
        amount = extra + sum(min(chips, level) - min(chips, below) for chips in put_in.values())
        if not amount:
            continue
        eligible = tuple(sorted(player.seat for player in live if put_in[player.seat] >= level))
        result.append(Pot(amount, eligible))
        below, extra = level, 0
    above = sum(max(0, chips - below) for chips in put_in.values())
    if above and result:
        last = result[-1]
        result[-1] = Pot(last.amount + above, last.eligible)
    elif above:
        result.append(Pot(above, tuple(sorted(player.seat for player in live))))
    return result


def uncalled(hand: Hand) -> tuple[Player, int] | None:
    """Return who gets back how much of a bet that nobody matched, None when all is matched.

    At the end of a round, that is: two who can still bet have then put in the same.
    """
    if hand.active & (hand.active - 1):
        return None
    totals = [player.total for player in hand.players]
    second, first = sorted(totals)[-2:]
    if first == second:
        return None
    top = hand.players[totals.index(first)]
    return (top, first - second) if hand.live & top.bit else None


def rake_of(hand: Hand, sizes: Sequence[int]) -> list[int]:
    """Return the house's part of each pot.

    Per mille of all pots, rounded down to the chip and capped by the number of players dealt in;
    taken in proportion, and what rounding leaves from the last pot first. Nothing is taken before
    the second street where the table says "no draw, no drop".
    """
    rules, total = hand.rules, sum(sizes)
    parts = [0] * len(sizes)
    if not rules.rake_per_mille or not total or (rules.rake_no_draw_no_drop and hand.street < 1):
        return parts
    rake = total * rules.rake_per_mille // 1000
    cap = rules.rake_cap_for(len(hand.players))
    if cap is not None:
        rake = min(rake, cap)
    rake -= rake % rules.chip
    for index, size in enumerate(sizes):
        part = rake * size // total
        parts[index] = part - part % rules.chip
    left = rake - sum(parts)
    for index in reversed(range(len(sizes))):
        room = min(left, sizes[index] - parts[index])
        parts[index] += room
        left -= room
    return parts


def cut(amount: int, parts: int, chip: int) -> list[int]:
    """Cut an amount into equal parts, the odd chips one each to the first ones.

    What is less than one chip, which only an odd stack can bring in, goes to the first part too.
    """
    if parts == 1:
        return [amount]
    chips, crumbs = divmod(amount, chip)
    each, odd = divmod(chips, parts)
    result = [(each + (index < odd)) * chip for index in range(parts)]
    result[0] += crumbs
    return result
