"""The primary dies under play, and Sentinels let a replica take its place."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from support.sentinels import SentinelSet, sentinel_set, wait_until
from support.torture.house import House, full_house

from greenfelt.server.store.client import examine, open_client

PAUSE_SECONDS = 60.0


def failovers(
    rounds: int, *, seed: int, games: list[str] | None = None, say: Callable[[str], None] = print
) -> dict[str, object]:
    """Kill the primary that many times, with WAIT 1 and two replicas. Returns figures."""
    pauses: list[float] = []
    with (
        tempfile.TemporaryDirectory(prefix="greenfelt-torture-") as name,
        sentinel_set(Path(name), replicas=2) as stores,
        full_house(seed, games, url=stores.url, replicas=1) as house,
    ):
        with open_client(stores.url) as client:
            facts = examine(client, stores.url)
        for number in range(1, rounds + 1):
            house.party.go_on()
            house.party.play(10.0, 300)
            pauses.append(fail_over(house, stores))
            house.check()
            say(
                f"failover {number}/{rounds}: {pauses[-1]:.1f} s of pause, "
                f"{house.evidence.findings.hands} hands, {len(house.evidence.findings.wrong)} wrong"
            )
        figures = house.figures()
        found = house.evidence.findings
    return {
        "failovers": rounds,
        "store": f"{facts.product} {facts.version}",
        "replicas_waited_for": 1,
        "pause_seconds": [round(pause, 2) for pause in pauses],
        "hands_lost": found.hands_lost,
        "chips_lost": found.ledger,
        **figures,
    }


def fail_over(house: House, stores: SentinelSet) -> float:
    """Kill the primary under play; return for how long nothing could be committed."""
    primary = stores.primary()
    primary.kill()
    killed = time.monotonic()
    house.party.play(0.2)  # what the primary had said before it died still comes
    heard = len(house.party.unchecked)
    house.party.run(lambda: len(house.party.unchecked) > heard, PAUSE_SECONDS)
    pause = time.monotonic() - killed
    house.party.play(10.0, 100)
    primary.start()
    wait_until(lambda: stores.follows(primary))
    return pause
