"""The floor: each act is logged before it is done, does what it says, and shows no live card."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from typing import Any, get_args
from unittest.mock import Mock

import msgspec
import pytest
from support.room import GRANT, SECRET, TestRoom, event, of
from twisted.internet.defer import Deferred, execute

from greenfelt.evaluators.cards import format_card
from greenfelt.protocol import messages as msg
from greenfelt.server.net.floor import Floor
from greenfelt.server.net.host import Job
from greenfelt.server.room import floor as ask
from greenfelt.server.room.accounts import Account, account_key
from greenfelt.server.room.acts import Act, decode_act, merged
from greenfelt.server.room.ledger import CAGE
from greenfelt.server.store import keys
from greenfelt.server.store.commits import Booking, Entry
from greenfelt.server.store.counters import Counters
from greenfelt.server.store.errors import NotEnough, StoreUnavailable
from greenfelt.server.tables import commands as cmd

WHY = "a reason"


class Accounts:
    """What the floor asks of a store's client: accounts by key, who is silenced, and who banned."""

    def __init__(self) -> None:
        self.names = {account_key(name): name for name in ("Ann", "Bob", "Cid", "Dora")}
        self.silenced: dict[str, str] = {}
        self.banned: dict[str, str] = {}

    def hmget(self, key: str, fields: object) -> list[bytes | None]:
        name = self.names.get(key.removeprefix("greenfelt:{account:").removesuffix("}"))
        if name is None:
            return [None] * 6
        return [name.encode(), b"1000", b"0", b"salt", b"hash", b"cost"]

    def hset(self, key: str, account: str, why: str) -> None:
        self._hash(key)[account] = why

    def hdel(self, key: str, account: str) -> None:
        self._hash(key).pop(account, None)

    def _hash(self, key: str) -> dict[str, str]:
        return {keys.SILENCED: self.silenced, keys.BANNED: self.banned}[key]


class House:
    """A room in memory with its floor."""

    def __init__(self) -> None:
        self.room = TestRoom()
        self.accounts = Accounts()
        log: Any = self.room.log
        log.read = lambda function: execute(function, self.accounts)
        log.counters = Counters(commits=3)
        self.floor = Floor(self.room.room, log)

    def ask(self, request: ask.AnyRequest) -> ask.Answer:
        answers: list[ask.Answer] = []
        self.floor.handle(request, "root").addCallback(answers.append)
        self.room.turn()
        (answer,) = answers
        return answer

    def done(self, request: ask.AnyRequest) -> str:
        answer = self.ask(request)
        assert answer.code == "", answer
        return answer.text

    @property
    def lines(self) -> list[Act]:
        """The log of acts as it is kept, the last line first."""
        writes: list[Any] = self.room.log.entries
        return [decode_act(each.line) for each in reversed(writes) if isinstance(each, Booking)]

    @property
    def acts(self) -> list[Act]:
        return list(merged(self.lines))

    @property
    def moves(self) -> list[tuple[str, str, int, str]]:
        writes: list[Any] = self.room.log.entries
        return [
            (move.source, move.target, move.amount, move.why)
            for each in writes
            if isinstance(each, Booking)
            for move in each.moves
        ]


@pytest.fixture
def house() -> House:
    return House()


def rows(house: House) -> list[dict[str, Any]]:
    return house.ask(ask.ListTables()).rows


def test_tables_are_listed_with_seats_and_chips(house: House) -> None:
    house.room.seated("Ann", "Bob")
    house.room.begin_hand()
    (row,) = rows(house)
    assert (row["table"], row["name"], row["game"], row["hand"]) == (1, "Oslo", "badugi", 1)
    assert row["state"] == "a hand runs"
    assert row["chips"] == 1_000
    assert "1 Ann" in row["players"]
    (status,) = house.ask(ask.Status()).rows
    assert status["store_commits"] == 3
    assert (status["seated"], status["hands_running"], status["connections"]) == (2, 1, 2)
    (account,) = house.ask(ask.Look("Ann")).rows
    assert account["connected"] is True
    assert "Oslo (table 1)" in account["seats"]


