"""Six players, a real server, a real store, 2,000 hands: chips add up, and no hidden card is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
from redis import Redis
from support.driver import Crew
from support.leaks import Secrets

from greenfelt.client.load.leaks import scan
from greenfelt.protocol import messages as msg
from greenfelt.server.net.child import ServerProcess
from greenfelt.server.room.ledger import CAGE, table_account
from greenfelt.server.store import keys
from greenfelt.server.tables.codec import decode_events
from greenfelt.server.tables.events import AnyEvent

TABLES = 8
HANDS = 2_000
GRANT = 100_000_000

CONFIG = f"""
[accounts]
grant = {GRANT}
[store]
keep_events = 10_000_000
seal = "off"
[limits]
requests_per_second = 100000.0
request_burst = 100000
[[tables]]
name = "Fast"
game = "badugi"
count = {TABLES}
seats = 6
newcomers = "free"
min_buy_in = 200
max_buy_in = 20000
[tables.clocks]
start_ms = 0
pause_ms = 0
"""


def events_of(client: Redis, table: int) -> list[AnyEvent]:
    """Return everything that ever happened at a table, from its log."""
    return [
        event
        for _, fields in client.xrange(keys.log(table))
        if b"e" in fields
        for event in decode_events(fields[b"e"])
    ]


def test_six_players_play_2000_hands(
    serve: Callable[..., ServerProcess], store_url: str, short_dir: Path
) -> None:
    server = serve(CONFIG, ["--redis", store_url])
    crew = Crew((server.host, server.port), [f"player {n}" for n in range(1, 7)], seed=20261129)
    tables = list(range(1, TABLES + 1))
    crew.sit(tables, 2_000)
    crew.play(HANDS)
    crew.close()
    server.stop()

    assert crew.errors == []
    assert crew.hands >= HANDS
    with Redis.from_url(store_url) as client:
        check_ledger(client, tables)
        logs = {table: events_of(client, table) for table in tables}
    checked = check_frames(crew, logs)
    assert checked["u"] > 100 * HANDS


def check_ledger(client: Redis, tables: list[int]) -> None:
    """All accounts sum to zero, and every table's account holds what was bought in."""
    balances = {
        key.decode().rpartition("account:")[2].rstrip("}"): int(client.hget(key, "balance") or 0)
        for key in client.scan_iter(keys.account("*"))
    }
    assert sum(balances.values()) == 0
    assert balances[CAGE] == -6 * GRANT
    booked: Counter[str] = Counter()
    for _, move in client.xrange(keys.LEDGER):
        if b"nets" in move:
            continue
        booked[move[b"from"].decode()] -= int(move[b"amount"])
        booked[move[b"to"].decode()] += int(move[b"amount"])
    assert booked == balances
    assert all(balances[table_account(table)] > 0 for table in tables)


def check_frames(crew: Crew, logs: dict[int, list[AnyEvent]]) -> Counter[str]:
    """Scan every frame for cards that its receiver may not see, in the order of the tables' versions."""
    decoder = msgspec.msgpack.Decoder(msg.Answer)
    by_table: dict[int, list[tuple[int, str, bytes]]] = {table: [] for table in logs}
    kinds: Counter[str] = Counter()
    for player, body in crew.frames:
        message = decoder.decode(body)
        kinds[str(type(message).__struct_config__.tag)] += 1
        if isinstance(message, msg.Update | msg.Snapshot):
            by_table[message.table].append((message.version, player, body))
        else:
            assert scan(body, (), ()) == []
    for table, frames in by_table.items():
        secrets = Secrets()
        events = iter(logs[table])
        for version, player, body in sorted(frames):
            if secrets.version < version:
                secrets.begin_step()
            while secrets.version < version:
                secrets.fold(next(events))
            leaks = scan(body, *secrets.for_seat(secrets.seats.get(player, 0)))
            assert not leaks, f"{player} at table {table}, version {version}: {leaks}"
    return kinds
