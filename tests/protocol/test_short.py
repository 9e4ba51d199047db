"""The short form on the wire: nothing is lost, and trailing defaults are not there."""

from __future__ import annotations

import msgpack
import pytest

from greenfelt.protocol import messages as msg
from greenfelt.protocol.connection import decode_answer, encode

FOLD = msg.Option("fold")
CALL = msg.Option("call", 20, 20, 10)


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (msg.Acted(3, "fold"), ["a", 3, "fold"]),
        (msg.Acted(3, "call", 20, 10), ["a", 3, "call", 20, 10]),
        (msg.Acted(3, "call", 20, 10, True), ["a", 3, "call", 20, 10, True]),
        (msg.Acted(3, "protected", all_in=True), ["a", 3, "protected", 0, 0, True]),
        (msg.Drew(1, 0), ["x", 1, 0]),
        (msg.Dealt(2, 4, "As2h3dKc"), ["d", 2, 4, "As2h3dKc"]),
        (msg.Dealt(2, 1, "", "As"), ["d", 2, 1, "", "As"]),
        (msg.Turn(2), ["t", 2]),
        (msg.Turn(2, 0, "draw"), ["t", 2, 0, "draw"]),
        (msg.Turn(2, 5), ["t", 2, 5]),
        (msg.Turn(2, 5, "bet", 0, 0), ["t", 2, 5, "bet", 0, 0]),
        (
            msg.Turn(2, 5, "bet", 30, 10, [FOLD, CALL]),
            ["t", 2, 5, "bet", 30, 10, [["fold"], ["call", 20, 20, 10]]],
        ),
        (msg.Pots([120]), ["pots", [120]]),
        (msg.Pots([120, 40], [[1, 2], [2]]), ["pots", [120, 40], [[1, 2], [2]]]),
        (msg.Mucked(4), ["muck", 4]),
    ],
)
def test_an_event_comes_back_whole(event: msg.AnyTableEvent, written: list[object]) -> None:
    update = msg.Update(1, 300, [event], 3)
    body = encode(update)[4:]
    assert msgpack.unpackb(body) == ["u", 1, 300, [written], 3]
    assert decode_answer(body) == update


def test_an_answer_without_a_value_has_none() -> None:
    assert msgpack.unpackb(encode(msg.Done(7))[4:]) == ["ok", 7]
    assert msgpack.unpackb(encode(msg.Done(7, 2))[4:]) == ["ok", 7, 2]
    assert decode_answer(encode(msg.Done(7))[4:]) == msg.Done(7)
