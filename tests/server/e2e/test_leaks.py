"""The scanner itself finds what it must find: a deliberate leak in each form, and nothing else."""

from __future__ import annotations

import msgpack
import msgspec
import pytest
from support.leaks import Secrets

from greenfelt.client.load.leaks import Group, scan
from greenfelt.evaluators.cards import parse_cards
from greenfelt.protocol import messages as msg
from greenfelt.server.engine import events as he
from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.setup import HandSetup

OWN = parse_cards("As2h3d4c")
THEIRS = parse_cards("KdQh9s5c")
HIDDEN = [Group.of(THEIRS)]


def forms(frame: object) -> set[str]:
    body = frame if isinstance(frame, bytes) else msgpack.packb(frame)
    return {leak.form for leak in scan(body, set(OWN), HIDDEN)}


def update(*events: msg.AnyTableEvent) -> bytes:
    return msgspec.msgpack.encode(msg.Update(1, 120, list(events), 10))


def test_what_a_player_may_see_is_no_leak() -> None:
    honest = update(
        msg.HandBegan(7, "badugi", 3, [1, 2, 3, 4, 5, 6], [1000] * 6, "10/20 fixed, blinds 5/10"),
        msg.Dealt(2, 4, "As2h3d4c"),
        msg.Dealt(3, 4),
        msg.Turn(2, 5, "bet", 30000, 30000, [msg.Option("fold"), msg.Option("raise", 40, 40, 40)]),
        msg.Pots([120, 40], [[1, 2, 3], [2, 3]]),
        msg.Chat("Ted", "raised to 5, I said: 9 steps; Kc is no card of mine"[:30]),
    )
    assert forms(honest) == set()


@pytest.mark.parametrize(
    "leak",
    [
        msg.Dealt(3, 4, "KdQh9s5c"),
        msg.Dealt(3, 1, "5c"),
        msg.Drew(3, 1, "9s"),
        msg.Shown(3, "KdQh9s5c", "no badugi"),
        msg.Chat("dealer", "the river would be Q♥"),
        msg.Board("Kd"),
        msg.Notice("debug", "holds 5c 9s"),
    ],
)
def test_a_card_in_text_is_found(leak: msg.AnyTableEvent) -> None:
    assert "text" in forms(update(leak))


@pytest.mark.parametrize(
    "frame",
    [
        ["u", 1, 120, [["d", 3, 4, list(THEIRS)]], 10],
        ["u", 1, 120, [["d", 3, 4, sorted(THEIRS)]], 10],
        ["u", 1, 120, [["d", 3, 4, sorted(THEIRS)[::-1]]], 10],
        ["u", 1, 120, [{"cards": list(THEIRS)}], 10],
        ["u", 1, 120, [["d", 3, bytes(THEIRS)]], 10],
        ["u", 1, 120, [["deck", list(range(51, -1, -1))]], 10],
    ],
)
def test_a_hand_as_indexes_is_found(frame: list[object]) -> None:
    assert "index" in forms(frame)


@pytest.mark.parametrize(
    "mask",
    [
        sum(1 << card for card in THEIRS),
        sum(1 << card for card in (*THEIRS, *OWN)),
        1 << THEIRS[0],
        (1 << 52) - 1,
    ],
)
def test_cards_as_a_mask_are_found(mask: int) -> None:
    assert "mask" in forms(["u", 1, 120, [["a", 3, "call", mask]], 10])


def test_an_amount_that_is_the_mask_of_low_cards_by_chance_is_no_leak() -> None:
    low = Group.of(parse_cards("2d3s3c2h"))
    assert low.mask == 0x96
    body = msgpack.packb(["u", 1, 120, [["a", 3, "call", 150]], 10])
    assert scan(body, set(OWN), [low]) == []


def test_what_is_hidden_follows_the_hand() -> None:
    secrets = Secrets()
    first, second = parse_cards("KdQh9s5c"), parse_cards("8d7h6s2c")
    order = (*first, *second, *parse_cards("3h3s4d4h5h5s6h6d"))
    setup = HandSetup(hand=1, game="badugi", rules=Rules(), button=1, stacks={1: 100, 2: 100})
    for event in (
        he.HandStarted(setup),
        he.Shuffled("deal", order),
        he.DealtDown(1, first),
        he.DealtDown(2, second),
    ):
        secrets.fold(event)
    assert secrets.may_see(1) == set(first)
    assert secrets.may_see(0) == set()
    assert Group.of(second) in secrets.hidden(1)
    assert Group.of(first) not in secrets.hidden(1)

    secrets.fold(he.Discarded(2, second[:1]))
    new = parse_cards("3h")
    secrets.fold(he.DealtDown(2, new))
    assert secrets.may_see(2) == {*second, *new}
    assert {*second[1:], *new} in [set(group.cards) for group in secrets.hidden(1)]

    secrets.fold(he.Shown(2, (*second[1:], *new)))
    assert secrets.may_see(1) == {*first, *second[1:], *new}
    assert second[0] not in secrets.may_see(1), "a card that was thrown is never told"
