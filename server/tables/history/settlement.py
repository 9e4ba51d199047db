"""A second way to settle a hand: from who put in what and the cards, sharing no code with the engine.

Simple on purpose, so that every hand that was paid can be checked by another program than the
one that paid it. Only the declarations are shared: a game's shares, their rankings, and the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from greenfelt.server.engine import events as ev
from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.variant import HandUse
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.plain_rankings import best, best_sets


class Settlement(NamedTuple):
    """The stacks after a hand, by seat, and what the house took."""

    stacks: dict[int, int]
    rake: int


class _Pot(NamedTuple):
    amount: int
    takers: list[int]


class _Won(NamedTuple):
    """A share of a pot: who won it, in the order from the left of the button, and with which cards."""

    name: str
    ranking: str
    winners: list[int]


def settle_again(events: Sequence[ev.HandEvent]) -> Settlement:
    """Settle a hand from its recorded events; what they say about rake and awards is not looked at.

    Raises ValueError when they do not begin with HandStarted.
    """
    story = _Story(events)
    setup, rules = story.setup, story.setup.rules
    stacks = {
        seat: stack - story.put_in[seat] - story.dead[seat] for seat, stack in setup.stacks.items()
    }
    left = dict(story.put_in)
    first, second = sorted(left.values())[:-3:-1]
    for seat in story.live:
        if left[seat] == first > second:
            stacks[seat] += first - second
            left[seat] = second
    pots = _pots(story, left)
    rake = _rake(rules, sum(pot.amount for pot in pots), story)
    for pot, part in zip(pots, _parts(rake, pots, rules.chip), strict=True):
        _pay(story, pot.takers, pot.amount - part, stacks)
    return Settlement(stacks, rake)


class _Story:
    """What the events of a hand say about money and cards."""

    def __init__(self, events: Sequence[ev.HandEvent]) -> None:
        first = events[0] if events else None
        if not isinstance(first, ev.HandStarted):
            raise ValueError("a hand begins with its HandStarted event")
        self.setup = first.setup
        self.put_in = dict.fromkeys(self.setup.stacks, 0)
        self.dead = dict.fromkeys(self.setup.stacks, 0)
        self.cards: dict[int, list[int]] = {seat: [] for seat in self.setup.stacks}
        self.board: list[int] = []
        self.live = list(self.setup.stacks)
        self.street = 0
        for event in events:
            read = _READ.get(type(event))
            if read is not None:
                read(self, event)

    def posted(self, event: ev.Posted) -> None:
        dead = event.kind in ("dead", "bb-ante")
        (self.dead if dead else self.put_in)[event.seat] += event.amount

    def bet(self, event: ev.Called | ev.Wagered) -> None:
        self.put_in[event.seat] += event.add

    def brought_in(self, event: ev.BroughtIn) -> None:
        self.put_in[event.seat] += event.amount

    def dealt(self, event: ev.DealtDown | ev.DealtUp) -> None:
        self.cards[event.seat] += event.cards

    def board_dealt(self, event: ev.DealtBoard) -> None:
        self.board += event.cards

    def discarded(self, event: ev.Discarded) -> None:
        for card in event.cards:
            self.cards[event.seat].remove(card)

    def folded(self, event: ev.Folded) -> None:
        self.live.remove(event.seat)

    def street_began(self, event: ev.StreetBegan) -> None:
        self.street = event.index


_READ: dict[type, Callable[[_Story, Any], None]] = {
    ev.Posted: _Story.posted,
    ev.Called: _Story.bet,
    ev.Wagered: _Story.bet,
    ev.BroughtIn: _Story.brought_in,
    ev.DealtDown: _Story.dealt,
    ev.DealtUp: _Story.dealt,
    ev.DealtBoard: _Story.board_dealt,
    ev.Discarded: _Story.discarded,
    ev.Folded: _Story.folded,
    ev.StreetBegan: _Story.street_began,
}


def _pots(story: _Story, left: dict[int, int]) -> list[_Pot]:
    """Cut what is in front of the seats into pots, layer by layer; ``left`` is used up."""
    live = story.live
    pots: list[_Pot] = []
    dead = sum(story.dead.values())
    if dead and not all(left[seat] for seat in live):
        pots.append(_Pot(dead, live))
        dead = 0
    while any(left[seat] for seat in live):
        level = min(left[seat] for seat in live if left[seat])
        takers = [seat for seat in live if left[seat]]
        amount, dead = dead, 0
        for seat in left:
            taken = min(level, left[seat])
            left[seat] -= taken
            amount += taken
        pots.append(_Pot(amount, takers))
    rest = sum(left.values()) + dead
    if rest:
        last = pots.pop() if pots else _Pot(0, live)
        pots.append(_Pot(last.amount + rest, last.takers))
    return pots


def _rake(rules: Rules, total: int, story: _Story) -> int:
    if rules.rake_no_draw_no_drop and story.street == 0:
        return 0
    rake = total * rules.rake_per_mille // 1000
    cap = rules.rake_cap
    if isinstance(cap, dict):
        players = len(story.setup.stacks)
        cap = cap[max((n for n in cap if n <= players), default=min(cap))] if cap else None
    if cap is not None:
        rake = min(rake, cap)
    return rake // rules.chip * rules.chip


def _parts(rake: int, pots: list[_Pot], chip: int) -> list[int]:
    """Return what of the rake each pot bears: its share in whole chips, the rest from the last on."""
    total = sum(pot.amount for pot in pots)
    parts = [rake * pot.amount // total // chip * chip if total else 0 for pot in pots]
    missing = rake - sum(parts)
    for index in reversed(range(len(pots))):
        more = min(missing, pots[index].amount - parts[index])
        parts[index] += more
        missing -= more
    return parts


def _pay(story: _Story, takers: list[int], chips: int, stacks: dict[int, int]) -> None:
    if len(takers) == 1:
        stacks[takers[0]] += chips
        return
    won = _shares(story, takers)
    chip = story.setup.rules.chip
    crumbs = chips % chip
    for number, share in enumerate(won):
        part = chips // chip // len(won) + (number < chips // chip % len(won))
        winners = _odd_chip_order(story, share) if part % len(share.winners) else share.winners
        for place, seat in enumerate(winners):
            stacks[seat] += (part // len(winners) + (place < part % len(winners))) * chip
        stacks[winners[0]] += crumbs
        crumbs = 0


def _shares(story: _Story, takers: list[int]) -> list[_Won]:
    """Return the shares for which somebody's cards qualify."""
    setup = story.setup
    variant = VARIANTS[setup.game]
    omaha = variant.hand_use is HandUse.TWO_AND_THREE
    around = sorted(takers, key=lambda seat: (seat <= setup.button, seat))
    won: list[_Won] = []
    for share, ranking in zip(variant.shares, variant.rankings(setup.rules), strict=True):
        hands = [best(ranking.name, story.cards[seat], story.board, omaha) for seat in around]
        top = max(hands)
        if top:
            winners = [seat for seat, hand in zip(around, hands, strict=True) if hand == top]
            won.append(_Won(share.name, ranking.name, winners))
    return won


def _odd_chip_order(story: _Story, share: _Won) -> list[int]:
    setup = story.setup
    variant = VARIANTS[setup.game]
    rule = setup.rules.odd_chip or variant.odd_chip
    if rule == "position":
        return share.winners
    ace_low = share.ranking in ("low-a5", "low-8", "badugi")

    def places(cards: Sequence[int]) -> list[int]:
        return sorted(
            (card - 52 if ace_low and card // 4 == 12 else card for card in cards), reverse=True
        )

    def best_places(seat: int) -> list[int]:
        omaha = variant.hand_use is HandUse.TWO_AND_THREE
        sets = best_sets(share.ranking, story.cards[seat], story.board, omaha)
        return max(map(places, sets))

    if rule == "suit-tda":
        return sorted(share.winners, key=best_places, reverse=True)
    if share.name == "low":
        return sorted(share.winners, key=lambda seat: places(story.cards[seat])[::-1])
    return sorted(share.winners, key=lambda seat: places(story.cards[seat]), reverse=True)
