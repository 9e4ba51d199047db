"""Meters that several tables share: exact, told everywhere, paid once, whatever happens in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from support.baccarat_table import Stacked
from support.room import Caller, TestRoom, of

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.live import TICKS
from greenfelt.server.net.errand import Errand
from greenfelt.server.net.host import Job, TableHost, rebuild
from greenfelt.server.net.meters import SHOW_SECONDS
from greenfelt.server.room.ledger import HOUSE, linked_meter, linked_reserve
from greenfelt.server.room.settings import Settings, TableSettings
from greenfelt.server.store.errors import NotEnough
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.config import Clocks, HouseGame, TableConfig
from greenfelt.server.tables.errors import BadConfig
from greenfelt.server.tables.house_table import HouseTable
from greenfelt.server.tables.kinds import TABLE_GAME
from greenfelt.server.tables.rotation import Rotation

SIX_KINGS = "KH KS KD KC KH KS"
PLAYER_WINS = "4H KS 5H 7D"
SEED = 400
FULL = 900
"""What the meter holds to begin with here."""
RULES: dict[str, Any] = {
    "min_bet": 10,
    "side_min_bet": 1,
    "burn": "none",
    "harmony_seed": SEED,
}


def table(room: TestRoom, cards: str, **rules: Any) -> TableHost:
    number = room.room.next_table_number()
    config = TableConfig(
        name=f"Lido {number}",
        rotation=Rotation(()),
        max_seats=3,
        min_buy_in=100,
        max_buy_in=1_000,
        clocks=Clocks(pause_ms=0),
        house=HouseGame("minibaccarat", RULES | rules, {"harmony": "grand"}),
    )
    deck: DeckSource = Stacked(cards)
    return room.room.add_table(TABLE_GAME.new(number, config, deck))


@pytest.fixture
def room() -> Iterable[TestRoom]:
    room = TestRoom()
    room.room.meters.know("grand")
    room.log.append(room.room.meters.begin("grand", FULL, 0))
    yield room
    room.room.close()


def bet(caller: Caller, host: TableHost, on: str, amount: int) -> list[Any]:
    return act(caller, host, "wager", on, amount)


def act(caller: Caller, host: TableHost, do: str, on: str = "", amount: int = 0) -> list[Any]:
    assert isinstance(host.table, HouseTable)
    window = host.table.house.window
    assert window is not None
    turn = host.table.turn_of(host.table.seat_of(caller.peer.session.account))
    return caller.send(msg.Act, host.id, host.table.state.hand, turn, do, amount, "", on)


def books(room: TestRoom) -> Counter[str]:
    """Return what the accounts come to, in ten-thousandths of a chip."""
    accounts: Counter[str] = Counter()
    ids = [move.id for entry in room.log.entries for move in entry.moves]
    assert len(ids) == len(set(ids))
    for entry in room.log.entries:
        for move in entry.moves:
            accounts[move.source] -= move.amount * TICKS + move.ticks
            accounts[move.target] += move.amount * TICKS + move.ticks
    return accounts


def check(room: TestRoom) -> tuple[int, int]:
    """Return meter and reserve, once books, room and tables agree."""
    accounts = books(room)
    held = accounts[linked_meter("grand")], accounts[linked_reserve("grand")]
    assert room.room.meters.stands("grand")[1:] == held
    assert min(held) >= 0
    for host in room.room.hosts:
        assert accounts[f"!table:{host.id}"] == host.table.chips() * TICKS
    return held


def shown(messages: list[Any]) -> list[int]:
    return [
        each.data["meters"]["harmony"]
        for update in of(messages, msg.Update)
        for each in update.events
        if isinstance(each, msg.Played) and each.kind == "meters"
    ]


def at(room: TestRoom, host: TableHost, name: str) -> Caller:
    (caller,) = room.seated(name, table=host.id, buy_in=500)
    return caller


def test_stakes_of_every_table_feed_one_meter_and_all_are_told(room: TestRoom) -> None:
    north, south = table(room, PLAYER_WINS), table(room, PLAYER_WINS)
    ann, bob = at(room, north, "Ann"), at(room, south, "Bob")
    bet(ann, north, "player", 10)
    bet(ann, north, "harmony", 7)
    act(ann, north, "done")
    assert check(room) == (FULL * TICKS + 7 * 1_500, 7 * 300)
    bob.read()
    room.clock.advance(SHOW_SECONDS)
    assert shown(bob.read()) == [FULL + 1]
    bet(bob, south, "player", 10)
    bet(bob, south, "harmony", 9)
    ann.read()
    act(bob, south, "done")
    assert check(room) == (FULL * TICKS + 16 * 1_500, 16 * 300)
    room.clock.advance(SHOW_SECONDS)
    assert shown(ann.read()) == [FULL + 2]
    (snapshot,) = of(ann.send(msg.Watch, north.id), msg.Snapshot)
    assert snapshot.felt.view["meters"] == {"harmony": FULL + 2}


def test_two_tables_hit_in_the_same_moment_and_the_second_gets_the_restarted_meter(
    room: TestRoom,
) -> None:
    north, south = table(room, SIX_KINGS), table(room, SIX_KINGS)
    ann, bob = at(room, north, "Ann"), at(room, south, "Bob")
    for caller, host in ((ann, north), (bob, south)):
        bet(caller, host, "player", 10)
        bet(caller, host, "harmony", 20)
    room.log.at_once = False
    act(ann, north, "done")
    act(bob, south, "done")
    assert len(room.log.waiting) == 2
    room.log.at_once = True
    room.log.acknowledge()
    assert check(room) == (SEED * TICKS, 0)
    # Ann gets all of it with 15 percent of her stake, Bob the new start with 15 percent of his.
    assert north.table.stack(1) == 500 - 20 + FULL + 3
    assert south.table.stack(1) == 500 - 20 + SEED + 3


def test_a_hit_between_lock_and_settlement_of_another_table_leaves_it_the_new_meter(
    room: TestRoom,
) -> None:
    north, south = table(room, SIX_KINGS, harmony_paytable="B"), table(room, SIX_KINGS)
    ann, bob = at(room, north, "Ann"), at(room, south, "Bob")
    bet(ann, north, "player", 10)
    bet(ann, north, "harmony", 100)
    bet(ann, north, "house_money", 10)
    act(ann, north, "done")
    assert check(room) == ((FULL + 19) * TICKS, 5 * TICKS)
    bet(bob, south, "player", 10)
    bet(bob, south, "harmony", 100)
    act(bob, south, "done")
    assert south.table.stack(1) == 500 - 100 + FULL + 19 + 15
    assert check(room) == (SEED * TICKS, 0)
    act(ann, north, "take")
    assert north.table.stack(1) == 500 - 100 + 150 + SEED
    assert check(room) == (SEED * TICKS, 0)


def test_a_step_that_is_not_committed_gives_the_meter_back(room: TestRoom) -> None:
    north, south = table(room, SIX_KINGS), table(room, SIX_KINGS)
    ann, bob = at(room, north, "Ann"), at(room, south, "Bob")
    for caller, host in ((ann, north), (bob, south)):
        bet(caller, host, "player", 10)
        bet(caller, host, "harmony", 20)
    room.log.at_once = False
    act(ann, north, "done")
    act(bob, south, "done")
    assert room.room.meters.pending == 1, "in his step the meter got as much as it gave"
    hers, his = room.log.waiting
    room.log.waiting = [hers]
    room.log.refuse(NotEnough("no"))
    room.log.waiting.insert(0, his)
    room.log.at_once = True
    room.log.acknowledge()
    room.turn()
    # Her table was folded anew: the same round, with what Bob left and what was given back.
    assert check(room) == (FULL * TICKS, 0)
    act(ann, north, "done")
    assert south.table.stack(1) == 500 - 20 + SEED + 3
    assert north.table.stack(1) == 500 - 20 + FULL + 3
    assert check(room) == (SEED * TICKS, 0)
    assert room.room.meters.pending == 0


def test_after_a_crash_the_round_goes_on_with_the_meter_as_the_ledger_has_it(
    room: TestRoom,
) -> None:
    north, south = table(room, SIX_KINGS), table(room, SIX_KINGS)
    ann, bob = at(room, north, "Ann"), at(room, south, "Bob")
    bet(ann, north, "player", 10)
    bet(ann, north, "harmony", 100)
    bet(ann, north, "house_money", 10)
    act(ann, north, "done")
    bet(bob, south, "player", 10)
    bet(bob, south, "harmony", 100)
    act(bob, south, "done")
    held = check(room)

    again = TestRoom()
    again.log.entries = list(room.log.entries)
    again.room.meters.know("grand")
    again.room.meters.correct({name: books(room)[name] for name in again.room.meters.accounts})
    for host in (north, south):
        (stored,) = (room.log.reload(host.id).result,)
        again.room.highest_table = host.id - 1
        hosted = again.room.add_table(rebuild(stored, host.table.config, host.table.deck))
        hosted.recover()
    assert check(again) == held
    ann = again.call()
    ann.sign_in("Ann")
    host = again.room.host(north.id)
    act(ann, host, "take")
    assert host.table.stack(1) == 500 - 100 + 150 + SEED
    assert check(again) == (SEED * TICKS, 0)
    again.room.close()


def locked_and_hit(room: TestRoom, *, hit: bool = True) -> tuple[TableHost, TableHost, Caller]:
    """Ann's round at the first table waits for her choice; meanwhile Bob wins the meter at the second."""
    north, south = (
        table(room, SIX_KINGS, harmony_paytable="B"),
        table(room, f"{SIX_KINGS} {PLAYER_WINS}"),
    )
    ann, bob = at(room, north, "Ann"), at(room, south, "Bob")
    bet(ann, north, "player", 10)
    bet(ann, north, "harmony", 100)
    bet(ann, north, "house_money", 10)
    act(ann, north, "done")
    assert check(room) == ((FULL + 19) * TICKS, 5 * TICKS)
    if hit:
        bet(bob, south, "player", 10)
        bet(bob, south, "harmony", 100)
        act(bob, south, "done")
    return north, south, bob


