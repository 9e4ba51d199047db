"""What a room's log says against what bots were told: nothing told may be missing or different.

The log is folded again from its very beginning, with another table in memory than the server's, and
what every viewer had to be told of each step is worked out anew and compared with what came.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from redis import Redis
from support.torture.bots import Heard

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.events import HandEnded, HandStarted
from greenfelt.server.room.audit import Audit, OnTable
from greenfelt.server.room.deck import SystemDeck
from greenfelt.server.store import keys, ledger
from greenfelt.server.store.keyfile import KeyFile
from greenfelt.server.store.sealing import Sealer, place
from greenfelt.server.tables import views
from greenfelt.server.tables.codec import decode_events
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.events import AnyEvent, HandVoided
from greenfelt.server.tables.table import Table

NOW_MS = 0
"""Clocks in messages count from when they were sent, which nobody wrote down: they are not compared."""


@dataclass
class Findings:
    """Counts of what was compared, and a sentence for everything that is wrong."""

    entries: int = 0
    events: int = 0
    hands: int = 0
    updates: int = 0
    snapshots: int = 0
    hands_lost: int = 0
    diverged: int = 0
    missing: int = 0
    ledger: int = 0
    wrong: list[str] = field(default_factory=list)

    def note(self, kind: str, text: str) -> None:
        setattr(self, kind, getattr(self, kind) + 1)
        self.wrong.append(text)


class Chronicle:
    """One table's log, folded as far as it was read."""

    def __init__(self, number: int, config: TableConfig) -> None:
        self.table = Table(number, config, SystemDeck())
        self.last_id = "-"
        self.running = 0

    def fold(self, events: list[AnyEvent], findings: Findings) -> None:
        for event in events:
            kind = type(event)
            if kind is HandStarted:
                if self.running:
                    findings.note("hands_lost", f"{self.table.id}: hand {self.running} never ended")
                self.running = event.setup.hand  # type: ignore[union-attr]  # narrowed by its type
            elif kind is HandEnded or kind is HandVoided:
                self.running = 0
                findings.hands += 1
            self.table.evolve(event)


class Evidence:
    """Follows all logs of a store and compares them with what was heard."""

    def __init__(self, key_file: Path) -> None:
        self.findings = Findings()
        self._key_file = key_file
        self.tables: dict[int, Chronicle] = {}

    def compare(self, client: Redis, heard: Iterable[Heard]) -> None:
        """Read what the logs hold beyond the last time, and compare.

        Play must be at rest, and everybody must have heard how each table stands: steps that nobody
        has heard of yet are left for the next time.
        """
        sealer = Sealer(KeyFile(self._key_file).read())
        told: dict[tuple[int, int], list[Heard]] = {}
        for each in heard:
            told.setdefault((each.message.table, each.message.version), []).append(each)
        definitions: dict[bytes, bytes] = client.hgetall(keys.TABLES)  # type: ignore[assignment]
        for number, definition in sorted((int(key), value) for key, value in definitions.items()):
            chronicle = self.tables.get(number)
            if chronicle is None:
                config = msgspec.json.decode(definition, type=TableConfig)
                chronicle = self.tables[number] = Chronicle(number, config)
            self._follow(client, sealer, chronicle, told)
        for (table, version), rest in told.items():
            for each in rest:
                self.findings.note(
                    "missing",
                    f"table {table}: {each.account} was told version {version}, the log has none",
                )

    def check_books(self, client: Redis) -> None:
        """Compare every balance with the ledger, and each table's chips with its moves."""
        tables = []
        for number, chronicle in self.tables.items():
            table = chronicle.table
            chips = table.chips()
            tables.append(OnTable(number, table.config.name, table.version, chips, 0))
        booked = ledger.booked_ids(client)
        audit = Audit(ledger.cuts(client), tables)
        for problem in audit.run(ledger.ledger(client), booked):
            self.findings.note("ledger", problem)

    def _follow(
        self,
        client: Redis,
        sealer: Sealer,
        chronicle: Chronicle,
        told: dict[tuple[int, int], list[Heard]],
    ) -> None:
        table, findings = chronicle.table, self.findings
        self._compare_snapshots(table, told)
        known = max((version for number, version in told if number == table.id), default=0)
        for entry_id, fields in client.xrange(keys.log(table.id), min=chronicle.last_id):
            at = entry_id.decode()
            if int(at.partition("-")[2]) > known:
                break
            chronicle.last_id = f"({at}"
            if b"e" not in fields:
                continue
            events = decode_events(sealer.open(place(table.id, "entry", at), fields[b"e"]))
            before, after = table.version, int(at.partition("-")[2])
            if before + len(events) != after:
                findings.note("diverged", f"table {table.id}: {before} is followed by {at}")
                return
            chronicle.fold(events, findings)
            findings.entries += 1
            findings.events += len(events)
            self._compare_updates(table, events, told)
            self._compare_snapshots(table, told)

    def _compare_updates(
        self, table: Table, events: list[AnyEvent], told: dict[tuple[int, int], list[Heard]]
    ) -> None:
        place = (table.id, table.version)
        heard = told.get(place, [])
        updates = [each for each in heard if isinstance(each.message, msg.Update)]
        if not updates:
            return
        seen = views.updates(table, events, NOW_MS)
        for each in updates:
            assert isinstance(each.message, msg.Update)
            meant = seen.private.get(table.seat_of(each.account), seen.public)
            self.findings.updates += 1
            self._same(table, each.account, _timeless(each.message.events), _timeless(meant.events))
        told[place] = [each for each in heard if not isinstance(each.message, msg.Update)]
        if not told[place]:
            del told[place]

    def _compare_snapshots(self, table: Table, told: dict[tuple[int, int], list[Heard]]) -> None:
        place = (table.id, table.version)
        heard = told.get(place, [])
        rest = []
        for each in heard:
            if not isinstance(each.message, msg.Snapshot):
                rest.append(each)
                continue
            self.findings.snapshots += 1
            meant = views.snapshot(table, table.seat_of(each.account), NOW_MS, each.account)
            self._same(table, each.account, _still(each.message), _still(meant))
        if rest:
            told[place] = rest
        else:
            told.pop(place, None)

    def _same(self, table: Table, account: str, came: object, meant: object) -> None:
        if came != meant:
            self.findings.note(
                "diverged",
                f"table {table.id} version {table.version}: {account} was told {came}, "
                f"the log says {meant}",
            )


def _timeless(events: list[msg.AnyTableEvent]) -> list[msg.AnyTableEvent]:
    return [
        msgspec.structs.replace(event, clock_ms=0, bank_ms=0)
        if isinstance(event, msg.Turn)
        else event
        for event in events
    ]


def _still(snapshot: msg.Snapshot) -> msg.Snapshot:
    """Return a snapshot without what depends on when it was sent."""
    turn = snapshot.turn
    return msgspec.structs.replace(
        snapshot,
        turn=turn and msgspec.structs.replace(turn, clock_ms=0, bank_ms=0),
        min_buy_in=0,
        max_buy_in=0,
        delay_ms=0,
    )
