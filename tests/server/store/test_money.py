"""Money and finished hands go into the store with the step that causes them, once or not at all."""

from __future__ import annotations

import os
import signal

import pytest
from msgspec.structs import replace
from redis import Redis

from greenfelt.server.room.audit import Booked, Ended
from greenfelt.server.room.coupons import Slip
from greenfelt.server.room.ledger import CAGE, HOUSE, RAKE, Move, linked_meter, table_account
from greenfelt.server.store import keys, ledger
from greenfelt.server.store.commits import Booking, Entry, Kept
from greenfelt.server.store.embedded import EmbeddedStore
from greenfelt.server.store.errors import NotEnough
from greenfelt.server.store.floor import read_coupons
from greenfelt.server.store.store import Store
from greenfelt.server.tables.history.record import Line

ANN = Line("ann", "badugi", -40, "v")
BOB = Line("bob", "badugi", 38, "sw")


def balance(client: Redis, account: str) -> int:
    return int(client.hget(keys.account(account), "balance") or 0)


def booked(client: Redis) -> list[tuple[bytes, bytes, bytes, int]]:
    return [
        (move[b"id"], move[b"from"], move[b"to"], int(move[b"amount"]))
        for _, move in client.xrange(keys.LEDGER)
        if b"from" in move
    ]


def begin(store: Store, pump, noted, *tables: int) -> None:
    list(store.take(tables))
    store.start(pump, noted)


def test_of_fifty_buy_ins_at_once_out_of_one_balance_one_succeeds(
    store, client, pump, noted
) -> None:
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
                (Move(f"{table}-1", "ann", table_account(table), 100, "buy-in"),),
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
    assert sum(balance(client, table_account(table)) for table in tables) == 100
    assert len(booked(client)) == 1
    assert sum(client.xlen(keys.log(table)) for table in tables) == 50 + 1, "claims, and one entry"


def test_a_hand_is_kept_with_the_step_that_ends_it_and_listed_for_its_players(
    store, client, pump, noted
) -> None:
    begin(store, pump, noted, 7, 8)
    rake = Move("7-9", table_account(7), RAKE, 2, "rake")
    client.hset(keys.account(table_account(7)), "balance", 2)
    ended = Entry(7, store.epoch, 0, 9, b"ended", (rake,), Kept(3, b"the record", (ANN, BOB)))
    pump.wait(store.append(ended))
    assert client.hgetall(keys.hands(7)) == {b"3": b"the record"}
    assert [fields for _, fields in client.xrange(keys.HANDS)] == [{b"h": b"7-3"}]
    ((_, line),) = client.xrange(keys.account_hands("bob"))
    assert line == {b"h": b"7-3", b"g": b"badugi", b"n": b"38", b"m": b"sw"}
    assert balance(client, RAKE) == 2
    round_ = Kept(4, b"a round", (replace(BOB, marks=""), Line("eve", "lido", 0, "", 75)))
    pump.wait(store.append(Entry(8, store.epoch, 0, 1, b"ended", (), round_)))
    ((_, line),) = client.xrange(keys.account_hands("eve"))
    assert line == {b"h": b"8-4", b"g": b"lido", b"n": b"0", b"m": b"", b"w": b"75"}

    tabled = Entry(7, store.epoch, 9, 10, b"tabled", (), Kept(3, b"the record, tabled"))
    pump.wait(store.append(tabled))
    assert client.hgetall(keys.hands(7)) == {b"3": b"the record, tabled"}
    assert client.xlen(keys.HANDS) == 2
    assert client.xlen(keys.account_hands("ann")) == 1


def test_a_hand_is_not_kept_when_its_step_is_refused(store, client, pump, noted) -> None:
    begin(store, pump, noted, 7)
    unpayable = Move("7-9", table_account(7), RAKE, 2, "rake")
    with pytest.raises(NotEnough):
        pump.wait(
            store.append(Entry(7, store.epoch, 0, 9, b"e", (unpayable,), Kept(3, b"r", (ANN,))))
        )
    assert not client.exists(keys.hands(7), keys.HANDS, keys.account_hands("ann"), keys.LEDGER)


