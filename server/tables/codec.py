"""The store codec: events and snapshots as MessagePack arrays. Never sent to a client."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from greenfelt.server.tables.events import AnyEvent

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[AnyEvent])


def encode_events(events: Sequence[AnyEvent]) -> bytes:
    """Return the bytes of events, to be appended to a table's log as one entry."""
    return _encoder.encode(events)


def decode_events(data: bytes) -> list[AnyEvent]:
    """Return the events of one log entry.

    Raises msgspec.MsgspecError when the bytes are no events of this version of the code.
    """
    return _decoder.decode(data)