def test_an_act_is_logged_before_it_is_done_and_its_outcome_after(house: House) -> None:
    house.room.seated("Ann", "Bob")
    house.room.log.at_once = False
    waiting = house.floor.handle(ask.Pause(WHY, 1), "root")
    assert not house.room.table.state.paused
    (write,) = [each for each, _ in house.room.log.waiting]
    line = decode_act(write.line)
    assert (line.who, line.verb, line.on, line.why) == ("root", "pause", "table 1", WHY)
    assert line.outcome == ""
    house.room.log.at_once = True
    house.room.log.acknowledge()
    assert house.room.table.state.paused == WHY
    assert waiting.called
    (act,) = house.acts
    assert (act.verb, act.outcome) == ("pause", "done")
    assert act.at_ms == int(house.room.clock.seconds() * 1000)


@pytest.mark.parametrize("why", ["", "   ", "\x1b\x00", "x" * 301])
def test_nothing_is_done_without_a_reason(house: House, why: str) -> None:
    assert house.ask(ask.Pause(why, 1)).code == "no-reason"
    assert not house.room.table.state.paused
    assert house.lines == []


def test_what_is_refused_is_logged_too(house: House) -> None:
    assert house.ask(ask.Void(WHY, 1)).code == "no-hand"
    assert house.ask(ask.Void(WHY, 9)).code == "unknown-table"
    assert house.ask(ask.Accept(WHY, 1)).code == "not-stopped"
    assert house.ask(ask.Settle(WHY, 1)).code == "not-stopped"
    assert house.ask(ask.Remove(WHY, "Ann")).code == "nowhere-seated"
    assert house.ask(ask.Mute(WHY, "Nobody")).code == "unknown-account"
    assert len(house.acts) == 6
    assert all(act.outcome.startswith("refused: ") for act in house.acts)


def test_pause_and_resume_one_table_or_all(house: House) -> None:
    other = house.room.add_table("Bergen")
    house.done(ask.Pause(WHY))
    assert house.room.table.state.paused
    assert other.table.state.paused
    house.done(ask.Resume(WHY, 2))
    assert house.room.table.state.paused
    assert not other.table.state.paused


def test_a_voided_hand_gives_everybody_back_what_he_had(house: House) -> None:
    callers = house.room.seated("Ann", "Bob", "Cid")
    house.room.begin_hand()
    assert house.done(ask.Void("a fouled deck", 1)) == "hand 1-1 is void"
    state = house.room.table.state
    assert [seat.stack for seat in state.seats.values()] == [500, 500, 500]
    assert not state.running
    assert event(callers[0].read(), msg.Voided).why == "a fouled deck"
    entries: list[Any] = house.room.log.entries
    (kept,) = [each.kept for each in entries if isinstance(each, Entry) and each.kept]
    assert [(line.net, line.marks) for line in kept.lines] == [(0, "x")] * 3


def test_a_closed_table_is_left_after_the_hand_and_can_be_opened_again(house: House) -> None:
    callers = house.room.seated("Ann", "Bob")
    house.room.begin_hand()
    house.done(ask.Close(WHY, 1))
    assert len(house.room.table.state.seats) == 2, "the hand is played out first"
    house.done(ask.Void(WHY, 1))
    assert house.room.table.state.seats == {}
    (refusal,) = of(callers[0].send(msg.Sit, 1, 500), msg.Error)
    assert refusal.code == "table-closed"
    house.done(ask.Reopen(WHY, 1))
    assert of(callers[0].send(msg.Sit, 1, 500), msg.Done)


def test_a_player_is_moved_with_his_stack(house: House) -> None:
    house.room.seated("Ann", "Bob", buy_in=321)
    target = house.room.add_table("Bergen")
    assert house.done(ask.Bring("to balance", "Ann", 2)) == "from table 1 to seat 1 of table 2"
    house.room.turn()
    assert house.room.table.seat_of("ann") == 0
    assert target.table.state.seats[1].stack == 321


def test_a_player_is_moved_to_a_private_table_too(house: House) -> None:
    house.room.seated("Ann")
    target = house.room.add_table("Den", host="bob")
    house.done(ask.Bring(WHY, "Ann", 2))
    house.room.turn()
    assert target.table.seat_of("ann")


