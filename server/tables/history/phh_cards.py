"""Which card a PHH hand deals whom, with what later actions tell of cards that nobody saw at first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from greenfelt.evaluators.cards import DECK, format_card
from greenfelt.server.games.poker.scripted import BOARD
from greenfelt.server.tables.history.phh_file import UNKNOWN, Action, PhhError, PhhHand


class Deal(NamedTuple):
    """Cards by player in the order of the deal, the board's under 0, UNKNOWN where nobody knows.

    ``throws`` says by the number of a discarding action which of its player's cards it throws.
    """

    cards: dict[int, list[int]]
    throws: dict[int, list[int]]

    @property
    def unknown(self) -> bool:
        return any(UNKNOWN in cards for cards in self.cards.values())

    def filled(self, attempt: int) -> dict[int, list[int]]:
        """Return the deal with cards made up for those that nobody knows, others at each attempt.

        The first attempt leaves them to the deck, which takes such as the file does not name.
        """
        if not attempt:
            return self.cards
        named = {card for cards in self.cards.values() for card in cards}
        free = sorted(
            (card for card in DECK if card not in named),
            # 53 is prime, so that each factor gives the cards another order.
            key=lambda card: (card + 1) * attempt % 53,
        )
        return {
            player: [free.pop() if card == UNKNOWN and free else card for card in cards]
            for player, cards in self.cards.items()
        }


def deal_of(hand: PhhHand) -> Deal:
    """Return what a hand deals. Raises PhhError when it throws or shows cards that were not dealt."""
    reader = _Reader(len(hand.stacks))
    for action in hand.actions:
        reader.read(action)
    return Deal(reader.cards, reader.throws)


class _Reader:
    """Follows each player's cards by their place in the deal."""

    def __init__(self, players: int) -> None:
        numbers = range(1, players + 1)
        self.cards: dict[int, list[int]] = {BOARD: [], **{number: [] for number in numbers}}
        self.held: dict[int, list[int]] = {number: [] for number in numbers}
        self.throws: dict[int, list[int]] = {}

    def read(self, action: Action) -> None:
        cards = action.cards
        if action.verb == "board":
            self.cards[BOARD] += cards or ()
        elif action.verb == "deal":
            begin = len(self.cards[action.player])
            self.cards[action.player] += cards or ()
            self.held[action.player] += range(begin, len(self.cards[action.player]))
        elif action.verb == "sd":
            places = self._places(action, self._thrown(action))
            self.throws[action.number] = places
            self.held[action.player] = [
                place for place in self.held[action.player] if place not in places
            ]
        elif action.verb == "sm" and cards:
            self._places(action, cards)

    def _thrown(self, action: Action) -> tuple[int, ...]:
        if action.cards is None:
            return tuple(self.cards[action.player][place] for place in self.held[action.player])
        return action.cards

    def _places(self, action: Action, cards: tuple[int, ...]) -> list[int]:
        """Return where in the deal held cards are; named ones take the places of unknown ones."""
        all_cards = self.cards[action.player]
        left = list(self.held[action.player])
        places: list[int] = []
        for card in sorted(cards, key=lambda card: card == UNKNOWN):
            place = next((each for each in left if all_cards[each] == card), None)
            if place is None:
                place = next((each for each in left if all_cards[each] == UNKNOWN), None)
            if place is None and card == UNKNOWN and left:
                place = left[0]
            if place is None:
                raise PhhError(
                    f"action {action.number} ({action.text}): "
                    f"p{action.player} does not hold {_name(card)}"
                )
            if card != UNKNOWN:
                all_cards[place] = card
            left.remove(place)
            places.append(place)
        return places


def _name(card: int) -> str:
    return "so many cards" if card == UNKNOWN else format_card(card)


def by_seat(cards: Mapping[int, list[int]], seats: tuple[int, ...]) -> dict[int, list[int]]:
    """Return cards by seat number instead of by player; the board keeps its place."""
    return {seats[player - 1] if player else BOARD: each for player, each in cards.items()}
