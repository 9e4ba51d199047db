"""Sealed values open in their own place only; keys are kept to their owner and change during play."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis import Redis

from greenfelt.server.store import keys
from greenfelt.server.store.commits import Entry, Snapshot
from greenfelt.server.store.errors import (
    BadKeyFile,
    KeyMissing,
    NotSealed,
    SealBroken,
    StoreWentBack,
    UnfitStore,
)
from greenfelt.server.store.keyfile import KeyFile, key_of, new_key
from greenfelt.server.store.keyring import KeyRing, Unsealed
from greenfelt.server.store.sealing import Sealer, place
from greenfelt.server.store.store import Care, Store
from greenfelt.server.store.witness import Seen, Witness

OLD, NEW = key_of(b"o" * 32), key_of(b"n" * 32)
HERE = place(7, "entry", "3-12")


@given(st.binary(max_size=400))
def test_what_is_sealed_opens_again_and_is_33_bytes_longer(plain: bytes) -> None:
    sealer = Sealer([OLD])
    sealed = sealer.seal(HERE, plain)
    assert sealer.open(HERE, sealed) == plain
    assert len(sealed) == len(plain) + 33
    assert len(plain) < 4 or plain not in sealed


@pytest.mark.parametrize(
    "elsewhere",
    [place(8, "entry", "3-12"), place(7, "entry", "3-13"), place(7, "snapshot", "3-12")],
    ids=["another table", "another version", "another kind"],
)
def test_what_was_moved_does_not_open(elsewhere: bytes) -> None:
    sealer = Sealer([OLD])
    with pytest.raises(SealBroken):
        sealer.open(elsewhere, sealer.seal(HERE, b"plain"))


def test_no_changed_byte_goes_unnoticed() -> None:
    sealer = Sealer([OLD])
    sealed = sealer.seal(HERE, b"plain")
    for index in range(len(sealed)):
        changed = bytearray(sealed)
        changed[index] ^= 1
        with pytest.raises((SealBroken, KeyMissing, NotSealed)):
            sealer.open(HERE, bytes(changed))
    with pytest.raises(SealBroken):
        sealer.open(HERE, sealed[:20])


def test_no_two_values_share_a_nonce() -> None:
    sealers = [Sealer([OLD]) for _ in range(20)]
    nonces = {sealer.seal(HERE, b"")[5:17] for sealer in sealers for _ in range(100)}
    assert len(nonces) == 20 * 100


def test_only_a_lenient_sealer_opens_what_was_never_sealed() -> None:
    with pytest.raises(NotSealed):
        Sealer([OLD]).open(HERE, b"\x90")
    assert Sealer([OLD], lenient=True).open(HERE, b"\x90") == b"\x90"


def test_an_old_key_opens_and_a_missing_one_is_named() -> None:
    sealed = Sealer([OLD]).seal(HERE, b"plain")
    both = Sealer([NEW, OLD])
    assert both.open(HERE, sealed) == b"plain"
    both.use([NEW])
    with pytest.raises(KeyMissing, match=OLD.name):
        both.open(HERE, sealed)


def test_a_key_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = KeyFile(tmp_path / "deep" / "keys")
    file.write([NEW, OLD])
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert file.read() == [NEW, OLD]
    file.path.chmod(0o640)
    with pytest.raises(BadKeyFile, match="chmod 600"):
        file.read()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no key"),
        ("# nothing\n", "holds no key"),
        ("one two three\n", "line 1"),
        (f"{OLD.name} not-base64!\n", "line 1"),
        (f"{OLD.name} bm9ubm5u\n", "line 1"),
        (f"{NEW.name} b29vb29vb29vb29vb29vb29vb29vb29vb29vb29vb28=\n", "line 1"),
        ("ä\n", "not a text of keys"),
    ],
)
def test_a_damaged_key_file_is_told(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "keys"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(BadKeyFile, match=said):
        KeyFile(path).read()


def kept_with(ring: KeyRing | Unsealed) -> Care:
    return Care(ring)


def play(url: str, care: Care, pump, noted, steps: int = 1) -> None:
    """Open the store, take table 1, add entries to it and close."""
    store = Store.open(url, care)
    (stored,) = store.take([1])
    store.start(pump, noted)
    version = stored.last_version
    for each in range(version, version + steps):
        pump.wait(store.append(Entry(1, store.epoch, each, each + 1, b"live cards %d" % each)))
    store.close()


def test_a_new_store_gets_a_key_and_all_that_is_written_is_sealed(
    store_url, client: Redis, pump, noted, tmp_path
) -> None:
    care = kept_with(KeyRing(tmp_path / "keys"))
    store = Store.open(store_url, care)
    list(store.take([1]))
    store.start(pump, noted)
    pump.wait(store.append(Entry(1, store.epoch, 0, 1, b"live cards")))
    store.keep(Snapshot(1, store.epoch, 1, b"state with live cards"))
    pump.wait(store.append(Entry(1, store.epoch, 1, 2, b"live cards too")))
    stored = pump.wait(store.reload(1))
    store.close()
    assert (stored.state, stored.entries) == (b"state with live cards", [(2, b"live cards too")])
    assert b"live cards" not in everything(client)
    assert client.hkeys(keys.KEYS) == [KeyFile(tmp_path / "keys").read()[0].name.encode()]


def everything(client: Redis) -> bytes:
    return b"".join(client.dump(key) for key in client.keys("*"))


def test_without_a_seal_the_same_search_does_find_cards(store_url, client, pump, noted) -> None:
    play(store_url, kept_with(Unsealed()), pump, noted)
    assert b"live cards" in everything(client)


def test_a_missing_key_file_is_not_replaced(store_url, pump, noted, tmp_path) -> None:
    play(store_url, kept_with(KeyRing(tmp_path / "keys")), pump, noted)
    (tmp_path / "keys").rename(tmp_path / "away")
    with pytest.raises(UnfitStore, match="A lost key"):
        Store.open(store_url, kept_with(KeyRing(tmp_path / "keys")))
    assert not (tmp_path / "keys").exists()
    KeyFile(tmp_path / "other").write([new_key()])
    with pytest.raises(UnfitStore, match="does not hold"):
        Store.open(store_url, kept_with(KeyRing(tmp_path / "other")))
    with pytest.raises(UnfitStore, match="sealed"):
        Store.open(store_url, kept_with(Unsealed()))
    (tmp_path / "away").rename(tmp_path / "keys")
    play(store_url, kept_with(KeyRing(tmp_path / "keys")), pump, noted)


def test_a_store_begun_without_a_seal_goes_over_to_one(store_url, client, pump, noted, tmp_path):
    play(store_url, kept_with(Unsealed()), pump, noted)
    ring = KeyRing(tmp_path / "keys")
    store = Store.open(store_url, kept_with(ring))
    (stored,) = store.take([1])
    assert isinstance(stored.trouble, NotSealed)
    store.close()
    play(store_url, kept_with(KeyRing(tmp_path / "keys", lenient=True)), pump, noted)


def test_a_running_server_goes_over_to_another_key(store_url, client, pump, noted, tmp_path):
    file = KeyFile(tmp_path / "keys")
    file.write([OLD])
    store = Store.open(store_url, kept_with(KeyRing(file.path)))
    list(store.take([1]))
    store.start(pump, noted)
    pump.wait(store.append(Entry(1, store.epoch, 0, 1, b"with the old one")))
    file.write([NEW, OLD])
    pump.run_until(lambda: "keys" in noted.seen)
    pump.wait(store.append(Entry(1, store.epoch, 1, 2, b"with the new one")))
    names = [fields[b"e"][1:5] for _, fields in client.xrange(keys.log(1)) if b"e" in fields]
    assert names == [OLD.id, NEW.id]
    stored = pump.wait(store.reload(1))
    assert [events for _, events in stored.entries] == [b"with the old one", b"with the new one"]

    file.write([NEW])
    os.utime(file.path)
    play_on_with_old_key = pump.wait(store.reload(1))
    assert play_on_with_old_key.trouble is None, "a key that is needed is not dropped"
    store.close()


def test_a_value_that_somebody_changed_stops_its_table_only(
    store_url, client: Redis, pump, noted, tmp_path
) -> None:
    care = kept_with(KeyRing(tmp_path / "keys"))
    store = Store.open(store_url, care)
    list(store.take([1, 2]))
    store.start(pump, noted)
    for table in (1, 2):
        pump.wait(store.append(Entry(table, store.epoch, 0, 1, b"e")))
        pump.wait(store.append(Entry(table, store.epoch, 1, 2, b"f")))
    store.close()
    log = keys.log(1)
    (last_id, fields) = client.xrevrange(log, count=1)[0]
    client.xdel(log, last_id)
    client.xadd(log, {"e": fields[b"e"][:-1] + bytes([fields[b"e"][-1] ^ 1])}, id="1-3")
    store = Store.open(store_url, kept_with(KeyRing(tmp_path / "keys")))
    first, second = store.take([1, 2])
    store.close()
    assert isinstance(first.trouble, SealBroken)
    assert second.trouble is None


def seen_by(tmp_path: Path) -> Care:
    return Care(witness=Witness(tmp_path / "witness"))


def test_a_store_that_went_back_between_two_starts_is_refused_and_then_its_tables_stop(
    store_url, client: Redis, pump, noted, tmp_path
) -> None:
    play(store_url, seen_by(tmp_path), pump, noted, steps=3)
    early = {key: client.dump(key) for key in client.keys("*")}
    play(store_url, seen_by(tmp_path), pump, noted, steps=2)
    client.flushall()
    for key, value in early.items():
        client.restore(key, 0, value)
    with pytest.raises(UnfitStore, match=r"went back in time.*--accept-store"):
        Store.open(store_url, seen_by(tmp_path))
    store = Store.open(store_url, seen_by(tmp_path)._replace(accept=True))
    stored, other = store.take([1, 2])
    store.close()
    assert isinstance(stored.trouble, StoreWentBack)
    assert (stored.last_version, stored.trouble.acknowledged) == (3, 5)
    assert other.trouble is None


def test_another_store_at_the_same_address_is_refused(
    store_url, client: Redis, pump, noted, tmp_path
) -> None:
    play(store_url, seen_by(tmp_path), pump, noted)
    client.flushall()
    with pytest.raises(UnfitStore, match="is not the one"):
        Store.open(store_url, seen_by(tmp_path))
    store = Store.open(store_url, seen_by(tmp_path)._replace(accept=True))
    (stored,) = store.take([1])
    store.close()
    assert stored.trouble is None, "nothing is known of another store's tables"
    play(store_url, seen_by(tmp_path), pump, noted)


def test_a_damaged_witness_is_told_and_does_no_harm(store_url, pump, noted, tmp_path, caplog):
    path = tmp_path / "witness"
    path.write_bytes(b"{")
    witness = Witness(path)
    witness.read()
    assert "damaged" in caplog.text
    assert witness.before == Seen()
    play(store_url, Care(witness=witness), pump, noted)
    assert path.stat().st_mode & 0o777 == 0o600
