"""Frames: a 4-byte big-endian length, then that many bytes. No I/O: bytes in, frames out."""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct

from greenfelt.protocol.errors import FrameTooLarge

_LENGTH = Struct(">I")
HEADER_SIZE = _LENGTH.size


def encode_frame(body: bytes) -> bytes:
    """Return ``body`` with its length before it, as it goes over the wire."""
    return _LENGTH.pack(len(body)) + body


class FrameReader:
    """Cuts a stream of bytes into frames, however the network chunked them.

    ``limit`` is the greatest length of a frame's body in bytes that is accepted; it may be changed
    at any time and counts for every frame whose body was not handed out yet. A frame is judged by
    its declared length as soon as its header is there, so no more than one chunk and one frame within
    the limit is ever held.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()

    @property
    def buffered(self) -> int:
        """Bytes held that do not make a whole frame yet."""
        return len(self._buffer)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take ``data`` in at once; return an iterator over the frames that are now whole.

        The iterator cuts one frame at a time, so that the reader of a frame can change ``limit`` for
        the next one; frames it has not reached stay for the next call. It raises FrameTooLarge at
        the first frame above the limit, and from then on always.
        """
        self._buffer += data
        return self._cut()

    def _cut(self) -> Iterator[bytes]:
        buffer = self._buffer
        while len(buffer) >= HEADER_SIZE:
            (length,) = _LENGTH.unpack_from(buffer)
            if length > self.limit:
                del buffer[HEADER_SIZE:]  # the stream is lost; keep only what shows why
                raise FrameTooLarge(
                    f"a frame of {length} bytes was announced; at most {self.limit} are allowed now"
                )
            end = HEADER_SIZE + length
            if len(buffer) < end:
                return
            frame = bytes(buffer[HEADER_SIZE:end])
            # Cutting the front off a bytearray moves its start; it does not copy the rest each time.
            del buffer[:end]
            yield frame
