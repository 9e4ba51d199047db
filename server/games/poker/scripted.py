"""A deck that deals what a script says, whoever gets the next card.

The engine takes cards from the top of one order, so which place of it a seat's third card comes from
depends on the actions. The order is therefore found by running the script: each run tells which
places went to whom, the next run has the script's cards there, until nothing moves any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from greenfelt.evaluators.cards import DECK, format_card
from greenfelt.server.engine import events as happened
from greenfelt.server.engine.variant import Variant
from greenfelt.server.games.errors import ScriptError

BOARD = 0


class Place(msgspec.Struct, frozen=True):
    """Who got the card of one place of a shuffled order: a seat, or the board, and its how-manieth."""

    owner: int
    index: int


Places = dict[int, Place]


class ScriptedDeck:
    """A deck source for ``settle`` and tests, never for a server.

    ``wanted`` holds each owner's cards in the order in which he gets them (the board's under 0),
    ``places`` for each shuffle which of its places go to whom, ``deal`` and ``reshuffles`` whole
    orders that are given. ``asked`` grows by the number of cards of each shuffle. Everything else comes in the order of the deck, cards that
    the script names last.
    """

    def __init__(
        self,
        wanted: Mapping[int, Sequence[int]],
        places: Sequence[Places] = (),
        deal: Sequence[int] | None = None,
        reshuffles: Sequence[Sequence[int]] = (),
    ) -> None:
        self._wanted = wanted
        self._named = {card for cards in wanted.values() for card in cards}
        self._places = places
        self._deal = deal
        self._reshuffles = list(reshuffles)
        self._reshuffled = 0
        self.asked: list[int] = []

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        """Return the cards in the order that the script asks for.

        Raises ScriptError when a given order names a card that is not to be shuffled.
        """
        number = len(self.asked)
        self.asked.append(len(cards))
        if why == "deal" and self._deal is not None:
            return _given(cards, self._deal, "deck")
        if why != "deal" and self._reshuffled < len(self._reshuffles):
            entry = f"reshuffles[{self._reshuffled}]"
            self._reshuffled += 1
            return _given(cards, self._reshuffles[self._reshuffled - 1], entry)
        places = self._places[number] if number < len(self._places) else {}
        return self._arranged(cards, places)

    def _arranged(self, cards: Sequence[int], places: Places) -> tuple[int, ...]:
        left = set(cards)
        fixed: dict[int, int] = {}
        for index, place in sorted(places.items()):
            wanted = self._wanted.get(place.owner, ())
            if place.index < len(wanted) and wanted[place.index] in left and index < len(cards):
                fixed[index] = wanted[place.index]
                left.remove(fixed[index])
        rest = iter(sorted(left, key=lambda card: (card in self._named, card)))
        return tuple(fixed[at] if at in fixed else next(rest) for at in range(len(cards)))


def _given(cards: Sequence[int], order: Sequence[int], entry: str) -> tuple[int, ...]:
    left = dict.fromkeys(sorted(cards))
    for card in order:
        if card not in left:
            raise ScriptError(entry, f"{format_card(card)} is not among the cards to shuffle")
        del left[card]
    return (*order, *left)


def places_of(events: Sequence[happened.HandEvent], asked: Sequence[int]) -> list[Places]:
    """Return for each shuffle of a hand which places of its order went to whom.

    ``asked`` holds how many cards each shuffle was about; cards that a reshuffle left on top of
    them are no places.
    """
    places: list[Places] = []
    at: dict[int, int] = {}
    got: dict[int, int] = {}
    for event in events:
        if isinstance(event, happened.Shuffled):
            kept = len(event.order) - asked[len(places)]
            at = {card: index - kept for index, card in enumerate(event.order)}
            places.append({})
        elif isinstance(event, (happened.DealtDown, happened.DealtUp, happened.DealtBoard)):
            owner = BOARD if isinstance(event, happened.DealtBoard) else event.seat
            for card in event.cards:
                if at[card] >= 0:
                    places[-1][at[card]] = Place(owner, got.get(owner, 0))
                got[owner] = got.get(owner, 0) + 1
    return places


def dealt_to(events: Sequence[happened.HandEvent]) -> dict[int, list[int]]:
    """Return all cards that each seat, and the board under 0, got in the order of the deal."""
    got: dict[int, list[int]] = {}
    for event in events:
        if isinstance(event, happened.DealtBoard):
            got.setdefault(BOARD, []).extend(event.cards)
        elif isinstance(event, (happened.DealtDown, happened.DealtUp)):
            got.setdefault(event.seat, []).extend(event.cards)
    return got


def by_rounds(deck: Sequence[int], players: int, variant: Variant) -> tuple[int, ...]:
    """Turn a deck as a dealer deals it into the engine's order.

    A dealer gives one card to each player in turn; the engine gives each player his first cards
    together, which comes to the same for a shuffled deck.
    """
    first = variant.streets[0]
    size = first.down + first.up
    named = set(deck)
    full = [*deck, *(card for card in DECK if card not in named)]
    dealt = players * size
    blocks = [
        full[position + step * players] for position in range(players) for step in range(size)
    ]
    return (*blocks, *full[dealt:])
