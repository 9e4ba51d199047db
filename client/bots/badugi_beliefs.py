"""What the other seats of a Badugi hand may hold, read from what they drew, bet and showed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import comb

from greenfelt.client.bots.badugi_cards import (
    DRAWS,
    Chances,
    Shape,
    after_draw,
    at_showdown,
    kept_of,
    mixed,
    take_apart,
)
from greenfelt.client.model import WAGERS, Seat, TableView, split_cards
from greenfelt.protocol.messages import Acted, AnyTableEvent, Drew, HandBegan, HandEnded, Shown

_DEALT_SHARE = {4: 0.063, 3: 0.570, 2: 0.356, 1: 0.011}
"""How often four cards hold a badugi, three, two or one cards that play."""

FRIENDLY = 1e-3
"""What is left of a hand that a sensible player would not hold here: nobody is read for certain."""


def dealt() -> dict[Shape, float]:
    """Return the chances of the shapes of four cards from a full deck."""
    chances = {}
    for size, share in _DEALT_SHARE.items():
        whole = comb(13, size)
        for top in range(size, 14):
            chances[Shape(size, top)] = share * comb(top - 1, size - 1) / whole
    return chances


_DEALT = dealt()


def _entered(shape: Shape) -> float:
    """Likelihood that a sensible player pays to play a hand."""
    size, top = shape
    if size == 4:
        return 1.0
    if size == 3:
        return 1.0 if top <= 7 else 0.6 if top <= 9 else 0.15
    return (0.5 if top <= 3 else 0.1) if size == 2 else 0.01


def _raised(shape: Shape) -> float:
    """Likelihood that he raises with it before the first draw."""
    size, top = shape
    if size == 4:
        return 0.9
    if size == 3:
        return 0.8 if top <= 6 else 0.5 if top <= 8 else 0.08
    return 0.1 if size == 2 and top <= 3 else 0.01


def _bet(shape: Shape, raises: int) -> float:
    """Likelihood that he bets, or raises when there are ``raises`` already, after a draw."""
    size, top = shape
    if size == 4:
        first = 0.95 if top <= 10 else 0.75
        again = 0.9 if top <= 7 else 0.5 if top <= 9 else 0.2
    elif size == 3:
        first = 0.4 if top <= 7 else 0.2
        again = 0.05
    else:
        first, again = 0.08, 0.02
    return first if raises == 0 else again if raises == 1 else again**1.5


@dataclass(slots=True)
class Character:
    """A player as seen so far: what he had to show for his bets and pats, and how he starts hands.

    Counts start as if he had been seen a few times, playing like most.
    """

    true_bets: float = 6.0
    bets: float = 7.0
    true_pats: float = 12.0
    pats: float = 13.0
    starts: float = 12.0
    start_folds: float = 8.0
    start_raises: float = 2.5

    @property
    def bet_trust(self) -> float:
        return self.true_bets / self.bets

    @property
    def pat_trust(self) -> float:
        return self.true_pats / self.pats

    @property
    def start_trust(self) -> float:
        """How far a raise before the first draw means a good hand: less when he raises much."""
        return self.bet_trust * min(1.0, 0.3 * self.starts / self.start_raises)

    @property
    def start_fold(self) -> float:
        """How often he folds before the first draw."""
        return self.start_folds / self.starts


@dataclass(slots=True)
class _Read:
    """One seat in this hand."""

    chances: Chances = field(default_factory=lambda: _DEALT)
    drawn: int = 0
    last_draw: int | None = None
    bet_on: int = -1
    started: bool = False


class Beliefs:
    """Chances of every seat's hand, updated event by event; characters stay from hand to hand."""

    def __init__(self) -> None:
        self.characters: dict[str, Character] = {}
        self._reads: dict[int, _Read] = {}
        self._raises = 0
        self._street = 0

    def happened(self, view: TableView, event: AnyTableEvent) -> None:
        """Take in an event of the table, which is in the view already."""
        match event:
            case HandBegan():
                self._reads = {seat: _Read() for seat in event.seats}
                self._street = self._raises = 0
            case Acted():
                self._acted(view, event)
            case Drew():
                self._drew(view, event)
            case Shown():
                self._shown(view, event)
            case HandEnded():
                self._reads = {}
            case _:
                pass

    def last_draw(self, seat: int) -> int | None:
        """How many cards a seat drew last, None before its first draw."""
        read = self._reads.get(seat)
        return read.last_draw if read is not None else None

    def character(self, seat: Seat) -> Character:
        return self.characters.setdefault(seat.name, Character())

    def final(self, seat: int) -> Chances:
        """Return the chances of a seat's hand at the showdown, its draws to come included."""
        read = self._reads.get(seat) or _Read()
        left = DRAWS - read.drawn
        return mixed((chance, at_showdown(shape, left)) for shape, chance in read.chances.items())

    def _acted(self, view: TableView, event: Acted) -> None:
        read = self._reads.get(event.seat)
        if read is None:
            return
        if view.street != self._street:
            self._street, self._raises = view.street, 0
        wager = event.do in WAGERS
        character = self.character(view.seats[event.seat])
        trust = character.bet_trust
        if view.street == 0:
            if not read.started and event.do != "check":
                read.started = True
                character.starts += 1
                character.start_folds += event.do == "fold"
                character.start_raises += wager
            if wager:
                read.chances = _weighed(read.chances, _raised, character.start_trust)
            elif event.do == "call":
                read.chances = _weighed(read.chances, _entered, trust)
        elif wager:
            raises = self._raises
            read.chances = _weighed(read.chances, lambda shape: _bet(shape, raises), trust)
            read.bet_on = view.street
        elif event.do == "check":
            read.chances = _weighed(read.chances, lambda shape: 1.05 - _bet(shape, 0), trust)
        self._raises += wager

    def _drew(self, view: TableView, event: Drew) -> None:
        read = self._reads.get(event.seat)
        if read is None:
            return
        left = DRAWS - read.drawn
        read.drawn += 1
        read.last_draw = event.count
        if event.count == 0:
            trust = self.character(view.seats[event.seat]).pat_trust
            made = {s: c for s, c in read.chances.items() if s.size == 4} or {Shape(4, 9): 1.0}
            made = mixed([(1.0, made)])
            read.chances = mixed([(trust, made), (1.0 - trust, read.chances)])
            return
        size = 4 - event.count
        kept: dict[Shape, float] = {}
        for shape, chance in read.chances.items():
            holds = kept_of(shape, left)
            fits = 1.0 if holds.size == size else FRIENDLY
            if shape.size < size:
                continue
            if holds.size != size:
                holds = Shape(size, max(size, min(shape.top, 8)))
            kept[holds] = kept.get(holds, 0.0) + chance * fits
        if size == 0 or not kept:
            read.chances = _DEALT
            return
        read.chances = mixed((chance, after_draw(shape)) for shape, chance in kept.items())

    def _shown(self, view: TableView, event: Shown) -> None:
        read = self._reads.get(event.seat)
        cards = tuple(split_cards(event.cards))
        if read is None or len(cards) != 4 or "??" in cards:
            return
        size, top = take_apart(cards).shape
        character = self.character(view.seats[event.seat])
        if read.bet_on == DRAWS:
            character.bets += 1
            character.true_bets += size == 4 or (size == 3 and top <= 7)
        if read.last_draw == 0:
            character.pats += 1
            character.true_pats += size == 4


def _weighed(
    chances: Chances, likelihood: Callable[[Shape], float], trust: float
) -> dict[Shape, float]:
    """Return chances after an action, its likelihood believed as far as ``trust`` (0 to 1) goes."""
    believed = trust * trust
    return mixed(
        [
            (
                1.0,
                {
                    shape: chance * (believed * likelihood(shape) + (1.0 - believed) * 0.4)
                    for shape, chance in chances.items()
                },
            )
        ]
    )
