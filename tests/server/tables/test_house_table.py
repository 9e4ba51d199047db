"""Table games at a live table: no order of commands, drops, clocks and kills moves a cent that is not told."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.house_rig import GAMES, PEOPLE, Rig, config_of

from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.live import TICKS
from greenfelt.server.room.ledger import linked_meter, linked_reserve
from greenfelt.server.room.meters import LinkedMeters
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import BadConfig, NotHere, StaleAction
from greenfelt.server.tables.kinds import POKER, TABLE_GAME, kind_of
from greenfelt.server.tables.outcome import Outcome

steps = st.lists(
    st.tuples(
        st.sampled_from(("choose",) * 12 + ("fire", "fire", "sit", "stand", "drop", "top", "kill")),
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
            case "kill":
                rig.kill()
                for each in PEOPLE:
                    rig.do(cmd.Return(each))
        rig.check()
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
