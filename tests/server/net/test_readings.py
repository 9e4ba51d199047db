"""What accounts ask about their pasts: nobody's questions keep others from the store."""

from __future__ import annotations

from support.room import TestRoom, of

from greenfelt.protocol import messages as msg
from greenfelt.server.net.readings import MOST_WAITING
from greenfelt.server.room.settings import Limits


def test_one_thing_of_an_account_is_read_at_a_time(room: TestRoom) -> None:
    ann, bob = room.signed_in("Ann", "Bob")
    for _ in range(3):
        ann.send(msg.AskStatistics, -1)
    bob.send(msg.AskHands)
    first, bobs = room.log.reads
    bobs.callback([])
    room.turn()
    assert len(of(bob.read(), msg.Hands)) == 1, "he waits for none of Ann's"
    first.callback([])
    room.turn()
    second = room.log.reads[2]
    assert (len(room.log.reads), len(of(ann.read(), msg.Statistics))) == (3, 1)
    second.errback(ValueError("one that fails is over, too"))
    room.log.reads[3].callback([])
    room.turn()
    assert len(of(ann.read(), msg.Statistics)) == 1
    assert room.room.readings._waiting == {}


def test_so_many_of_an_account_may_wait_on_whichever_connection() -> None:
    room = TestRoom(limits=Limits(request_burst=3 * MOST_WAITING))
    (ann,) = room.signed_in("Ann")
    for _ in range(MOST_WAITING + 1):
        assert ann.send(msg.AskHands) == []
    assert [each.code for each in of(ann.send(msg.AskHands), msg.Error)] == ["busy"]
    ann.lose()
    (again,) = room.signed_in("Ann")
    assert [each.code for each in of(again.send(msg.AskHands), msg.Error)] == ["busy"]
    room.log.reads[0].callback([])
    again.send(msg.AskHands)
    assert len(room.log.reads) == 2, "what the lost connection asked is not read any more"
    room.log.reads[1].callback([])
    room.turn()
    assert len(of(again.read(), msg.Hands)) == 1
    room.room.close()
