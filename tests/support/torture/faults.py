"""A wire between server and store that is late, cut and swallows; owners that sleep or come twice."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from support.outside import FaultyProxy, OutsideStore
from support.torture.house import LEASE_SECONDS, full_house

from greenfelt.server.net.child import ServerProcess

END_SECONDS = 30.0


def faulty_wire(
    faults: int, *, seed: int, games: list[str] | None = None, say: Callable[[str], None] = print
) -> dict[str, object]:
    """Play through a proxy until it has done that many harms. Returns figures."""
    with tempfile.TemporaryDirectory(prefix="greenfelt-torture-") as name:
        directory = Path(name)
        with OutsideStore(directory) as store:
            proxy = FaultyProxy(directory / "p.sock", store.path, seed=seed, rate=0.0)
            try:
                with full_house(seed, games, url=proxy.url, look_at=store.url) as house:
                    while proxy.done.total() < faults:
                        proxy.rate = 0.02
                        house.party.go_on()
                        house.party.play(1.0)
                        proxy.rate = 0.0
                        house.check()
                        findings = house.evidence.findings
                        say(
                            f"{proxy.done.total()}/{faults} faults on the wire: "
                            f"{findings.hands} hands, {len(findings.wrong)} wrong"
                        )
                        assert not house.party.broken, house.server.log[-2000:]
                    figures = house.figures()
            finally:
                proxy.stop()
    return {"faults": proxy.done.total(), "by_kind": dict(proxy.done), **figures}


def zombies(
    rounds: int, *, seed: int, games: list[str] | None = None, say: Callable[[str], None] = print
) -> dict[str, object]:
    """Stop an owner beyond its lease, let another take over and play, then wake it. Returns figures.

    The woken one must end by itself with a clear word, and have written nothing.
    """
    ended: list[int] = []
    with (
        tempfile.TemporaryDirectory(prefix="greenfelt-torture-") as name,
        OutsideStore(Path(name)) as store,
        full_house(seed, games, url=store.url) as house,
    ):
        for number in range(1, rounds + 1):
            house.party.go_on()
            house.party.play(0.5)
            zombie = house.server
            os.kill(zombie.pid, signal.SIGSTOP)
            house.party.disconnect()
            house.server = ServerProcess(house.arguments)
            house.start_again()
            house.check()
            house.party.go_on()
            house.party.play(0.5)
            os.kill(zombie.pid, signal.SIGCONT)
            house.party.play(0.3)
            ended.append(status_of(zombie))
            if "took over" not in zombie.log and "taken over" not in zombie.log:
                house.evidence.findings.note("diverged", f"the zombie said {zombie.log[-500:]}")
            zombie.stop()
            zombie.close()
            house.check()
            say(f"zombie {number}/{rounds} ended with status {ended[-1]}")
        figures = house.figures()
    return {"zombies": rounds, "ended_with": ended, "lease_seconds": LEASE_SECONDS, **figures}


def second_servers(
    rounds: int, *, seed: int, games: list[str] | None = None, say: Callable[[str], None] = print
) -> dict[str, object]:
    """Start a second server on the store of one that plays: it must give up, and do no harm."""
    said: list[str] = []
    with (
        tempfile.TemporaryDirectory(prefix="greenfelt-torture-") as name,
        OutsideStore(Path(name)) as store,
        full_house(seed, games, url=store.url) as house,
    ):
        for number in range(1, rounds + 1):
            house.party.go_on()
            second = subprocess.Popen(
                [*ServerProcess.program, "--port", "0", *house.arguments],
                stderr=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            house.party.play(0.1)
            while second.poll() is None:
                house.party.play(0.1)
            said.append(second.communicate()[1].strip().splitlines()[-1])
            if second.returncode != 1 or "belongs to another greenfelt server" not in said[-1]:
                house.evidence.findings.note("diverged", f"the second server said {said[-1]}")
            house.check()
            assert not house.party.broken, house.server.log[-2000:]
            say(f"second server {number}/{rounds}: {said[-1]}")
        figures = house.figures()
    return {"second_servers": rounds, **figures}


def status_of(server: ServerProcess) -> int:
    """Wait for a server that ends by itself; return its exit status."""
    deadline = time.monotonic() + END_SECONDS
    while (status := server.poll()) is None:
        if time.monotonic() > deadline:
            raise TimeoutError(f"the zombie does not end\n{server.log[-2000:]}")
        time.sleep(0.02)
    return status
