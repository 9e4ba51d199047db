"""Table games at a live table: no order of commands, drops, clocks and kills moves a cent that is not told."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.house_rig import GAMES, PEOPLE, Rig, config_of

from greenfelt.server.engine.errors import Refused
from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.live import TICKS
from greenfelt.server.room.ledger import linked_meter, linked_reserve
from greenfelt.server.room.meters import LinkedMeters
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import BadConfig, NotHere, StaleAction
from greenfelt.server.tables.history.rounds import record_of_round
from greenfelt.server.tables.history.verify_round import verify_round
from greenfelt.server.tables.kinds import POKER, TABLE_GAME, kind_of
from greenfelt.server.tables.outcome import Outcome

steps = st.lists(
    st.tuples(
        st.sampled_from(
            ("choose",) * 12
            + ("fire", "fire", "sit", "stand", "drop", "top", "kill", "void", "pause", "resume")
        ),
        st.sampled_from(PEOPLE),
        st.integers(0, 1 << 20),
        st.integers(0, 1 << 20),
    ),
    min_size=30,
    max_size=120,
)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=steps)
def test_no_order_of_things_creates_or_loses_a_cent(
    game: str, steps: list[tuple[str, str, int, int]]
) -> None:
    rig = Rig(config_of(game))
    for who in PEOPLE:
        rig.do(cmd.Sit(who, who, 50_000))
    for what, who, pick, amount in steps:
        match what:
            case "choose":
                rig.choose(who, pick, amount)
            case "fire":
                rig.fire()
            case "sit":
                rig.do(cmd.Sit(who, who, 1_000 + amount % 50_000))
            case "stand":
                rig.do(cmd.StandUp(who))
            case "drop":
                rig.do(cmd.Drop(who))
                rig.do(cmd.Return(who))
            case "top":
                rig.do(cmd.TopUp(who, 1 + amount % 1_000))
            case "void":
                rig.do(cmd.VoidHand("a fouled shoe"))
            case "pause":
                rig.do(cmd.HostPause())
            case "resume":
                rig.do(cmd.HostResume())
            case "kill":
                rig.kill()
                for each in PEOPLE:
                    rig.do(cmd.Return(each))
        rig.check()
        state = rig.table.state
        assert not (state.paused_by_host and state.running)
    rig.do(cmd.HostResume())
    for who in PEOPLE:
        rig.do(cmd.StandUp(who))
    for _ in range(60):
        rig.fire()
    rig.check()
    if not rig.table.state.seats:
        assert rig.table.chips() == 0


def begun(game: str, pause_ms: int = 0) -> Rig:
    """Return a table where two sit and bets are open."""
    rig = Rig(config_of(game, pause_ms=pause_ms))
    rig.do(cmd.Sit("ann", "Ann", 50_000))
    rig.do(cmd.Sit("bob", "Bob", 50_000))
    return rig


def bet(rig: Rig, who: str, on: str, amount: int = 100) -> Outcome | None:
    window = rig.look(who).felt.window  # type: ignore[union-attr]
    assert window is not None
    return rig.do(cmd.Act(who, window.hand, window.turn, "wager", amount, (), on))


def done(rig: Rig, who: str) -> Outcome | None:
    window = rig.look(who).felt.window  # type: ignore[union-attr]
    assert window is not None
    return rig.do(cmd.Act(who, window.hand, window.turn, "done"))


def test_poker_and_table_games_come_through_one_door() -> None:
    assert kind_of(config_of("minibaccarat")) is TABLE_GAME
    of = partial(TableConfig.single, "Oslo", rules=Rules(), max_seats=6, min_buy_in=1, max_buy_in=2)
    assert kind_of(of("badugi")) is POKER
    with pytest.raises(BadConfig, match="game: there is no game 'whist'"):
        kind_of(of("whist"))


def test_the_betting_clock_begins_with_the_first_wager() -> None:
    rig = begun("minibaccarat")
    assert rig.table.house.window is not None
    assert rig.table.house.window.until_ms == 0
    bet(rig, "ann", "player")
    assert rig.table.house.window.until_ms == rig.config.clocks.betting_ms


def test_a_round_begins_when_all_are_done() -> None:
    rig = begun("minibaccarat")
    bet(rig, "ann", "player")
    done(rig, "ann")
    assert rig.table.state.hand == 1
    done(rig, "bob")
    assert rig.table.state.hand == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_begins_anew_counts_its_rounds_on(game: str) -> None:
    rig = Rig(config_of(game))
    rig.table.renumber(90, 7)
    rig.do(cmd.Sit("ann", "Ann", 50_000))
    view = rig.look("ann").felt.view  # type: ignore[union-attr]
    assert (rig.table.state.hand, rig.table.game.round, view["round"]) == (8, 8, 8)


def test_without_a_wager_no_round_is_dealt() -> None:
    rig = begun("minibaccarat")
    done(rig, "ann")
    done(rig, "bob")
    assert rig.table.state.hand == 1


def test_a_bet_after_no_more_bets_is_stale() -> None:
    rig = begun("minibaccarat")
    window = rig.look("ann").felt.window  # type: ignore[union-attr]
    bet(rig, "ann", "player")
    rig.fire()
    with pytest.raises(StaleAction):
        rig.table.handle(
            cmd.Act("ann", window.hand, window.turn, "wager", 100, (), "banker"), rig.now_ms
        )


def test_who_leaves_in_a_round_leaves_after_it() -> None:
    rig = begun("blackjack")
    bet(rig, "ann", "blackjack")
    rig.do(cmd.StandUp("ann"))
    assert rig.table.seat_of("ann")
    for _ in range(20):
        rig.fire()
    assert not rig.table.seat_of("ann")


def test_poker_s_requests_are_refused() -> None:
    rig = begun("minibaccarat")
    with pytest.raises(NotHere):
        rig.table.handle(cmd.WishStraddle("ann", on=True), 0)


@pytest.mark.parametrize(
    ("game", "on", "amount", "said"),
    [
        ("minibaccarat", "player", 1_250_050, "Player takes $1 to $10,000, not $12,500.50"),
        ("minibaccarat", "player", -5, "Player takes $1 to $10,000, not -$0.05"),
        ("minibaccarat", "player", 250_050, "seat 1 has $500, not $2,500.50"),
        ("blackjack", "blackjack", 50, "Blackjack takes $1 to $10,000, not $0.50"),
        ("blackjack", "blackjack+ann-500", 499, "needs chips of as much, not $4.99"),
    ],
)
def test_a_wager_is_refused_in_dollars(game: str, on: str, amount: int, said: str) -> None:
    rig = begun(game)
    window = rig.look("ann").felt.window  # type: ignore[union-attr]
    do = "coupon" if "+" in on else "wager"
    with pytest.raises(Refused, match=re.escape(said)):
        rig.table.handle(cmd.Act("ann", window.hand, window.turn, do, amount, (), on), 0)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (cmd.Sit("cid", "cid", 1), "a buy-in of $0.01 is outside $10 to $2,000"),
        (cmd.TopUp("ann", 0), "you have $500; a top-up is $0.01 to $1,500 now"),
    ],
)
def test_chips_at_a_table_game_are_refused_in_dollars(command: Any, said: str) -> None:
    with pytest.raises(Refused, match=re.escape(said)):
        begun("blackjack").table.handle(command, 0)


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("canasta", {}, "game: there is no game 'canasta'"),
        ("minibaccarat", {"decks": 3}, "house_rules.decks"),
        ("blackjack", {"squeeze": True}, "house_rules.squeeze: is no rule of blackjack"),
    ],
)
def test_a_table_that_cannot_be_is_named(game: str, rules: dict[str, Any], said: str) -> None:
    with pytest.raises(BadConfig, match=said.replace(".", r"\.")):
        config_of(game, rules).check()


def test_the_sign_is_there_before_betting() -> None:
    rig = begun("minibaccarat")
    felt = rig.look("ann").felt
    assert felt is not None
    shown = {row.wager: row for row in felt.sign}
    assert {"player", "banker", "tie", "dragon_bonus", "harmony"} <= shown.keys()
    assert shown["tie"].pays == ["8 to 1"]
    assert felt.notices


def test_notices_tell_money_in_dollars() -> None:
    felt = begun("spanish_21").look("ann").felt
    assert felt is not None
    assert "$5,000 from $25 on, $1,000 from $5 on" in felt.notices[-1]


@pytest.mark.parametrize(
    ("games", "meter"),
    [(("minibaccarat", "rising_phoenix"), "harmony"), (("blackjack", "blackjack"), "hit_and_run")],
)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=steps)
def test_no_order_of_things_at_two_tables_moves_a_tick_of_their_meter_untold(
    games: tuple[str, str], meter: str, steps: list[tuple[str, str, int, int]]
) -> None:
    meters = LinkedMeters()
    meters.know("grand")
    held = {linked_meter("grand"): 100_000 * TICKS, linked_reserve("grand"): 7}
    meters.correct(held)
    rigs = [
        Rig(config_of(game, links={meter: "grand"}), number, meters)
        for number, game in enumerate(games, 1)
    ]
    for rig in rigs:
        for who in PEOPLE:
            rig.do(cmd.Sit(who, who, 50_000))
    for what, who, pick, amount in steps:
        rig = rigs[amount % 2]
        match what:
            case "choose":
                rig.choose(who, pick, amount)
            case "fire":
                rig.fire()
            case "void":
                rig.do(cmd.VoidHand("a fouled shoe"))
            case "kill":
                rig.kill()
                for each in PEOPLE:
                    rig.do(cmd.Return(each))
        for rig in rigs:
            rig.check()
        booked = {
            account: ticks + sum(rig.accounts.get(account, 0) for rig in rigs)
            for account, ticks in held.items()
        }
        assert booked == dict(zip(meters.accounts, meters.stands("grand")[1:], strict=True))
        assert min(booked.values()) >= 0


def worth(rig: Rig) -> dict[str, int]:
    """Return what every seat, account and meter holds."""
    stacks = {seat.account: seat.stack for seat in rig.table.state.seats.values()}
    meters = {f"meter {name}": ticks for name, ticks in rig.table.game.meters().items()}
    return stacks | rig.accounts | meters


def into_a_decision(rig: Rig) -> dict[str, int]:
    """Bet until a round waits for a decision of somebody; return what all had before it."""
    for _ in range(200):
        while (window := rig.table.house.window) is None or window.kind != "betting":
            rig.fire()
        before = worth(rig)
        for at in range(60):
            rig.choose(PEOPLE[at % 2], at // 2, 1_000)
            if rig.table.house.window != window and rig.table.house.window.kind != "betting":  # type: ignore[union-attr]
                break
        while (window := rig.table.house.window) is not None and window.kind == "betting":
            rig.fire()
        if rig.table.game.running:
            return before
    raise AssertionError("no decision in 200 rounds")


@pytest.mark.parametrize("game", ["baccarat", "blackjack", "double_attack_blackjack"])
def test_a_round_that_the_floor_voids_leaves_no_trace_in_the_money(game: str) -> None:
    rig = begun(game, pause_ms=1_000)
    for _ in range(5):
        before = into_a_decision(rig)
        number = rig.table.game.round
        rig.kill()
        for who in PEOPLE:
            rig.do(cmd.Return(who))
        assert rig.do(cmd.VoidHand("a card was exposed")) is not None
        assert rig.table.over is not None
        assert (rig.table.over.round, rig.table.over.voided) == (number, "a card was exposed")
        record = record_of_round(rig.table, rig.table.over, rig.now_ms)
        assert verify_round(record).problems == ()
        assert all(not record.net(one.seat) for one in record.players)
        assert not rig.table.game.running
        assert worth(rig) == before
        rig.check()
        rig.kill()
        for who in PEOPLE:
            rig.do(cmd.Return(who))
    assert rig.do(cmd.VoidHand("again")) is None, "there is nothing to void"


def test_no_round_begins_while_the_house_rests() -> None:
    rig = begun("minibaccarat")
    rig.now_ms = 1_000
    rig.table.resting = True
    rig.choose("ann", 0, 0)
    assert not rig.table.game.running, "the bets were open, and none is taken"
    rig.table.resting = False
    rig.choose("ann", 0, 0)
    rig.table.resting = True
    for who in PEOPLE:
        done(rig, who)
    window = rig.table.house.window
    assert window is not None
    assert (window.kind, rig.timers["window"].token.partition(":")[0]) == ("pause", "start")
    rig.table.resting = False
    rig.fire()
    assert rig.table.house.window is not None
    assert rig.table.house.window.kind == "betting"
