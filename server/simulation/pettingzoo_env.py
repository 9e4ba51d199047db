"""Poker as a PettingZoo environment: ``env("badugi")``. Needs the extra ``greenfelt[rl]``.

An episode is one hand. Agents are ``seat_1``, ``seat_2`` and so on. An observation is a dictionary:
``observation`` is what the seat may know (``observing.places`` says what is where), ``action_mask`` the
actions there are (``choices`` says what they do). At the end of the hand each agent is rewarded with
the big bets that it won or lost; rewards sum to 0.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from greenfelt.evaluators.cards import format_cards
from greenfelt.server.engine import Hand, HandSetup, Rules, act, begin
from greenfelt.server.engine.commands import Command
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.simulation.choices import CHOICES, choices, mask_of
from greenfelt.server.simulation.deck import SeededDeck
from greenfelt.server.simulation.observing import observation, places

Observation = dict[str, npt.NDArray[Any]]

ILLEGAL_REWARD = -100.0
"""Big bets that an action costs which the mask does not have; it also ends the hand."""


def env(game: str, **options: Any) -> AECEnv[str, Any, Any]:
    """Return the environment as learners use it: an illegal action ends the hand and costs dear.

    ``options`` are those of ``PokerEnv``.
    """
    raw: AECEnv[str, Any, Any] = PokerEnv(game, **options)
    raw = TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw))


class PokerEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """One hand of a game, without wrappers: an illegal action raises ValueError.

    game is a variant's code, seats how many play, depth the big bets that each has at the beginning.
    ``reset(seed=...)`` repeats the cards; without a seed they go on from the last ones. The button moves
    on by one seat every hand; ``options={"button": seat}`` puts it somewhere.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "greenfelt_poker_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        *,
        seats: int = 6,
        depth: int = 50,
        rules: Rules | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._variant = VARIANTS[game]
        self._rules = rules or Rules(limit=self._variant.limit)
        self._big_bet = self._rules.big_bet_size()
        self._stack = depth * self._big_bet
        self._seats = {f"seat_{seat}": seat for seat in range(1, seats + 1)}
        self._chance = random.Random()
        self._button = 0
        self._hand: Hand | None = None
        self._deck = SeededDeck("")
        self._choices: dict[int, Command] = {}
        self.render_mode = render_mode
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        size = sum(places(self._variant, seats).values())
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (CHOICES,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(CHOICES) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new hand."""
        if seed is not None:
            self._chance = random.Random(seed)
            self._button = 0
        self._button = (options or {}).get("button", self._button % len(self._seats) + 1)
        self._deck = SeededDeck(self._chance.getrandbits(64))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        setup = HandSetup(
            hand=1,
            game=self._variant.code,
            rules=self._rules,
            button=self._button,
            stacks=dict.fromkeys(self._seats.values(), self._stack),
        )
        self._hand, _ = begin(setup, self._variant, self._deck)
        self._next()

    def observe(self, agent: str) -> Observation:
        hand = self._dealt()
        seat = self._seats[agent]
        found = self._choices if seat == hand.to_act else {}
        return {"observation": observation(hand, seat), "action_mask": mask_of(found)}

    def step(self, action: int | None) -> None:
        """Let the selected agent act; None when its hand is over.

        Raises ValueError when the mask does not have the action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        hand = self._dealt()
        command = None if action is None else self._choices.get(int(action))
        if command is None:
            raise ValueError(f"{agent} cannot do {action} now; it can do {sorted(self._choices)}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        act(hand, hand.to_act, command, self._deck)
        self._next()
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the hand as text, everybody's cards with it."""
        hand = self._dealt()
        lines = [f"{self._variant.name}, {hand.street_now.name}, pot {hand.chips_in_pots}"]
        if hand.board:
            lines.append(f"board {format_cards(hand.board, ' ')}")
        for player in hand.players:
            cards = format_cards((*player.down, *player.up), " ")
            state = "" if hand.is_live(player.seat) else " folded"
            turn = " to act" if player.seat == hand.to_act else ""
            lines.append(f"seat {player.seat}: {player.stack} chips, {cards}{state}{turn}")
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is held open."""

    def _dealt(self) -> Hand:
        if self._hand is None:
            raise RuntimeError("call reset() before anything else")
        return self._hand

    def _next(self) -> None:
        """Select who acts next; when the hand is over, settle it."""
        hand = self._dealt()
        if hand.to_act:
            self.agent_selection = f"seat_{hand.to_act}"
            self._choices = choices(hand, hand.to_act)
            return
        self._choices = {}
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = {
            agent: (hand.by_seat[seat].stack - self._stack) / self._big_bet
            for agent, seat in self._seats.items()
        }
        self.agent_selection = self.agents[0]
