"""What the server takes of this machine, when it runs here."""

from __future__ import annotations

import socket
from dataclasses import dataclass

import psutil

_STORES = ("redis", "valkey")


@dataclass(frozen=True, slots=True)
class Usage:
    """CPU seconds so far of the server and of its embedded store, and memory in bytes."""

    cpu: float
    store_cpu: float
    rss: int


class ServerProcess:
    """The process that listens at an address of this machine."""

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)
        self._stores = [
            child
            for child in self._process.children(recursive=True)
            if any(name in child.name() for name in _STORES)
        ]

    @classmethod
    def find(cls, address: tuple[str, int]) -> ServerProcess | None:
        """Return it; None when the server is elsewhere, or is somebody else's process."""
        try:
            hosts = {str(each[4][0]) for each in socket.getaddrinfo(*address)}
            ours = {a.address for each in psutil.net_if_addrs().values() for a in each}
            if not hosts & ours:
                return None
            for each in psutil.net_connections("tcp"):
                if each.status == psutil.CONN_LISTEN and each.laddr.port == address[1] and each.pid:
                    return cls(each.pid)
        except (OSError, psutil.Error):
            pass
        return None

    def usage(self) -> Usage | None:
        """Return what it has used so far; None when it is gone."""
        try:
            own = self._process.cpu_times()
            stores = [each.cpu_times() for each in self._stores]
            store_cpu = sum(each.user + each.system for each in stores)
            return Usage(own.user + own.system, store_cpu, self._process.memory_info().rss)
        except psutil.Error:
            return None
