"""Running a client in a terminal: one event loop, signals that restore the terminal, errors kept for after."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import locale
import os
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, cast

from twisted.internet import asyncioreactor
from twisted.internet.defer import DeferredList
from twisted.logger import LogEvent, globalLogBeginner

from greenfelt.client.connection import Client, tcp_endpoint
from greenfelt.client.errors import ClientError
from greenfelt.client.safe_line import safe_line
from greenfelt.protocol.messages import Enter, StandUp

LEAVE_SECONDS = 2.0
"""How long leaving waits for the server's word."""

_NAME_LIMIT = 20
_USERS_OF_NOBODY = frozenset({"admin", "administrator", "host", "operator", "staff", "system"})
"""User names that say nothing about who it is; servers keep them for the house."""


@dataclass(frozen=True, slots=True)
class Errand:
    """What the player asked for: a server, a name, and perhaps a table and a buy-in to sit down with.

    ``stay`` keeps the seats on quitting, for who means to come back. ``key`` is that of an invitation
    to the table.
    """

    host: str
    port: int
    name: str
    secret: str
    table: int | None = None
    buy_in: int | None = None
    stay: bool = False
    key: str = ""


def default_name() -> str:
    """Return the name of the user of this machine, as an account name that servers let be claimed."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = ""
    plain = "".join(char for char in user if char.isascii() and (char.isalnum() or char in "-_"))
    name = plain.lstrip("-_")[:_NAME_LIMIT]
    return name if name and name.lower() not in _USERS_OF_NOBODY else "player"


def require_screen() -> None:
    """Raise ClientError when standard input and output are no terminal that has a full screen."""
    ends = (sys.stdin, sys.stdout)  # None where the shell closed them
    terminal = all(end is not None and end.isatty() for end in ends)
    if not terminal or os.environ.get("TERM") == "dumb":
        raise ClientError("this terminal has no full screen; --plain plays in lines of text")


def play_full_screen(errand: Errand) -> int:
    """Play in the full-screen terminal; return the exit status."""
    loop = _install_reactor()
    from prompt_toolkit.output import create_output

    from greenfelt.client.screens.terminal import Terminal
    from greenfelt.client.widgets.look import look_for

    def screens(client: Client) -> Front:
        output = create_output()
        # Python writes UTF-8 in the C locale too, but who sets that wants ASCII.
        look = look_for((output.encoding(), locale.getencoding()), os.environ)
        return Terminal(client, look, output=output)

    return _run(loop, errand, screens)


def play_plain(errand: Errand) -> int:
    """Play in plain lines of text, for screen readers and simple terminals; return the exit status."""
    loop = _install_reactor()
    from greenfelt.client.plain import PlainTerminal

    with contextlib.ExitStack() as opened:
        reader = sys.stdin or opened.enter_context(open(os.devnull))
        return _run(loop, errand, lambda client: PlainTerminal(client, reader, sys.stdout))


class Front(Protocol):
    """What shows a client to the player: the full screen, or plain lines."""

    async def run(self) -> bool:
        """Run to the end; return whether the player chose to leave."""
        ...

    def stop(self) -> None: ...

    def open_table(self, table: int) -> None: ...

    def sit(self, table: int, buy_in: int) -> None: ...


def _install_reactor() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    asyncioreactor.install(loop)
    return loop


def _run(
    loop: asyncio.AbstractEventLoop, errand: Errand, make_front: Callable[[Client], Front]
) -> int:
    from twisted.internet import reactor as installed

    reactor: Any = installed
    troubles: list[str] = []
    globalLogBeginner.beginLoggingTo(
        # Twisted takes any callable; its types ask for a declared zope interface.
        [cast(Any, lambda event: _keep_failure(event, troubles))],
        redirectStandardIO=False,
        discardBuffer=True,
    )
    status = 1

    async def whole() -> None:
        nonlocal status
        try:
            status = await _play(loop, reactor, errand, make_front)
        except ClientError as error:
            print(safe_line(f"greenfelt: {error}"), file=sys.stderr)
        except Exception:
            troubles.append(traceback.format_exc())
        finally:
            await _drop_what_is_left()
            reactor.stop()

    reactor.callWhenRunning(lambda: _keep(loop.create_task(whole())))
    # Signals are ours: Twisted's handlers would stop the loop before the terminal is restored.
    reactor.run(installSignalHandlers=False)
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else status


async def _play(
    loop: asyncio.AbstractEventLoop,
    reactor: Any,
    errand: Errand,
    make_front: Callable[[Client], Front],
) -> int:
    endpoint = tcp_endpoint(reactor, errand.host, errand.port)
    client = Client(reactor, endpoint, errand.name, errand.secret)
    client.address = f"{errand.host}:{errand.port}"
    front = make_front(client)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        loop.add_signal_handler(number, front.stop)
    await client.start().asFuture(loop)
    if errand.key and errand.table is not None:
        await client.request(Enter(0, errand.table, key=errand.key)).asFuture(loop)
    if errand.table is not None and errand.buy_in is not None:
        front.sit(errand.table, errand.buy_in)
    elif errand.table is not None:
        front.open_table(errand.table)
    elif len(client.held_seats) == 1:
        # A seat that is still held from before: go on where the player left off.
        front.open_table(client.held_seats[0])
    left = False
    try:
        # Whose first words were nonsense is gone before there is a screen to stop.
        left = client.gave_up is None and await front.run()
    finally:
        client.listener = None
        # A closed window or a dropped line is no decision to leave: the seat waits for a while.
        stay = errand.stay or not left
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(_leave(loop, client, stay=stay), LEAVE_SECONDS)
    if client.gave_up is not None and not left:
        raise client.gave_up
    return 0


async def _leave(loop: asyncio.AbstractEventLoop, client: Client, *, stay: bool) -> None:
    """Give the seats back, then close."""
    if not stay:
        seats = [table for table, view in client.views.items() if view.own is not None]
        stood = [client.request(StandUp(0, table)) for table in seats]
        await DeferredList(stood, consumeErrors=True).asFuture(loop)
    await client.close().asFuture(loop)


async def _drop_what_is_left() -> None:
    """Cancel what the front has still under way: asyncio would complain of it in the player's shell."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


_tasks: set[asyncio.Task[None]] = set()


def _keep(task: asyncio.Task[None]) -> None:
    """Hold a task: the loop alone would let it be collected while it runs."""
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


def _keep_failure(event: LogEvent, troubles: list[str]) -> None:
    """Keep what went wrong until the terminal is the shell's again."""
    failure = event.get("log_failure")
    if failure is not None:
        troubles.append(failure.getTraceback())
