"""Server or store is killed in mid-hand: the same hand goes on, same cards, same turn, same chips."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from support.driver import Crew

from greenfelt.protocol import messages as msg
from greenfelt.server.net.child import ServerProcess

NAMES = ["Ann", "Bob", "Cid"]
CONFIG = """
[accounts]
grant = 1000000
[limits]
requests_per_second = 100000.0
request_burst = 100000
[[tables]]
name = "Oslo"
game = "badugi"
seats = 6
newcomers = "free"
max_buy_in = 20000
[tables.clocks]
start_ms = 0
pause_ms = 0
"""


@contextmanager
def crew_at(server: ServerProcess, *, holding: bool = False) -> Iterator[Crew]:
    crew = Crew((server.host, server.port), NAMES, seed=1, holding=holding)
    try:
        yield crew
    finally:
        crew.close()


def into_a_hand(crew: Crew) -> None:
    """Play on until somebody has drawn cards in the present hand, then leave the decision pending."""
    crew.play(5)
    crew.hold_after_a_draw()


def views(crew: Crew) -> dict[str, msg.Snapshot]:
    """Return the table as each player sees it."""
    return {player.name: player.look(1) for player in crew.players}


def essence(snapshot: msg.Snapshot) -> object:
    """Return what must be the same after a crash: everything but versions, clocks and presence."""
    turn = snapshot.turn
    return msgspec.structs.replace(
        snapshot,
        version=0,
        seats=[msgspec.structs.replace(seat, state="") for seat in snapshot.seats],
        turn=turn and msgspec.structs.replace(turn, clock_ms=0, bank_ms=0),
    )


def test_a_server_that_is_killed_goes_on_with_the_same_hand(
    serve: Callable[..., ServerProcess],
) -> None:
    server = serve(CONFIG)
    with crew_at(server) as crew:
        crew.sit([1], 2_000)
        into_a_hand(crew)
        before = views(crew)
        server.kill()
    assert any(len(seat.draws) for seat in before["Ann"].seats)
    assert sum(bool(seat.down) for seat in before["Ann"].seats) == 1

    again = serve(CONFIG)
    with crew_at(again, holding=True) as crew:
        assert [player.signed_in.tables for player in crew.players] == [[1]] * 3
        after = views(crew)
        assert {n: essence(v) for n, v in after.items()} == {
            n: essence(v) for n, v in before.items()
        }
        awaited = next(view for view in after.values() if view.turn and view.turn.options)
        assert awaited.turn.clock_ms >= 14_000, "the stated grace after a restart"
        hand = awaited.hand
        crew.resume(1)
        crew.play(3)
        assert crew.players[0].hands[1] >= hand + 2
    assert crew.errors == []


def test_a_server_that_is_stopped_in_order_goes_on_too(
    serve: Callable[..., ServerProcess],
) -> None:
    server = serve(CONFIG)
    with crew_at(server) as crew:
        crew.sit([1], 2_000)
        into_a_hand(crew)
        before = views(crew)
        assert server.stop() == 0
        crew.hear_until(lambda: all(player.bye == "shutdown" for player in crew.players))
    with crew_at(serve(CONFIG), holding=True) as crew:
        after = views(crew)
    assert {n: essence(v) for n, v in after.items()} == {n: essence(v) for n, v in before.items()}


@pytest.mark.parametrize("idle", [True, False], ids=["between actions", "during play"])
def test_a_store_that_is_killed_is_back_before_anybody_misses_it(
    serve: Callable[..., ServerProcess], short_dir: Path, idle: bool
) -> None:
    server = serve(CONFIG, quiet=False)
    with crew_at(server) as crew:
        crew.sit([1], 2_000)
        into_a_hand(crew)
        before = views(crew)
        store = int((short_dir / "data" / "store.pid").read_text())
        os.kill(store, signal.SIGKILL)
        if idle:
            after = views(crew)
            assert {n: essence(v) for n, v in after.items()} == {
                n: essence(v) for n, v in before.items()
            }
        crew.resume(1)
        crew.play(50)
        for _ in range(4):
            os.kill(int((short_dir / "data" / "store.pid").read_text()), signal.SIGKILL)
            crew.play(10)
    assert crew.errors == []
    assert "the store is away" in server.log
    server.kill()
    with crew_at(serve(CONFIG), holding=True) as again:
        after = views(again)["Ann"]
    total = 3 * 2_000 + crew.added
    assert sum(seat.stack + seat.bet for seat in after.seats) + _pots(after) == total


def test_a_store_that_hangs_pauses_play_but_not_the_server(
    serve: Callable[..., ServerProcess], short_dir: Path
) -> None:
    server = serve(CONFIG, quiet=False)
    with crew_at(server) as crew:
        crew.sit([1], 2_000)
        into_a_hand(crew)
        ann = crew.players[0]
        store = int((short_dir / "data" / "store.pid").read_text())
        os.kill(store, signal.SIGSTOP)
        try:
            crew.resume(1)
            ann.ask(msg.Ping)
            crew.run(lambda: any(isinstance(each, msg.Pong) for each in ann.answers))
            crew.run(lambda: any(player.asides for player in crew.players))
            assert ann.asides[0].code == "paused"
            ann.ask(msg.Ping)
            crew.run(lambda: sum(isinstance(each, msg.Pong) for each in ann.answers) == 2)
        finally:
            os.kill(store, signal.SIGCONT)
        crew.play(3)
    assert crew.errors == []


def _pots(snapshot: msg.Snapshot) -> int:
    """Return the chips in pots; bets of the running round are counted at the seats."""
    return sum(snapshot.pot_amounts)
