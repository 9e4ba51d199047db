"""The server is killed in the middle of rounds: the same cards lie, each goes on, and is settled once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from redis import Redis
from support.outside import OutsideStore
from support.table_player import Player

from greenfelt.protocol import messages as msg
from greenfelt.server.commands.admin import admin
from greenfelt.server.commands.calling import FloorCall
from greenfelt.server.commands.history import history
from greenfelt.server.commands.opening import opened
from greenfelt.server.games.live import TICKS
from greenfelt.server.net.child import ServerProcess
from greenfelt.server.room import floor
from greenfelt.server.store import keys
from greenfelt.server.store.archive import Archive
from greenfelt.server.store.settling import meters_on_books
from greenfelt.server.tables.history.rounds import RoundRecord

TABLE = """
[[tables]]
name = "{name}"
game = "{game}"
seats = 3
min_buy_in = 1000
max_buy_in = 50000
{more}
[tables.clocks]
pause_ms = 0
"""
CONFIG = """
[limits]
requests_per_second = 10000.0
request_burst = 10000
[accounts]
grant = 10000000
"""
SQUEEZE = "house_rules = { squeeze = true }"
BUY_IN = 50_000
KILLS = 3
"""How often the server of the bots is killed, five rounds apart at least."""

SIDES = {"blackjack": ("blackjack", "hit_and_run"), "baccarat": ("player", "house_money")}
DECISION = {"blackjack": "turns", "baccarat": "squeeze"}
SAFE = {"turns": "stand", "squeeze": "turn", "third": "turn", "house_money": "take"}


def table(name: str, game: str) -> str:
    return TABLE.format(name=name, game=game, more=SQUEEZE if game == "baccarat" else "")


def into_a_decision(player: Player, game: str) -> msg.Snapshot:
    """Bet until a round waits for the player's own decision; return the table then."""
    main, side = SIDES[game]
    for _ in range(40):
        player.act("wager", main, 1_000)
        player.act("wager", side, 100)
        player.act("done")
        while (kind := player.window().kind) not in ("betting", DECISION[game]):
            player.act(SAFE.get(kind, "pass"))
        if player.window().kind == DECISION[game]:
            return player.look()
    raise AssertionError("forty rounds without a decision")


def play_out(player: Player) -> None:
    """Take the safe way to the end of the round."""
    while (window := player.window()).kind != "betting":
        on = next(each.on for each in window.options if each.do == SAFE.get(window.kind, "pass"))
        player.act(SAFE.get(window.kind, "pass"), on)


def play_rounds(player: Player, game: str, count: int) -> None:
    main, side = SIDES[game]
    for _ in range(count):
        player.act("wager", main, 1_000)
        player.act("wager", side, 100)
        player.act("done")
        play_out(player)


def essence(snapshot: msg.Snapshot) -> object:
    """Return what must be the same after a crash."""
    assert snapshot.felt is not None
    stacks = [(seat.seat, seat.name, seat.stack) for seat in snapshot.seats]
    return snapshot.hand, stacks, snapshot.felt.view


def check_books(data: Path) -> None:
    """The ledger is exact, and every round settles the same way again."""
    checked = CliRunner().invoke(admin, ["ledger", "check", "--data-dir", str(data)])
    assert checked.exit_code == 0, checked.output
    assert "together 0" in checked.output
    verified = CliRunner().invoke(history, ["verify", "--all", "--data-dir", str(data)])
    assert verified.exit_code == 0, verified.output


