"""Match Play Coupons at live tables: laid with a wager, surrendered once, never in two places."""

from __future__ import annotations

from typing import Any

import pytest
from support.baccarat_table import Stacked
from support.room import Caller, TestRoom, event, of

from greenfelt.protocol import messages as msg
from greenfelt.server.net.host import TableHost, rebuild
from greenfelt.server.room.coupons import Coupons, Slip
from greenfelt.server.room.errors import CouponUsed
from greenfelt.server.store.commits import Entry
from greenfelt.server.store.errors import NotEnough
from greenfelt.server.tables.config import Clocks, HouseGame, TableConfig
from greenfelt.server.tables.house_table import HouseTable
from greenfelt.server.tables.kinds import TABLE_GAME
from greenfelt.server.tables.rotation import Rotation

PLAYER_WINS, BANKER_WINS, TIE = "4H KS 5H 7D", "2C 4D 5H 4S", "KH QS 6H 6C"
BLACKJACK = "AH 5S KH 9C"
SLIP = Slip("MP-1", "ann", "Greenfelt", 40, "1970-01-31", "1970-01-01")


def table(room: TestRoom, game: str, cards: str, **rules: Any) -> TableHost:
    number = room.room.next_table_number()
    config = TableConfig(
        name=f"Lido {number}",
        rotation=Rotation(()),
        max_seats=3,
        min_buy_in=100,
        max_buy_in=1_000,
        clocks=Clocks(pause_ms=0),
        house=HouseGame(game, {"min_bet": 10, "side_min_bet": 1, "burn": "none", **rules}),
    )
    return room.room.add_table(TABLE_GAME.new(number, config, Stacked(cards)))


def seated(room: TestRoom, host: TableHost, name: str = "Ann") -> Caller:
    (caller,) = room.seated(name, table=host.id, buy_in=500)
    return caller


def act(caller: Caller, host: TableHost, do: str, on: str = "", amount: int = 0) -> list[Any]:
    assert isinstance(host.table, HouseTable)
    turn = host.table.turn_of(host.table.seat_of(caller.peer.session.account))
    return caller.send(msg.Act, host.id, host.table.state.hand, turn, do, amount, "", on)


def offered(caller: Caller, host: TableHost) -> dict[str, tuple[int, int]]:
    """Return where a coupon is offered to a seat, with the bounds of the chips beside it."""
    (snapshot,) = of(caller.send(msg.Watch, host.id), msg.Snapshot)
    options = snapshot.felt.window.options
    return {each.on: (each.low, each.high) for each in options if each.do == "coupon"}


def redeemed(room: TestRoom) -> list[Slip]:
    return [slip for entry in room.log.entries if isinstance(entry, Entry) for slip in entry.slips]


@pytest.mark.parametrize(
    ("game", "on", "cards", "after"),
    [
        ("minibaccarat", "player", PLAYER_WINS, 500 + 60 + 40),
        ("minibaccarat", "player", BANKER_WINS, 500 - 60),
        ("minibaccarat", "player", TIE, 500),
        ("blackjack", "blackjack", BLACKJACK, 500 + 150),
    ],
    ids=["win", "lose", "push", "blackjack"],
)
def test_a_coupon_earns_with_its_wager_and_is_surrendered_whatever_happens(
    room: TestRoom, game: str, on: str, cards: str, after: int
) -> None:
    room.room.coupons.add((SLIP,))
    host = table(room, game, cards)
    ann = seated(room, host)
    assert offered(ann, host)[f"{on}+MP-1"] == (40, 500)
    told = act(ann, host, "coupon", f"{on}+MP-1", 60)
    assert of(told, msg.Done), told
    act(ann, host, "done")
    assert host.table.stack(1) == after
    (slip,) = redeemed(room)
    assert (slip.serial, slip.redeemed, slip.table) == ("MP-1", "1970-01-01", host.id)
    assert offered(ann, host) == {}
    again = act(ann, host, "coupon", f"{on}+MP-1", 60)
    assert of(again, msg.Error)[0].code == "no-coupon"


def test_a_pushed_coupon_comes_back_where_the_house_has_it_so(room: TestRoom) -> None:
    room.room.coupons.add((SLIP,))
    host = table(room, "minibaccarat", TIE, coupon_keep_on_push=True)
    ann = seated(room, host)
    act(ann, host, "coupon", "banker+MP-1", 50)
    act(ann, host, "done")
    assert redeemed(room) == []
    assert set(offered(ann, host)) == {"player+MP-1", "banker+MP-1"}


def test_a_coupon_is_not_recalled_while_it_lies_nor_when_it_was_surrendered(
    room: TestRoom,
) -> None:
    coupons = room.room.coupons
    coupons.add((SLIP,))
    host = table(room, "minibaccarat", PLAYER_WINS)
    ann = seated(room, host)
    act(ann, host, "coupon", "player+MP-1", 60)
    with pytest.raises(CouponUsed, match="lies on a layout"):
        coupons.recall("MP-1")
    room.log.at_once = False
    act(ann, host, "done")
    with pytest.raises(CouponUsed, match="lies on a layout"):
        coupons.recall("MP-1")
    room.log.acknowledge()
    with pytest.raises(CouponUsed, match="surrendered"):
        coupons.recall("MP-1")
    (slip,) = redeemed(room)
    assert (slip.redeemed, slip.recalled) == ("1970-01-01", "")


