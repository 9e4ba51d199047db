"""A player's figures, counted from the lines of his hands."""

from __future__ import annotations

from greenfelt.server.tables.history.statistics import Figures, figures_by_game


def test_figures_are_counted_game_by_game_and_add_up() -> None:
    games = figures_by_game(
        [
            ("badugi", -10, ""),
            ("razz", 35, "vrsw"),
            ("badugi", -40, "vs"),
            ("badugi", 25, "v"),
            ("badugi", 0, "x"),
        ]
    )
    assert list(games) == ["badugi", "razz"]
    assert games["badugi"] == Figures(hands=3, net=-25, voluntary=2, showdowns=1)
    assert games["razz"] == Figures(1, 35, 1, 1, 1, 1)
    assert sum(games.values(), Figures()) == Figures(4, 10, 3, 1, 2, 1)


def test_nobody_who_did_not_play_has_figures() -> None:
    assert figures_by_game([]) == {}
