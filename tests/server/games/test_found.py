"""The door for game modules: whose they are, what they can, and what a broken one does to the others."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from greenfelt.server.games.found import GAMES_GROUP, Modules, UnknownGame, game_modules


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Modules]:
    """Four modules of strangers: a good one, and three that are broken in different ways."""
    sources = {
        "whist_rules": "class M:\n    games = {'whist': 'Whist'}\n    def open(self): ...\nMODULE = M()",
        "second_poker": "class M:\n    games = {'holdem': 'Mine', 'snap': 'Snap'}\nMODULE = M()",
        "falls_over": "raise RuntimeError('no licence file')",
    }
    for name, text in sources.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    ours = [
        EntryPoint("poker", "greenfelt.server.games.poker.module:MODULE", GAMES_GROUP),
    ]
    theirs = [EntryPoint(f"z_{name}", f"{name}:MODULE", GAMES_GROUP) for name in sources]
    theirs.append(EntryPoint("z_gone", "not_there_at_all:MODULE", GAMES_GROUP))
    yield Modules(lambda: [*theirs, *ours])
    for name in sources:
        sys.modules.pop(name, None)


def test_poker_and_table_games_are_found_by_the_same_door() -> None:
    modules = game_modules()
    assert modules.module_of("holdem").games["holdem"] == "Hold'em"
    assert "minibaccarat" in modules.module_of("baccarat").games
    assert {"blackjack", "baccarat"} <= modules.by_code("open").keys()
    assert "holdem" not in modules.by_code("open")
    assert "holdem" in modules.by_code("settle")
    assert modules.faults() == []


def test_a_broken_module_is_named_and_harms_no_other(strangers: Modules) -> None:
    assert strangers.module_of("holdem").games["badugi"] == "Badugi"
    assert strangers.module_of("whist").games == {"whist": "Whist"}
    assert strangers.module_of("snap").games["snap"] == "Snap"
    assert list(strangers.by_code("open")) == ["whist"]
    assert strangers.faults() == [
        "the game module 'z_falls_over' (falls_over:MODULE): RuntimeError: no licence file",
        "the game module 'z_gone' (not_there_at_all:MODULE): "
        "ModuleNotFoundError: No module named 'not_there_at_all'",
        "the game module 'z_second_poker' (second_poker:MODULE): there is a game 'holdem' already",
    ]


def test_what_is_asked_for_in_vain_names_the_modules_that_might_have_had_it(
    strangers: Modules,
) -> None:
    with pytest.raises(
        UnknownGame, match=r"no game 'bridge'; there are .*whist; .*no licence file"
    ):
        strangers.module_of("bridge")


def test_no_module_is_loaded_before_it_is_needed(strangers: Modules) -> None:
    strangers.module_of("razz")
    assert "falls_over" not in sys.modules
    assert "whist_rules" not in sys.modules
