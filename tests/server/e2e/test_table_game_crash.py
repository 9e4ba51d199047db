"""The server is killed in the middle of a blackjack round: the same cards lie, the round goes on, once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner
from support.table_player import Player

from greenfelt.protocol import messages as msg
from greenfelt.server.commands.admin import admin
from greenfelt.server.net.child import ServerProcess

CONFIG = """
[accounts]
grant = 100000
[[tables]]
name = "Lido"
game = "blackjack"
seats = 3
min_buy_in = 1000
max_buy_in = 50000
[tables.clocks]
pause_ms = 0
"""
BUY_IN = 50_000


def into_a_turn(player: Player) -> msg.Snapshot:
    """Bet until a round waits for the player's own turn; return the table then."""
    for _ in range(40):
        player.act("wager", "blackjack", 1_000)
        player.act("wager", "hit_and_run", 100)
        player.act("done")
        while (kind := player.window().kind) not in ("betting", "turns"):
            player.act("pass" if kind != "house_money" else "take")
        if player.window().kind == "turns":
            return player.look()
    raise AssertionError("forty rounds without a turn")


def essence(snapshot: msg.Snapshot) -> object:
    """Return what must be the same after a crash."""
    assert snapshot.felt is not None
    stacks = [(seat.seat, seat.name, seat.stack) for seat in snapshot.seats]
    return snapshot.hand, stacks, snapshot.felt.view


def test_a_round_that_a_crash_interrupts_goes_on_and_is_settled_once(
    serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    server = serve(CONFIG)
    with closing(Player(server, "Ann")) as ann:
        ann.ask(msg.Sit, 1, BUY_IN)
        before = into_a_turn(ann)
        server.kill()
    again = serve(CONFIG)
    with closing(Player(again, "Ann")) as ann:
        after = ann.look()
        assert essence(after) == essence(before)
        stake = sum(wager["amount"] for wager in after.felt.view["wagers"])  # type: ignore[union-attr]
        assert stake >= 1_000
        while ann.window().kind == "turns":
            ann.act("stand")
        assert ann.window().hand == before.hand + 1
        paid = ann.look().seats[0].stack
        again.kill()
    third = serve(CONFIG)
    with closing(Player(third, "Ann")) as ann:
        assert ann.look().seats[0].stack == paid
        ann.ask(msg.StandUp, 1)
    assert third.stop() == 0
    checked = CliRunner().invoke(admin, ["ledger", "check", "--data-dir", str(short_dir / "data")])
    assert checked.exit_code == 0, checked.output
    assert "together 0" in checked.output
