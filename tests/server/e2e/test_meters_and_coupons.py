"""A real server: a meter that two tables share and a coupon, over a kill, with the books proved."""

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
from greenfelt.server.net.child import ServerProcess

CONFIG = """
[accounts]
grant = 100000
""" + "".join(
    f"""
[[tables]]
name = "{name}"
game = "{game}"
seats = 3
min_buy_in = 1000
max_buy_in = 50000
house_rules = {{ harmony_seed = 70000 }}
meters = {{ harmony = "grand" }}
[tables.clocks]
pause_ms = 0
"""
    for name, game in (("North", "minibaccarat"), ("South", "rising_phoenix"))
)
STAKE = 107
"""15 percent of it are 16.05 cents, 3 percent 3.21."""


def run(*words: str) -> str:
    result = CliRunner().invoke(admin, list(words))
    assert result.exit_code == 0, result.output
    return result.output


def meter(player: Player, table: int) -> int:
    came = player.ask(msg.Watch, table)
    (snapshot,) = [each for each in came if isinstance(each, msg.Snapshot)]
    player.ask(msg.Unwatch, table)
    assert snapshot.felt is not None
    shown: int = snapshot.felt.view["meters"]["harmony"]
    return shown


def a_round(player: Player) -> None:
    player.act("wager", "banker", 1_000)
    player.act("wager", "harmony", STAKE)
    player.act("done")


def proved(directory: Path) -> dict[str, Any]:
    checked: dict[str, Any] = json.loads(
        run("ledger", "check", "--json", "--data-dir", str(directory))
    )
    assert checked["problems"] == []
    return checked


def test_meter_and_coupon_outlive_a_kill_and_the_books_are_proved(
    serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    directory = short_dir / "data"
    server = serve(CONFIG)
    with closing(Player(server, "Ann")) as ann:
        assert meter(ann, 1) == meter(ann, 2) == 70_000
        ann.ask(msg.Sit, 1, 50_000)
        for _ in range(3):
            a_round(ann)
        before = meter(ann, 1)
        assert before == meter(ann, 2) == 70_000 + 3 * STAKE * 15 // 100
        said = run(
            *("coupon", "Ann", "500", "--expires", "2199-12-31", "--why", "a birthday"),
            *("--data-dir", str(directory)),
        )
        serial = said.split()[1]
        a_round(ann)
        choices = [each.on for each in ann.window().options if each.do == "coupon"]
        assert f"banker+{serial}" in choices
        ann.act("coupon", f"banker+{serial}", 1_000)
        north, _ = proved(directory)["tables"]
        assert north["held"]["ann"]["running"] == -1_000 == -north["pots"]
        server.kill()
    north, _ = proved(directory)["tables"]
    assert north["held"]["ann"]["running"] == -1_000, "the round goes on"
    again = serve(CONFIG)
    with closing(Player(again, "Ann")) as ann:
        assert meter(ann, 1) == meter(ann, 2) == 70_000 + 4 * STAKE * 15 // 100
        felt = ann.look().felt
        assert felt is not None
        assert [wager["coupon"] for wager in felt.view["wagers"]] == [500]
        ann.act("done")
        at_rest = proved(directory)
        assert at_rest["tables"][0]["held"]["ann"]["running"] == 0
        assert 0 < at_rest["hands"] <= 5
        assert not [each for each in ann.window().options if each.do == "coupon"]
        again.kill()
    third = serve(CONFIG)
    with closing(Player(third, "Ann")) as ann:
        ann.ask(msg.StandUp, 1)
    assert third.stop() == 0
    checked = proved(directory)
    assert checked["totals"]["meters"] > 70_000
    assert "together 0" in run("ledger", "check", "--data-dir", str(directory))
    (line,) = run("coupons", "--json", "--data-dir", str(directory)).splitlines()
    total = json.loads(line)
    assert (total["given_serials"], total["redeemed_serials"]) == ([serial], [serial])
    assert (total["given_value"], total["redeemed_value"]) == (500, 500)
    assert "redeemed 1 coupons worth 500 chips" in run("coupons", "--data-dir", str(directory))
    acts = run("log", "--data-dir", str(directory))
    assert "meter:grand" in acts
    assert "a birthday" in acts
