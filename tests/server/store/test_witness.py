"""The witness remembers what the last owner saw, whoever closes last."""

from __future__ import annotations

from pathlib import Path

from greenfelt.server.store.witness import Seen, Witness


def remembered(path: Path) -> Seen:
    witness = Witness(path)
    witness.read()
    return witness.before


def test_an_owner_that_slept_does_not_write_over_what_the_next_one_saw(tmp_path: Path) -> None:
    path = tmp_path / "witness"
    sleeper, successor = Witness(path), Witness(path)
    sleeper.write(Seen("it", 1, {7: 10}))
    successor.write(Seen("it", 2, {7: 20}))
    sleeper.write(Seen("it", 1, {7: 11}))
    assert remembered(path) == Seen("it", 2, {7: 20})


def test_another_store_in_the_place_of_one_is_remembered_whatever_its_epoch(tmp_path: Path) -> None:
    path = tmp_path / "witness"
    Witness(path).write(Seen("it", 5, {7: 10}))
    Witness(path).write(Seen("another", 1, {7: 2}))
    assert remembered(path) == Seen("another", 1, {7: 2})


def test_a_damaged_file_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "witness"
    path.write_bytes(b"{")
    Witness(path).write(Seen("it", 1, {7: 10}))
    assert remembered(path) == Seen("it", 1, {7: 10})
