"""A room to be tortured: tables of every game, a server process, its store, and the bots that play."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from redis import Redis
from support.outside import answers
from support.torture.bots import Party
from support.torture.evidence import Evidence

from greenfelt.client.bots.house import BACCARAT, BLACKJACK
from greenfelt.server.games.poker import MIXES, VARIANTS
from greenfelt.server.net.child import ServerProcess
from greenfelt.server.room.standard import standard_table
from greenfelt.server.store.client import open_client
from greenfelt.server.store.keyring import KEY_FILE

NAMES = ("Ann", "Bob", "Cid", "Dee")
HOUSE_GAMES = sorted(BACCARAT | BLACKJACK)
LEASE_SECONDS = 1.5
TOP_UP = 200

HEAD = """
[accounts]
grant = 1000000000
[limits]
requests_per_second = 100000.0
request_burst = 100000
[store]
lease_seconds = {lease}
keep_events = 1000000000
replicas = {replicas}
"""
TABLE = """
[[tables]]
name = "{name}"
game = "{game}"
rules = {{ limit = "{limit}", small_bet = 10 }}
seats = {seats}
newcomers = "free"
[tables.clocks]
start_ms = 0
pause_ms = 0
turn_ms = 60000
draw_ms = 60000
"""
LINKED = ("minibaccarat", "rising_phoenix")
"""Table games that share a progressive meter."""

HOUSE_TABLE = """
[[tables]]
name = "table of {game}"
game = "{game}"
seats = {seats}
min_buy_in = 5000
max_buy_in = 50000
{meters}
[tables.clocks]
pause_ms = 0
betting_ms = 1000
turn_ms = 60000
"""


def every_game() -> list[str]:
    """Return the codes of all games and mixes, and of the table games."""
    return [*VARIANTS, *MIXES, *HOUSE_GAMES]


def settings(games: list[str], *, lease: float = LEASE_SECONDS, replicas: int = 0) -> str:
    """Return a configuration with one table of each game, and fast clocks between hands."""
    parts = [HEAD.format(lease=lease, replicas=replicas)]
    for game in games:
        if game in HOUSE_GAMES:
            meters = 'meters = { harmony = "grand" }' if game in LINKED else ""
            parts.append(HOUSE_TABLE.format(game=game, seats=len(NAMES), meters=meters))
            continue
        table = standard_table(game, f"table of {game}")
        parts.append(
            TABLE.format(name=table.name, game=game, limit=table.rules.limit, seats=len(NAMES))
        )
    return "".join(parts)


def full_house(
    seed: int,
    games: list[str] | None = None,
    *,
    url: str = "",
    look_at: str = "",
    replicas: int = 0,
) -> House:
    """Return a room with a table of each game and four bots that play at all of them."""
    games = games or every_game()
    house_tables = [number for number, game in enumerate(games, 1) if game in HOUSE_GAMES]
    party = Party(
        NAMES,
        list(range(1, len(games) + 1)),
        seed=seed,
        top_up=TOP_UP,
        house_tables=house_tables,
    )
    return House(settings(games, replicas=replicas), party, url=url, look_at=look_at)


class House:
    """One room on one store over any number of crashes. Use it as a context."""

    def __init__(
        self,
        config: str,
        party: Party,
        *,
        url: str = "",
        look_at: str = "",
        new_server: Callable[[list[str]], ServerProcess] = ServerProcess,
    ) -> None:
        """``url`` names an outside store; ``look_at`` is how to reach it past a proxy."""
        self._directory = tempfile.TemporaryDirectory(prefix="greenfelt-torture-")
        self.directory = Path(self._directory.name)
        self.data = self.directory / "data"
        self.url = url
        path = self.directory / "room.toml"
        path.write_text(config, encoding="utf-8")
        self.arguments = ["--config", str(path), "--data-dir", str(self.data)]
        if url:
            self.arguments += ["--redis", url]
        self.server = new_server(self.arguments)
        self.party = party
        self.evidence = Evidence(self.data / KEY_FILE)
        self.seconds_down: list[float] = []
        self._look_at = look_at or url

    def __enter__(self) -> House:
        self.server.start()
        try:
            self.join()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.party.disconnect()
        self.server.stop()
        self.server.close()
        self._directory.cleanup()

    def join(self) -> None:
        """Let the bots come to the server that runs now."""
        self.party.connect((self.server.host, self.server.port))

    @contextlib.contextmanager
    def store(self) -> Iterator[Redis]:
        """Look into the store, as soon as it is there."""
        url = self._look_at or f"unix://{self.data / 'store.sock'}"
        deadline = time.monotonic() + 20
        with open_client(url) as client:
            while not answers(client):
                assert time.monotonic() < deadline, "the store does not come back"
                time.sleep(0.01)
            yield client

    @property
    def store_pid(self) -> int:
        return int((self.data / "store.pid").read_text())

    def kill_server(self, *, store_too: bool = False) -> None:
        """SIGKILL the server (and its store a moment before it could end in order)."""
        if store_too:
            os.kill(self.store_pid, signal.SIGKILL)
        self.server.kill()
        self.hear_the_last()

    def hear_the_last(self) -> None:
        """Let the bots read what the server still sent before it died."""
        self.party.run(lambda: all(bot.socket is None for bot in self.party.bots), 10)

    def kill_store(self) -> None:
        os.kill(self.store_pid, signal.SIGKILL)

    def start_again(self) -> None:
        began = time.monotonic()
        self.server.start()
        self.seconds_down.append(time.monotonic() - began)
        self.join()

    def replace(self, server: ServerProcess) -> None:
        """Start another server in the place of one that was killed."""
        self.hear_the_last()
        self.server.kill()
        self.server.close()
        self.server = server
        self.start_again()

    def check(self) -> None:
        """Bring play to rest and compare everything."""
        self.party.settle()
        heard, self.party.unchecked = self.party.unchecked, []
        with self.store() as client:
            self.evidence.compare(client, heard)
            self.evidence.check_books(client)

    def figures(self) -> dict[str, object]:
        """Return what was found, for a report."""
        found = msgspec.to_builtins(self.evidence.findings)
        found["wrong"] = self.evidence.findings.wrong[:5]
        found["times_the_store_lost_its_end"] = self.server.log.count("writing it again")
        down = sorted(self.seconds_down)
        if down:
            found["restart_seconds"] = {
                "median": round(down[len(down) // 2], 2),
                "max": round(down[-1], 2),
            }
        return found
