"""``greenfelt serve``: run a room."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
import msgspec

from greenfelt.client.bots import UnknownStrategy, load_strategy
from greenfelt.server.games.found import game_modules
from greenfelt.server.room.settings import BadSettings, Settings, read_settings
from greenfelt.server.store.embedded import EmbeddedStore, default_data_dir
from greenfelt.server.store.errors import StoreTrouble

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

    from greenfelt.server.commands.house_bots import HouseStaff

logger = logging.getLogger(__name__)


@click.command()
@click.option("--host", help="Address to listen on (default 127.0.0.1).")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 picks a free one."
)
@click.option(
    "--data-dir",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where the embedded store keeps its data (default: the user's state directory).",
)
@click.option(
    "--redis", "url", metavar="URL", help="Use this Redis or Valkey, not the embedded one."
)
@click.option(
    "--config",
    "config",
    type=click.Path(path_type=Path, dir_okay=False),
    help="TOML file with the server's options and tables.",
)
@click.option(
    "--accept-store",
    is_flag=True,
    help="Start on a store that is not the one of before, or went back in time (see "
    "docs/durability.md); tables that are behind stay stopped until the floor decides.",
)
@click.option("-v", "--verbose", is_flag=True, help="Log more, to standard error.")
def serve(
    host: str | None,
    port: int | None,
    data_dir: Path | None,
    url: str | None,
    config: Path | None,
    accept_store: bool,
    verbose: bool,
) -> None:
    """Run a poker room until SIGTERM or Ctrl-C.

    When it is ready it prints one line, "listening on HOST:PORT". Hands that are under way when the
    server stops, however it stops, go on when it is started again.
    """
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
    try:
        settings = read_settings(config) if config is not None else Settings()
    except BadSettings as error:
        raise click.UsageError(str(error)) from error
    changed = {key: value for key, value in (("host", host), ("port", port)) if value is not None}
    settings = msgspec.structs.replace(
        settings,
        server=msgspec.structs.replace(settings.server, **changed),
        store=msgspec.structs.replace(settings.store, url=url) if url else settings.store,
    )
    where = f"{config}: " if config is not None else ""
    if settings.store.replicas and not settings.store.url:
        raise click.ClickException(
            f"{where}store.replicas: 0 with the embedded store, which has none; "
            f"given {settings.store.replicas}"
        )
    try:
        for name in settings.house_bots.strategies.split(","):
            load_strategy(name)
    except UnknownStrategy as error:
        raise click.ClickException(f"{where}house_bots.strategies: {error}") from error
    sys.exit(_run(settings, data_dir or default_data_dir(), accept_store=accept_store))


def _run(settings: Settings, data_dir: Path, *, accept_store: bool) -> int:
    """Run a server until it is told to stop; return the exit status."""
    for fault in game_modules().faults():
        logger.error("%s", fault)
    embedded = None
    if not settings.store.url:
        embedded = EmbeddedStore(data_dir, fsync=settings.store.fsync)
        _launch(embedded)

    from twisted.internet import reactor as installed
    from twisted.internet.defer import Deferred
    from twisted.logger import STDLibLogObserver, globalLogBeginner

    from greenfelt.server.commands.house_bots import warm_up
    from greenfelt.server.net.service import Service

    # Until logging has begun, Twisted keeps every event, and what it is about, for whoever begins it.
    globalLogBeginner.beginLoggingTo(
        [cast(Any, STDLibLogObserver())], discardBuffer=True, redirectStandardIO=False
    )
    reactor: Any = installed
    status = 0

    def give_up(why: str) -> None:
        nonlocal status
        status = 1
        logger.critical("stopping: %s", why)
        reactor.callFromThread(reactor.stop)

    service = Service(
        settings,
        reactor,
        data_dir=data_dir,
        on_lost=give_up,
        accept_store=accept_store,
        embedded=embedded,
    )
    try:
        service.open()
    except StoreTrouble as error:
        raise click.ClickException(str(error)) from error

    warm: Deferred[None] = Deferred()
    strategies = settings.house_bots.strategies.split(",") if settings.house_bots.most else []

    def build() -> None:
        warm_up(strategies)
        reactor.callFromThread(warm.callback, None)

    def ready(host: str, port: int) -> None:
        if settings.house_bots.most:
            service.employ(_staff(settings, reactor, data_dir, host, port, warm))
        print(f"listening on {f'[{host}]' if ':' in host else host}:{port}", flush=True)

    # Built once beside the first connections, or the first showdown of each ranking and the first
    # decisions of house bots would have everybody wait.
    reactor.callWhenRunning(reactor.callInThread, build)
    reactor.callWhenRunning(service.run, ready)
    reactor.addSystemEventTrigger("before", "shutdown", service.stop)
    reactor.run()
    service.shut()
    return status


def _launch(embedded: EmbeddedStore) -> None:
    """Let the store load its data while we load our code."""
    try:
        embedded.launch()
    except StoreTrouble as error:
        raise click.ClickException(str(error)) from error


def _staff(
    settings: Settings, reactor: Any, data_dir: Path, host: str, port: int, warm: Deferred[None]
) -> HouseStaff:
    """Return house bots that come to this server through its own door, once ``warm`` has fired."""
    from greenfelt.client.connection import tcp_endpoint
    from greenfelt.client.secrets import SecretStore
    from greenfelt.server.commands.house_bots import HouseStaff

    near = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    endpoint = tcp_endpoint(reactor, near, port)
    store = SecretStore(data_dir / "house-bots")
    bots = settings.house_bots
    staff = HouseStaff(reactor, endpoint, store, bots.think_ms, bots.strategies.split(","), warm)
    reactor.addSystemEventTrigger("before", "shutdown", staff.close)
    return staff


if __name__ == "__main__":
    serve()
