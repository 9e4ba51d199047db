"""A server in a process of its own, for those who need one beside them: ``greenfelt play``, tests."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from types import TracebackType
from typing import IO, Self

from greenfelt.server.store.process import follow_parent

START_SECONDS = 60.0
STOP_SECONDS = 30.0
_READY = b"listening on "


class ServerFailed(Exception):
    """The server ended, or was not ready in time; the message ends with what it said."""

    code = "server-failed"


class ServerProcess:
    """``greenfelt serve`` as our child, from ``start`` to ``stop``; it goes when we go.

    ``arguments`` are those of the command; without ``--port`` a free one is taken. ``host`` and
    ``port`` say where it listens, ``log`` what it wrote to standard error.
    """

    program: Sequence[str] = (sys.executable, "-m", "greenfelt.server.commands.serve")
    """What is run; tests have servers of their own."""

    def __init__(self, arguments: Sequence[str] = ()) -> None:
        self.arguments = list(arguments)
        if "--port" not in self.arguments:
            self.arguments += ["--port", "0"]
        self.host = ""
        self.port = 0
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed at the end)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The server's process id, 0 when it does not run."""
        return self._process.pid if self._process is not None else 0

    def start(self) -> None:
        """Start the server and wait until it listens. Raises ServerFailed."""
        self._process = subprocess.Popen(
            [*self.program, *self.arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=True,
            preexec_fn=follow_parent(),
        )
        try:
            address = self._first_line().removeprefix(_READY).decode()
            self.host, _, port = address.rpartition(":")
            self.host = self.host.strip("[]")
            self.port = int(port)
        except BaseException:
            self.kill()
            raise

    def poll(self) -> int | None:
        """Return the exit status of a server that ended by itself, None while it runs."""
        return self._process.poll() if self._process is not None else 0

    def stop(self) -> int:
        """End the server in order; return its exit status. A second call does nothing."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End the server as a crash would."""
        self._end(signal.SIGKILL)

    @property
    def log(self) -> str:
        """What the server has written to standard error so far; not after ``close``."""
        size = os.fstat(self._log.fileno()).st_size
        return os.pread(self._log.fileno(), size, 0).decode(errors="replace")

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
        self.close()

    def close(self) -> None:
        """Let go of the log, once the server has ended."""
        self._log.close()

    def _first_line(self) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        out = self._process.stdout
        deadline = time.monotonic() + START_SECONDS
        line = b""
        with selectors.DefaultSelector() as selector:
            selector.register(out, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise ServerFailed(f"the server was not ready in time\n{self.log}")
                more = os.read(out.fileno(), 4096)
                if not more:
                    self._process.wait()
                    raise ServerFailed(f"the server ended at once\n{self.log}")
                line += more
        if not line.startswith(_READY):
            raise ServerFailed(f"the server said {line!r} instead of where it listens")
        return line.strip()

    def _end(self, number: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(number)
        try:
            status = process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        if process.stdout is not None:
            process.stdout.close()
        return status
