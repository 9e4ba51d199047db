"""The PettingZoo environment: its makers' own test, and what that does not ask."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from greenfelt.evaluators.cards import DECK
from greenfelt.server.engine import Hand, Rules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.simulation import choices
from greenfelt.server.simulation.observing import observation, places
from greenfelt.server.simulation.pettingzoo_env import ILLEGAL_REWARD, PokerEnv, env

FAMILIES = ("27td", "badugi", "badeucey", "5draw", "stud", "superstud8", "razz", "holdem", "omaha8")
"""One game of each family."""


# It knows by name which environments may observe a dictionary, as an action mask needs; ours is not there.
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning"
)
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("game", FAMILIES)
def test_pettingzoos_own_test_is_passed(game: str) -> None:
    api_test(env(game, seats=4), num_cycles=200)
    api_test(PokerEnv(game, seats=2), num_cycles=200)


def test_pettingzoos_test_of_seeds_is_passed() -> None:
    seed_test(lambda: env("badugi", seats=3), num_cycles=20)


def play(poker: PokerEnv, chance: random.Random) -> dict[str, float]:
    """Play the hand to its end with any legal actions; return what each seat was rewarded with."""
    total = dict.fromkeys(poker.possible_agents, 0.0)
    for agent in poker.agent_iter():
        seen, reward, ended, _, _ = poker.last()
        total[agent] += reward
        mask = seen["action_mask"]
        assert ended == (not mask.any())
        poker.step(None if ended else chance.choice(np.flatnonzero(mask).tolist()))
    return total


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_is_played_to_its_end_and_chips_are_kept(game: str) -> None:
    poker, chance = PokerEnv(game, seats=min(5, VARIANTS[game].max_seats)), random.Random(game)
    for number in range(6):
        poker.reset(seed=number)
        rewards = play(poker, chance)
        assert sum(rewards.values()) == pytest.approx(0)
        assert any(rewards.values())


def hand_of(poker: PokerEnv) -> Hand:
    assert poker._hand is not None
    return poker._hand


@pytest.mark.parametrize("game", FAMILIES)
def test_what_a_seat_observes_does_not_depend_on_hidden_cards(game: str) -> None:
    poker, chance = PokerEnv(game, seats=3), random.Random(game)
    looked = 0
    for number in range(6):
        poker.reset(seed=number)
        while hand_of(poker).to_act:
            hand = hand_of(poker)
            before = observation(hand, hand.to_act)
            hidden = [player for player in hand.players if player.seat != hand.to_act]
            kept = [(player.down, player.discards) for player in hidden], hand.order
            for player in hidden:
                player.down = tuple(chance.sample(DECK, len(player.down)))
                player.discards = tuple(chance.sample(DECK, len(player.discards)))
            hand.order = tuple(chance.sample(hand.order, len(hand.order)))
            assert np.array_equal(observation(hand, hand.to_act), before)
            for player, (down, discards) in zip(hidden, kept[0], strict=True):
                player.down, player.discards = down, discards
            hand.order = kept[1]
            looked += 1
            mask = poker.observe(poker.agent_selection)["action_mask"]
            poker.step(chance.choice(np.flatnonzero(mask).tolist()))
    assert looked > 12


@pytest.mark.parametrize("game", VARIANTS)
def test_an_observation_has_the_places_that_are_told(game: str) -> None:
    poker = PokerEnv(game, seats=4)
    poker.reset(seed=1)
    hand = hand_of(poker)
    parts = places(hand.variant, 4)
    seen = observation(hand, hand.to_act)
    assert len(seen) == sum(parts.values())
    down = np.flatnonzero(seen[: parts["own down cards"]]).tolist()
    assert down == sorted(hand.by_seat[hand.to_act].down)


def test_no_limit_offers_the_least_the_pot_and_the_most() -> None:
    poker = PokerEnv("holdem", seats=2, rules=Rules(limit="no", small_bet=10, blinds=(5, 10)))
    poker.reset(options={"button": 1})
    hand = hand_of(poker)
    found: dict[int, Any] = choices.choices(hand, hand.to_act)
    # The small blind owes 5 into 15: it calls, and raises by the 20 that are there then.
    assert (found[choices.LEAST].to, found[choices.POT].to) == (20, 30)
    assert found[choices.MOST].to == hand.setup.stacks[hand.to_act]


def test_throws_are_numbered_by_the_cards_in_their_order() -> None:
    poker = PokerEnv("badugi", seats=2)
    poker.reset(seed=4)
    while hand_of(poker).turn_kind != "draw":
        mask = poker.observe(poker.agent_selection)["action_mask"]
        poker.step(choices.CALL if mask[choices.CALL] else choices.CHECK)
    hand = hand_of(poker)
    cards = sorted(hand.by_seat[hand.to_act].down)
    found: dict[int, Any] = choices.choices(hand, hand.to_act)
    assert len(found) == 16
    assert found[choices.THROW].cards == ()
    assert found[choices.THROW + 0b1010].cards == (cards[1], cards[3])


def test_an_illegal_action_raises_or_ends_the_hand_dearly() -> None:
    raw = PokerEnv("badugi", seats=2)
    raw.reset(seed=1)
    with pytest.raises(ValueError, match=f"cannot do {choices.THROW} now"):
        raw.step(choices.THROW)
    wrapped = env("badugi", seats=2)
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.last()
    wrapped.step(choices.THROW)
    assert wrapped.terminations[agent]
    assert wrapped.rewards[agent] == ILLEGAL_REWARD


def test_the_button_moves_and_a_hand_is_shown_as_text() -> None:
    poker = PokerEnv("stud8", seats=3)
    poker.reset(seed=1)
    first = hand_of(poker).setup.button
    poker.reset()
    assert hand_of(poker).setup.button == first % 3 + 1
    assert "to act" in poker.render()
    assert poker.render().count("seat ") == 3


def test_nothing_is_observed_before_a_deal() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        PokerEnv("badugi").observe("seat_1")
