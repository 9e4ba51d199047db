"""Money, history and the floor of a real server, by the commands that an operator and a player use."""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from redis import Redis
from support.driver import Crew

from greenfelt.protocol import messages as msg
from greenfelt.server.commands.admin import admin
from greenfelt.server.commands.history import history
from greenfelt.server.net.child import ServerProcess
from greenfelt.server.store import keys

NAMES = ["Ann", "Bob", "Cid"]
LIMITS = """
[limits]
requests_per_second = 100000.0
request_burst = 100000
"""
CONFIG = f"""
[accounts]
grant = 10000
{LIMITS}
[[tables]]
name = "Oslo"
game = "badugi"
newcomers = "free"
max_buy_in = 5000
rules = {{ small_bet = 10, rake_per_mille = 50, rake_cap = 5 }}
[tables.clocks]
start_ms = 0
pause_ms = 0
[[tables]]
name = "Bergen"
game = "badugi"
newcomers = "free"
max_buy_in = 5000
rules = {{ small_bet = 10, rake_per_mille = 50, rake_cap = 5 }}
"""

Serve = Callable[..., ServerProcess]


@contextmanager
def crew_at(server: ServerProcess, names: list[str] = NAMES) -> Iterator[Crew]:
    crew = Crew((server.host, server.port), names, seed=1)
    try:
        yield crew
    finally:
        crew.close()


@pytest.fixture
def data(short_dir: Path) -> Path:
    return short_dir / "data"


@pytest.fixture
def floor(data: Path) -> Callable[..., Result]:
    """Run ``greenfelt admin`` on the test's data directory."""

    def run(*arguments: str, status: int = 0) -> Result:
        result = CliRunner().invoke(admin, [*arguments, "--data-dir", str(data)])
        assert result.exit_code == status, result.output
        return result

    return run


