"""Whatever was kept of a table: hands of poker, and rounds against the house."""

from __future__ import annotations

from greenfelt.server.tables.history.record import HandRecord, decode_record
from greenfelt.server.tables.history.rounds import FORMAT, RoundRecord, decode_round

AnyRecord = HandRecord | RoundRecord


def decode_any(data: bytes) -> AnyRecord:
    """Return a stored record. Raises ValueError when the bytes are none of this version of the code."""
    return decode_round(data) if data[:1] == bytes((FORMAT,)) else decode_record(data)