def void(host: TableHost) -> None:
    answers: list[Any] = []
    host.submit(Job(cmd.VoidHand("a fouled shoe"), Errand(answers.append, answers.append)))
    assert answers == [1]


def test_a_voided_round_takes_its_stakes_out_of_the_meter_again(room: TestRoom) -> None:
    north, _, _ = locked_and_hit(room, hit=False)
    void(north)
    assert north.table.stack(1) == 500
    assert check(room) == (FULL * TICKS, 0)


def test_a_round_is_voided_after_another_table_has_won_its_stakes_with_the_meter(
    room: TestRoom,
) -> None:
    """Nothing of her stake is in the new meter: the house, which fed the old one, gets that not back."""
    north, south, _ = locked_and_hit(room)
    house = books(room)[HOUSE]
    void(north)
    assert north.table.stack(1) == 500
    assert south.table.stack(1) == 500 - 100 + FULL + 19 + 15
    assert check(room) == (SEED * TICKS, 0)
    assert books(room)[HOUSE] == house


def test_stakes_that_others_put_on_the_new_meter_are_not_taken_for_a_voided_round(
    room: TestRoom,
) -> None:
    north, south, bob = locked_and_hit(room)
    bet(bob, south, "player", 10)
    bet(bob, south, "harmony", 100)
    act(bob, south, "done")
    held = check(room)
    assert held == ((SEED + 15) * TICKS, 3 * TICKS)
    void(north)
    assert north.table.stack(1) == 500
    assert check(room) == held