@pytest.mark.parametrize("game", ["blackjack", "baccarat"])
def test_rounds_after_the_floor_has_settled_a_table_take_no_old_ones_place(
    serve: Callable[..., ServerProcess], short_dir: Path, game: str
) -> None:
    directory = short_dir / "outside"
    directory.mkdir()
    config = CONFIG + table("Lido", game)
    with OutsideStore(directory) as outside, Redis.from_url(outside.url) as client:
        server = serve(config, ["--redis", outside.url])
        with closing(Player(server, "Ann")) as ann:
            ann.ask(msg.Sit, 1, BUY_IN)
            play_rounds(ann, game, 2)
        server.stop()
        lost, _ = client.xrevrange(keys.log(1), count=5)[-1]
        client.xdel(keys.log(1), lost)
        client.delete(keys.snapshot(1))  # or the step may be in it
        again = serve(config, ["--redis", outside.url], quiet=False)
        assert "table 1 is stopped" in again.log
        with FloorCall(short_dir / "data") as call:
            answer = call.ask(floor.Settle("a step is lost", 1))
        assert answer.code == "", answer.text
        before = client.hgetall(keys.hands(1))
        with closing(Player(again, "Ann")) as ann:
            ann.ask(msg.Sit, 1, BUY_IN)
            play_rounds(ann, game, 2)
            shown = ann.look().felt.view["meters"]  # type: ignore[union-attr]
        after = client.hgetall(keys.hands(1))
        again.stop()
        kept = meters_on_books(client, 1)
    assert {name: kept[f"!meter:1:{name}"] // TICKS for name in shown} == shown
    assert before.items() <= after.items()
    assert len(after) >= len(before) + 2 >= 4


@pytest.mark.parametrize("game", ["blackjack", "baccarat"])
def test_a_round_that_a_crash_interrupts_goes_on_and_is_settled_once(
    serve: Callable[..., ServerProcess], short_dir: Path, game: str
) -> None:
    config = CONFIG + table("Lido", game)
    server = serve(config)
    with closing(Player(server, "Ann")) as ann:
        ann.ask(msg.Sit, 1, BUY_IN)
        before = into_a_decision(ann, game)
        server.kill()
    again = serve(config)
    with closing(Player(again, "Ann")) as ann:
        after = ann.look()
        assert essence(after) == essence(before)
        stake = sum(wager["amount"] for wager in after.felt.view["wagers"])  # type: ignore[union-attr]
        assert stake >= 1_000
        play_out(ann)
        assert ann.window().hand == before.hand + 1
        paid = ann.look().seats[0].stack
        again.kill()
    third = serve(config)
    with closing(Player(third, "Ann")) as ann:
        assert ann.look().seats[0].stack == paid
        ann.ask(msg.StandUp, 1)
    assert third.stop() == 0
    check_books(short_dir / "data")


def kept(data: Path) -> dict[int, list[int]]:
    """Return the numbers of the rounds that are kept of each table."""
    with opened(data, "") as client:
        assert isinstance(client, Redis)
        archive = Archive(client)
        found: dict[int, list[int]] = {1: [], 2: []}
        for record in archive.hands(list(archive.names())):
            assert isinstance(record, RoundRecord)
            found[record.table].append(record.hand)
        for number, rounds in found.items():
            assert len(rounds) == client.hlen(keys.hands(number))
    return found


def test_bots_play_on_through_kills_and_every_round_is_kept_once(
    serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    config = CONFIG + table("Lido", "baccarat") + table("Vegas", "blackjack")
    server = serve(config)
    port = str(server.port)
    bots = subprocess.Popen(
        [
            *(sys.executable, "-c", "from greenfelt.client.main import main; main()"),
            *("bot", "run", f"127.0.0.1:{port}", "flat-bettor,side-bet-fan"),
            *("--table", "1", "--table", "2", "--count", "2", "--seed", "1"),
        ],
        env=os.environ | {"GREENFELT_STATE_DIR": str(short_dir / "bots")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert bots.stderr is not None
    try:
        for _ in range(4):
            assert "takes seat" in bots.stderr.readline()
        for _ in range(KILLS):
            with closing(Player(server, "Wat")) as wat:
                begun = wat.look().hand
                while wat.look().hand < begun + 5:
                    time.sleep(0.05)
            server.kill()
            server = serve(config, ["--port", port])
        with closing(Player(server, "Wat")) as wat:
            begun = wat.look().hand
            while wat.look().hand < begun + 5:
                time.sleep(0.05)
        bots.send_signal(signal.SIGTERM)
        assert bots.wait(60) == 0
    finally:
        bots.kill()
        bots.communicate()
    assert server.stop() == 0
    for rounds in kept(short_dir / "data").values():
        assert rounds
        assert sorted(rounds) == list(range(1, len(rounds) + 1))
    check_books(short_dir / "data")
