"""A player's figures, counted from the lines of his hands."""

from __future__ import annotations

from msgspec.structs import replace
from support.house_rig import Rig, config_of

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.history.rounds import RoundRecord, lines_of_round, record_of_round
from greenfelt.server.tables.history.statistics import (
    Figures,
    RoundFigures,
    figures_by_game,
    round_figures,
)


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


def act(rig: Rig, do: str, on: str = "", amount: int = 0) -> None:
    window = rig.look("ann").felt.window  # type: ignore[union-attr]
    assert window is not None
    assert rig.do(cmd.Act("ann", window.hand, window.turn, do, amount, (), on)) is not None


def a_round(rig: Rig) -> RoundRecord:
    """Ann bets $5 on Player, takes it back, bets $3 on it and $1 on the tie."""
    act(rig, "wager", "player", 500)
    offered = rig.look("ann").felt.window.options  # type: ignore[union-attr]
    act(rig, "withdraw", next(each.on for each in offered if each.do == "withdraw"))
    act(rig, "wager", "player", 300)
    act(rig, "wager", "tie", 100)
    act(rig, "done")
    assert rig.table.over is not None
    return record_of_round(rig.table, rig.table.over, rig.now_ms)


def test_rounds_are_counted_with_what_was_wagered_and_not_taken_back() -> None:
    rig = Rig(config_of("minibaccarat"))
    rig.do(cmd.Sit("ann", "Ann", 50_000))
    first, second = a_round(rig), a_round(rig)
    net = rig.table.stack(1) - 50_000
    rounds = []
    for record in (first, second, replace(second, voided="a fouled shoe")):
        (line,) = lines_of_round(record)
        assert line.wagered == 400
        rounds.append((line.game, line.net, line.marks, line.wagered))
    assert round_figures(rounds) == {"minibaccarat": RoundFigures(2, 800, net)}
