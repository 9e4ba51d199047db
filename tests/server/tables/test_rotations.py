"""The mixes that everybody knows, and when a rotation goes on to its next game."""

from __future__ import annotations

import pytest

from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.poker import MIXES, VARIANTS
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.rotation import Rotation

STAKES = Rules(small_bet=10)


def test_the_mixes_have_the_codes_of_the_field() -> None:
    assert set(MIXES) == {"horse", "8game", "tdmix", "badugimix", "studmix", "choice"}
    assert not MIXES.keys() & VARIANTS.keys()


def test_horse_is_in_the_order_of_its_letters() -> None:
    rotation = Rotation.of(MIXES["horse"], STAKES)
    assert [game.code for game in rotation.games] == ["holdem", "omaha8", "razz", "stud", "stud8"]
    assert {game.rules.limit for game in rotation.games} == {"fixed"}
    assert (rotation.turns_by, rotation.every) == ("hands", 8)


def test_the_eight_games_end_with_two_of_larger_bets_at_lower_blinds() -> None:
    rotation = Rotation.of(MIXES["8game"], STAKES)
    assert [(game.code, game.rules.limit) for game in rotation.games] == [
        ("27td", "fixed"),
        ("holdem", "fixed"),
        ("omaha8", "fixed"),
        ("razz", "fixed"),
        ("stud", "fixed"),
        ("stud8", "fixed"),
        ("holdem", "no"),
        ("omaha", "pot"),
    ]
    assert [game.blinds() for game in rotation.games] == [
        (5, 10),
        (5, 10),
        (5, 10),
        (),
        (),
        (),
        (2, 5),
        (2, 5),
    ]


def test_blinds_that_are_given_hold_for_every_game() -> None:
    rotation = Rotation.of(MIXES["8game"], Rules(small_bet=10, blinds=(4, 8)))
    assert {game.blinds() for game in rotation.games} == {(4, 8), ()}


@pytest.mark.parametrize("code", ["tdmix", "badugimix", "studmix"])
def test_no_stud_follows_stud_eight_in_a_mix_of_ours(code: str) -> None:
    """TDA RP-18."""
    codes = [part.code for part in MIXES[code].parts]
    following = zip(codes, [*codes[1:], codes[0]], strict=True)
    assert {"stud", "stud8"} not in [set(pair) for pair in following]


def test_dealers_choose_among_every_game() -> None:
    mix = MIXES["choice"]
    assert {part.code for part in mix.parts} == set(VARIANTS)
    assert mix.turns_by == "choice"


@pytest.mark.parametrize("code", sorted(MIXES))
def test_every_mix_makes_a_table_with_all_its_seats(code: str) -> None:
    mix = MIXES[code]
    config = TableConfig(
        name=mix.name,
        rotation=Rotation.of(mix, STAKES),
        max_seats=mix.max_seats,
        min_buy_in=100,
        max_buy_in=400,
    )
    config.check()


def test_a_mix_may_turn_otherwise_than_usual() -> None:
    rotation = Rotation.of(MIXES["horse"], STAKES, "minutes", 20)
    assert (rotation.turns_by, rotation.every) == ("minutes", 20)
