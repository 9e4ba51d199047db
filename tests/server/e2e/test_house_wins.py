"""Wins on progressive wagers that wait for the floor: held over a crash, and paid by its word alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from support.table_player import Player

from greenfelt.protocol import messages as msg
from greenfelt.server.commands.admin import admin
from greenfelt.server.commands.history import history
from greenfelt.server.net.child import ServerProcess

CONFIG = """
[limits]
requests_per_second = 10000.0
request_burst = 10000
[accounts]
grant = 1000000
[[tables]]
name = "Lido"
game = "blackjack"
seats = 3
min_buy_in = 1000
max_buy_in = 500000
house_rules = { hold_from = 1, side_min_bet = 100 }
[tables.clocks]
pause_ms = 0
"""
BUY_IN = 500_000


def floor(data: Path, *words: str, status: int = 0) -> str:
    done = CliRunner().invoke(admin, [*words, "--data-dir", str(data)])
    assert done.exit_code == status, done.output
    return done.output


def until_a_win_is_held(player: Player) -> list[Any]:
    """Bet on Straight Jack until it wins; return seat, wager and amount of the win."""
    for _ in range(200):
        player.act("wager", "blackjack", 1_000)
        player.act("wager", "straight_jack", 100)
        player.act("done")
        while (kind := player.window().kind) not in ("betting", "verification"):
            player.act({"turns": "stand", "house_money": "take"}.get(kind, "pass"))
        if player.window().kind == "verification":
            felt = player.look().felt
            assert felt is not None
            (held,) = felt.view["held"]
            return list(held)
    raise AssertionError("Straight Jack did not win in 200 rounds")


def test_a_win_is_held_over_a_crash_and_paid_when_the_floor_says_so(
    serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    data = short_dir / "data"
    server = serve(CONFIG)
    with closing(Player(server, "Ann")) as ann:
        ann.ask(msg.Sit, 1, BUY_IN)
        seat, wager, amount = until_a_win_is_held(ann)
        stack = ann.look().seats[0].stack
        floor(data, "ledger", "check")
        assert f"held {seat} {wager} {amount}, seats" in floor(data, "list")
        assert "wins_held 1," in floor(data, "status")
        number = ann.look().hand
        server.kill()
    again = serve(CONFIG)
    with closing(Player(again, "Ann")) as ann:
        assert ann.window().kind == "verification", "no round opens before the win is verified"
        assert ann.look().seats[0].stack == stack
        said = floor(data, "release", "1", "2", wager, "--why", "cards seen", status=1)
        assert "no win of seat 2 is held" in said
        floor(data, "release", "1", str(seat), wager, "--why", "cards seen")
        assert ann.look().seats[0].stack == stack + amount
        assert "NOT" not in floor(data, "ledger", "check")
        assert ann.window().kind == "betting"
        assert "held" not in floor(data, "list")
        said = floor(data, "release", "1", str(seat), wager, "--why", "twice", status=1)
        assert "no win" in said
        assert ann.look().seats[0].stack == stack + amount
        ann.ask(msg.StandUp, 1)
    assert again.stop() == 0
    assert "together 0" in floor(data, "ledger", "check")
    shown = CliRunner().invoke(
        history, ["show", f"1-{number}", "--format", "json", "--data-dir", str(data)]
    )
    assert shown.exit_code == 0, shown.output
    record = json.loads(shown.output)
    won = next(each for each in record["wagers"].values() if each["type"] == "straight_jack")
    assert won["returned"] == amount
    verified = CliRunner().invoke(history, ["verify", "--all", "--data-dir", str(data)])
    assert verified.exit_code == 0, verified.output
