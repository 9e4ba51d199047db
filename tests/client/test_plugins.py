"""Layouts and bots that other packages bring, and what a broken one does."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from greenfelt.client.bots import STRATEGY_GROUP, load_strategy
from greenfelt.client.layouts import LAYOUT_GROUP, Plain, layout_for
from greenfelt.client.plugins import Plugin, Unloadable, plugins


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package's layout and bot that cannot be imported."""
    for group in (LAYOUT_GROUP, STRATEGY_GROUP):
        entry = EntryPoint("whist", "whist_gone:THING", group)
        monkeypatch.setitem(plugins(group), "whist", Plugin(entry))  # type: ignore[arg-type]
    layout_for.cache_clear()


def test_ours_come_by_the_groups_of_everybody() -> None:
    assert plugins(LAYOUT_GROUP)["blackjack"].load() is layout_for("blackjack")
    assert plugins(STRATEGY_GROUP)["flat-bettor"].load() is load_strategy("flat-bettor")
    assert type(layout_for("no-such-game")) is Plain


def test_a_broken_layout_leaves_the_plain_one_which_says_why(broken: None) -> None:
    layout = layout_for("whist")
    assert isinstance(layout, Plain)
    assert layout.why == (
        "'whist' (whist_gone:THING) cannot be loaded: "
        "ModuleNotFoundError: No module named 'whist_gone'"
    )


def test_a_broken_bot_is_an_error_in_words(broken: None) -> None:
    with pytest.raises(Unloadable, match=r"'whist' \(whist_gone:THING.*No module named"):
        load_strategy("whist")
