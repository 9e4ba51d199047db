"""A store of its own beside the server, and a proxy before it that delays, cuts and swallows."""

from __future__ import annotations

import contextlib
import random
import select
import socket
import subprocess
import threading
import time
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Self

from redis import Redis
from redis.exceptions import RedisError

from greenfelt.server.store.embedded import store_binary


class OutsideStore:
    """A Valkey on a unix socket in ``directory``, with an append-only file unless told otherwise."""

    def __init__(self, directory: Path, *, binary: Path | None = None, **options: str) -> None:
        self.directory = directory
        self.path = directory / "outside.sock"
        self.url = f"unix://{self.path}"
        self._binary = binary or store_binary()
        self._options = {
            "port": "0",
            "unixsocket": str(self.path),
            "dir": str(directory),
            "save": "",
            "appendonly": "yes",
        } | {key.replace("_", "-"): value for key, value in options.items()}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        arguments = [part for key, value in self._options.items() for part in (f"--{key}", value)]
        self._process = subprocess.Popen([str(self._binary), *arguments], stdout=subprocess.DEVNULL)
        with Redis.from_url(self.url) as client:
            while not answers(client):
                assert self._process.poll() is None, "the store does not start"
                time.sleep(0.005)

    def kill(self) -> None:
        """End it as a crash would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


def answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except (RedisError, OSError):
        return False


class FaultyProxy:
    """Passes bytes between a server and its store, and does them harm by chance.

    ``rate`` is how often, per piece of data: it comes late, its rest is lost and the connection cut,
    or it is swallowed and the connection cut a moment later, as if the reply had got lost.
    """

    def __init__(self, path: Path, target: Path, *, seed: int, rate: float) -> None:
        self.url = f"unix://{path}"
        self.rate = rate
        self.done: Counter[str] = Counter()
        self._chance = random.Random(seed)
        self._target = target
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen(64)
        self._stopping = False
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True
        self._thread.join(5)
        self._server.close()

    def _accept(self) -> None:
        while not self._stopping:
            if not select.select([self._server], [], [], 0.1)[0]:
                continue
            near, _ = self._server.accept()
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(str(self._target))
            except OSError:
                near.close()
                continue
            threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, contextlib.suppress(OSError):
            while not self._stopping:
                for source in select.select([near, far], [], [], 0.1)[0]:
                    data = source.recv(1 << 18)
                    if not data or not self._deliver(data, far if source is near else near):
                        return

    def _deliver(self, data: bytes, sink: socket.socket) -> bool:
        """Pass a piece on, or harm it; return whether the connection lives."""
        chance = self._chance.random()
        if chance >= self.rate:
            sink.sendall(data)
            return True
        kind = self._chance.choice(("late", "cut", "swallowed"))
        self.done[kind] += 1
        if kind == "late":
            time.sleep(self._chance.uniform(0.01, 0.3))
            sink.sendall(data)
            return True
        if kind == "cut":
            sink.sendall(data[: self._chance.randrange(len(data))])
        else:
            time.sleep(self._chance.uniform(0.0, 0.1))
        return False
