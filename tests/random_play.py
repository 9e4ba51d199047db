"""Play hands of any game by a seeded random policy, straight through the engine."""

from __future__ import annotations

import random
from collections.abc import Sequence

from greenfelt.server.engine import Hand, HandSetup, Option, Rules, act, begin, legal
from greenfelt.server.engine import commands as cmd
from greenfelt.server.engine import events as ev
from greenfelt.server.games.poker import VARIANTS


class SeededDeck:
    """A deck source for tests: repeatable, and never used by the server."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, cards: Sequence[int], why: ev.ShuffleReason) -> tuple[int, ...]:
        order = list(cards)
        self.random.shuffle(order)
        return tuple(order)


def command_for(hand: Hand, option: Option, chance: random.Random) -> cmd.Command:
    """Turn one legal option into a command, with a random size or random cards where it has a choice."""
    player = hand.by_seat[hand.to_act]
    match option.do:
        case "draw":
            count = chance.randint(option.low, min(option.high, len(player.down)))
            return cmd.Draw(tuple(chance.sample(player.down, count)))
        case "discard":
            return cmd.Discard(tuple(chance.sample(player.down, option.low)))
        case "bet" | "raise" | "complete":
            return cmd.Wager(chance.choice((option.low, chance.randint(option.low, option.high))))
        case "fold":
            return cmd.Fold()
        case "check":
            return cmd.Check()
        case "call":
            return cmd.Call()
        case "bring-in":
            return cmd.BringIn()
    raise AssertionError(f"an option that nobody knows: {option}")


def play_hand(
    game: str,
    seed: int,
    *,
    stacks: tuple[int, int],
    rules: Rules,
    players: int | None = None,
    short_wagers: bool = True,
) -> list[ev.HandEvent]:
    """Return the events of one hand; stacks are drawn from the range ``stacks`` (both included).

    Without ``short_wagers`` nobody bets or raises his last chip, so that every all-in is a call.
    """
    chance = random.Random(f"{game} {seed}")
    variant = VARIANTS[game]
    count = players or chance.randint(2, min(6, variant.max_seats))
    seats = sorted(chance.sample(range(1, 11), count))
    setup = HandSetup(
        hand=seed,
        game=game,
        rules=rules,
        button=chance.choice(seats),
        stacks={seat: chance.randint(*stacks) for seat in seats},
    )
    return play_setup(setup, chance, short_wagers=short_wagers)


def play_setup(
    setup: HandSetup, chance: random.Random, *, short_wagers: bool = True
) -> list[ev.HandEvent]:
    """Return the events of a hand that begins as ``setup`` says, its deck by the setup's hand number."""
    deck = SeededDeck(setup.hand)
    hand, events = begin(setup, VARIANTS[setup.game], deck)
    played = list(events)
    while not hand.finished:
        player = hand.by_seat[hand.to_act]
        options = list(legal(hand, hand.to_act).options)
        if not short_wagers:
            most = player.bet + player.stack - 1
            options = [
                Option(o.do, o.low, min(o.high, most))
                if o.do in ("bet", "raise", "complete")
                else o
                for o in options
                if o.do not in ("bet", "raise", "complete") or o.low <= most
            ]
        unfolded = [option for option in options if option.do != "fold"]
        option = chance.choice(options if chance.random() < 0.3 else unfolded or options)
        played += act(hand, hand.to_act, command_for(hand, option, chance), deck)
    return played
