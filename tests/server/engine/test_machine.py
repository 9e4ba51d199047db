"""Every game, limit and rule under random play: what must be true at every event and decision."""

from __future__ import annotations

import random
from typing import Any

import pytest
from engine_play import SeededDeck, check_hand, command_for, random_option, random_setup
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from greenfelt.server.engine import WAGERS, Hand, act, begin, commands, evolve, legal
from greenfelt.server.engine import events as happened
from greenfelt.server.engine.errors import Refused
from greenfelt.server.engine.events import HandEvent
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.phh import export
from greenfelt.server.tables.history.phh_file import PhhError, read_phh
from greenfelt.server.tables.history.replay import replay

SEEDS = st.integers(0, 2**32)


class OneHand(RuleBasedStateMachine):
    """One hand of one game, acted in at random, its events folded one by one beside it."""

    code = ""

    @initialize(seed=SEEDS)
    def deal(self, seed: int) -> None:
        self.deal_hand(seed)

    def deal_hand(self, seed: int) -> None:
        self.variant = VARIANTS[self.code]
        self.rng = random.Random(seed)
        self.deck = SeededDeck(self.rng)
        setup = random_setup(self.variant, self.rng)
        self.hand, events = begin(setup, self.variant, self.deck)
        self.record: list[HandEvent] = []
        self.folded: Hand | None = None
        self.fold(events)

    def fold(self, events: list[HandEvent]) -> None:
        """Fold new events into a second hand, which must hold after each of them."""
        for event in events:
            self.record.append(event)
            self.folded = evolve(self.folded, event, self.variant)
            check_hand(self.folded)
        assert self.folded == self.hand

    def refold(self) -> Hand:
        hand = None
        for event in self.record:
            hand = evolve(hand, event, self.variant)
        assert hand is not None
        return hand

    def unfinished(self) -> bool:
        return hasattr(self, "hand") and not self.hand.finished

    @precondition(unfinished)
    @rule(seed=SEEDS)
    def act_at_random(self, seed: int) -> None:
        rng = random.Random(seed)
        hand = self.hand
        option = random_option(legal(hand, hand.to_act).options, rng)
        command = command_for(option, hand.by_seat[hand.to_act], rng)
        self.fold(act(hand, hand.to_act, command, self.deck))

    @precondition(unfinished)
    @rule(protected=st.booleans())
    def time_out(self, protected: bool) -> None:
        self.fold(act(self.hand, self.hand.to_act, commands.TimeOut(protected), self.deck))

    @precondition(unfinished)
    @rule(seed=SEEDS)
    def accept_every_option(self, seed: int) -> None:
        rng = random.Random(seed)
        seat = self.hand.to_act
        for option in legal(self.hand, seat).options:
            ends: list[commands.Command] = [command_for(option, self.hand.by_seat[seat], rng)]
            if option.do in WAGERS:
                ends += [commands.Wager(option.low), commands.Wager(option.high)]
            for command in ends:
                act(self.refold(), seat, command, SeededDeck(random.Random(seed)))

    @precondition(unfinished)
    @rule(seed=SEEDS)
    def refuse_everything_else(self, seed: int) -> None:
        rng = random.Random(seed)
        hand = self.hand
        seat, player = hand.to_act, hand.by_seat[hand.to_act]
        options = legal(hand, seat).options
        allowed = {option.do for option in options}
        wagers = [option for option in options if option.do in WAGERS]
        refused: list[tuple[int, commands.Command]] = [
            (seat, commands.Show()),
            (seat, commands.Wager(-1)),
            (seat, commands.Wager(0)),
            (seat, commands.Wager(player.bet + player.stack + 1)),
        ]
        plain: dict[str, commands.Command] = {
            "fold": commands.Fold(),
            "check": commands.Check(),
            "call": commands.Call(),
            "bring-in": commands.BringIn(),
            "draw": commands.Draw(),
            "discard": commands.Discard(tuple(player.down[:2])),
        }
        refused += [(seat, command) for do, command in plain.items() if do not in allowed]
        for to in {edge for one in wagers for edge in (one.low - 1, one.high + 1)}:
            if not any(one.low <= to <= one.high for one in wagers):
                refused.append((seat, commands.Wager(to)))
        foreign = [card for card in range(52) if card not in player.down]
        refused += [(seat, commands.Draw((rng.choice(foreign),)))]
        if player.down:
            refused += [(seat, commands.Draw((player.down[0],) * 2))]
        if hand.turn_kind != "discard":
            others = [one for one in (*hand.by_seat, 0, 99) if one != seat]
            refused += [(rng.choice(others), command) for command in plain.values()]
        for who, command in refused:
            with pytest.raises(Refused) as refusal:
                act(hand, who, command, self.deck)
            assert refusal.value.code
            assert str(refusal.value)
        assert hand == self.folded

    @precondition(lambda self: not self.unfinished())
    @rule(seed=SEEDS)
    def act_after_the_end(self, seed: int) -> None:
        """Nothing but showing or mucking is left; then another hand is dealt."""
        hand = self.hand
        for seat in (*hand.by_seat, 0):
            with pytest.raises(Refused):
                act(hand, seat, commands.Fold(), self.deck)
            player = hand.by_seat.get(seat)
            if player is not None and hand.live & player.bit and not player.shown:
                self.fold(act(hand, seat, commands.Show(), self.deck))
        self.deal_hand(seed)

    @invariant()
    def somebody_can_act_or_it_is_over(self) -> None:
        if not hasattr(self, "hand"):
            return
        if self.hand.finished:
            assert self.hand.to_act == 0
            assert self.hand.chips_in_pots == 0
        else:
            assert legal(self.hand, self.hand.to_act).options

    def teardown(self) -> None:
        if hasattr(self, "hand"):
            while not self.hand.finished:
                self.act_at_random_to_the_end()
            assert self.refold() == self.hand
            self.replays_from_its_file()

    def replays_from_its_file(self) -> None:
        """The hand as a PHH file, played again by what the file says alone, ends the same.

        PHH has no word for a seat that is protected, and none for what was burnt, so that a
        reshuffle by unusual rules may have other cards in it.
        """
        shuffles = sum(isinstance(event, happened.Shuffled) for event in self.record)
        if shuffles > 1 or any(isinstance(event, happened.Protected) for event in self.record):
            return
        ended = next(at for at, one in enumerate(self.record) if type(one) is happened.HandEnded)
        (read,) = read_phh(export(self.record[: ended + 1]))
        assert not isinstance(read, PhhError)
        result = replay(read)
        assert (result.refused, result.equal) == ("", True)

    def act_at_random_to_the_end(self) -> None:
        hand = self.hand
        option = random_option(legal(hand, hand.to_act).options, self.rng)
        command = command_for(option, hand.by_seat[hand.to_act], self.rng)
        self.fold(act(hand, hand.to_act, command, self.deck))


@pytest.mark.parametrize("code", sorted(VARIANTS))
def test_a_hand_holds_at_every_event(code: str) -> None:
    machine: Any = type(f"Hand_{code}", (OneHand,), {"code": code})
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine,
        settings=settings(
            max_examples=15,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
