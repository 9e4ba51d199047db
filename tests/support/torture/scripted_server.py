"""``greenfelt serve`` with a deck that is always the same, and with a wire that trips.

    python scripted_server.py SEED ARMED WRITE MOMENT VICTIM -- ARGUMENTS OF SERVE

Counts the round trips that append to a log once the file ARMED is there. At number WRITE (0: never) the
VICTIM (server, store or both) is killed: ``before`` the write is sent, when it is ``sent`` and nobody
has read the reply, or ``after`` the reply was read and before anybody is told. How many there were is
in ARMED in the end.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import greenfelt.server.net.service as service
from greenfelt.server.commands.serve import serve
from greenfelt.server.store.scripts import APPEND, APPEND_STEP
from greenfelt.server.store.wire import Command, Wire

APPENDS = frozenset((APPEND.digest, APPEND_STEP.digest))


class SameDeck:
    """Every deck in the same order for the same reason, also after a restart."""

    seed = ""

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        order = sorted(cards)
        random.Random(f"{self.seed}:{why}").shuffle(order)
        return tuple(order)


class Tripwire:
    """Stands in for ``Wire.ask``."""

    def __init__(self, armed: Path, write: int, moment: str, victim: str, data_dir: Path) -> None:
        self._armed = armed
        self._write = write
        self._moment = moment
        self._victim = victim
        self._data_dir = data_dir
        self._ask = Wire.ask
        self._count = 0

    def ask(self, wire: Wire, commands: Sequence[Command]) -> list[Any]:
        appends = any(command[0] == "EVALSHA" and command[1] in APPENDS for command in commands)
        if not appends or not self._armed.exists():
            return self._ask(wire, commands)
        self._count += 1
        self._armed.write_text(str(self._count))
        if self._count != self._write:
            return self._ask(wire, commands)
        if self._moment == "before":
            self._kill()
        elif self._moment == "sent":
            connection = wire._connection
            send = connection.send_packed_command

            def send_and_kill(*arguments: Any, **named: Any) -> None:
                send(*arguments, **named)
                self._kill()

            connection.send_packed_command = send_and_kill
            try:
                return self._ask(wire, commands)
            finally:
                del connection.send_packed_command
        replies = self._ask(wire, commands)
        if self._moment == "after":
            self._kill()
        return replies

    def _kill(self) -> None:
        if self._victim != "server":
            os.kill(int((self._data_dir / "store.pid").read_text()), signal.SIGKILL)
        if self._victim != "store":
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    seed, armed, write, moment, victim = sys.argv[1:6]
    arguments = sys.argv[7:]
    data_dir = Path(arguments[arguments.index("--data-dir") + 1])
    SameDeck.seed = seed
    service.SystemDeck = SameDeck  # type: ignore[misc,assignment]  # no option may do this
    wire = Tripwire(Path(armed), int(write), moment, victim, data_dir)
    Wire.ask = lambda self, commands: wire.ask(self, commands)  # type: ignore[method-assign]
    serve.main(arguments)


if __name__ == "__main__":
    main()