def test_a_step_that_is_written_twice_keeps_its_hand_once(client, store) -> None:
    list(store.take([7]))
    store._writer.connect()
    ended = Entry(7, store.epoch, 0, 9, b"ended", (), Kept(3, b"the record", (ANN, BOB)))
    for _ in range(3):
        assert client.execute_command(*ended.command(f"{store.epoch}-0")) == 0
    assert client.xlen(keys.HANDS) == client.xlen(keys.account_hands("ann")) == 1


NETS = {"ann": -40, 'o"brien, \\ ünal': 38}


def test_who_won_what_goes_into_the_ledger_with_the_step_that_ends_the_hand(
    store, client, pump, noted
) -> None:
    begin(store, pump, noted, 7)
    client.hset(keys.account(table_account(7)), "balance", 2)
    rake = Move("7-9", table_account(7), RAKE, 2, "rake")
    kept = Kept(3, b"the record", (ANN, BOB), NETS)
    pump.wait(store.append(Entry(7, store.epoch, 0, 9, b"ended", (rake,), kept)))
    moved, ended = ledger.lines(client)
    assert isinstance(moved, Booked)
    assert isinstance(ended, Ended)
    assert ended._replace(at=(0, 0)) == ((0, 0), "7-9-hand", "7-3", NETS, "hand")
    assert ledger.booked_ids(client) == {"7-9", "7-9-hand"}
    assert list(ledger.ledger(client)) == [moved]

    tabled = Entry(7, store.epoch, 9, 10, b"tabled", (), Kept(3, b"the record, tabled"))
    void = Entry(7, store.epoch, 10, 12, b"void", (), Kept(4, b"void", (ANN, BOB)))
    pump.wait(store.append(tabled))
    pump.wait(store.append(void))
    assert len(list(ledger.lines(client))) == 2, "nobody won or lost anything by these"


def test_a_line_of_a_hand_is_written_once_and_not_at_all_when_its_step_is_refused(
    client, store
) -> None:
    list(store.take([7]))
    store._writer.connect()
    kept = Kept(3, b"the record", (ANN, BOB), NETS)
    unpayable = (Move("7-9", table_account(7), RAKE, 2, "rake"),)
    refused = Entry(7, store.epoch, 0, 9, b"ended", unpayable, kept)
    assert client.execute_command(*refused.command(f"{store.epoch}-0"))[0] == b"short"
    assert list(ledger.lines(client)) == []
    ended = refused._replace(moves=())
    for _ in range(3):
        assert client.execute_command(*ended.command(f"{store.epoch}-0")) == 0
    client.delete(keys.log(7))
    client.xadd(keys.log(7), {"c": "owner"}, f"{store.epoch}-0")
    assert client.execute_command(*ended.command(f"{store.epoch}-0")) == 0
    assert len(list(ledger.lines(client))) == 1, "also when only the log has lost it"


def test_an_act_of_the_floor_is_booked_once(store, client, pump, noted) -> None:
    begin(store, pump, noted, 1)
    gift = Booking("a1", b"line", (Move("grant:a1", CAGE, "ann", 70, "grant"),))
    for _ in range(3):
        pump.wait(store.append(gift))
    assert (balance(client, "ann"), balance(client, CAGE)) == (70, -70)
    assert [fields[b"a"] for _, fields in client.xrange(keys.FLOOR)] == [b"line"]
    assert booked(client) == [(b"grant:a1", CAGE.encode(), b"ann", 70)]


