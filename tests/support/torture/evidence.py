"""What a room's log says against what bots were told: nothing told may be missing or different.

The log is folded again from its very beginning, with another table in memory than the server's, and
what every viewer had to be told of each step is worked out anew and compared with what came.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.events import HandVoided
from greenfelt.server.tables.house_events import WindowOpened
from greenfelt.server.tables.kinds import kind_of

NOW_MS = 0
"""Clocks in messages count from when they were sent, which nobody wrote down: they are not compared."""


@dataclass
class Findings:
    """Counts of what was compared, and a sentence for everything that is wrong."""

    entries: int = 0
    events: int = 0
    hands: int = 0
    rounds: int = 0
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
        self.kind = kind_of(config)
        self.table: BaseTable = self.kind.new(number, config, SystemDeck())
        self.last_id = "-"
        self.running = 0
        self.shares_meters = bool(config.house and config.house.links)

    def fold(self, events: list[Any], findings: Findings) -> None:
        for event in events:
            match event:
                case HandStarted(setup=setup):
                    if self.running:
                        findings.note(
                            "hands_lost", f"{self.table.id}: hand {self.running} never ended"
                        )
                    self.running = setup.hand
                case HandEnded() | HandVoided():
                    self.running = 0
                    findings.hands += 1
                case WindowOpened(kind="betting"):
                    findings.rounds += 1
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
        """Compare every balance with the ledger, each table's chips with its moves, and every stack."""
        tables = [OnTable.of(chronicle.table) for chronicle in self.tables.values()]
        booked = ledger.booked_ids(client)
        audit = Audit(ledger.cuts(client), tables)
        for problem in audit.run(ledger.lines(client), booked):
            self.findings.note("ledger", problem)

    def _follow(
        self,
        client: Redis,
        sealer: Sealer,
        chronicle: Chronicle,
        told: dict[tuple[int, int], list[Heard]],
    ) -> None:
        table, findings = chronicle.table, self.findings
        self._compare_snapshots(chronicle, told)
        known = max((version for number, version in told if number == table.id), default=0)
        for entry_id, fields in client.xrange(keys.log(table.id), min=chronicle.last_id):
            at = entry_id.decode()
            if int(at.partition("-")[2]) > known:
                break
            chronicle.last_id = f"({at}"
            if b"e" not in fields:
                continue
            opened = sealer.open(place(table.id, "entry", at), fields[b"e"])
            events = chronicle.kind.decode(opened)
            before, after = table.version, int(at.partition("-")[2])
            if before + len(events) != after:
                findings.note("diverged", f"table {table.id}: {before} is followed by {at}")
                return
            chronicle.fold(events, findings)
            findings.entries += 1
            findings.events += len(events)
            self._compare_updates(chronicle, events, told)
            self._compare_snapshots(chronicle, told)

    def _compare_updates(
        self, chronicle: Chronicle, events: list[Any], told: dict[tuple[int, int], list[Heard]]
    ) -> None:
        table = chronicle.table
        place = (table.id, table.version)
        heard = told.get(place, [])
        updates = [each for each in heard if isinstance(each.message, msg.Update)]
        if not updates:
            return
        seen = chronicle.kind.updates(table, events, NOW_MS)
        for each in updates:
            assert isinstance(each.message, msg.Update)
            meant = seen.private.get(table.seat_of(each.account), seen.public)
            self.findings.updates += 1
            self._same(table, each.account, _timeless(each.message.events), _timeless(meant.events))
        told[place] = [each for each in heard if not isinstance(each.message, msg.Update)]
        if not told[place]:
            del told[place]

    def _compare_snapshots(
        self, chronicle: Chronicle, told: dict[tuple[int, int], list[Heard]]
    ) -> None:
        table = chronicle.table
        place = (table.id, table.version)
        heard = told.get(place, [])
        rest = []
        for each in heard:
            if not isinstance(each.message, msg.Snapshot):
                rest.append(each)
                continue
            self.findings.snapshots += 1
            seat = table.seat_of(each.account)
            meant = chronicle.kind.snapshot(table, seat, NOW_MS, each.account, 0)
            shared = chronicle.shares_meters
            self._same(table, each.account, _still(each.message, shared), _still(meant, shared))
        if rest:
            told[place] = rest
        else:
            told.pop(place, None)

    def _same(self, table: BaseTable, account: str, came: object, meant: object) -> None:
        if came != meant:
            self.findings.note(
                "diverged",
                f"table {table.id} version {table.version}: {account} was told {came}, "
                f"the log says {meant}",
            )


def _timeless(events: list[msg.AnyTableEvent]) -> list[msg.AnyTableEvent]:
    return [_unclocked(event) for event in events]


def _unclocked(event: msg.AnyTableEvent) -> msg.AnyTableEvent:
    match event:
        case msg.Turn():
            return msgspec.structs.replace(event, clock_ms=0, bank_ms=0)
        case msg.Window():
            return msgspec.structs.replace(event, clock_ms=0)
    return event


def _still(snapshot: msg.Snapshot, shares_meters: bool) -> msg.Snapshot:
    """Return a snapshot without what depends on when it was sent.

    What other tables move too is not in this one's log, but in the ledger.
    """
    turn, felt = snapshot.turn, snapshot.felt
    if felt is not None and shares_meters:
        view = {key: value for key, value in felt.view.items() if key != "meters"}
        felt = msgspec.structs.replace(felt, view=view)
    if felt is not None and felt.window is not None:
        felt = msgspec.structs.replace(felt, window=_unclocked(felt.window))
    return msgspec.structs.replace(
        snapshot,
        turn=turn and msgspec.structs.replace(turn, clock_ms=0, bank_ms=0),
        felt=felt,
        min_buy_in=0,
        max_buy_in=0,
        delay_ms=0,
    )
