"""The running log: what is said as one, and what stays apart."""

from __future__ import annotations

import pytest

from greenfelt.client.model import LogLine
from greenfelt.client.widgets.log import log_lines
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.text import plain
from greenfelt.client.wording import YOURSELF, describe, to_himself
from greenfelt.protocol.messages import ButtonDrawn, Posted, Stood


def told(*entries: tuple[str, str]) -> str:
    log = [LogLine(1, kind, text) for kind, text in entries]
    return plain(log_lines(log, 78, 10, Look()))


def test_an_ante_is_a_kind_of_its_own() -> None:
    assert describe(Posted(1, "ante", 2), str) == ("ante", "1 antes 2")


def test_everybody_s_ante_is_told_at_once() -> None:
    antes = [("ante", f"{name} antes 2") for name in ("anna", "ruth", "kojo")]
    said = told(("hand", "Hand 1: Razz"), *antes, ("street", "third street"))
    assert said == "Hand 1: Razz: 3 antes of 2\nthird street"


def test_a_short_ante_is_told_of_its_player() -> None:
    antes = [("ante", "anna antes 2"), ("ante", "lena antes 2"), ("ante", "ruth antes 1")]
    assert told(("hand", "Hand 1"), *antes) == "Hand 1: 2 antes of 2, ruth antes 1"


def test_a_bet_is_never_an_ante() -> None:
    said = told(("street", "third street"), ("action", "a antes 2"), ("action", "b antes 2"))
    assert said == "third street: a antes 2, b antes 2"


def test_comings_and_goings_share_a_line_and_nothing_else_does() -> None:
    said = told(
        ("street", "river"),
        ("action", "ruth bets 20"),
        ("seat", "kojo leaves"),
        ("action", "anna calls 20"),
        ("result", "anna wins 45"),
        ("seat", "ruth is back"),
        ("seat", "lena is back"),
        ("hand", "Hand 2"),
        ("seat", "amir is back"),
    )
    assert said.splitlines() == [
        "river: ruth bets 20",
        "kojo leaves",
        "anna calls 20",
        "anna wins 45",
        "ruth is back, lena is back",
        "Hand 2",
        "amir is back",
    ]


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Stood(1, "ann", "left"), "you leave"),
        (Stood(2, "bob", "left"), "bob leaves"),
        (Stood(2, "bob", "the table closed"), "bob leaves (the table closed)"),
        (
            ButtonDrawn([1, 2], ["5h", "Ad"], 2),
            "for the button: you 5h, seat 2 Ad; it goes to seat 2",
        ),
    ],
)
def test_who_reads_it_is_you(event: Stood | ButtonDrawn, says: str) -> None:
    line = describe(event, lambda seat: f"seat {seat}", 1)
    assert line is not None
    assert line[1] == says


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("{} bets $25 on Banker", "You bet $25 on Banker"),
        ("{} pushes", "You push"),
        ("{}: Blackjack -$10", "You: Blackjack -$10"),
        ("{}'s House Money wins $5", "Your House Money wins $5"),
        ("The player hand goes to {}", "The player hand goes to you"),
        ("Player draws Q♦", "Player draws Q♦"),
    ],
)
def test_a_layout_s_sentence_is_turned_to_its_reader(sentence: str, says: str) -> None:
    assert to_himself(sentence.format(YOURSELF)) == says
