"""A primary, its replicas and three Sentinels on loopback, from Debian's packages."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from redis import Redis
from support.outside import answers

NAME = "main"
REDIS = "/usr/bin/redis-server"
SENTINELS = 3
DOWN_MS = 500

SETTINGS = """
port {port}
bind 127.0.0.1
dir {dir}
logfile {dir}/log
save ""
"""
STORE = """
appendonly yes
appendfsync everysec
maxmemory-policy noeviction
"""
SENTINEL = """
sentinel monitor {name} 127.0.0.1 {primary} 2
sentinel down-after-milliseconds {name} {down_ms}
sentinel failover-timeout {name} 3000
sentinel parallel-syncs {name} 1
"""


class Node:
    """One Redis or Sentinel process with a directory and a port of its own."""

    def __init__(self, directory: Path, settings: str, *, sentinel: bool = False) -> None:
        directory.mkdir()
        self.port = free_port()
        self._command = [REDIS, str(directory / "conf")] + ["--sentinel"] * sentinel
        (directory / "conf").write_text(
            SETTINGS.format(port=self.port, dir=directory) + settings, encoding="utf-8"
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        with self.client() as client:
            wait_until(lambda: answers(client))

    def client(self) -> Redis:
        return Redis(port=self.port)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class SentinelSet:
    """``url`` is how a server finds whoever is the primary."""

    def __init__(self, directory: Path, replicas: int) -> None:
        first = Node(directory / "store0", STORE)
        follow = STORE + f"replicaof 127.0.0.1 {first.port}\n"
        self.stores = [first] + [
            Node(directory / f"store{number}", follow) for number in range(1, replicas + 1)
        ]
        settings = SENTINEL.format(name=NAME, primary=first.port, down_ms=DOWN_MS)
        self.sentinels = [
            Node(directory / f"sentinel{number}", settings, sentinel=True)
            for number in range(SENTINELS)
        ]
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.sentinels)
        self.url = f"redis+sentinel://{hosts}/{NAME}"

    def start(self) -> None:
        for node in self.stores:
            node.start()
        with self.stores[0].client() as client:
            wait_until(
                lambda: client.info("replication")["connected_slaves"] == len(self.stores) - 1
            )
        for node in self.sentinels:
            node.start()
        wait_until(self._agreed)

    def stop(self) -> None:
        for node in (*self.sentinels, *self.stores):
            node.kill()

    def primary(self) -> Node:
        """Return the store that the Sentinels send everybody to."""
        with self.sentinels[0].client() as client:
            _, port = client.sentinel_get_master_addr_by_name(NAME)
        return next(node for node in self.stores if node.port == int(port))

    def follows(self, node: Node) -> bool:
        """Whether a store that came back is a replica that has everything."""
        with node.client() as client:
            said = client.info("replication")
        return said["role"] == "slave" and said["master_link_status"] == "up"

    def _agreed(self) -> bool:
        """Whether every Sentinel knows all others and all replicas."""
        for node in self.sentinels:
            with node.client() as client:
                state = client.sentinel_master(NAME)
            if state["num-other-sentinels"] != SENTINELS - 1:
                return False
            if state["num-slaves"] != len(self.stores) - 1:
                return False
        return True


@contextlib.contextmanager
def sentinel_set(directory: Path, *, replicas: int) -> Iterator[SentinelSet]:
    found = SentinelSet(directory, replicas)
    try:
        found.start()
        yield found
    finally:
        found.stop()


def wait_until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("it does not become true")
        time.sleep(0.02)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
