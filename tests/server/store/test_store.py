"""The log of a table, money that moves with it, and who may write."""

from __future__ import annotations

import threading

import pytest
from redis import Redis

from greenfelt.server.room.accounts import Account
from greenfelt.server.room.errors import BadName, LookAlike, ReservedName, WrongSecret
from greenfelt.server.room.ledger import CAGE, Move, table_account
from greenfelt.server.store import keys
from greenfelt.server.store.accounts import Accounts, index_names
from greenfelt.server.store.commits import Entry, Snapshot
from greenfelt.server.store.errors import (
    NotEnough,
    OwnershipLost,
    StoreWentBack,
    VersionConflict,
)
from greenfelt.server.store.store import Store


def balance(client: Redis, account: str) -> int:
    return int(client.hget(keys.account(account), "balance") or 0)


def begin(store: Store, pump, noted, *tables: int) -> None:
    for stored in store.take(tables):
        assert stored.entries == []
    store.start(pump, noted)


def test_entries_come_back_in_order_after_a_restart(store, store_url, pump, noted) -> None:
    begin(store, pump, noted, 1, 2)
    for version in range(3):
        pump.wait(store.append(Entry(1, store.epoch, version, version + 1, b"e%d" % version)))
    pump.wait(store.append(Entry(2, store.epoch, 0, 5, b"five events")))
    store.close()

    again = Store.open(store_url)
    first, second = again.take([1, 2])
    again.close()
    assert first.entries == [(1, b"e0"), (2, b"e1"), (3, b"e2")]
    assert second.entries == [(5, b"five events")]
    assert again.epoch == store.epoch + 1


def test_entries_of_many_tables_share_one_turn(store, pump, noted) -> None:
    tables = list(range(1, 51))
    begin(store, pump, noted, *tables)
    waits = [store.append(Entry(table, store.epoch, 0, 1, b"x")) for table in tables]
    for wait in waits:
        pump.wait(wait)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (2, 3), (5, 6)])
def test_a_version_that_does_not_follow_is_refused(store, pump, noted, before, after) -> None:
    begin(store, pump, noted, 1)
    pump.wait(store.append(Entry(1, store.epoch, 0, 1, b"first")))
    with pytest.raises(VersionConflict):
        pump.wait(store.append(Entry(1, store.epoch, before, after, b"other")))


def test_the_store_itself_refuses_duplicates_gaps_and_old_epochs(client: Redis, store) -> None:
    list(store.take([1]))
    store._writer.connect()
    log = keys.log(1)

    def append(epoch: int, before: str, after: int, events: bytes) -> object:
        return client.execute_command(*Entry(1, epoch, 0, after, events).command(before))

    mine = store.epoch
    assert append(mine, f"{mine}-0", 3, b"a") == 0
    assert append(mine, f"{mine}-0", 3, b"a") == 0, "the same entry again is no harm"
    assert client.xlen(log) == 2
    assert append(mine, f"{mine}-0", 3, b"b") == b"%d-3" % mine, "a duplicate version"
    assert append(mine, f"{mine}-4", 5, b"b") == b"%d-3" % mine, "a gap"
    assert append(mine - 1, f"{mine - 1}-3", 4, b"b") == b"%d-3" % mine, "an old epoch"
    assert client.xlen(log) == 2


def test_an_owner_that_was_replaced_cannot_write(store, store_url, pump, noted, client) -> None:
    begin(store, pump, noted, 1)
    pump.wait(store.append(Entry(1, store.epoch, 0, 1, b"a")))
    client.delete(keys.OWNER)
    other = Store.open(store_url)
    (stored,) = other.take([1])
    assert stored.last_version == 1
    with pytest.raises(OwnershipLost):
        pump.wait(store.append(Entry(1, store.epoch, 1, 2, b"zombie")))
    pump.run_until(lambda: "lost" in noted.seen)
    other.close()
    assert client.xlen(keys.log(1)) == 3


def test_a_log_that_was_cut_under_a_running_server_stops_its_table(store, pump, noted, client):
    begin(store, pump, noted, 1)
    pump.wait(store.append(Entry(1, store.epoch, 0, 1, b"a")))
    client.delete(keys.log(1))
    for _ in range(2):
        with pytest.raises(StoreWentBack):
            pump.wait(store.append(Entry(1, store.epoch, 1, 2, b"b")))


def test_money_moves_with_the_entry_or_not_at_all(store, pump, noted, client) -> None:
    begin(store, pump, noted, 1)
    client.hset(keys.account("ann"), "balance", 100)
    buy = Move("t1-1", "ann", table_account(1), 60, "buy-in")
    pump.wait(store.append(Entry(1, store.epoch, 0, 1, b"sit", (buy,))))
    assert (balance(client, "ann"), balance(client, table_account(1))) == (40, 60)

    too_much = Move("t1-2", "ann", table_account(1), 41, "buy-in")
    with pytest.raises(NotEnough):
        pump.wait(store.append(Entry(1, store.epoch, 1, 2, b"sit", (too_much,))))
    assert (balance(client, "ann"), client.xlen(keys.log(1))) == (40, 2)

    again = Move("t1-1", "ann", table_account(1), 10, "buy-in")
    pump.wait(store.append(Entry(1, store.epoch, 1, 2, b"sit", (again,))))
    assert balance(client, "ann") == 40, "a move's id is booked once"
    assert client.xlen(keys.LEDGER) == 1


