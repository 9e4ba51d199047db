"""Random hands settled by the engine and by the naive way, which must agree to the chip."""

from __future__ import annotations

import random

from engine_play import SeededDeck, command_for, random_option, random_rules, random_setup

from greenfelt.server.engine import act, begin, legal
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.settlement import settle_again

HANDS_OF_A_TABLE = 20


def compare(code: str, hands: int, seed: int) -> int:
    """Play hands at random and settle each twice; return how many came to a showdown.

    A table's rules hold for a few hands; seats, stacks, button and extra bets are new in each.
    Raises AssertionError naming the hand where the two ways differ.
    """
    variant = VARIANTS[code]
    showdowns = 0
    for number in range(hands):
        if number % HANDS_OF_A_TABLE == 0:
            rng = random.Random(f"{code} {seed} {number}")
            deck, rules = SeededDeck(rng), random_rules(variant, rng)
        setup = random_setup(variant, rng, rules)
        hand, events = begin(setup, variant, deck)
        while not hand.finished:
            option = random_option(legal(hand, hand.to_act).options, rng)
            if option.do == "fold" and rng.random() < 0.6:
                continue
            command = command_for(option, hand.by_seat[hand.to_act], rng)
            events += act(hand, hand.to_act, command, deck)
        stacks, rake = settle_again(events)
        got = {player.seat: player.stack for player in hand.players}
        assert (got, hand.rake) == (stacks, rake), f"{code} hand {number} of seed {seed}"
        showdowns += hand.live.bit_count() > 1
    return showdowns