def test_a_coupon_that_is_being_recalled_can_lie_nowhere(room: TestRoom) -> None:
    room.room.coupons.add((SLIP,))
    host = table(room, "minibaccarat", PLAYER_WINS)
    ann = seated(room, host)
    recalled = room.room.coupons.recall("MP-1")
    assert of(act(ann, host, "coupon", "player+MP-1", 60), msg.Error)[0].code == "no-coupon"
    room.room.coupons.unspend(("MP-1",))
    assert of(act(ann, host, "coupon", "player+MP-1", 60), msg.Done)
    again = Coupons(tuple, lambda: "1970-01-02")
    again.add((recalled,))
    assert "MP-1" not in again


@pytest.mark.parametrize(
    ("on", "amount", "code"),
    [
        ("player+MP-1", 39, "coupon"),
        ("tie+MP-1", 40, "coupon"),
        ("player+MP-2", 40, "no-coupon"),
        ("player+MP-3", 40, "no-coupon"),
        ("player+MP-4", 40, "no-coupon"),
        ("player+MP-5", 40, "no-coupon"),
        ("player", 40, "no-coupon"),
    ],
    ids=[
        "too few chips",
        "not a main wager",
        "another's",
        "expired",
        "another game",
        "none",
        "bare",
    ],
)
def test_a_coupon_that_may_not_lie_is_refused(
    room: TestRoom, on: str, amount: int, code: str
) -> None:
    room.room.coupons.add(
        (
            SLIP,
            Slip("MP-2", "bob", "Greenfelt", 40, "1970-01-31", "1970-01-01"),
            Slip("MP-3", "ann", "Greenfelt", 40, "1969-12-31", "1969-12-01"),
            Slip("MP-4", "ann", "Greenfelt", 40, "1970-01-31", "1970-01-01", ("blackjack",)),
        )
    )
    host = table(room, "minibaccarat", PLAYER_WINS)
    ann = seated(room, host)
    assert of(act(ann, host, "coupon", on, amount), msg.Error)[0].code == code
    assert host.table.stack(1) == 500


def test_one_coupon_lies_at_one_table_and_one_per_seat(room: TestRoom) -> None:
    second = Slip("MP-2", "ann", "Greenfelt", 10, "1970-01-30", "1970-01-01")
    room.room.coupons.add((SLIP, second))
    north, south = (table(room, "minibaccarat", PLAYER_WINS) for _ in range(2))
    (ann,) = room.signed_in("Ann")
    for host in (north, south):
        assert of(ann.send(msg.Sit, host.id, 400), msg.Done)
    act(ann, north, "coupon", "player+MP-1", 40)
    assert of(act(ann, north, "coupon", "banker+MP-2", 40), msg.Error)[0].code == "coupon"
    assert of(act(ann, south, "coupon", "player+MP-1", 40), msg.Error)[0].code == "no-coupon"
    assert set(offered(ann, south)) == {"player+MP-2", "banker+MP-2"}
    (placed,) = host_wagers(north)
    act(ann, north, "withdraw", placed)
    assert of(act(ann, south, "coupon", "player+MP-1", 40), msg.Done)


def host_wagers(host: TableHost) -> list[str]:
    assert isinstance(host.table, HouseTable)
    return [wager["id"] for wager in host.table.game.view(0)["wagers"]]


def test_the_number_of_a_coupon_is_its_owners_alone(room: TestRoom) -> None:
    room.room.coupons.add((SLIP,))
    host = table(room, "minibaccarat", PLAYER_WINS)
    ann, bob = seated(room, host), seated(room, host, "Bob")
    bob.read()
    told = act(ann, host, "coupon", "player+MP-1", 60)
    assert "MP-1" in repr(told)
    assert event(bob.read(), msg.Played).data["wager"]["coupon"] == 40
    act(bob, host, "done")
    act(ann, host, "done")
    assert "MP-1" not in repr(bob.read())
    assert offered(bob, host) == {}


def test_a_coupon_is_redeemed_with_the_step_that_settles_or_not_at_all(room: TestRoom) -> None:
    room.room.coupons.add((SLIP,))
    host = table(room, "minibaccarat", PLAYER_WINS)
    ann = seated(room, host)
    act(ann, host, "coupon", "player+MP-1", 60)
    room.log.at_once = False
    act(ann, host, "done")
    assert room.room.coupons.usable("ann", "minibaccarat") == []
    room.log.refuse(NotEnough("no"))
    room.log.at_once = True
    room.log.acknowledge()
    room.turn()
    assert redeemed(room) == []
    assert list(host.table.laid_coupons()) == ["MP-1"], "the wager lies as before"
    act(ann, host, "done")
    assert [slip.serial for slip in redeemed(room)] == ["MP-1"]


def test_after_a_crash_a_laid_coupon_lies_and_a_redeemed_one_is_gone(room: TestRoom) -> None:
    second = Slip("MP-2", "ann", "Greenfelt", 10, "1970-01-31", "1970-01-01")
    room.room.coupons.add((SLIP, second))
    host = table(room, "minibaccarat", PLAYER_WINS)
    ann = seated(room, host)
    act(ann, host, "coupon", "player+MP-1", 60)
    act(ann, host, "done")
    act(ann, host, "coupon", "player+MP-2", 60)

    again = TestRoom()
    again.log.entries = list(room.log.entries)
    kept = {slip.serial: slip for slip in (SLIP, second, *redeemed(room))}
    again.room.coupons.add(kept.values())
    again.room.highest_table = host.id - 1
    hosted = again.room.add_table(
        rebuild(room.log.reload(host.id).result, host.table.config, host.table.deck)
    )
    hosted.recover()
    assert again.room.coupons.usable("ann", "minibaccarat") == []
    assert list(hosted.table.laid_coupons()) == ["MP-2"]
    ann = again.call()
    ann.sign_in("Ann")
    act(ann, hosted, "done")
    assert [slip.serial for slip in redeemed(again)] == ["MP-1", "MP-2"]
    again.room.close()
