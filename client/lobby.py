"""One look at a server's lobby, by a plain blocking socket: for commands that need a table's number."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import TypeVar

from greenfelt.client.errors import NotConnected, RequestRefused
from greenfelt.protocol.connection import ClientConnection
from greenfelt.protocol.messages import (
    SUPPORTED_VERSIONS,
    Answer,
    Error,
    Hello,
    ListTables,
    Request,
    SignedIn,
    SignIn,
    TableRow,
    Tables,
    Welcome,
)

SECONDS = 10.0

A = TypeVar("A", Welcome, SignedIn, Tables)


@dataclass(frozen=True, slots=True)
class Lobby:
    """What an account finds: its balance, the tables where it holds a seat, and all tables."""

    balance: int
    held_seats: list[int]
    tables: list[TableRow]


def visit(host: str, port: int, name: str, secret: str) -> Lobby:
    """Sign in, read the lobby, and leave.

    Raises NotConnected when the server cannot be reached or breaks off, RequestRefused when it does
    not let this account in.
    """
    machine = ClientConnection()
    try:
        with socket.create_connection((host, port), SECONDS) as wire:
            _ask(wire, machine, Hello(1, list(SUPPORTED_VERSIONS), "greenfelt"), Welcome)
            signed_in = _ask(wire, machine, SignIn(2, name, secret), SignedIn)
            tables = _ask(wire, machine, ListTables(3), Tables)
    except OSError as error:
        raise NotConnected(f"cannot reach the server: {error}") from error
    return Lobby(signed_in.balance, signed_in.tables, tables.rows)


def _ask(wire: socket.socket, machine: ClientConnection, request: Request, kind: type[A]) -> A:
    """Send a request and return its answer; what else the server says meanwhile is dropped."""
    wire.sendall(machine.send(request))
    while data := wire.recv(65536):
        for answer in machine.receive(data):
            if _answers(answer, request):
                if isinstance(answer, Error):
                    raise RequestRefused(answer.code, answer.text, answer.retry_ms)
                if isinstance(answer, kind):
                    return answer
    raise NotConnected("the server closed the connection")


def _answers(answer: Answer, request: Request) -> bool:
    return getattr(answer, "id", None) == request.id
