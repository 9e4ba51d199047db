"""Locks on files: who works on a data directory."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

SERVER_LOCK = "server.lock"
"""In a data directory, held by the server that works on it."""


class FileLock:
    """An exclusive lock on a file, held until it is released or every holder of ``fd`` is gone.

    A child that inherits ``fd`` goes on holding the lock, so it also tells whether the child lives.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.fd = -1

    def acquire(self) -> bool:
        """Take the lock and write our process id into the file; False when somebody holds it."""
        fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return False
        os.ftruncate(fd, 0)
        os.pwrite(fd, str(os.getpid()).encode(), 0)
        self.fd = fd
        return True

    @property
    def held(self) -> bool:
        return self.fd >= 0

    def holder(self) -> int:
        """Return the process id written in the file, 0 when there is none."""
        try:
            return int(self.path.read_text(encoding="ascii") or "0")
        except (OSError, ValueError):
            return 0

    def release(self) -> None:
        if self.held:
            os.close(self.fd)
            self.fd = -1
