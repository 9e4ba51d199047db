"""Whatever seats ask for, in whatever order: chips, cards, secrets and replays stay right."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.blackjack_table import AMOUNTS, COMMANDS, MAIN, SeededDeck, command
from support.random_blackjack import GAMES, SIDES, random_rules

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.blackjack import (
    Round,
    RoundSetup,
    Shoe,
    act,
    begin,
    close,
    evolve,
    grown_meters,
    legal,
    rules_of,
    waiting,
)
from greenfelt.server.games.blackjack import events as happened
from greenfelt.server.games.blackjack.play import WINDOWS
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import TICKS, Meter, owed_by_house

SEEDS = st.integers(min_value=0, max_value=2**32)
METERS = ("straight_jack", "hit_and_run", "bad_beat")


def a_setup(chance: random.Random) -> RoundSetup:
    game = chance.choice(GAMES)
    given_rules = random_rules(game, chance)
    if game == "blackjack" and chance.random() < 0.5:
        given_rules["bad_beat_paytable"] = {"dealer_blackjack": "METER", "any_20": 3}
        given_rules["magic_card_pays"] = 25
        given_rules["lucky_player_pays"] = 5
    rules = rules_of(game, given_rules)
    wagers: list[Wager] = []
    for seat in chance.sample(range(1, rules.seats + 1), chance.randint(1, 4)):
        amount = chance.choice((100, 501, 2500))
        coupon = chance.choice((0, 0, 0, 100))
        wagers.append(Wager(f"m{seat}", seat, MAIN[game], amount, coupon=coupon))
        sides = [kind for kind in SIDES[game] if kind != "bad_beat" or rules.bad_beat_paytable]
        if rules.magic_card_pays and rules.bad_beat_paytable:
            sides += ["magic_card", "lucky_player"]
        wagers += [
            Wager(f"{kind}{seat}", seat, kind, chance.choice((100, 333)))
            for kind in sides
            if chance.random() < 0.5
        ]
    meters = {name: Meter.of_cents(chance.randint(0, 10**6)) for name in METERS}
    placed = tuple(wagers)
    purses = {wager.seat: chance.choice((0, 700, 10_000)) for wager in placed}
    return RoundSetup(
        round=1,
        rules=rules,
        wagers=placed,
        meters=grown_meters(meters, placed, rules),
        purses={} if chance.random() < 0.3 else purses,
    )


class Play:
    """One random round, checked at each step."""

    def __init__(self, seed: int, setup: RoundSetup | None = None) -> None:
        self.chance = random.Random(seed)
        self.setup = setup or a_setup(self.chance)
        self.deck = SeededDeck(seed)
        self.shoe = Shoe.of_rules(self.setup.rules)
        order = self.deck.shuffle(self.shoe.cards, "deal")
        if self.chance.random() < 0.3:
            order = order[: self.chance.randint(0, 30)]
        self.start = order
        self.shoe.load(order)
        self.round, self.events = begin(self.setup, self.shoe, self.deck)
        self.before = dict(self.setup.purses)

    def run(self) -> None:
        self.check()
        while not self.round.finished:
            self.fool_around()
            self.step()
            self.check()
        self.check_end()

    def step(self) -> None:
        seats = waiting(self.round)
        assert seats, "an unfinished round waits for somebody"
        if self.round.phase in WINDOWS and self.chance.random() < 0.1:
            self.events += close(self.round, self.deck)
            return
        seat = self.chance.choice(seats)
        option = self.chance.choice(legal(self.round, seat).options)
        amount = self.chance.choice((option.low, option.high)) if option.high else None
        if self.chance.random() < 0.1:
            self.events += act(self.round, seat, command("timeout"), self.deck)
        else:
            self.events += act(self.round, seat, command(option.do, amount), self.deck)

    def fool_around(self) -> None:
        """Ask for what is not listed, or for amounts out of bounds: refused, nothing changed."""
        for seat in self.chance.sample(range(1, 9), 3):
            listed = {option.do: option for option in legal(self.round, seat).options}
            for verb in (*COMMANDS, *AMOUNTS):
                if verb == "timeout":
                    continue
                option = listed.get(verb)
                if option is None:
                    self.refuses(seat, verb, 100)
                elif verb in AMOUNTS:
                    self.refuses(seat, verb, option.high + 1)
                    self.refuses(seat, verb, option.low - 1)

    def refuses(self, seat: int, verb: str, amount: int) -> None:
        if verb in COMMANDS:
            made: Any = command(verb)
        else:
            made = command(verb, amount)
        with pytest.raises(Refused, match=r"\S"):
            act(self.round, seat, made, self.deck)

    def replayed(self) -> Round:
        shoe = Shoe.of_rules(self.setup.rules)
        shoe.load(self.start)
        round_: Round | None = None
        for event in self.events:
            round_ = evolve(round_, event, shoe)
        assert round_ is not None
        return round_

    def check(self) -> None:
        """The fold of the events is the round, chips are all there, and the hole card is not told."""
        assert self.replayed() == self.round
        for seat in self.round.seats:
            assert seat.purse >= 0
            laid = sum(hand.stake for hand in seat.hands)
            assert laid == seat.main.amount + seat.raised + self.added(seat.number)
            if seat.number in self.before:
                mains = [w.amount for w in self.setup.wagers if w.seat == seat.number]
                spent = seat.staked - sum(mains)
                assert seat.purse == self.before[seat.number] - spent + seat.returned
        shown = any(isinstance(event, happened.HoleShown) for event in self.events)
        assert shown == (len(self.round.dealer.cards) > 1)

    def added(self, seat: int) -> int:
        kinds = (happened.Doubled, happened.SplitMade)
        return sum(
            event.amount for event in self.events if isinstance(event, kinds) and event.seat == seat
        )

    def settlements(self) -> Iterator[happened.Settled]:
        return (event for event in self.events if isinstance(event, happened.Settled))

    def check_end(self) -> None:
        self.check_settled_once()
        self.check_losers()
        self.check_chips()

    def check_settled_once(self) -> None:
        """Everything that was put up is settled, once."""
        settled = [(event.seat, event.wager, event.hand) for event in self.settlements()]
        assert len(settled) == len(set(settled))
        wanted = {
            (wager.seat, wager.type, 0)
            for wager in self.setup.wagers
            if wager.type != self.round.game.main
        }
        for seat in self.round.seats:
            wanted |= {
                (seat.number, self.round.game.main, index) for index in range(len(seat.hands))
            }
        insured = {e.seat for e in self.events if isinstance(e, happened.Insured)}
        assert set(settled) == wanted | {(seat, "insurance", 0) for seat in insured}

    def check_losers(self) -> None:
        """A losing stake stays lost, but for a double that a late blackjack gives back."""
        for event in self.settlements():
            if event.result == "lose":
                assert event.profit == 0
                if event.returned:
                    assert not self.setup.rules.peek
                    assert self.round.blackjack
                    assert event.hand == 0
                    assert event.returned == self.round.by_seat[event.seat].hands[0].doubled
            elif event.result == "win" and not event.meter_paid:
                assert event.profit > 0

    def check_chips(self) -> None:
        """What the seats won is what house and meters lost, to the ten-thousandth of a cent."""
        staked = sum(seat.staked for seat in self.round.seats)
        returned = sum(seat.returned for seat in self.round.seats)
        told = sum(event.returned for event in self.settlements())
        bonuses = sum(e.amount for e in self.events if isinstance(e, happened.BonusPaid))
        assert returned == told + bonuses
        assert sum(event.stake for event in self.settlements()) == staked
        for event in self.events:
            if isinstance(event, happened.MeterChanged):
                before = self.setup.meters[event.meter]
                after = Meter(event.value, event.reserve, before.seed)
                paid = sum(e.meter_paid for e in self.settlements() if e.wager == event.meter)
                refill = owed_by_house(before, after) + paid * TICKS
                assert refill >= 0
                assert after.value >= 0


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_no_order_of_commands_makes_or_loses_a_cent(seed: int) -> None:
    Play(seed).run()


@pytest.mark.exhaustive
def test_no_order_of_very_many_commands_makes_or_loses_a_cent() -> None:
    for seed in range(20_000):
        Play(seed).run()


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_every_event_survives_the_store_codec(seed: int) -> None:
    play = Play(seed)
    play.run()
    encoded = msgspec.msgpack.encode(play.events)
    assert msgspec.msgpack.decode(encoded, type=list[happened.RoundEvent]) == play.events


@settings(max_examples=50, deadline=None)
@given(SEEDS)
def test_what_is_public_says_nothing_of_the_hole_card(seed: int) -> None:
    """Two rounds that differ in the hole card alone are told alike until it matters."""
    play = Play(seed)
    other = Play(seed)
    if play.round.finished or play.round.phase in WINDOWS or play.round.may_be_blackjack:
        return
    hole = play.round.hole
    swapped = next(card for card in range(52) if card != hole)
    other.round.hole = swapped
    public = [event for event in play.events if not isinstance(event, happened.HoleDealt)]
    assert public == [e for e in other.events if not isinstance(e, happened.HoleDealt)]
    seat = waiting(play.round)[0]
    assert legal(play.round, seat) == legal(other.round, seat)


def test_a_shoe_is_dealt_over_many_rounds() -> None:
    chance = random.Random(5)
    setup = a_setup(chance)
    deck = SeededDeck(5)
    shoe = Shoe.of_rules(setup.rules)
    shoe.load(deck.shuffle(shoe.cards, "deal"))
    shoe.burn(shoe.to_burn(setup.rules))
    for _ in range(200):
        if shoe.is_spent(setup.rules):
            shoe.load(deck.shuffle(shoe.cards, "deal"))
        left = shoe.left
        round_, events = begin(setup, shoe, deck)
        while not round_.finished:
            seat = waiting(round_)[0]
            events += act(round_, seat, command("timeout"), deck)
        taken = (happened.Dealt, happened.UpCardDealt, happened.HoleDealt, happened.DealerDrew)
        if not any(isinstance(event, happened.Shuffled) for event in events):
            assert left - shoe.left == sum(isinstance(event, taken) for event in events)
