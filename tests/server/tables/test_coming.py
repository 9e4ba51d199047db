"""What is announced before a hand: the game of a rotation, its limits, and who must kill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from greenfelt.protocol import messages as msg
from greenfelt.server.engine import legal
from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.poker import MIXES
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import views
from greenfelt.server.tables.config import Clocks, TableConfig
from greenfelt.server.tables.rotation import Game, Rotation

Make = Callable[..., Any]


def mix(turns_by: Any, every: int, *codes: str, **rules: Any) -> TableConfig:
    return TableConfig(
        name="Oslo",
        rotation=Rotation(
            tuple(Game(code, Rules(small_bet=10, **rules)) for code in codes), turns_by, every
        ),
        max_seats=6,
        min_buy_in=100,
        max_buy_in=400,
        clocks=Clocks(pause_ms=0),
    )


def announced(at: Any, outcome: Any) -> msg.Coming | None:
    told = views.updates(at.table, outcome.events, at.now).public.events
    return next((event for event in told if isinstance(event, msg.Coming)), None)


def finish(at: Any) -> Any:
    """End the running hand; return the outcome of its last action."""
    while True:
        verbs = {option.do for option in legal(at.hand, at.to_act).options}
        outcome = at.act(next(do for do in ("fold", "bring-in", "draw") if do in verbs))
        if at.hand.finished:
            return outcome


def test_the_next_game_is_announced_with_its_limits_before_it_is_dealt(driver: Make) -> None:
    at = driver(mix("hands", 2, "badugi", "stud"))
    at.sit("ann", "bob", "cat")
    at.deal()
    coming = announced(at, finish(at))
    assert coming == msg.Coming(
        "badugi", "Badugi", "10/20 fixed, blinds 5/10", 0, 1, "Seven-card Stud"
    )
    at.deal()
    coming = announced(at, finish(at))
    assert coming == msg.Coming(
        "stud", "Seven-card Stud", "10/20 fixed, ante 2, bring-in 3", 0, 2, "Badugi"
    )
    at.deal()
    assert at.hand.setup.game == "stud"


@pytest.mark.parametrize("turns_by", ["hands", "orbits", "minutes", "choice"])
def test_what_is_announced_is_what_is_dealt(driver: Make, turns_by: Any) -> None:
    at = driver(mix(turns_by, 1, "badugi", "stud", "27td", "razz"))
    at.sit("ann", "bob", "cat")
    if turns_by == "choice":
        at.do(cmd.ChooseGame("ann", "razz"))
        at.do(cmd.ChooseGame("bob", "27td"))
    at.deal()
    for _ in range(12):
        at.now += 25_000
        coming = announced(at, finish(at))
        at.deal()
        assert coming.game == at.hand.setup.game


def test_a_machine_clock_that_was_set_back_keeps_no_game_on_for_an_hour(driver: Make) -> None:
    at = driver(mix("minutes", 20, "badugi", "27td"))
    at.now += 3_600_000
    at.sit("ann", "bob")
    at.deal()
    at.fold_round()
    at.now -= 3_600_000
    at.took(at.table.recovered(at.now))
    for account in ("ann", "bob"):
        at.do(cmd.Return(account))
        at.do(cmd.SitIn(account))
    played = []
    for _ in range(2):
        at.deal()
        played.append(at.hand.setup.game)
        at.fold_round()
        at.now += 20 * 60_000
    assert played == ["badugi", "27td"]


def test_nothing_is_announced_where_every_hand_is_alike(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob")
    at.deal()
    assert announced(at, finish(at)) is None


def test_the_limits_of_a_kill_pot_and_its_killer_are_announced(driver: Make) -> None:
    at = driver(mix("hands", 1, "badugi", kill="half"))
    at.sit("ann", "bob", "cat")
    at.deal()
    for _ in range(20):
        coming = announced(at, at_end(at))
        if at.table.state.kill:
            break
        at.deal()
    assert coming.kill == at.table.state.leg
    assert coming.stakes == "15/30 fixed, half kill of 15, blinds 5/10"
    shown = views.snapshot(at.table, 0, at.now)
    assert (shown.leg, shown.kill, shown.coming) == (coming.kill, True, coming)
    outcome = at.fire("start")
    (began,) = (
        event
        for event in views.updates(at.table, outcome.events, at.now).public.events
        if isinstance(event, msg.HandBegan)
    )
    assert (began.kill, began.stakes) == (coming.kill, coming.stakes)
    assert views.snapshot(at.table, 0, at.now).stakes == coming.stakes


def at_end(at: Any) -> Any:
    """Let seat 1 win the hand with a bet; return the outcome of the last action."""
    raised = False
    while True:
        if at.hand.turn_kind != "bet":
            outcome = at.act("draw")
        elif at.to_act != 1:
            outcome = at.act("fold") if raised else at.cheaply()
        elif raised:
            outcome = at.cheaply()
        else:
            price = at.hand.price
            outcome = at.act("raise" if price else "bet", price + at.hand.forced.small)
            raised = True
        if at.hand.finished:
            return outcome


def test_who_comes_to_a_table_sees_the_whole_rotation(driver: Make) -> None:
    at = driver(
        TableConfig(
            name="Oslo",
            rotation=Rotation.of(MIXES["horse"], Rules(small_bet=10)),
            max_seats=6,
            min_buy_in=100,
            max_buy_in=400,
        )
    )
    shown = views.snapshot(at.table, 0, at.now)
    assert [game.code for game in shown.games] == ["holdem", "omaha8", "razz", "stud", "stud8"]
    assert shown.turns == "every 8 hands"
    assert shown.games[2].stakes == "10/20 fixed, ante 2, bring-in 3"


@pytest.mark.parametrize(
    ("turns_by", "every", "text"),
    [
        ("hands", 1, "every hand"),
        ("orbits", 1, "every orbit"),
        ("minutes", 20, "every 20 minutes"),
        ("choice", 1, "choice"),
    ],
)
def test_when_a_rotation_turns_is_told_in_words(
    driver: Make, turns_by: Any, every: int, text: str
) -> None:
    at = driver(mix(turns_by, every, "badugi", "stud"))
    assert views.snapshot(at.table, 0, at.now).turns == text


def test_a_dealers_choice_is_announced_and_kept(driver: Make) -> None:
    at = driver(mix("choice", 1, "badugi", "stud"))
    at.sit("ann", "bob", "cat")
    for name in ("ann", "bob", "cat"):
        at.do(cmd.ChooseGame(name, "stud"))
    at.deal()
    coming = announced(at, finish(at))
    assert (coming.game, coming.hands, coming.next_name) == ("stud", 0, "")


class TestOrbits:
    def test_an_orbit_ends_when_the_button_comes_back_although_players_come_and_go(
        self, driver: Make
    ) -> None:
        at = driver(mix("orbits", 1, "badugi", "27td"))
        at.sit("ann", "bob", "cat", "dan")
        at.deal()
        first = at.table.state.button
        finish(at)
        leaver = next(seat for seat in (1, 2, 3, 4) if seat not in (first, first % 4 + 1))
        at.do(cmd.StandUp(at.account(leaver)))
        games = []
        for _ in range(3):
            at.deal()
            games.append((at.hand.setup.game, at.table.state.button))
            finish(at)
        assert games[-1] == ("27td", first)
        assert [game for game, _ in games[:-1]] == ["badugi"] * 2

    def test_two_orbits_are_twice_round(self, driver: Make) -> None:
        at = driver(mix("orbits", 2, "badugi", "27td"))
        at.sit("ann", "bob", "cat")
        games = []
        for _ in range(7):
            at.deal()
            games.append(at.hand.setup.game)
            finish(at)
        assert games == ["badugi"] * 6 + ["27td"]

    def test_where_the_button_stands_still_an_orbit_is_a_hand_for_each(self, driver: Make) -> None:
        at = driver(mix("orbits", 1, "stud", "badugi"))
        at.sit("ann", "bob", "cat")
        games = []
        for _ in range(7):
            at.deal()
            games.append(at.hand.setup.game)
            at.play_out()
        assert games == ["stud"] * 3 + ["badugi"] * 3 + ["stud"]

    def test_an_all_stud_mix_moves_its_button(self, driver: Make) -> None:
        at = driver(mix("orbits", 1, "stud", "razz"))
        at.sit("ann", "bob", "cat")
        games = []
        for _ in range(4):
            at.deal()
            games.append(at.hand.setup.game)
            at.play_out()
        assert games == ["stud"] * 3 + ["razz"]