def test_a_player_is_moved_only_to_a_table_of_the_same_game(house: House) -> None:
    house.room.seated("Ann")
    house.room.add_table("Bergen", "razz")
    assert house.ask(ask.Bring(WHY, "Ann", 2)).code == "other-game"
    assert house.ask(ask.Bring(WHY, "Ann", 1)).code == "other-game"
    assert house.ask(ask.Bring(WHY, "Bob", 2)).code == "nowhere-seated"


def test_no_seat_is_kept_for_who_cannot_be_moved(house: House) -> None:
    callers = house.room.seated("Ann", "Bob", "Cid")
    house.room.begin_hand()
    for name in ("Bergen", "Narvik"):
        house.room.add_table(name)
    callers[0].send(msg.MoveTo, 1, 2)
    assert house.ask(ask.Bring(WHY, "Ann", 3)).code == "leaving"
    assert house.room.room.host(3).table.state.offers == {}


def test_a_player_is_removed_when_his_hand_is_over(house: House) -> None:
    callers = house.room.seated("Ann", "Bob", "Cid")
    house.room.begin_hand()
    assert house.done(ask.Remove("rude", "Bob")) == "from table 1"
    assert house.room.table.state.seats[2].leaving == "removed by the floor: rude"
    house.done(ask.Void(WHY, 1))
    assert house.room.table.seat_of("bob") == 0
    assert event(callers[0].read(), msg.Stood).why == "removed by the floor: rude"


def test_a_muted_player_says_nothing_until_he_may_again(house: House) -> None:
    ann, bob = house.room.seated("Ann", "Bob")
    house.done(ask.Mute("rude", "Bob"))
    (refusal,) = of(bob.send(msg.Say, 1, "hello"), msg.Error)
    assert (refusal.code, "rude" in refusal.text) == ("muted", True)
    assert house.accounts.silenced == {"bob": "rude"}, "it holds after a restart, too"
    house.done(ask.Mute(WHY, "Bob", on=False))
    assert of(bob.send(msg.Say, 1, "hello"), msg.Done)
    assert event(ann.read(), msg.Chat).text == "hello"
    assert house.accounts.silenced == {}


def test_a_banned_player_goes_with_his_chips_and_comes_in_no_more(house: House) -> None:
    _, bob = house.room.seated("Ann", "Bob")
    house.done(ask.Ban("cheats", "Bob"))
    assert [each.code for each in of(bob.read(), msg.Bye)] == ["banned"]
    assert house.room.table.seat_of("bob") == 0
    assert house.room.room.purses.balance("bob") == GRANT
    assert house.accounts.banned == {"bob": "cheats"}, "it holds after a restart, too"
    again = house.room.call()
    again.send(msg.Hello, [1], "test")
    (refusal,) = of(again.send(msg.SignIn, "Bob", SECRET), msg.Error)
    assert (refusal.code, "cheats" in refusal.text) == ("banned", True)
    (row,) = house.ask(ask.Look("Bob")).rows
    assert row["banned"] == "cheats"

    house.done(ask.Ban(WHY, "Bob", on=False))
    house.room.signed_in("Bob")
    assert house.accounts.banned == {}


def test_who_is_banned_in_a_hand_does_not_resume(house: House) -> None:
    house.room.seated("Ann")
    bob = house.room.call()
    token = bob.sign_in("Bob").token
    bob.send(msg.Sit, 1, 500)
    house.room.begin_hand()
    house.done(ask.Ban("cheats", "Bob"))
    house.done(ask.Ban("twice", "Bob"))
    # Whose turn it is gives his hand up now, another when his turn comes.
    assert all(seat.leaving for seat in house.room.table.state.seats.values() if seat.name == "Bob")
    again = house.room.call()
    again.send(msg.Hello, [1], "test")
    (refusal,) = of(again.send(msg.Resume, "Bob", token), msg.Error)
    assert refusal.code == "banned"


