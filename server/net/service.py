"""A whole server: store, tables, listening; started and stopped in order."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from twisted.internet.defer import Deferred, succeed
from twisted.internet.error import CannotListenError
from twisted.python.failure import Failure

from greenfelt.server.net.clock import SteadyClock
from greenfelt.server.net.door import Door
from greenfelt.server.net.files import SPARE, most_connections
from greenfelt.server.net.floor import Floor
from greenfelt.server.net.host import rebuild
from greenfelt.server.net.peer import PeerFactory
from greenfelt.server.net.room import Room
from greenfelt.server.net.staffing import Staff
from greenfelt.server.room.deck import SystemDeck
from greenfelt.server.room.ledger import HOUSE, linked_meter
from greenfelt.server.room.meters import linked_seeds
from greenfelt.server.room.settings import Limits, Settings
from greenfelt.server.room.standard import standard_tables
from greenfelt.server.store import keys
from greenfelt.server.store.accounts import Accounts, index_names, read_balances
from greenfelt.server.store.embedded import EmbeddedStore
from greenfelt.server.store.errors import StoreTrouble, UnfitStore
from greenfelt.server.store.floor import read_banned, read_coupons, read_silenced
from greenfelt.server.store.journal_file import JournalFile
from greenfelt.server.store.keyring import KEY_FILE, KeyRing, Ring, Unsealed
from greenfelt.server.store.ledger import exact
from greenfelt.server.store.store import RETIRED, Care, Store
from greenfelt.server.store.witness import Witness, file_beside
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import BadConfig
from greenfelt.server.tables.kinds import kind_of
from greenfelt.server.tables.outcome import MoneyMove

logger = logging.getLogger(__name__)

BACKLOG = 512

FULL_COLLECTIONS = 100
"""Collections of the middle generation for one of everything. That one takes up to 70 to 115 ms with 600
tables (their players in the same process), in which nobody is served; by Python's own 10 it came every few
thousand actions. What waits for it, connections that were closed, is estimated at 100 MB at most."""
_POLL_SECONDS = 0.005
START_SECONDS = 30.0
"""How long starting waits for what recovery has to commit."""

COMMIT_SECONDS = 5.0
"""How long stopping waits for what is being committed."""

GOODBYE_SECONDS = 1.0
"""How long stopping waits for peers to read their Bye."""


class Service:
    """A server on one store. ``start`` blocks until every table is loaded; the rest runs on."""

    def __init__(
        self,
        settings: Settings,
        reactor: Any,
        *,
        data_dir: Path,
        on_lost: Callable[[str], object],
        accept_store: bool = False,
        embedded: EmbeddedStore | None = None,
    ) -> None:
        self._settings = settings
        self._data_dir = data_dir
        self._accept_store = accept_store
        self._reactor = reactor
        self._on_lost = on_lost
        self._embedded = embedded
        if embedded is None and not settings.store.url:
            self._embedded = EmbeddedStore(data_dir, fsync=settings.store.fsync)
        self._store: Store | None = None
        self._room: Room | None = None
        self._port: Any = None
        self._door: Door | None = None
        self._staff: Staff | None = None
        self._unseeded: dict[str, int] = {}

    def open(self) -> None:
        """Open the store and load every table. Blocks; raises StoreTrouble with a clear sentence."""
        url = self._settings.store.url
        if self._embedded is not None:
            self._embedded.start()
            url = self._embedded.url
        gc.disable()  # all that is loaded stays: looking through it again and again is lost time
        try:
            self._load(url)
        except BaseException:
            self.shut()
            raise
        finally:
            gc.enable()
        gc.freeze()
        gc.set_threshold(*gc.get_threshold()[:2], FULL_COLLECTIONS)

    def _load(self, url: str) -> None:
        settings = self._settings
        self._store = store = Store.open(url, self._care())
        for warning in store.facts.warnings:
            logger.warning("%s", warning)
        if settings.store.replicas > store.facts.replicas:
            logger.warning(
                "play waits until %d replicas have each step, and the store has %d now",
                settings.store.replicas,
                store.facts.replicas,
            )
        self._room = room = Room(
            name=settings.server.name,
            limits=self._limits(),
            timing=self._reactor,
            now_ms=SteadyClock(),
            log=store,
            desk=Accounts(store, grant=settings.accounts.grant, is_house=self._is_house),
            deck=SystemDeck(),
            keep_events=settings.store.keep_events,
            on_lost=self._on_lost,
            settings=settings,
        )
        configs, left_over = self._definitions(store)
        room.highest_table = max(store.definitions(), default=0)
        for stored in store.take(list(configs)):
            config = configs[stored.table]
            trouble = stored.trouble
            try:
                table = rebuild(stored, config, room.deck)
            except BadConfig as error:
                logger.critical("table %d is left out: %s", stored.table, error)
                continue
            except StoreTrouble as error:
                trouble = error
                table = kind_of(config).new(stored.table, config, room.deck)
            private = bool(config.host) and not table.state.closing
            if trouble is not None:
                logger.critical("table %d is stopped: %s", stored.table, trouble)
                room.add_table(table, trouble)
            elif table.state.seats or private or stored.table not in left_over:
                room.add_table(table)
                if stored.table in left_over and not config.host:
                    logger.warning(
                        "table %d, %s, is in no configuration any more: it stays as it was, with %d "
                        "players, until a start finds nobody there (admin close brings them away)",
                        stored.table,
                        config.name,
                        len(table.state.seats),
                    )
        store.blocking(index_names)
        accounts = {seat.account for host in room.hosts for seat in host.table.state.seats.values()}
        for account, balance in store.blocking(
            lambda client: read_balances(client, accounts | {HOUSE})
        ):
            room.purses.know(account, balance)
        links = {link for host in room.hosts for link in host.table.links.values()}
        for link in links:
            room.meters.know(link)
        held = store.blocking(lambda client: exact(client, room.meters.accounts))
        room.meters.correct(held)
        seeds = linked_seeds(configs[number] for number in configs if number not in left_over)
        self._unseeded = {
            link: seed
            for link, seed in seeds.items()
            if link in links and linked_meter(link) not in held
        }
        room.coupons.add(store.blocking(read_coupons))
        for account, why in store.blocking(read_silenced).items():
            room.talk.silence(account, why)
        room.banned.update(store.blocking(read_banned))
        logger.info(
            "%s %s, epoch %d, %d tables", *store.facts[:2], store.epoch, len(list(room.hosts))
        )

    def _limits(self) -> Limits:
        """Return the limits, with no more connections than the machine lets us have."""
        limits = self._settings.limits
        bots = self._settings.house_bots.most  # each has its own end of a connection open here, too
        most = most_connections(limits.max_connections, SPARE + bots)
        return msgspec.structs.replace(limits, max_connections=most)

    def _care(self) -> Care:
        """Return how the store is to be kept. Raises UnfitStore."""
        wanted, data_dir = self._settings.store, self._data_dir
        try:
            data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise UnfitStore(f"cannot use the data directory {data_dir}: {error}") from error
        ring: Ring = Unsealed()
        if wanted.seal != "off":
            path = Path(wanted.key_file) if wanted.key_file else data_dir / KEY_FILE
            ring = KeyRing(path, lenient=wanted.seal == "mixed")
        return Care(
            ring,
            wanted.replicas,
            round(wanted.lease_seconds * 1000),
            Witness(file_beside(data_dir, "witness", wanted.url)),
            self._accept_store,
            JournalFile(file_beside(data_dir, "journal", wanted.url)),
        )

    def _definitions(self, store: Store) -> tuple[dict[int, TableConfig], set[int]]:
        """Return all tables by number, and which of them are not configured any more.

        A table is known by its name; it keeps its number, and what is on it, for ever. A private one
        keeps its name to itself. Raises UnfitStore.
        """
        definitions = store.definitions()
        kept = {
            number: _defined(number, text)
            for number, text in definitions.items()
            if text != RETIRED
        }
        numbers = {config.name: number for number, config in kept.items() if not config.host}
        wanted = self._settings
        if not wanted.tables:
            wanted = msgspec.structs.replace(wanted, tables=standard_tables())
        configs: dict[int, TableConfig] = {}
        following = max(definitions, default=0) + 1
        for config in wanted.table_configs():
            number = numbers.get(config.name, 0)
            if not number:
                number, following = following, following + 1
            configs[number] = config
        store.define({number: msgspec.json.encode(config) for number, config in configs.items()})
        left_over = {number: config for number, config in kept.items() if number not in configs}
        return configs | left_over, set(left_over)

    def run(self, ready: Callable[[str, int], object]) -> None:
        """Let play go on and listen; ``ready`` gets host and port. On the running reactor."""
        assert self._store is not None
        assert self._room is not None
        revive = self._embedded.ensure_running if self._embedded is not None else None
        self._store.start(self._reactor, self._room, revive)
        for link, seed in self._unseeded.items():
            self._seed(self._store, self._room, link, seed)
        for host in self._room.hosts:
            host.recover()
        self._room.watch_time()
        settled = self._wait(self._committed, START_SECONDS)
        settled.addCallback(lambda _: self._listen(ready)).addErrback(self._cannot_begin)

    @staticmethod
    def _seed(store: Store, room: Room, link: str, seed: int) -> None:
        """Give a new linked meter its first chips, from the house."""
        moves = (MoneyMove("", "meter", HOUSE, -seed),)
        room.purses.take(moves)
        begun = store.append(room.meters.begin(link, seed, room.now_ms()))
        begun.addCallback(lambda _: room.purses.give(moves))

    def _cannot_begin(self, failure: Failure) -> None:
        logger.critical("%s", failure.getTraceback())
        self._on_lost(f"the server cannot begin: {failure.value}")

    def employ(self, staff: Staff) -> None:
        """Let house bots come to the tables; once the server listens."""
        assert self._room is not None
        self._staff = staff
        self._room.staffing.employ(staff)

    def _is_house(self, name: str, secret: str) -> bool:
        return self._staff is not None and self._staff.opens(name, secret)

    def stop(self) -> Deferred[None]:
        """Say goodbye to everybody and let what is being committed finish; then call ``shut``."""
        if self._port is not None:
            self._port.stopListening()
            self._port = None
        if self._door is not None:
            self._door.close()
            self._door = None
        if self._room is None:
            return succeed(None)
        room = self._room
        room.close()
        committed = self._wait(self._committed, COMMIT_SECONDS)
        return committed.addCallback(lambda _: self._wait(lambda: room.empty, GOODBYE_SECONDS))

    def shut(self) -> None:
        """Close the store and end the embedded one. Blocks for a moment."""
        if self._store is not None:
            self._store.close()
            self._store = None
        if self._embedded is not None:
            self._embedded.stop()

    def _listen(self, ready: Callable[[str, int], object]) -> None:
        assert self._room is not None
        server = self._settings.server
        try:
            self._port = self._reactor.listenTCP(
                server.port, PeerFactory(self._room), backlog=BACKLOG, interface=server.host
            )
        except CannotListenError as error:
            self._on_lost(f"cannot listen on {server.host}:{server.port}: {error.socketError}")
            return
        assert self._store is not None
        self._door = Door(self._reactor, self._data_dir, Floor(self._room, self._store))
        self._door.open()
        ready(server.host, self._port.getHost().port)

    def _committed(self) -> bool:
        return self._room is None or self._room.idle

    def _wait(self, condition: Callable[[], bool], seconds: float) -> Deferred[None]:
        """Fire when the condition holds, or when the time is over."""
        deferred: Deferred[None] = Deferred()
        deadline = self._reactor.seconds() + seconds

        def look() -> None:
            if condition() or self._reactor.seconds() > deadline:
                deferred.callback(None)
            else:
                self._reactor.callLater(_POLL_SECONDS, look)

        look()
        return deferred


def _defined(number: int, text: bytes) -> TableConfig:
    """Return what a table was opened as. Raises UnfitStore."""
    try:
        return msgspec.json.decode(text, type=TableConfig)
    except msgspec.MsgspecError as error:
        raise UnfitStore(
            f"the store's definition of table {number} (field {number} of {keys.TABLES}) is damaged: "
            f"{error}. Put back what was there, or a copy of the store"
        ) from error
