"""A store that goes back in time under a running server: its tables stop, and the floor decides."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from support.driver import Crew
from support.outside import OutsideStore

from greenfelt.protocol import messages as msg
from greenfelt.server.commands.calling import FloorCall
from greenfelt.server.net.child import ServerFailed, ServerProcess
from greenfelt.server.room import floor
from greenfelt.server.room.ledger import table_account
from greenfelt.server.store import keys
from greenfelt.server.store.journal import KEEP_SECONDS

CONFIG = """
[accounts]
grant = 1000000
[store]
lease_seconds = 2.0
[limits]
requests_per_second = 100000.0
request_burst = 100000
[[tables]]
name = "Oslo"
game = "badugi"
newcomers = "free"
max_buy_in = 20000
count = 2
[tables.clocks]
start_ms = 0
pause_ms = 0
"""


@contextmanager
def crew_of(server: ServerProcess, names: list[str], table: int) -> Iterator[Crew]:
    crew = Crew((server.host, server.port), names, seed=table)
    try:
        crew.sit([table], 2_000)
        yield crew
    finally:
        crew.close()


def put_back(store: OutsideStore, copy: Path) -> None:
    """Kill the store and start it on an older copy of its files."""
    store.kill()
    shutil.rmtree(store.directory / "appendonlydir")
    shutil.copytree(copy, store.directory / "appendonlydir")
    store.start()


def stopped(crew: Crew) -> bool:
    return any(notice.code == "stopped" for player in crew.players for notice in player.asides)


def decide(data_dir: Path, request: floor.Act) -> floor.Answer:
    with FloorCall(data_dir) as call:
        return call.ask(request)


@pytest.fixture
def outside(short_dir: Path) -> Iterator[OutsideStore]:
    directory = short_dir / "outside"
    directory.mkdir()
    with OutsideStore(directory) as store:
        yield store


def test_a_table_that_went_back_stops_until_the_floor_decides_and_the_others_play_on(
    outside: OutsideStore, serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    server = serve(CONFIG, ["--redis", outside.url], quiet=False)
    with (
        crew_of(server, ["Ann", "Bob", "Cid"], 1) as crew,
        crew_of(server, ["Dee", "Eva", "Fay"], 2) as other,
    ):
        other.hold_after_a_draw()
        crew.play(3)
        copy = short_dir / "copy"
        shutil.copytree(outside.directory / "appendonlydir", copy)
        end = time.monotonic() + KEEP_SECONDS + 1
        while time.monotonic() < end:
            crew.play(1)
        crew.hold_after_a_draw()
        before = crew.players[0].look(1)
        put_back(outside, copy)
        crew.run(lambda: stopped(crew))
        assert "table 1 is stopped: the log of table 1 ends at" in server.log
        assert not stopped(other)
        other.resume(2)
        other.play(1)

        crew.players[0].ask(msg.TopUp, 1, 100)
        crew.run(lambda: not crew.players[0].pending)
        assert [error.code for error in crew.errors] == ["table-stopped"]

        answer = decide(short_dir / "data", floor.Accept("the disk was changed", 1))
        assert answer.code == "", answer.text
        crew.run(lambda: all(player.version[1] > before.version for player in crew.players))
        crew.resume(1)
        crew.play(5)
        assert [error.code for error in crew.errors] == ["table-stopped"]
    server.stop()
    with Redis.from_url(outside.url) as client:
        held = {
            key: int(client.hget(key, "balance") or 0)
            for key in client.scan_iter(f"{keys.PREFIX}{{account:*}}")
        }
        assert sum(held.values()) == 0
        on_table = held[keys.account(table_account(1)).encode()]
        assert (
            on_table + sum(held[keys.account(n).encode()] for n in ("ann", "bob", "cid"))
            == 3_000_000
        )

    again = serve(CONFIG, ["--redis", outside.url])
    with crew_at_rest(again) as crew:
        seats = crew.players[0].look(1)
        assert (
            sum(seat.stack + seat.bet for seat in seats.seats) + sum(seats.pot_amounts) == on_table
        )


def forget_the_journal(data: Path) -> None:
    """Lose what the server kept of its last seconds, as if more than those were lost."""
    kept = list(data.glob("journal-*"))
    assert kept
    for path in kept:
        path.unlink()


@contextmanager
def crew_at_rest(server: ServerProcess) -> Iterator[Crew]:
    crew = Crew((server.host, server.port), ["Ann", "Bob", "Cid"], seed=9, holding=True)
    try:
        yield crew
    finally:
        crew.close()


def test_the_floor_may_void_the_hand_of_a_table_that_went_back(
    outside: OutsideStore, serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    server = serve(CONFIG, ["--redis", outside.url], quiet=False)
    with crew_of(server, ["Ann", "Bob", "Cid"], 1) as crew:
        crew.play(2)
        crew.hold_after_a_draw()
        copy = short_dir / "copy"
        shutil.copytree(outside.directory / "appendonlydir", copy)
        hand = crew.players[0].look(1).hand
        crew.resume(1)
        end = time.monotonic() + KEEP_SECONDS + 1
        while time.monotonic() < end:
            crew.play(1)
        crew.holding = True
        put_back(outside, copy)
        crew.run(lambda: stopped(crew))
        data = short_dir / "data"
        assert decide(data, floor.Void("nobody knows", 1)).code == "table-stopped"
        assert decide(data, floor.Accept("as it was stored", 1)).code == ""
        assert decide(data, floor.Void("nobody knows", 1)).text == f"hand 1-{hand} is void"


def test_a_store_that_is_emptied_under_an_idle_server_is_noticed(
    outside: OutsideStore, serve: Callable[..., ServerProcess]
) -> None:
    server = serve(CONFIG, ["--redis", outside.url], quiet=False)
    with crew_of(server, ["Ann", "Bob", "Cid"], 1) as crew:
        crew.hold_after_a_draw()
        time.sleep(KEEP_SECONDS + 0.5)
        crew.resume(1)
        crew.hold_after_a_draw()
        with Redis.from_url(outside.url) as client:
            client.flushall()
        crew.run(lambda: stopped(crew))
    assert "the lease had run out" in server.log


def test_what_is_lost_while_server_and_store_are_down_is_noticed_at_the_start(
    outside: OutsideStore, serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    server = serve(CONFIG, ["--redis", outside.url])
    with crew_of(server, ["Ann", "Bob", "Cid"], 1) as crew:
        crew.play(2)
        copy = short_dir / "copy"
        shutil.copytree(outside.directory / "appendonlydir", copy)
        crew.play(2)
    server.stop()
    put_back(outside, copy)
    forget_the_journal(short_dir / "data")
    again = serve(CONFIG, ["--redis", outside.url], quiet=False)
    assert "table 1 is stopped" in again.log
    assert "was acknowledged" in again.log
    assert decide(short_dir / "data", floor.Accept("the tail is lost", 1)).code == ""
    with crew_at_rest(again) as crew:
        crew.resume(1)
        crew.play(2)
    again.stop()
    assert "is stopped" not in serve(CONFIG, ["--redis", outside.url]).log


def test_what_is_lost_while_both_are_down_is_written_again_where_the_journal_has_it(
    outside: OutsideStore, serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    server = serve(CONFIG, ["--redis", outside.url])
    with crew_of(server, ["Ann", "Bob", "Cid"], 1) as crew:
        copy = short_dir / "copy"
        shutil.copytree(outside.directory / "appendonlydir", copy)
        crew.hold_after_a_draw()
        before = crew.players[0].look(1)
    server.stop()
    put_back(outside, copy)
    again = serve(CONFIG, ["--redis", outside.url], quiet=False)
    assert "writing it again" in again.log
    assert "is stopped" not in again.log
    with crew_at_rest(again) as crew:
        after = crew.players[0].look(1)
        assert (after.hand, after.pot_amounts) == (before.hand, before.pot_amounts)
        assert [seat.stack for seat in after.seats] == [seat.stack for seat in before.seats]
        crew.resume(1)
        crew.play(2)


def test_a_table_that_lost_a_step_among_others_is_settled_by_the_ledger(
    outside: OutsideStore, serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    server = serve(CONFIG, ["--redis", outside.url])
    with crew_of(server, ["Ann", "Bob", "Cid"], 1) as crew:
        crew.play(2)
        crew.hold_after_a_draw()
    server.stop()
    with Redis.from_url(outside.url) as client:
        lost, _ = client.xrevrange(keys.log(1), count=5)[-1]
        client.xdel(keys.log(1), lost)
        client.delete(keys.snapshot(1))  # or the step may be in it
    again = serve(CONFIG, ["--redis", outside.url], quiet=False)
    assert "table 1 is stopped: the log of table 1 jumps from version" in again.log
    refused = decide(short_dir / "data", floor.Accept("let us try", 1))
    assert (refused.code, "it can only be settled" in refused.text) == ("entry-missing", True)
    assert decide(short_dir / "data", floor.Settle("a step is lost", 1)).code == ""
    with Redis.from_url(outside.url) as client:
        assert int(client.hget(keys.account(table_account(1)), "balance")) == 0
        before = client.hgetall(keys.hands(1))
        with crew_of(again, ["Ann", "Bob", "Cid"], 1) as crew:
            crew.play(2)
        after = client.hgetall(keys.hands(1))
    assert before.items() <= after.items(), "no hand takes another one's place in the archive"
    assert len(after) >= len(before) + 2


@pytest.mark.parametrize("journal", [True, False])
def test_a_store_whose_epoch_went_back_is_refused_until_that_is_meant(
    outside: OutsideStore, serve: Callable[..., ServerProcess], short_dir: Path, *, journal: bool
) -> None:
    server = serve(CONFIG, ["--redis", outside.url])
    with crew_of(server, ["Ann", "Bob", "Cid"], 1) as crew:
        crew.play(2)
    server.stop()
    copy = short_dir / "copy"
    shutil.copytree(outside.directory / "appendonlydir", copy)
    second = serve(CONFIG, ["--redis", outside.url])
    with crew_at_rest(second) as crew:
        crew.resume(1)
        crew.play(2)
    second.stop()
    put_back(outside, copy)
    if not journal:
        forget_the_journal(short_dir / "data")
    with pytest.raises(ServerFailed, match=r"went back in time.*--accept-store"):
        serve(CONFIG, ["--redis", outside.url])
    third = serve(CONFIG, ["--redis", outside.url, "--accept-store"], quiet=False)
    assert ("table 1 is stopped" in third.log) is not journal
    assert "table 2 is stopped" not in third.log