def test_granted_chips_come_out_of_the_cage_and_revoked_ones_go_back(house: House) -> None:
    (ann,) = house.room.signed_in("Ann")
    house.done(ask.Grant("a gift", "Ann", 250))
    assert house.room.room.purses.balance("ann") == GRANT + 250
    assert of(ann.read(), msg.Talk)[-1].text == "the house gives you 250 chips: a gift"
    house.done(ask.Revoke("a mistake", "Ann", 100))
    assert house.room.room.purses.balance("ann") == GRANT + 150
    assert house.moves == [(CAGE, "ann", 250, "grant"), ("ann", CAGE, 100, "revoke")]
    revoked, granted = house.acts
    assert (granted.verb, granted.on, granted.outcome) == ("grant", "Ann", "250 chips")
    assert (revoked.why, revoked.outcome) == ("a mistake", "100 chips")


@pytest.mark.parametrize("read", [GRANT, GRANT + 250], ids=["before the grant", "after it"])
@pytest.mark.parametrize("answered_first", [True, False])
def test_a_grant_while_its_player_signs_in_counts_once(
    house: House, monkeypatch: pytest.MonkeyPatch, read: int, answered_first: bool
) -> None:
    """What the sign-in read may be from before or after the grant, whichever answer comes first."""
    room, reading = house.room, Deferred[Account]()
    monkeypatch.setattr(room.room, "_desk", Mock(sign_in=lambda *_, **__: reading))
    ann = room.call()
    ann.send(msg.Hello, [1])
    ann.send(msg.SignIn, "Ann", "a good secret")
    room.log.at_once = False
    answers: list[ask.Answer] = []
    house.floor.handle(ask.Grant("a gift", "Ann", 250), "root").addCallback(answers.append)
    steps = [
        lambda: reading.callback(Account("ann", "Ann", read, False, b"", b"", "")),
        room.log.acknowledge,
    ]
    for step in steps if answered_first else steps[::-1]:
        step()
    assert answers[0].code == ""
    assert room.room.purses.balance("ann") == GRANT + 250


def test_the_move_and_the_line_of_a_grant_are_one_write(house: House) -> None:
    house.done(ask.Grant(WHY, "Ann", 250))
    (write,) = house.room.log.entries
    assert isinstance(write, Booking)
    assert write.moves[0].id == f"grant:{write.id}"
    assert decode_act(write.line).id == write.id


def test_no_more_is_revoked_than_is_held(house: House) -> None:
    house.room.signed_in("Ann")
    assert house.ask(ask.Revoke(WHY, "Ann", GRANT + 1)).code == "not-enough-chips"
    assert house.ask(ask.Grant(WHY, "Ann", 0)).code == "bad-chips"
    assert house.ask(ask.Grant(WHY, "Ann", 10**13)).code == "bad-chips"
    house.room.log.at_once = False
    answers: list[ask.Answer] = []
    house.floor.handle(ask.Revoke(WHY, "Ann", 900), "root").addCallback(answers.append)
    assert house.room.room.purses.balance("ann") == GRANT - 900, "not to be spent meanwhile"
    house.room.log.refuse(NotEnough("short"))
    house.room.log.acknowledge()
    assert answers[0].code == "not-enough-chips"
    assert house.acts[0].outcome == "refused: Ann holds less than 900 chips"
    assert house.room.room.purses.balance("ann") == GRANT
    house.floor.handle(ask.Revoke(WHY, "Ann", 900), "root").addCallback(answers.append)
    house.room.log.refuse(StoreUnavailable("gone"))
    assert answers[1].code == "store-unavailable"
    assert house.room.room.purses.balance("ann") == GRANT


def test_everybody_is_told_what_is_announced(house: House) -> None:
    ann, bob = house.room.seated("Ann", "Bob")
    (cid,) = house.room.signed_in("Cid")
    cid.send(msg.Watch, 0)
    house.done(ask.Announce("a break of\nten minutes"))
    for caller in (ann, bob):
        assert event(caller.read(), msg.Notice).text == "a break of ten minutes"
    assert of(cid.read(), msg.Talk)[-1] == msg.Talk("", "a break of ten minutes")


