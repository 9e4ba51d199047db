"""The audit finds what a table's frames give away, whatever order they come in."""

from __future__ import annotations

import msgpack
import pytest

from greenfelt.client.load.audit import Audit, mask_of
from greenfelt.client.model import split_cards
from greenfelt.evaluators.cards import parse_cards

OWN, THEIRS = "As2h3d4c", "KdQh9s5c"
INDEXES = list(parse_cards(THEIRS))


def audited(value: object, *, version: int = 10, tabled: bool = False) -> Audit:
    """A frame to seat 1, which came before seat 2 was told its cards of version 5."""
    audit = Audit()
    audit.hold(7, 1, 5, split_cards(OWN))
    allowed = mask_of(OWN) | (mask_of(THEIRS) if tabled else 0)
    audit.frame(7, 1, version, msgpack.packb(value), allowed)
    audit.hold(7, 2, 5, split_cards(THEIRS))
    if tabled:
        audit.table(7, 2, 9)
    audit.close()
    return audit


def test_own_cards_are_no_leak() -> None:
    audit = audited(["u", 1, 10, [["d", 1, 4, OWN], ["d", 2, 4, ""]], 3])
    assert (audit.leaks, audit.scanned, audit.unscanned) == (0, 1, 0)


@pytest.mark.parametrize(
    "value",
    [["d", 2, 4, THEIRS], ["chat", "has Kd"], INDEXES, {"cards": mask_of(THEIRS)}],
    ids=["text", "word", "indexes", "mask"],
)
def test_a_card_of_somebody_else_is_one(value: object) -> None:
    audit = audited(value)
    assert audit.leaks
    assert "seat 1" in audit.shown[0]


def test_a_version_that_is_a_low_hands_mask_is_no_leak() -> None:
    audit = Audit()
    low = "2h2s4d4s"
    audit.hold(7, 2, 5, split_cards(low))
    audit.frame(7, 1, 6, msgpack.packb(["u", 1, mask_of(low), [], 1_000_000]), 0)
    audit.close()
    assert (audit.scanned, audit.leaks) == (1, 0)


def test_the_same_frame_may_be_a_leak_to_one_and_none_to_another() -> None:
    audit = Audit()
    audit.hold(7, 2, 5, split_cards(THEIRS))
    for seat in (1, 2):
        audit.frame(7, seat, 6, msgpack.packb(["d", INDEXES, True, 1.5, {}]), 0)
    audit.close()
    assert audit.leaks == 1


def test_what_is_tabled_may_be_told() -> None:
    assert audited(["show", 2, THEIRS], tabled=True).leaks == 0
    assert audited(INDEXES, tabled=True).leaks == 0
    assert audited(INDEXES, tabled=True, version=8).leaks == 1


def test_cards_thrown_away_are_hidden_no_more_as_a_hand() -> None:
    audit = Audit()
    audit.hold(7, 2, 5, split_cards(THEIRS))
    audit.hold(7, 2, 12, split_cards("2c3c4h5h"))
    audit.frame(7, 1, 6, msgpack.packb(INDEXES), 0)
    audit.frame(7, 1, 12, msgpack.packb(INDEXES), 0)
    audit.close()
    assert audit.leaks == 1


def test_frames_of_a_hand_are_held_until_the_hand_after_the_next() -> None:
    audit = Audit()
    for hand in (1, 2, 3, 4):
        audit.frame(hand, 0, hand, b"\x90", 0)
    assert audit.scanned == 2
    audit.frame(2, 0, 9, b"\x90", 0)
    assert audit.unscanned == 1
    audit.close()
    assert audit.scanned == 4
