"""A second way to settle a hand: from who put in what and the cards, sharing no code with the engine.

Slow and simple on purpose: every combination of cards is tried, chips are handed out one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from greenfelt.server.engine import events as ev

Key = tuple[int, ...]


def _groups(ranks: Sequence[int]) -> list[tuple[int, int]]:
    return sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)


def _pattern(ranks: Sequence[int]) -> Key:
    """No pair < pair < two pair < trips < full house < quads, then ranks in groups."""
    groups = _groups(ranks)
    return (*(count for count, _ in groups), *(rank for _, rank in groups))


def _straight_top(ranks: Sequence[int], wheel: bool) -> int:
    ordered = sorted(ranks)
    if len(set(ordered)) < 5:
        return 0
    if ordered[4] - ordered[0] == 4:
        return ordered[4]
    return 5 if wheel and ordered == [2, 3, 4, 5, 14] else 0


def high(cards: Sequence[tuple[int, int]], wheel: bool = True) -> Key:
    ranks = [rank for rank, _ in cards]
    flush = len({suit for _, suit in cards}) == 1
    top = _straight_top(ranks, wheel)
    kind = tuple(count for count, _ in _groups(ranks))
    places = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (), (), (3, 2), (4, 1)]
    place = places.index(kind)
    if top and flush:
        return (8, top)
    if place < 6 and flush:
        return (5, *(rank for _, rank in _groups(ranks)))
    if top:
        return (4, top)
    return (place, *(rank for _, rank in _groups(ranks)))


def _negative(key: Key) -> Key:
    return tuple(-part for part in key)


def low_27(cards: Sequence[tuple[int, int]]) -> Key:
    return _negative(high(cards, wheel=False))


def low_a5(cards: Sequence[tuple[int, int]]) -> Key:
    ranks = [1 if rank == 14 else rank for rank, _ in cards]
    kind = [count for count, _ in _groups(ranks)]
    places = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1]]
    return _negative((places.index(kind), *(rank for _, rank in _groups(ranks))))


def low_8(cards: Sequence[tuple[int, int]]) -> Key | None:
    key = low_a5(cards)
    return key if key[0] == 0 and key[1] >= -8 else None


def badugi(cards: Sequence[tuple[int, int]], ace: int = 1) -> Key:
    ranks = sorted((ace if rank == 14 else rank for rank, _ in cards), reverse=True)
    distinct = len(set(ranks)) == len(cards) == len({suit for _, suit in cards})
    return (len(cards), *_negative(tuple(ranks))) if distinct else ()


def badugi_ace_high(cards: Sequence[tuple[int, int]]) -> Key:
    return badugi(cards, 14)


KEYS: dict[str, Callable[[Sequence[tuple[int, int]]], Key | None]] = {
    "high": high,
    "low-27": low_27,
    "low-a5": low_a5,
    "low-8": low_8,
    "badugi": badugi,
    "badugi-ace-high": badugi_ace_high,
}


@cache
def _key_of_ranks(name: str, ranks: tuple[int, ...], flush: bool) -> Key | None:
    return KEYS[name]([(rank, 0 if flush else place % 4) for place, rank in enumerate(ranks)])


def key_of(name: str, cards: Sequence[int]) -> Key | None:
    """Return the key of cards; of five cards only the ranks count, and whether they are a flush."""
    if name.startswith("badugi"):
        return KEYS[name]([(card // 4 + 2, card % 4) for card in cards])
    first = cards[0] % 4
    flush = all(card % 4 == first for card in cards)
    return _key_of_ranks(name, tuple(sorted([card // 4 + 2 for card in cards])), flush)


def best(
    name: str, hole: Sequence[int], board: Sequence[int], omaha: bool
) -> tuple[Key, list[tuple[int, ...]]] | None:
    """Return the best key of a hand and every set of cards that makes it."""
    if omaha:
        sets = [two + three for two in combinations(hole, 2) for three in combinations(board, 3)]
    elif name.startswith("badugi"):
        sets = [one for size in (1, 2, 3, 4) for one in combinations(hole, size)]
    else:
        sets = list(combinations((*hole, *board), 5))
    keyed = [(key, one) for one in sets if (key := key_of(name, one)) is not None]
    if not keyed:
        return None
    top = max(key for key, _ in keyed)
    return top, [one for key, one in keyed if key == top]


class Story:
    """What the events of a hand say about money and cards, read without the engine."""

    def __init__(self, events: Sequence[ev.HandEvent]) -> None:
        first = events[0]
        assert isinstance(first, ev.HandStarted)
        self.setup = first.setup
        self.put_in = dict.fromkeys(self.setup.stacks, 0)
        self.dead = dict.fromkeys(self.setup.stacks, 0)
        self.cards: dict[int, list[int]] = {seat: [] for seat in self.setup.stacks}
        self.board: list[int] = []
        self.folded: set[int] = set()
        self.street = 0
        for event in events:
            self.read(event)

    def read(self, event: Any) -> None:
        match event:
            case ev.Posted(seat, kind, amount):
                if kind in ("dead", "bb-ante"):
                    self.dead[seat] += amount
                else:
                    self.put_in[seat] += amount
            case ev.Called(seat, _, add) | ev.Wagered(seat, _, _, add):
                self.put_in[seat] += add
            case ev.BroughtIn(seat, amount):
                self.put_in[seat] += amount
            case ev.DealtDown(seat, cards) | ev.DealtUp(seat, cards):
                self.cards[seat] += cards
            case ev.DealtBoard(cards):
                self.board += cards
            case ev.Discarded(seat, cards):
                self.cards[seat] = [card for card in self.cards[seat] if card not in cards]
            case ev.Folded(seat):
                self.folded.add(seat)
            case ev.StreetBegan(index):
                self.street = index


def settle(
    events: Sequence[ev.HandEvent], shares: Sequence[tuple[str, str]], omaha: bool, odd: str
) -> tuple[dict[int, int], int]:
    """Return the stacks after the hand and the rake.

    ``shares`` are pairs of a share's name and its ranking's name, ``odd`` the rule for odd chips.
    """
    story = Story(events)
    setup, rules = story.setup, story.setup.rules
    live = [seat for seat in story.put_in if seat not in story.folded]
    stacks = {
        seat: stack - story.put_in[seat] - story.dead[seat] for seat, stack in setup.stacks.items()
    }
    left = dict(story.put_in)

    ordered = sorted(left.values())
    for seat in live:
        if left[seat] == ordered[-1] > ordered[-2]:
            stacks[seat] += ordered[-1] - ordered[-2]
            left[seat] = ordered[-2]

    pots: list[list[Any]] = []
    dead = sum(story.dead.values())
    if dead and not all(left[seat] for seat in live):
        pots.append([dead, live])
        dead = 0
    while any(left[seat] for seat in live):
        level = min(left[seat] for seat in live if left[seat])
        takers = [seat for seat in live if left[seat]]
        amount = dead
        dead = 0
        for seat in left:
            taken = min(level, left[seat])
            left[seat] -= taken
            amount += taken
        pots.append([amount, takers])
    rest = sum(left.values()) + dead
    if rest:
        if pots:
            pots[-1][0] += rest
        else:
            pots.append([rest, live])

    total = sum(amount for amount, _ in pots)
    rake = 0
    if not (rules.rake_no_draw_no_drop and story.street == 0):
        rake = total * rules.rake_per_mille // 1000
        cap = rules.rake_cap
        if isinstance(cap, dict):
            cap = cap[max((n for n in cap if n <= len(setup.stacks)), default=min(cap))]
        if cap is not None:
            rake = min(rake, cap)
    parts = [rake * amount // total if total else 0 for amount, _ in pots]
    missing = rake - sum(parts)
    for index in reversed(range(len(pots))):
        while missing and parts[index] < pots[index][0]:
            parts[index] += 1
            missing -= 1

    button = setup.button
    around = sorted(setup.stacks, key=lambda seat: (seat <= button, seat))
    for (amount, takers), part in zip(pots, parts, strict=True):
        chips = amount - part
        if len(takers) == 1:
            stacks[takers[0]] += chips
            continue
        won = []
        for name, ranking in shares:
            hands = {}
            for seat in takers:
                found = best(ranking, story.cards[seat], story.board, omaha)
                if found is not None:
                    hands[seat] = found
            if hands:
                top = max(key for key, _ in hands.values())
                winners = [seat for seat in around if seat in hands and hands[seat][0] == top]
                won.append((name, ranking, winners, hands))
        for number, (name, ranking, winners, hands) in enumerate(won):
            half = chips // len(won) + (1 if number < chips % len(won) else 0)
            if odd != "position":
                winners = _by_suit(winners, odd, name, ranking, hands, story)
            while half:
                for seat in winners:
                    if half:
                        stacks[seat] += 1
                        half -= 1
    return stacks, rake


def _by_suit(
    winners: list[int], odd: str, name: str, ranking: str, hands: Any, story: Story
) -> list[int]:
    ace_low = ranking in ("low-a5", "low-8", "badugi")

    def place(card: int) -> int:
        return card - 52 if ace_low and card // 4 == 12 else card

    if odd == "suit-tda":
        return sorted(
            winners,
            key=lambda seat: max(
                sorted((place(card) for card in one), reverse=True) for one in hands[seat][1]
            ),
            reverse=True,
        )
    if name == "low":
        return sorted(winners, key=lambda seat: sorted(place(card) for card in story.cards[seat]))
    return sorted(
        winners,
        key=lambda seat: sorted((place(card) for card in story.cards[seat]), reverse=True),
        reverse=True,
    )