def settings(**changes: Any) -> Settings:
    tables = [
        TableSettings(name="North", game="minibaccarat", meters={"harmony": "grand"}),
        TableSettings(name="South", game="rising_phoenix", meters={"harmony": "grand"}),
    ]
    last = {"name": "East", "game": "minibaccarat", "meters": {"harmony": "grand"}, **changes}
    return Settings(tables=[*tables, TableSettings(**last)])


def test_tables_are_linked_by_the_name_of_the_meter() -> None:
    links = [config.house.links for config in settings().table_configs() if config.house]
    assert links == [{"harmony": "grand"}] * 3


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"house_rules": {"harmony_seed": 5}}, "meters.harmony: 'grand' is a harmony meter"),
        ({"game": "blackjack", "meters": {"hit_and_run": "grand"}}, "is a harmony meter"),
        ({"meters": {"straight_jack": "x"}}, "meters.straight_jack: this table's meters: harmony"),
        ({"meters": {"harmony": "7"}}, "meters.harmony: small letters"),
        ({"game": "badugi"}, "meters: none"),
    ],
)
def test_a_link_that_cannot_be_is_named(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadConfig, match=said):
        settings(**changes).table_configs()


def test_private_tables_share_no_meter() -> None:
    kind = TableSettings(name="Mini", game="minibaccarat", meters={"harmony": "grand"})
    with pytest.raises(BadConfig, match="kind 'Mini': meters: none"):
        Settings(kinds=[kind]).check_kinds()