def test_no_more_is_revoked_than_an_account_holds(store, client, pump, noted) -> None:
    begin(store, pump, noted, 1)
    client.hset(keys.account("ann"), "balance", 50)
    back = Booking("a2", b"line", (Move("revoke:a2", "ann", CAGE, 51, "revoke"),))
    with pytest.raises(NotEnough, match="ann"):
        pump.wait(store.append(back))
    assert balance(client, "ann") == 50
    assert not client.exists(keys.FLOOR, keys.LEDGER)


def test_what_a_killed_store_lost_of_acts_and_hands_is_written_again(
    short_dir, pump, noted
) -> None:
    embedded = EmbeddedStore(short_dir)
    embedded.start()
    store = Store.open(embedded.url)
    try:
        begin_at(store, pump, noted, embedded)
        gift = Booking("a1", b"line", (Move("grant:a1", CAGE, "ann", 70, "grant"),))
        ended = Entry(7, store.epoch, 0, 9, b"ended", (), Kept(3, b"the record", (ANN, BOB)))
        pump.wait(store.append(gift))
        pump.wait(store.append(ended))
        os.kill(embedded.pid, signal.SIGKILL)
        for file in (short_dir / "appendonlydir").glob("*.incr.aof"):
            text = file.read_bytes()
            file.write_bytes(text.partition(b"act:a1")[0])
        pump.wait(store.append(Entry(7, store.epoch, 9, 10, b"on")))
        with Redis.from_url(embedded.url) as client:
            assert client.hgetall(keys.hands(7)) == {b"3": b"the record"}
            assert balance(client, "ann") == 70
            assert client.xlen(keys.FLOOR) == client.xlen(keys.LEDGER) == 1
    finally:
        store.close()
        embedded.stop()


def begin_at(store: Store, pump, noted, embedded: EmbeddedStore) -> None:
    list(store.take([7]))
    store.start(pump, noted, embedded.ensure_running)


def test_fractions_of_a_chip_are_carried_and_never_overdrawn(store, client, pump, noted) -> None:
    begin(store, pump, noted, 7)
    meter = linked_meter("gold")

    def step(before: int, *moves: Move) -> None:
        pump.wait(store.append(Entry(7, store.epoch, before, before + 1, b"step", moves)))

    def exact(account: str) -> int:
        return balance(client, account) * 10_000 + int(
            client.hget(keys.account(account), "ticks") or 0
        )

    step(0, Move("a", HOUSE, meter, 1, "meter", 6_000), Move("b", HOUSE, meter, 0, "meter", 7_500))
    assert (exact(HOUSE), exact(meter)) == (-23_500, 23_500)
    assert (balance(client, meter), balance(client, HOUSE)) == (2, -3)
    with pytest.raises(NotEnough):
        step(1, Move("c", meter, table_account(7), 2, "meter", 3_501))
    step(1, Move("d", meter, table_account(7), 2, "meter", 3_500))
    assert (exact(meter), exact(table_account(7))) == (0, 23_500)
    assert [int(line.get(b"ticks", 0)) for _, line in client.xrange(keys.LEDGER)] == [
        6_000,
        7_500,
        3_500,
    ]


def test_a_coupon_is_kept_with_the_act_that_gives_it_and_the_step_that_redeems_it(
    store, client, pump, noted
) -> None:
    begin(store, pump, noted, 7)
    given = Slip("MP-1", "ann", "Greenfelt", 500, "2026-12-31", "2026-11-30")
    act = Booking("a1", b"line", (), (given,))
    pump.wait(store.append(act))
    assert read_coupons(client) == [given]
    over = replace(given, redeemed="2026-12-01")
    paid = Move("7-1", HOUSE, table_account(7), 5, "house")
    entry = Entry(7, store.epoch, 0, 1, b"step", (paid,), Kept(3, b"record", (ANN,)), (over,))
    pump.wait(store.append(entry))
    assert read_coupons(client) == [over]
    assert client.hgetall(keys.hands(7)) == {b"3": b"record"}
    assert balance(client, table_account(7)) == 5
    pump.wait(store.append(act))
    assert read_coupons(client) == [over], "an act that is there already does nothing"