def test_two_moves_of_one_entry_cannot_spend_the_same_chips(store, pump, noted, client) -> None:
    begin(store, pump, noted, 1)
    client.hset(keys.account("ann"), "balance", 100)
    moves = tuple(Move(f"m{n}", "ann", table_account(1), 60, "buy-in") for n in range(2))
    with pytest.raises(NotEnough):
        pump.wait(store.append(Entry(1, store.epoch, 0, 2, b"x", moves)))
    assert balance(client, "ann") == 100


def test_of_fifty_buy_ins_at_once_one_gets_the_last_chips(store, pump, noted, client) -> None:
    tables = list(range(1, 51))
    begin(store, pump, noted, *tables)
    client.hset(keys.account("ann"), "balance", 100)
    waits = [
        store.append(
            Entry(
                table,
                store.epoch,
                0,
                1,
                b"sit",
                (Move(f"t{table}-1", "ann", table_account(table), 100, "buy-in"),),
            )
        )
        for table in tables
    ]
    refused = 0
    for wait in waits:
        try:
            pump.wait(wait)
        except NotEnough:
            refused += 1
    assert refused == 49
    assert balance(client, "ann") == 0


def test_a_snapshot_replaces_the_log_before_it(store, store_url, pump, noted, client) -> None:
    begin(store, pump, noted, 1)
    for version in range(301):
        pump.wait(store.append(Entry(1, store.epoch, version, version + 1, b"e%d" % version)))
    store.keep(Snapshot(1, store.epoch, 300, b"state at 300", keep_from=250))
    pump.wait(store.append(Entry(1, store.epoch, 301, 302, b"after")))
    store.close()
    again = Store.open(store_url)
    (stored,) = again.take([1])
    again.close()
    assert (stored.version, stored.state) == (300, b"state at 300")
    assert stored.entries == [(301, b"e300"), (302, b"after")]
    kept = client.xlen(keys.log(1))
    assert 50 <= kept < 200, "whole pieces of the log are dropped, and nothing of what is kept"


def test_the_first_sign_in_claims_a_name_and_only_its_secret_opens_it(
    store, pump, noted, client
) -> None:
    begin(store, pump, noted, 1)
    accounts = Accounts(store, grant=1000)
    ann = pump.wait(accounts.sign_in("Ann", "correct horse", bot=False, now_ms=5))
    assert (ann.key, ann.name, ann.balance) == ("ann", "Ann", 1000)
    assert balance(client, CAGE) == -1000
    same = pump.wait(accounts.sign_in("ANN", "correct horse", bot=False, now_ms=6))
    assert (same.name, same.balance) == ("Ann", 1000)
    with pytest.raises(WrongSecret):
        pump.wait(accounts.sign_in("ann", "wrong secret", bot=False, now_ms=7))
    kept = client.hgetall(keys.account("ann"))
    assert not any(b"correct" in value for value in kept.values())


def test_a_name_that_looks_like_another_account_or_the_house_cannot_be_claimed(
    store, pump, noted, client
) -> None:
    begin(store, pump, noted, 1)
    house = ("House Ada", "its own secret")
    accounts = Accounts(store, grant=1000, is_house=lambda *claim: claim == house)

    def claim(name: str, secret: str = "correct horse") -> Account:
        return pump.wait(accounts.sign_in(name, secret, bot=False, now_ms=5))

    claim("Paul")
    for alike in ("PauI", "Pau1", "Pául", "Paul."):
        with pytest.raises(LookAlike):
            claim(alike)
    for reserved in ("admin", "Dealer 2", "House Ada"):
        with pytest.raises(ReservedName):
            claim(reserved)
    with pytest.raises(BadName):
        claim("Раul")
    assert balance(client, CAGE) == -1000, "no play money for names that were refused"
    assert claim(*house).name == "House Ada"
    assert claim("Paula").balance == 1000


def test_accounts_from_before_names_were_noted_open_and_keep_their_names(
    store, pump, noted, client
) -> None:
    begin(store, pump, noted, 1)
    accounts = Accounts(store, grant=0)
    pump.wait(accounts.sign_in("Paul", "correct horse", bot=False, now_ms=5))
    client.rename(keys.account("paul"), keys.account("мария"))
    client.hset(keys.account("мария"), "name", "Мария")
    pump.wait(accounts.sign_in("Anne", "correct horse", bot=False, now_ms=5))
    client.delete(keys.NAMES)
    index_names(client)
    maria = pump.wait(accounts.sign_in("мария", "correct horse", bot=False, now_ms=6))
    assert maria.name == "Мария", "the alphabet binds new names"
    with pytest.raises(LookAlike):
        pump.wait(accounts.sign_in("Anné", "correct horse", bot=False, now_ms=6))


def test_whoever_tries_secrets_holds_up_nobody_who_reads(store, pump, noted) -> None:
    begin(store, pump, noted, 1)
    let_go = threading.Event()
    hashing = [store.compute(lambda: let_go.wait(20)) for _ in range(40)]
    try:
        assert pump.wait(store.read(lambda client: client.ping()))
        assert not any(each.called for each in hashing)
    finally:
        let_go.set()
