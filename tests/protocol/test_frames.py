"""Frames: cut the same however the network chunks them, refused on what they declare."""

from __future__ import annotations

import tracemalloc

import pytest

from greenfelt.protocol.errors import FrameTooLarge
from greenfelt.protocol.frames import FrameReader, encode_frame


def chunks(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def read_all(reader: FrameReader, pieces: list[bytes]) -> list[bytes]:
    return [frame for piece in pieces for frame in reader.feed(piece)]


def test_the_length_is_four_bytes_big_endian() -> None:
    assert encode_frame(b"abc") == b"\x00\x00\x00\x03abc"


@pytest.mark.parametrize("size", range(1, 30))
def test_frames_come_out_the_same_whatever_the_chunks(size: int) -> None:
    bodies = [b"first", b"", b"a", b"x" * 20]
    stream = b"".join(encode_frame(body) for body in bodies)
    assert read_all(FrameReader(20), chunks(stream, size)) == bodies


@pytest.mark.parametrize("limit", [0, 1, 64, 4096])
def test_a_frame_of_exactly_the_limit_is_accepted_split_at_every_boundary(limit: int) -> None:
    """Case 60."""
    body = bytes(limit)
    stream = encode_frame(body)
    assert read_all(FrameReader(limit), chunks(stream, 1)) == [body]
    for at in range(0, len(stream) + 1, max(1, limit // 64)):
        assert read_all(FrameReader(limit), [stream[:at], stream[at:]]) == [body]


@pytest.mark.parametrize("at", range(6))
def test_one_byte_more_than_the_limit_is_refused_split_at_every_boundary(at: int) -> None:
    """Case 60."""
    stream = encode_frame(bytes(65))
    reader = FrameReader(64)
    with pytest.raises(FrameTooLarge):
        read_all(reader, [stream[:at], stream[at:]])


def test_the_declared_length_alone_is_refused_and_nothing_more_is_kept() -> None:
    """Case 48."""
    reader = FrameReader(4096)
    with pytest.raises(FrameTooLarge, match="4294967295 bytes"):
        list(reader.feed(b"\xff\xff\xff\xff" + bytes(10_000)))
    assert reader.buffered == 4
    with pytest.raises(FrameTooLarge):
        list(reader.feed(b"more"))


def test_frames_before_the_bad_one_are_handed_out() -> None:
    frames = FrameReader(8).feed(encode_frame(b"good") + encode_frame(bytes(9)))
    assert next(frames) == b"good"
    with pytest.raises(FrameTooLarge):
        next(frames)


def test_a_limit_raised_while_reading_counts_for_the_next_frame() -> None:
    reader = FrameReader(4)
    frames = reader.feed(encode_frame(b"sign") + encode_frame(b"longer"))
    assert next(frames) == b"sign"
    reader.limit = 6
    assert list(frames) == [b"longer"]


def test_frames_left_in_an_iterator_come_with_the_next_bytes() -> None:
    reader = FrameReader(8)
    assert next(reader.feed(encode_frame(b"one") + encode_frame(b"two"))) == b"one"
    assert list(reader.feed(b"")) == [b"two"]


def test_a_hundred_megabytes_dripped_without_a_frame_cost_no_memory() -> None:
    """Case 61."""
    reader = FrameReader(4096)
    dripped = bytes(64 * 1024)
    refused = 0
    tracemalloc.start()
    try:
        list(reader.feed(b"\xff\xff\xff"))
        for _ in range(1600):
            try:
                list(reader.feed(b"\xff" + dripped))
            except FrameTooLarge:
                refused += 1
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refused == 1600
    assert peak < 512 * 1024