def test_hands_are_played_out_and_none_begins_while_draining(house: House) -> None:
    ann, _ = house.room.seated("Ann", "Bob")
    house.room.begin_hand()
    assert house.done(ask.Drain("an upgrade")) == "1 hands are played out"
    (dora,) = house.room.signed_in("Dora")
    (refusal,) = of(dora.send(msg.Sit, 1, 500), msg.Error)
    assert (refusal.code, "an upgrade" in refusal.text) == ("draining", True)
    house.done(ask.Void(WHY, 1))
    house.room.clock.advance(60)
    (status,) = house.ask(ask.Status()).rows
    assert (status["hands_running"], status["draining"]) == (0, "an upgrade")
    assert house.room.table.state.hand == 1, "the hand that was due has not begun"
    house.done(ask.Drain(WHY, on=False))
    house.room.turn()
    assert house.room.table.state.hand == 2
    assert ann


def test_a_table_opened_while_draining_deals_no_hand_either(house: House) -> None:
    house.done(ask.Drain("an upgrade"))
    late = house.room.add_table("Late")
    for account in ("ann", "bob"):
        late.submit(Job(cmd.Sit(account, account, 100, moved="house")))
    house.room.clock.advance(60)
    assert not late.table.state.running


def every_request() -> list[ask.AnyRequest]:
    return [
        ask.ListTables(),
        ask.Status(),
        ask.Look("Ann"),
        ask.Pause(WHY, 1),
        ask.Resume(WHY, 1),
        ask.Announce("hello"),
        ask.Mute(WHY, "Ann"),
        ask.Mute(WHY, "Ann", on=False),
        ask.Ban(WHY, "Cid"),
        ask.Ban(WHY, "Cid", on=False),
        ask.Grant(WHY, "Ann", 5),
        ask.Revoke(WHY, "Ann", 5),
        ask.Issue(WHY, "Ann", 5, "1970-12-31", "Greenfelt"),
        ask.Recall(WHY, "MP-1"),
        ask.Bring(WHY, "Ann", 1),
        ask.Accept(WHY, 1),
        ask.Settle(WHY, 1),
        ask.Release(WHY, 1, 1, "bet"),
        ask.Drain(WHY),
        ask.Drain(WHY, on=False),
        ask.Close(WHY, 1),
        ask.Reopen(WHY, 1),
        ask.Remove(WHY, "Ann"),
        ask.Void(WHY, 1),
    ]


def test_every_request_is_tried_below() -> None:
    assert {type(each) for each in every_request()} == set(get_args(ask.AnyRequest))


