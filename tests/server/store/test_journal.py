"""What a store acknowledged and never wrote is written again, also when it and we were killed together."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from redis import Redis

from greenfelt.server.room.coupons import Slip
from greenfelt.server.room.ledger import Move, linked_meter, table_account
from greenfelt.server.store import keys
from greenfelt.server.store.commits import Booking, Claim, Entry, Opening, Snapshot
from greenfelt.server.store.embedded import EmbeddedStore
from greenfelt.server.store.journal import Journal
from greenfelt.server.store.journal_file import TURN_SECONDS, JournalFile, Written
from greenfelt.server.store.store import Care, Store

BUY = Move("1-1", "ann", table_account(1), 60, "buy-in")


@pytest.fixture
def embedded(short_dir: Path) -> Iterator[EmbeddedStore]:
    store = EmbeddedStore(short_dir)
    store.start()
    yield store
    store.stop()


def care(directory: Path, *, journal: bool = True) -> Care:
    return Care(journal=JournalFile(directory / "journal" if journal else None), lease_ms=300)


def kill_both_as_the_store_puts_writes_off(
    store: Store, embedded: EmbeddedStore, lost_from: bytes
) -> None:
    """Kill the store; nothing behind ``lost_from`` had got into its file. We write nothing more."""
    os.kill(embedded.pid, signal.SIGKILL)
    assert embedded._process is not None
    embedded._process.wait()
    for file in (embedded.data_dir / "appendonlydir").glob("*.incr.aof"):
        data = file.read_bytes()
        file.write_bytes(data[: data.index(lost_from)])
    assert store._committer is not None
    store._committer._stopping.set()
    store.close()
    embedded.ensure_running()


def played(embedded: EmbeddedStore, pump, noted, *, journal: bool) -> Store:
    """Open the store, seat somebody at table 1 and play a little at both tables."""
    store = Store.open(embedded.url, care(embedded.data_dir, journal=journal))
    list(store.take([1, 2]))
    store.start(pump, noted)
    with Redis.from_url(embedded.url) as client:
        client.hset(keys.account("ann"), "balance", 100)
    pump.wait(store.append(Entry(2, store.epoch, 0, 1, b"first at two")))
    pump.wait(store.append(Entry(1, store.epoch, 0, 1, b"sits down", (BUY,))))
    for version in range(1, 5):
        pump.wait(store.append(Entry(1, store.epoch, version, version + 1, b"event %d" % version)))
    return store


@pytest.mark.parametrize("journal", [True, False], ids=["journal", "none, so that it is missing"])
def test_steps_and_money_come_back_after_a_kill_of_both(
    embedded, pump, noted, journal: bool
) -> None:
    store = played(embedded, pump, noted, journal=journal)
    kill_both_as_the_store_puts_writes_off(store, embedded, b"sits down")
    again = Store.open(embedded.url, care(embedded.data_dir, journal=journal))
    first, second = again.take([1, 2])
    again.close()
    assert second.last_version == 1
    assert first.last_version == (5 if journal else 0)
    with Redis.from_url(embedded.url) as client:
        held = [client.hget(keys.account(each), "balance") for each in ("ann", table_account(1))]
        assert held == ([b"40", b"60"] if journal else [b"100", None])
        assert client.xlen(keys.LEDGER) == int(journal)


def test_what_came_back_is_still_there_after_the_next_kill(embedded, pump, noted) -> None:
    store = played(embedded, pump, noted, journal=True)
    for _ in range(3):
        kill_both_as_the_store_puts_writes_off(store, embedded, b"sits down")
        store = Store.open(embedded.url, care(embedded.data_dir))
        first, _ = store.take([1, 2])
        store.start(pump, noted)
        assert first.last_version == 5
    store.close()


def test_a_table_that_another_owner_has_had_since_is_left_alone(embedded, pump, noted) -> None:
    store = played(embedded, pump, noted, journal=True)
    kill_both_as_the_store_puts_writes_off(store, embedded, b"event 3")
    other = Store.open(embedded.url, Care(lease_ms=300))
    assert [stored.last_version for stored in other.take([1, 2])] == [3, 1]
    other.close()
    again = Store.open(embedded.url, care(embedded.data_dir)._replace(accept=True))
    first, _ = again.take([1, 2])
    again.close()
    assert first.last_version == 3
    assert first.trouble is not None, "it is known that more was told"


def test_a_store_that_went_on_without_the_journal_has_lost_nothing(
    embedded, pump, noted, caplog
) -> None:
    store = played(embedded, pump, noted, journal=True)
    store._journal.close()
    pump.wait(store.append(Entry(1, store.epoch, 5, 6, b"not in the journal")))
    store.close()
    again = Store.open(embedded.url, care(embedded.data_dir))
    first, _ = again.take([1, 2])
    again.close()
    assert (first.last_version, first.trouble) == (6, None)
    assert "lost the end" not in caplog.text


def test_a_decision_of_the_floor_is_not_undone_by_the_journal(embedded, pump, noted) -> None:
    store = played(embedded, pump, noted, journal=True)
    pump.wait(store.accept(Snapshot(1, store.epoch, 9, b"as the floor decided")))
    kill_both_as_the_store_puts_writes_off(store, embedded, b"event 4")
    again = Store.open(embedded.url, care(embedded.data_dir))
    first, _ = again.take([1, 2])
    again.close()
    assert first.last_version < 9
    assert first.trouble is not None
    assert first.trouble.acknowledged == 9


def one_of_each() -> list[Written]:
    return [
        Written(Claim(1, 2, "me", 0), ""),
        Written(Entry(1, 2, 0, 3, b"\x00events", (BUY,)), "2-0"),
        Written(Opening("ann", "Ann", b"salt", b"digest", "cost", 5, False, 100), ""),
        Written(Booking("act", b"line", (BUY,)), ""),
    ]


def filled(stem: Path) -> JournalFile:
    file = JournalFile(stem)
    file.begin("store", 1, 0.0)
    for write, before in one_of_each():
        file.add(write, before)
    file.flush(0.0)
    return file


def test_what_was_written_is_read_again_for_its_own_store_only(tmp_path: Path) -> None:
    filled(tmp_path / "j").close()
    assert list(JournalFile(tmp_path / "j").read("store")) == one_of_each()
    assert list(JournalFile(tmp_path / "j").read("another")) == []
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_a_torn_end_is_left_out(tmp_path: Path) -> None:
    filled(tmp_path / "j").close()
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    counts = set()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        found = list(JournalFile(tmp_path / "j").read("store"))
        assert found == one_of_each()[: len(found)]
        counts.add(len(found))
    assert counts == {0, 1, 2, 3}


def test_from_a_damaged_place_on_nothing_is_taken_and_that_is_told(tmp_path: Path, caplog) -> None:
    filled(tmp_path / "j").close()
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    begins, lengths = 0, set[int]()
    while begins < len(whole):
        lengths |= set(range(begins, begins + 4))
        begins += 8 + int.from_bytes(whole[begins : begins + 4], "big")
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes((whole[at] ^ 1,)) + whole[at + 1 :])
        caplog.clear()
        found = list(JournalFile(tmp_path / "j").read("store"))
        assert found == one_of_each()[: len(found)]
        assert len(found) < len(one_of_each())
        # A length that reaches beyond the end cannot be told from a torn end.
        assert f"{path} is damaged at byte" in caplog.text or at in lengths


def test_files_take_turns_and_the_last_seconds_are_always_there(tmp_path: Path) -> None:
    file = JournalFile(tmp_path / "j")
    now = 100.0
    file.begin("store", 1, now)
    journal = Journal(file)
    journal.acknowledge(Claim(1, 1, "me", 0), now)
    for version in range(300):
        now += 0.1
        journal.acknowledge(Entry(1, 1, version, version + 1, b"e"), now)
        file.flush(now)
    found = [each.write.after for each in JournalFile(tmp_path / "j").read("store")]
    assert found == list(range(found[0], 301))
    assert TURN_SECONDS * 10 <= len(found) <= 2 * TURN_SECONDS * 10 + 2
    file.close()


def test_an_owner_that_slept_does_not_write_over_the_journal_of_the_next(tmp_path: Path) -> None:
    sleeper, successor = JournalFile(tmp_path / "journal"), JournalFile(tmp_path / "journal")
    sleeper.begin("it", 1, 0.0)
    successor.begin("it", 2, 0.0)
    successor.add(step := Entry(1, 2, 0, 1, b"the next owner's"), "2-0")
    successor.flush(0.0)
    for now in (0.0, TURN_SECONDS + 1, 3 * TURN_SECONDS):
        sleeper.add(Entry(1, 1, 0, 1, b"acknowledged before it slept"), "1-0")
        sleeper.flush(now)
    assert list(JournalFile(tmp_path / "journal").read("it")) == [Written(step, "2-0")]


def test_a_disk_that_fails_is_told_once_and_the_journal_goes_on_when_it_works(
    tmp_path: Path, caplog
) -> None:
    file = filled(tmp_path / "j")
    os.close(file._fd)
    for version in range(3):
        file.add(Entry(1, 2, version, version + 1, b"e"), "")
        file.flush(1.0 + version)
    assert caplog.text.count("no journal for now") == 1
    later = Entry(1, 2, 3, 4, b"e")
    file.add(later, "2-3")
    file.flush(1.0 + TURN_SECONDS)
    file.add(later, "2-3")
    file.flush(1.0 + TURN_SECONDS)
    assert caplog.text.count("the journal is kept again") == 1
    found = list(JournalFile(tmp_path / "j").read("store"))
    assert found == [*one_of_each(), Written(later, "2-3"), Written(later, "2-3")]


def test_tries_on_a_full_disk_leave_what_was_kept(tmp_path: Path, monkeypatch, caplog) -> None:
    file = filled(tmp_path / "j")
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda fd, data: os.close(-1))
        for tries in range(4):
            file.add(Entry(1, 2, tries, tries + 1, b"e"), "")
            file.flush(1.0 + tries * TURN_SECONDS)
    assert caplog.text.count("no journal for now") == 1
    assert list(JournalFile(tmp_path / "j").read("store")) == one_of_each()


def test_coupons_and_fractions_come_back_as_they_were(tmp_path: Path) -> None:
    slip = Slip("MP-1", "ann", "Greenfelt", 500, "2026-12-31", "2026-11-30", ("blackjack",))
    over = replace(slip, redeemed="2026-12-01", table=1, round=4)
    meter = Move("1-9-meter:gold", table_account(1), linked_meter("gold"), 3, "meter", 1_500)
    writes = [
        Written(Booking("a1", b"line", (), (slip,)), ""),
        Written(Entry(1, 2, 8, 9, b"step", (meter,), None, (over,)), "2-8"),
    ]
    file = JournalFile(tmp_path / "journal")
    file.begin("store", 2, 0.0)
    for write, before in writes:
        file.add(write, before)
    file.flush(0.1)
    file.close()
    assert list(JournalFile(tmp_path / "journal").read("store")) == writes
