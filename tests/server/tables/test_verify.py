"""Stored hands are decided and settled again; whatever was changed in one of them is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest
from random_play import play_hand

from greenfelt.evaluators.cards import format_card
from greenfelt.server.engine import Rules
from greenfelt.server.engine import events as ev
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.record import Dealt, HandRecord
from greenfelt.server.tables.history.verify import Verdict, verify

RULES = Rules(small_bet=10, rake_per_mille=50, rake_cap=9, rake_no_draw_no_drop=False)


def record_from(events: Sequence[ev.HandEvent], voided: str = "") -> HandRecord:
    first = events[0]
    assert isinstance(first, ev.HandStarted)
    return HandRecord(
        table=7,
        table_name="Oslo",
        max_seats=6,
        mix="",
        began_ms=1,
        ended_ms=2,
        players=tuple(
            Dealt(seat, f"a{seat}", f"Player {seat}", False) for seat in first.setup.stacks
        ),
        events=list(events),
        voided=voided,
    )


def showdown(game: str = "badugi", *, winners: int = 1) -> list[ev.HandEvent]:
    """A hand with so many winners, a showdown and losers."""
    for seed in range(2_000):
        events = play_hand(game, seed, stacks=(200, 300), rules=RULES, players=3)
        won = {event.seat for event in events if isinstance(event, ev.Awarded)}
        tabled = [event for event in events if isinstance(event, ev.Shown)]
        if len(won) == winners and len(tabled) > 1:
            return events
    raise AssertionError("no such hand")


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_what_the_engine_paid_is_found_right(game: str) -> None:
    limit = VARIANTS[game].limit
    for seed in range(25):
        chip = (1, 5)[seed % 2]
        rules = msgspec.structs.replace(
            RULES, limit=limit, chip=chip, rake_cap={2: 5, 4: 9}, muck_losing=seed % 3 > 0
        )
        events = play_hand(game, seed, stacks=(20, 300), rules=rules)
        assert verify(record_from(events)) == Verdict(f"7-{seed}", ()), f"hand {seed}"


def replaced(
    events: Sequence[ev.HandEvent], kind: type, change: Callable[[ev.HandEvent], ev.HandEvent]
) -> list[ev.HandEvent]:
    """Change the last event of a kind."""
    at = max(index for index, event in enumerate(events) if isinstance(event, kind))
    return [*events[:at], change(events[at]), *events[at + 1 :]]


def test_a_wrong_award_is_found_and_its_correction_proposed() -> None:
    events = showdown()
    ended = events[-1]
    assert isinstance(ended, ev.HandEnded)
    award = next(event for event in reversed(events) if isinstance(event, ev.Awarded))
    loser = next(seat for seat in ended.stacks if seat != award.seat)
    paid = dict(ended.stacks)
    paid[loser] += award.amount
    paid[award.seat] -= award.amount
    wrong = replaced(events, ev.Awarded, lambda one: msgspec.structs.replace(one, seat=loser))
    wrong = replaced(wrong, ev.HandEnded, lambda one: ev.HandEnded(paid))

    verdict = verify(record_from(wrong))
    assert any("second settlement" in problem for problem in verdict.problems)
    assert {one.seat: one.excess for one in verdict.corrections} == {
        loser: award.amount,
        award.seat: -award.amount,
    }
    assert {one.account for one in verdict.corrections} == {f"a{loser}", f"a{award.seat}"}


def test_every_way_of_changing_a_record_is_found() -> None:
    events = showdown()
    right = record_from(events)
    ended = events[-1]
    assert isinstance(ended, ev.HandEnded)
    one, two = sorted(ended.stacks)[:2]
    shifted = {**ended.stacks, one: ended.stacks[one] + 1, two: ended.stacks[two] - 1}
    more = {**ended.stacks, one: ended.stacks[one] + 1}
    changed = {
        "stacks": replaced(events, ev.HandEnded, lambda _: ev.HandEnded(shifted)),
        "a chip from nowhere": replaced(events, ev.HandEnded, lambda _: ev.HandEnded(more)),
        "no rake": [event for event in events if not isinstance(event, ev.RakeTaken)],
        "no showdown": [event for event in events if not isinstance(event, ev.Shown)],
        "no end": events[:-1],
        "no beginning": events[1:],
        "nothing": [],
        "a card": replaced(
            events,
            ev.DealtDown,
            lambda e: ev.DealtDown(e.seat, tuple((card + 1) % 52 for card in e.cards)),
        ),
        "another shuffle": replaced(
            events, ev.Shuffled, lambda e: ev.Shuffled(e.why, e.order[::-1])
        ),
        "a short deck": replaced(events, ev.Shuffled, lambda e: ev.Shuffled(e.why, e.order[:-1])),
        "a seat": replaced(events, ev.Called, lambda e: msgspec.structs.replace(e, seat=99)),
        "an amount": replaced(
            events, ev.Called, lambda e: msgspec.structs.replace(e, add=e.add + 1)
        ),
        "a check": [event for event in events if not isinstance(event, ev.Checked)],
        "shown cards": replaced(events, ev.Shown, lambda e: ev.Shown(e.seat, e.cards[::-1][1:])),
        "twice over": [*events[:-1], *events[-2:]],
    }
    for what, wrong in changed.items():
        assert verify(msgspec.structs.replace(right, events=wrong)).problems, what


def test_a_winner_who_mucked_is_found() -> None:
    events = showdown()
    winner = next(event.seat for event in events if isinstance(event, ev.Awarded))
    mucked = [
        ev.Mucked(winner) if isinstance(event, ev.Shown) and event.seat == winner else event
        for event in events
    ]
    assert any("mucked and won" in problem for problem in verify(record_from(mucked)).problems)


def test_a_hand_without_an_end_is_right_only_when_it_was_voided() -> None:
    begun = showdown()[:-6]
    assert verify(record_from(begun, "a fouled deck")).problems == ()
    assert verify(record_from(begun)).problems


def test_reports_name_no_card_that_was_never_shown() -> None:
    events = showdown("27td")
    shown = {card for event in events if isinstance(event, ev.Shown) for card in event.cards}
    texts: list[str] = []
    for kind in (ev.DealtDown, ev.Discarded, ev.Shuffled, ev.Burned):
        wrong = [event for event in events if not isinstance(event, kind)]
        texts += verify(record_from(wrong)).problems
    text = " ".join(texts)
    assert text
    assert not [card for card in range(52) if card not in shown and format_card(card) in text]
