"""Processes that belong to one command: started in order, watched, and all gone when it ends."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO, Self

STOP_SECONDS = 8.0
SETTLE_SECONDS = 1.0
"""How long a part that ended may be the first sign of an earlier one's end."""
_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


class PartFailed(Exception):
    """A process of the household did not start, or ended by itself; the message names its log."""

    code = "part-failed"


@dataclass(slots=True)
class Part:
    """One process, and the file where what it said is kept."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path

    def last_words(self) -> str:
        """Return the end of its log, for a message."""
        try:
            lines = self.log.read_text("utf-8", "replace").strip().splitlines()
        except OSError:
            return ""
        return lines[-1] if lines else ""


class Household:
    """Child processes of greenfelt commands, as a context: on the way out they are stopped, the last
    one started first, whatever ended the block. ``failed`` names a part that ended by itself; then
    this process gets SIGTERM, so that whatever it waits for comes to its end.
    """

    def __init__(self, directory: Path) -> None:
        """``directory`` is the state directory of all parts; their logs are in ``logs`` there."""
        self.failed: Part | None = None
        self._directory = directory
        self._logs = directory / "logs"
        self._parts: list[Part] = []
        self._stopping = False
        self._before: dict[signal.Signals, object] = {}

    def __enter__(self) -> Self:
        self._logs.mkdir(parents=True, exist_ok=True, mode=0o700)
        for number in _SIGNALS:
            self._before[number] = signal.signal(number, _leave)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # A second signal while things are being put away must not leave half of them behind.
        for number in (*_SIGNALS, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        self.stop()
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def start(self, name: str, arguments: Sequence[str]) -> Part:
        """Start ``greenfelt`` with these arguments; what it says on its error output goes to its log."""
        log = self._logs / f"{name}.log"
        with log.open("wb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "greenfelt.client.tether", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=os.environ | {"GREENFELT_STATE_DIR": str(self._directory)},
                # Ctrl-C in the terminal is for us alone: we stop the others in order.
                start_new_session=True,
            )
        part = Part(name, process, log)
        self._parts.append(part)
        threading.Thread(target=self._wait, args=(part,), daemon=True).start()
        return part

    def line(self, part: Part, begins: str, seconds: float) -> str:
        """Return the first line of a part's output that begins so, without that beginning.

        Raises PartFailed when it ends first or says nothing of the kind in ``seconds``.
        """
        output = part.process.stdout
        if output is None:
            raise ValueError("this part has no output")
        end = time.monotonic() + seconds
        pending = b""
        while True:
            while b"\n" in pending:
                line, _, pending = pending.partition(b"\n")
                text = line.decode("utf-8", "replace")
                if text.startswith(begins):
                    threading.Thread(target=_drain, args=(output,), daemon=True).start()
                    return text.removeprefix(begins).strip()
            wait = end - time.monotonic()
            ready = wait > 0 and select.select([output], [], [], wait)[0]
            more = os.read(output.fileno(), 4096) if ready else b""
            if not more:
                why = part.last_words() or ("it ended" if ready else "it took too long")
                raise PartFailed(f"the {part.name} did not start: {why} (see {part.log})")
            pending += more

    def check(self, patience: float = 0.0) -> None:
        """Raise PartFailed when a part has ended by itself, or does within ``patience`` seconds.

        It names the earliest one that ended: the later ones need the earlier ones, and end with them.
        """
        part = self._first_ended(patience if self.failed is None else max(patience, SETTLE_SECONDS))
        if part is not None:
            status = part.process.returncode
            said = f": {part.last_words()}" if part.last_words() else ""
            raise PartFailed(f"the {part.name} ended with status {status}{said} (see {part.log})")

    def _first_ended(self, patience: float) -> Part | None:
        end = time.monotonic() + patience
        while True:
            ended = [part for part in self._parts if part.process.poll() is not None]
            if ended[:1] == self._parts[:1] or time.monotonic() >= end:
                return ended[0] if ended else None
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop every part, the last one started first; kill what does not stop in time."""
        self._stopping = True
        for part in reversed(self._parts):
            if part.process.poll() is None:
                part.process.send_signal(signal.SIGTERM)
            try:
                part.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                part.process.kill()
                part.process.wait()
            for stream in (part.process.stdin, part.process.stdout):
                if stream is not None:
                    stream.close()
        self._parts.clear()

    def _wait(self, part: Part) -> None:
        part.process.wait()
        if not self._stopping and self.failed is None:
            self.failed = part
            os.kill(os.getpid(), signal.SIGTERM)


def _drain(output: IO[bytes]) -> None:
    """Read on, so that a part that says more is not stopped by a full pipe."""
    try:
        while os.read(output.fileno(), 65536):
            pass
    except (OSError, ValueError):
        return


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
