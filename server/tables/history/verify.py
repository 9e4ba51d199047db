"""Checking a hand that was paid: decided again by the engine, and settled again by another program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from greenfelt.server.engine import act, begin, commands, evolve
from greenfelt.server.engine import events as ev
from greenfelt.server.engine.errors import Refused
from greenfelt.server.engine.hand import Hand
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.record import HandRecord
from greenfelt.server.tables.history.settlement import settle_again


class Correction(NamedTuple):
    """What a seat got beyond what it should have (below zero: what it was not given)."""

    seat: int
    account: str
    name: str
    paid: int
    due: int

    @property
    def excess(self) -> int:
        return self.paid - self.due


class Verdict(NamedTuple):
    """What is wrong with a recorded hand, as sentences that name no hidden card; none: it is right.

    ``corrections`` are the seats that were paid otherwise than both ways of settling it say; empty
    also where these two differ, for then the floor must decide.
    """

    hand: str
    problems: tuple[str, ...]
    corrections: tuple[Correction, ...] = ()


class RecordedDeck:
    """A deck source that answers as the recorded one did."""

    def __init__(self, events: Sequence[ev.HandEvent]) -> None:
        self._orders = [event.order for event in events if isinstance(event, ev.Shuffled)]

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        """Return the recorded order; cards that stayed on top of a reshuffle are left out.

        Raises Refused when the record holds no further shuffle.
        """
        if not self._orders:
            raise Refused("a shuffle that the record does not hold")
        order = self._orders.pop(0)
        return order[len(order) - len(cards) :]


def verify(record: HandRecord) -> Verdict:
    """Check a record against the engine and against the second settlement."""
    try:
        name = record.name
    except ValueError as error:
        return Verdict(f"{record.table}-?", (str(error),))
    try:
        return _verify(record)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # A damaged record can be wrong in any way; whatever it breaks is a finding and no crash.
        return Verdict(name, (f"the record makes no sense: {type(error).__name__}: {error}",))


def _verify(record: HandRecord) -> Verdict:
    setup, events = record.setup, record.events
    problems = list(_sits_right(record))
    if setup.game not in VARIANTS:
        return Verdict(record.name, (*problems, f"there is no game {setup.game!r} here"))
    try:
        again = decide_again(events)
    except Refused as error:
        again = []
        problems.append(f"the engine refuses what happened: {error}")
    if again:
        problems += _difference(events, again)
    ended = events[-1]
    if not isinstance(ended, ev.HandEnded):
        if not record.voided:
            problems.append("the hand has no end and was not voided")
        return Verdict(record.name, tuple(problems))
    problems += _folds_right(events, ended)
    problems += _shows_right(events)
    stacks, rake = settle_again(events)
    due = again[-1].stacks if again and isinstance(again[-1], ev.HandEnded) else stacks
    corrections: list[Correction] = []
    if (dict(ended.stacks), record.rake) != (stacks, rake):
        problems.append(
            f"the second settlement says {_say(record, stacks)}, rake {rake}; "
            f"recorded is {_say(record, ended.stacks)}, rake {record.rake}"
        )
    if due == stacks:
        corrections = [
            Correction(one.seat, one.account, one.name, ended.stacks[one.seat], due[one.seat])
            for one in record.players
            if ended.stacks[one.seat] != due[one.seat]
        ]
    else:
        problems.append("the engine and the second settlement differ: the floor must decide")
    return Verdict(record.name, tuple(problems), tuple(corrections))


def decide_again(events: Sequence[ev.HandEvent]) -> list[ev.HandEvent]:
    """Let the engine decide a hand again: the recorded decisions, over the recorded shuffles.

    Ends where the record does. Raises Refused when the engine does not allow what was done.
    """
    first = events[0]
    assert isinstance(first, ev.HandStarted)
    deck = RecordedDeck(events)
    hand, again = begin(first.setup, VARIANTS[first.setup.game], deck)
    while not hand.finished and len(again) < len(events):
        again += act(hand, hand.to_act, _command(hand, events[len(again)]), deck)
    return again


def _command(hand: Hand, event: ev.HandEvent) -> commands.Command:
    """Return the command that led to a recorded event."""
    match event:
        case ev.Folded():
            return commands.Fold()
        case ev.Checked():
            return commands.Check()
        case ev.Called():
            return commands.Call()
        case ev.BroughtIn():
            return commands.BringIn()
        case ev.Protected():
            return commands.TimeOut(protected=True)
        case ev.Wagered(to=to):
            return commands.Wager(to)
        case ev.Discarded(cards=cards):
            return commands.Draw(cards) if hand.turn_kind == "draw" else commands.Discard(cards)
    raise Refused(
        f"seat {hand.to_act} was to {hand.turn_kind}, and {type(event).__name__} is no decision"
    )


def _difference(events: Sequence[ev.HandEvent], again: Sequence[ev.HandEvent]) -> Iterator[str]:
    for number, (recorded, decided) in enumerate(zip_longest(events, again)):
        if recorded == decided:
            continue
        if recorded is None and not isinstance(events[-1], ev.HandEnded):
            return
        yield (
            f"event {number} is recorded as {_kind(recorded)}, "
            f"and the engine decides {_kind(decided)}"
        )
        return


def _kind(event: ev.HandEvent | None) -> str:
    """Return what may be said of an event: hidden cards stay out of reports."""
    if event is None:
        return "nothing"
    shown = [
        f"{field} {getattr(event, field)}"
        for field in event.__struct_fields__
        if field in ("seat", "pot", "share", "amount", "to", "add", "stacks", "kind", "verb")
    ]
    return f"{type(event).__name__} ({', '.join(shown)})" if shown else type(event).__name__


def _sits_right(record: HandRecord) -> Iterator[str]:
    seats = {one.seat for one in record.players}
    if seats != set(record.setup.stacks):
        yield f"the seat list names {sorted(seats)}, dealt in were {sorted(record.setup.stacks)}"


def _folds_right(events: Sequence[ev.HandEvent], ended: ev.HandEnded) -> Iterator[str]:
    """Fold the record: the chips that the events move must lead to the stacks at its end."""
    hand: Hand | None = None
    for event in events[:-1]:
        hand = evolve(hand, event, VARIANTS[_game(events)])
    assert hand is not None
    stacks = {player.seat: player.stack for player in hand.players}
    if stacks != ended.stacks:
        yield f"the events lead to {stacks}, recorded are {ended.stacks}"
    before = sum(hand.setup.stacks.values())
    if sum(ended.stacks.values()) + hand.rake != before:
        yield f"{before} chips came in, {sum(ended.stacks.values())} and {hand.rake} of rake went out"


def _game(events: Sequence[ev.HandEvent]) -> str:
    first = events[0]
    assert isinstance(first, ev.HandStarted)
    return first.setup.game


def _shows_right(events: Sequence[ev.HandEvent]) -> Iterator[str]:
    """What was tabled is what was held, and who mucked won nothing at the showdown."""
    held: dict[int, list[int]] = {}
    mucked: set[int] = set()
    for event in events:
        match event:
            case ev.DealtDown(seat, cards) | ev.DealtUp(seat, cards):
                held.setdefault(seat, []).extend(cards)
            case ev.Discarded(seat, cards):
                held[seat] = [card for card in held.get(seat, ()) if card not in cards]
            case ev.Shown(seat, cards) if sorted(cards) != sorted(held.get(seat, ())):
                yield f"seat {seat} tabled other cards than it held"
            case ev.Mucked(seat):
                mucked.add(seat)
            case ev.Awarded(seat=seat, share=share) if share != "all" and seat in mucked:
                yield f"seat {seat} mucked and won"


def _say(record: HandRecord, stacks: Mapping[int, int]) -> str:
    return ", ".join(f"{one.name} {stacks.get(one.seat, 0)}" for one in record.players)
