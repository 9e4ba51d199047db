"""What the options of a load test mean, and what is refused."""

from __future__ import annotations

import random

import pytest

from greenfelt.client.load.errors import BadLoadOption
from greenfelt.client.load.expect import Expectation
from greenfelt.client.load.mix import tables_of
from greenfelt.client.load.think import Think


@pytest.mark.parametrize(
    ("text", "think"),
    [
        ("none", Think()),
        ("300ms", Think("exp", 0.3)),
        ("fixed:1.5s", Think("fixed", 1.5)),
        ("uniform:100ms-1s", Think("uniform", 0.1, 1.0)),
        ("lognormal:200ms,0.8", Think("lognormal", 0.2, 0.8)),
        ("lognormal:200ms", Think("lognormal", 0.2, 0.5)),
    ],
)
def test_think_times_are_read(text: str, think: Think) -> None:
    assert Think.parse(text) == think


@pytest.mark.parametrize(
    "text", ["", "fast", "300", "exp:", "uniform:1s", "uniform:2s-1s", "none:1s", "gauss:1s"]
)
def test_other_think_times_are_refused(text: str) -> None:
    with pytest.raises(BadLoadOption):
        Think.parse(text)


@pytest.mark.parametrize(
    ("text", "mean"), [("exp:300ms", 0.3), ("uniform:100ms-500ms", 0.3), ("fixed:300ms", 0.3)]
)
def test_think_times_have_their_mean(text: str, mean: float) -> None:
    rng = random.Random(8)
    drawn = [Think.parse(text).draw(rng) for _ in range(20_000)]
    assert sum(drawn) / len(drawn) == pytest.approx(mean, rel=0.03)


def test_games_are_spread_by_their_shares() -> None:
    assert tables_of("badugi", 3) == ["badugi"] * 3
    chosen = tables_of("badugi:3,horse", 8)
    assert chosen.count("badugi") == 6
    assert chosen[:4].count("horse") == chosen[4:].count("horse") == 1


@pytest.mark.parametrize("mix", ["", "badugi:", "badugi:0", "badugi:x", "badugi,,horse"])
def test_other_mixes_are_refused(mix: str) -> None:
    with pytest.raises(BadLoadOption):
        tables_of(mix, 4)


@pytest.mark.parametrize(
    ("text", "figures", "held"),
    [
        ("p99<25ms", {"p99": 24.9}, True),
        ("p99<25ms", {"p99": 25.0}, False),
        ("p99<=25ms", {"p99": 25.0}, True),
        ("p99.9 < 0.1s", {"p99.9": 99.0}, True),
        ("errors=0", {"errors": 0}, True),
        ("errors==0", {"errors": 1}, False),
        ("hands/s>=200", {"hands/s": 200.0}, True),
        ("cpu<70%", {"cpu": 0.69}, True),
        ("bytes/hand<12kB", {"bytes/hand": 12_001.0}, False),
        ("rss<=100MiB", {"rss": 104_857_600}, True),
        ("p99<25ms", {"p99": None}, False),
        ("p99<25ms", {}, False),
    ],
)
def test_a_limit_holds_or_not(text: str, figures: dict[str, float | None], held: bool) -> None:
    assert Expectation.parse(text).held(figures) is held


@pytest.mark.parametrize("text", ["", "p99", "p98<3ms", "p99<fast", "p99<3weeks", "p99!=3"])
def test_other_limits_are_refused(text: str) -> None:
    with pytest.raises(BadLoadOption):
        Expectation.parse(text)
