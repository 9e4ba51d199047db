"""Rollouts of a bot: the same parts of the pot as the equity calculator finds, in every kind of game."""

from __future__ import annotations

import numpy as np
import pytest

from greenfelt.client.bots.rollout import Guess, part_of_pot
from greenfelt.evaluators.cards import parse_cards
from greenfelt.evaluators.draws import PAT, parse_policy
from greenfelt.evaluators.equity import Situation, equity
from greenfelt.evaluators.games import GAMES

DEALS = 20_000


@pytest.mark.parametrize(
    ("code", "hands", "board", "draws", "policy"),
    [
        ("badugi", ["Ac2d3h", "4c5d6h8s", ""], "", 1, "upto:8"),
        ("27td", ["2c3d4h7s", "2d4c5h8s9c"], "", 2, "upto:8"),
        ("badeucey", ["2c3d4h7s", "3c4c5h8s", "2h"], "", 1, "upto:8"),
        ("5draw", ["AcAd", "KhKsKd2c4c"], "", 1, "best:3"),
        ("stud", ["AcAdAh", "Kh", "Qs"], "", 0, ""),
        ("stud8", ["Ac2d3h4s", "KhKd7c"], "", 0, ""),
        ("holdem", ["AcAd", "", ""], "Kh7s2d", 0, ""),
        ("omaha8", ["Ac2dKhQs", "", ""], "3h4s", 0, ""),
    ],
)
def test_a_rollout_finds_what_the_calculator_finds(
    code: str, hands: list[str], board: str, draws: int, policy: str
) -> None:
    game = GAMES[code]
    known = tuple(tuple(parse_cards(hand)) for hand in hands)
    drawing = parse_policy(policy, game) if policy else PAT
    policies = (drawing,) * len(hands) if draws else ()
    shared = tuple(parse_cards(board))
    situation = Situation(game, known, shared, draws=draws, policies=policies)
    expected = equity(situation, exact=False, trials=DEALS, seed=1).players[0].equity
    guess = Guess(known, shared)
    found = part_of_pot(game, [guess], draws, drawing, DEALS, np.random.default_rng(2))
    # The standard error of a part of the pot over so many deals is at most 0.5 / sqrt(deals), twice.
    assert found == pytest.approx(expected, abs=4 * 2**0.5 * 0.5 / DEALS**0.5)


def test_guesses_count_alike() -> None:
    game, chance = GAMES["badugi"], np.random.default_rng(1)
    wins, loses = parse_cards("Ac2d3h4s"), parse_cards("KcQdJhTs")
    other = parse_cards("5c6d7h8s")
    guesses = [Guess((tuple(mine), tuple(other))) for mine in (wins, loses)]
    assert part_of_pot(game, guesses, 0, PAT, 10, chance) == 0.5


def test_a_short_deck_lets_players_keep_what_they_cannot_replace() -> None:
    game = GAMES["27td"]
    policy = parse_policy("best:0", game)
    guess = Guess(((),) * 7)
    part = part_of_pot(game, [guess], 3, policy, 200, np.random.default_rng(1))
    assert 0.05 < part < 0.25