def look_back(data: Path, *arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(history, [*arguments, "--data-dir", str(data)])
    assert result.exit_code == status, result.output
    return result.stdout


def answer(crew: Crew, kind: type, request: Callable[..., msg.Request], *arguments: Any) -> Any:
    """Let the first player ask something, and return what comes of it."""
    player = crew.players[0]
    player.answers.clear()
    player.ask(request, *arguments)
    crew.run(lambda: any(isinstance(each, kind | msg.Error) for each in player.answers))
    return player.answers[-1]


def test_of_fifty_buy_ins_at_once_out_of_one_balance_one_succeeds(
    serve: Serve, floor: Callable[..., Result]
) -> None:
    """Case 84."""
    tables = '[[tables]]\nname = "T"\ngame = "badugi"\ncount = 50\nmin_buy_in = 100\n'
    server = serve(f"[accounts]\ngrant = 100\n{LIMITS}{tables}")
    with crew_at(server, ["Ann"]) as crew:
        (ann,) = crew.players
        for table in range(1, 51):
            ann.ask(msg.Sit, table, 100)
        crew.run(lambda: not ann.pending)
        seated = [each for each in ann.answers if isinstance(each, msg.Done)]
        refused = [each.code for each in ann.answers if isinstance(each, msg.Error)]
        assert len(seated) == 1
        assert refused == ["not-enough-chips"] * 49
        (row,) = json_lines(floor("account", "Ann", "--json"))
        assert row["balance"] == 0
        proof = json.loads(floor("ledger", "check", "--json").stdout)
        assert proof["totals"] == {
            "cage": -100,
            "house": 0,
            "rake": 0,
            "tables": 100,
            "meters": 0,
            "players": 0,
        }


def json_lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_books_are_proved_in_mid_hand_after_a_crash_and_at_rest(
    serve: Serve, floor: Callable[..., Result], data: Path
) -> None:
    server = serve(CONFIG)
    with crew_at(server) as crew:
        crew.sit([1], 1_000)
        crew.play(10)
        crew.hold_after_a_draw()
        running = json.loads(floor("ledger", "check", "--json").stdout)
        assert running["proved"]
        assert running["totals"]["rake"] > 0
        oslo, _ = running["tables"]
        assert oslo["pots"] > 0
        assert oslo["chips"] == oslo["stacks"] + oslo["pots"] == running["totals"]["tables"]
        assert sorted(oslo["seats"]) == ["1", "2", "3"]
        assert sum(oslo["seats"].values()) == oslo["stacks"]
        assert sorted(oslo["held"]) == ["ann", "bob", "cid"]
        assert sum(held["running"] for held in oslo["held"].values()) == -oslo["pots"]
        moved, hands = [], []
        for line in json_lines(floor("ledger", "show", "--account", "Ann", "--json")):
            (hands if line["why"] == "hand" else moved).append(line)
        assert [(move["why"], move["amount"]) for move in moved] == [
            ("grant", 10_000),
            ("buy-in", 1_000),
        ]
        won = sum(hand["nets"]["ann"] for hand in hands)
        ann = oslo["held"]["ann"]
        assert 0 < len(hands) <= running["hands"] <= 10
        assert ann["stack"] == 1_000 + won + ann["running"]
        assert f"ann {hands[-1]['nets']['ann']:+}" in floor("ledger", "show").stdout
        assert "rake" in floor("ledger", "show", "--account", "!rake").stdout
    server.kill()
    assert "proved" in floor("ledger", "check").stdout, "after a crash, without a server"
    again = serve(CONFIG)
    again.stop()
    at_rest = json.loads(floor("ledger", "check", "--json").stdout)
    assert at_rest["proved"]
    assert sum(at_rest["totals"].values()) == 0


def test_whatever_does_not_add_up_is_named(
    serve: Serve, floor: Callable[..., Result], data: Path
) -> None:
    server = serve(CONFIG)
    with crew_at(server) as crew, Redis(unix_socket_path=str(data / "store.sock")) as client:
        crew.sit([1], 1_000)
        crew.play(3)
        client.hincrby(keys.account("ann"), "balance", 7)
        assert "account ann: its moves come to" in floor("ledger", "check", status=1).stdout
        client.hincrby(keys.account("ann"), "balance", -7)
        client.xadd(
            keys.LEDGER,
            {"id": "9-9", "from": "!table:1", "to": "!cage", "amount": 40, "why": "cash-out"},
        )
        wrong = floor("ledger", "check", status=1).stdout
        assert "account !table:1" in wrong
        assert "account !cage" in wrong
        last, _ = client.xrevrange(keys.LEDGER, count=1)[0]
        client.xdel(keys.LEDGER, last)
        first, grant = client.xrange(keys.LEDGER, count=1)[0]
        floor("ledger", "check")
        client.xdel(keys.LEDGER, first)
        lost = floor("ledger", "check", status=1).stdout
        assert f"move {grant[b'id'].decode()} was booked, and the ledger does not hold it" in lost


def test_a_stack_that_the_ledger_does_not_account_for_is_named(
    serve: Serve, floor: Callable[..., Result], data: Path
) -> None:
    server = serve(CONFIG)
    with crew_at(server) as crew, Redis(unix_socket_path=str(data / "store.sock")) as client:
        crew.sit([1], 1_000)
        crew.play(3)
        crew.hold_after_a_draw()
        floor("ledger", "check")
        at, line = next((at, line) for at, line in client.xrevrange(keys.LEDGER) if b"nets" in line)
        nets = json.loads(line[b"nets"])
        one, other = sorted(nets)[:2]
        client.xdel(keys.LEDGER, at)
        lost = floor("ledger", "check", status=1).stdout
        assert f"move {line[b'id'].decode()} was booked, and the ledger does not hold it" in lost
        assert "account " not in lost, "every sum is right, and every balance"
        assert f", {one}: moves and hands come to" in lost
        shifted = {**nets, one: nets[one] - 1, other: nets[other] + 1}
        client.xadd(keys.LEDGER, {**line, b"nets": json.dumps(shifted)})
        wrong = floor("ledger", "check", status=1).stdout.splitlines()
        assert [each.partition(":")[0].split(", ")[-1] for each in wrong[:-1]] == [one, other]
        assert all(each.startswith("table 1 (Oslo), seat ") for each in wrong[:-1])
    server.kill()
    assert floor("ledger", "check", status=1).stdout.splitlines() == wrong


def test_every_hand_is_kept_and_no_crash_loses_one(serve: Serve, data: Path) -> None:
    for number in range(1, 4):
        server = serve(CONFIG)
        with crew_at(server) as crew:
            if number == 1:
                crew.sit([1], 1_000)
            else:
                crew.tables[1] = type(crew.tables[1])() if 1 in crew.tables else _chips(crew)
                crew.resume(1)
            crew.play(8)
            told = crew.players[0].hands[1]
            server.kill()
        kept = [
            json.loads(line)
            for line in look_back(data, "list", "--limit", "999", "--json").splitlines()
        ]
        names = [hand["hand"] for hand in kept]
        whole = [f"1-{hand}" for hand in range(told - 1, 0, -1)]
        assert names[-len(whole) :] == whole, "all that were told to be over"
        assert len(names) - len(whole) <= 1
        assert look_back(data, "verify", "--all").endswith(" 0 wrong\n")


def _chips(crew: Crew) -> Any:
    from support.driver import Chips

    crew.players[0].look(1)
    return crew.tables.setdefault(1, Chips())


def test_a_player_reads_his_own_hands_and_figures_over_the_wire(serve: Serve, data: Path) -> None:
    server = serve(CONFIG)
    with crew_at(server) as crew:
        crew.sit([1], 1_000)
        crew.play(6)
        crew.hold_after_a_draw()
        live = crew.players[0].hands[1]
        hands = answer(crew, msg.Hands, msg.AskHands, 3)
        assert [row.hand for row in hands.rows] == [f"1-{live - back}" for back in (1, 2, 3)]
        older = answer(crew, msg.Hands, msg.AskHands, 100, hands.rows[-1].at_ms)
        assert older.rows[0].hand == f"1-{live - 4}"
        for form in ("tracker", "phh", "json"):
            text = answer(crew, msg.HandText, msg.AskHand, hands.rows[0].hand, form)
            assert isinstance(text, msg.HandText)
            shown = look_back(data, "show", hands.rows[0].hand, "--player", "Ann", "--format", form)
            assert text.text.strip() == shown.strip()
        assert "chips" in answer(crew, msg.HandText, msg.AskHand, f"1-{live - 1}").text
        figures = answer(crew, msg.Statistics, msg.AskStatistics)
        (badugi,) = figures.games
        assert (badugi.game, badugi.hands) == ("badugi", live - 1)
        assert badugi.net == sum(row.net for row in answer(crew, msg.Hands, msg.AskHands, 100).rows)
        assert answer(crew, msg.Statistics, msg.AskStatistics, -1).games == figures.games
        assert answer(crew, msg.HandText, msg.AskHand, f"1-{live}").code == "unknown-hand"
        assert answer(crew, msg.HandText, msg.AskHand, "1-x").code == "unknown-hand"
        assert answer(crew, msg.HandText, msg.AskHand, "1-1", "poem").code == "bad-form"
        with crew_at(server, ["Eve"]) as others:
            assert answer(others, msg.HandText, msg.AskHand, "1-1").code == "unknown-hand"
            assert answer(others, msg.Hands, msg.AskHands).rows == []
            assert answer(others, msg.Statistics, msg.AskStatistics).games == []


def test_the_floor_runs_a_room(serve: Serve, floor: Callable[..., Result], data: Path) -> None:
    server = serve(CONFIG)
    why = ("--why", "a test")
    mode = (data / "floor.sock").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    with crew_at(server) as crew:
        crew.sit([1], 1_000)
        crew.play(2)
        crew.hold_after_a_draw()
        live = crew.players[0].hands[1]
        oslo, bergen = json_lines(floor("list", "--json"))
        assert (oslo["hand"], oslo["state"], bergen["players"]) == (live, "a hand runs", "")
        assert "no hand" in floor("hand", f"1-{live}", *why, status=1).output
        floor("pause", "1", *why)
        assert json_lines(floor("list", "--json"))[0]["state"] == "paused: a test"
        floor("resume", "1", *why)
        assert f"hand 1-{live} is void" in floor("void", "1", *why).output
        assert "voided: a test" in look_back(data, "list")
        floor("close", "2", *why)
        floor("reopen", "2", *why)
        floor("grant", "Ann", "50", *why)
        floor("revoke", "Ann", "20", *why)
        assert "not-enough-chips" in floor("revoke", "Ann", "99999", *why, status=1).output
        floor("mute", "Bob", *why)
        floor("unmute", "Bob", *why)
        floor("announce", "a word")
        assert "Dealt" in floor("hand", f"1-{live - 1}", *why).output
        assert "unknown-account" in floor("remove", "Nobody", *why, status=1).output
        proof = json.loads(floor("ledger", "check", "--json").stdout)
        assert proof["totals"]["cage"] == -30_030
    logged = json_lines(floor("log", "--json"))
    verbs = [act["verb"] for act in logged][::-1]
    assert verbs == [
        *("pause", "resume", "void", "close", "reopen", "grant", "revoke", "revoke"),
        *("mute", "mute", "announce", "read", "remove"),
    ]
    assert all(act["who"] and act["at_ms"] and act["why"] for act in logged)
    assert [act["outcome"] for act in logged if act["verb"] == "void"] == [f"hand 1-{live} is void"]
    text = floor("log", "--limit", "1").stdout
    assert "remove Nobody: a test -> refused: there is no account" in text


def test_a_drained_room_plays_its_hands_out_and_can_be_restarted(
    serve: Serve, floor: Callable[..., Result]
) -> None:
    server = serve(CONFIG)
    with crew_at(server) as crew:
        crew.sit([1], 1_000)
        crew.play(2)
        until = time.monotonic() + 30
        while not json_lines(floor("status", "--json"))[0]["hands_running"]:
            assert time.monotonic() < until, "nobody acts, so the next hand cannot end"
        floor("pause", "1", "--why", "hold")
        assert (
            "hands still run"
            in floor("drain", "--why", "upgrade", "--timeout", "0", status=1).output
        )
        floor("void", "1", "--why", "upgrade")
        floor("resume", "1", "--why", "upgrade")
        assert "can be stopped" in floor("drain", "--why", "upgrade").output
        hand = json_lines(floor("list", "--json"))[0]["hand"]
    server.stop()
    again = serve(CONFIG)
    with crew_at(again) as crew:
        crew.tables[1] = _chips(crew)
        crew.resume(1)
        crew.play(1)
        assert crew.players[0].hands[1] > hand, "a server that is started again deals on"


def test_a_killed_server_leaves_no_socket_in_the_way(
    serve: Serve, floor: Callable[..., Result], data: Path
) -> None:
    server = serve(CONFIG)
    server.kill()
    assert os.path.lexists(data / "floor.sock")
    assert "no server runs" in floor("status", status=1).output
    serve(CONFIG)
    assert json_lines(floor("status", "--json"))[0]["tables"] == 2
    assert CliRunner().invoke(admin, ["pause", "1", "--data-dir", str(data)]).exit_code == 2


def test_who_was_banned_is_so_after_a_restart(serve: Serve, floor: Callable[..., Result]) -> None:
    server = serve(CONFIG)
    with crew_at(server):
        floor("ban", "Bob", "--why", "cheats")
    server.stop()
    serve(CONFIG)
    assert "banned cheats" in floor("account", "Bob").output
    floor("unban", "Bob", "--why", "a mistake")
    assert "banned" not in floor("account", "Bob").output


def test_who_was_muted_is_so_after_a_restart(serve: Serve, floor: Callable[..., Result]) -> None:
    server = serve(CONFIG)
    with crew_at(server):
        floor("mute", "Bob", "--why", "rude")
    server.stop()
    with crew_at(serve(CONFIG)) as crew:
        bob = crew.players[1]
        bob.look(1)
        bob.answers.clear()
        bob.ask(msg.Say, 1, "hello")
        crew.run(lambda: bool(bob.answers))
        assert bob.answers[0].code == "muted"


def test_a_number_that_no_message_holds_is_refused_before_it_is_sent(
    serve: Serve, floor: Callable[..., Result]
) -> None:
    serve(CONFIG)
    result = floor("pause", "9" * 20, "--why", "a test", status=1)
    assert result.output == "Error: no number is that large\n"