def test_no_answer_and_no_log_line_shows_a_live_card(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for _ in range(5):
        house = House()
        house.room.seated("Ann", "Bob", "Cid")
        house.room.begin_hand()
        hand = house.room.table.hand
        assert hand is not None
        hidden = [card for player in hand.players for card in player.down]
        texts = {format_card(card) for card in hidden}
        numbers = [", ".join(map(str, player.down)) for player in hand.players]
        said = []
        for request in every_request():
            answer = house.ask(request)
            said.append(json.dumps(msgspec.to_builtins(answer)))
            said.append(repr(answer))
        lines = [msgspec.structs.replace(line, id="") for line in house.lines]
        said += [json.dumps(msgspec.to_builtins(line)) for line in lines]
        said += [record.getMessage() for record in caplog.records]
        found = set(re.findall(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![a-z])", " ".join(said)))
        assert not found & texts
        assert not any(each in text for each in numbers for text in said)


def test_requests_and_answers_travel_as_they_are() -> None:
    for request in every_request():
        assert ask.decode_request(ask.encode(request)) == request
    answer = ask.Answer("", "text", [{"a": 1, "b": None, "c": True}])
    assert ask.decode_answer(ask.encode(answer)) == answer
    for data in (b"", b"\x90", b"\x91\xa4list\x00", b"\x91\xa3say", b"\xff" * 40):
        with pytest.raises(ask.UnknownRequest):
            ask.decode_request(data)


def test_the_log_names_what_has_no_outcome_yet() -> None:
    asked = Act("1", 5, "root", "void", "table 1", WHY)
    other = Act("2", 6, "root", "mute", "Bob", WHY)
    done = asked.came_to("done", 7)
    assert [(act.id, act.outcome) for act in merged([done, other, asked])] == [
        ("2", ""),
        ("1", "done"),
    ]
    assert len({line.line_id for line in (asked, done, other)}) == 3


def fails(error: Exception) -> Callable[..., Deferred[None]]:
    def append(write: object) -> Deferred[None]:
        deferred: Deferred[None] = Deferred()
        deferred.errback(error)
        return deferred

    return append


def test_an_act_that_cannot_be_logged_is_not_done(house: House) -> None:
    log: Any = house.room.log
    log.append = fails(StoreUnavailable("gone"))
    assert house.ask(ask.Pause(WHY, 1)).code == "store-unavailable"
    assert not house.room.table.state.paused


def test_a_coupon_is_given_and_logged_in_one_step(house: House) -> None:
    (ann,) = house.room.signed_in("Ann")
    ann.read()
    text = house.done(ask.Issue(WHY, "Ann", 500, "1970-12-31", "Greenfelt", ("blackjack",)))
    (booking,) = [each for each in house.room.log.entries if isinstance(each, Booking)]
    (slip,) = booking.slips
    assert text == f"coupon {slip.serial} of 500 chips"
    assert (slip.account, slip.value, slip.given) == ("ann", 500, "1970-01-01")
    (act,) = house.acts
    assert (act.verb, act.on, act.outcome) == ("coupon", "Ann", f"{slip.serial}: 500 chips")
    assert "Match Play Coupon of 500 chips" in of(ann.read(), msg.Talk)[0].text
    assert [each.serial for each in house.room.room.coupons.usable("ann", "blackjack")] == [
        slip.serial
    ]
    assert house.room.room.coupons.usable("ann", "minibaccarat") == []


def test_an_unused_coupon_is_recalled_once_and_logged_in_one_step(house: House) -> None:
    (ann,) = house.room.signed_in("Ann")
    house.done(ask.Issue(WHY, "Ann", 500, "1970-12-31", "Greenfelt"))
    (given,) = house.room.room.coupons.usable("ann", "blackjack")
    ann.read()
    text = house.done(ask.Recall("given twice", given.serial))
    assert text == f"coupon {given.serial} of 500 chips is ann's no more"
    booking = [each for each in house.room.log.entries if isinstance(each, Booking)][-1]
    (slip,) = booking.slips
    assert (slip.serial, slip.recalled, slip.redeemed) == (given.serial, "1970-01-01", "")
    act = house.acts[0]
    assert (act.verb, act.on, act.why) == ("recall", given.serial, "given twice")
    assert "takes back the Match Play Coupon of 500 chips" in of(ann.read(), msg.Talk)[0].text
    assert not house.room.room.coupons.usable("ann", "blackjack")
    assert house.ask(ask.Recall(WHY, given.serial)).code == "coupon-used"
    assert house.acts[0].outcome.startswith("refused: no coupon")
    assert house.ask(ask.Recall("", given.serial)).code == "no-reason"


def test_a_recall_that_is_not_committed_leaves_the_coupon(house: House) -> None:
    house.room.signed_in("Ann")
    house.done(ask.Issue(WHY, "Ann", 500, "1970-12-31", "Greenfelt"))
    coupons = house.room.room.coupons
    (given,) = coupons.usable("ann", "blackjack")
    log: Any = house.room.log
    log.append = fails(StoreUnavailable("gone"))
    assert house.ask(ask.Recall(WHY, given.serial)).code == "store-unavailable"
    assert coupons.usable("ann", "blackjack") == [given]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (ask.Issue(WHY, "Eve", 500, "1970-12-31", "Greenfelt"), "unknown-account"),
        (ask.Issue(WHY, "Ann", 0, "1970-12-31", "Greenfelt"), "bad-chips"),
        (ask.Issue(WHY, "Ann", 5, "1969-12-31", "Greenfelt"), "bad-coupon"),
        (ask.Issue(WHY, "Ann", 5, "31.12.1970", "Greenfelt"), "bad-coupon"),
        (ask.Issue(WHY, "Ann", 5, "1970-12-31", "Greenfelt", ("badugi",)), "bad-coupon"),
        (ask.Issue("", "Ann", 5, "1970-12-31", "Greenfelt"), "no-reason"),
    ],
)
def test_a_coupon_that_cannot_be_is_refused(house: House, request_: ask.Issue, code: str) -> None:
    assert house.ask(request_).code == code
    assert not any(each.slips for each in house.room.log.entries if isinstance(each, Booking))
