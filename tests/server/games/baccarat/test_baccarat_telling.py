"""What viewers are told over many random rounds: every kind of event, and no card too early."""

from __future__ import annotations

import random
from typing import get_args

from support.baccarat_table import BaccaratTable

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.legal import legal
from greenfelt.server.games.baccarat.telling import HIDDEN, told
from greenfelt.server.games.casino.meters import Linked, Meter, Standing

SEATS = (0, 1, 4, 8)
GAMES = ("minibaccarat", "midibaccarat", "rising_phoenix")
KINDS = set(get_args(happened.AnyEvent)) - {happened.RoundVoided, happened.Released}
"""What players and clocks bring about; only the floor voids a round or pays a win that was held."""


class SmallShoe:
    """A shoe of few ranks and few cards, so that it ends often and jackpots come."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def shuffle(self, cards: tuple[int, ...], why: str) -> tuple[int, ...]:
        ranks = self.chance.sample(range(13), self.chance.choice((1, 2, 3)))
        few = [card for card in cards if card >> 2 in ranks]
        return tuple(self.chance.sample(few, min(len(few), 60)))


def random_rounds(game: str, seed: int, rounds: int) -> BaccaratTable:
    """Play by whatever is legal, with people coming and going between rounds."""
    chance = random.Random(f"{game}-{seed}")
    table = BaccaratTable(game, "", vig_collect="tracked", burn="one")
    table.deck = SmallShoe(chance)
    moved = iter(range(1_000))
    table.game.linked = Linked({"harmony": lambda: Standing(next(moved), 10**9, 10**6)})
    for _ in range(rounds):
        for seat in SEATS[1:]:
            command = chance.choice((cmd.Sit(5_000), cmd.AddChips(2_000), cmd.Leave()))
            try:
                table.do(seat, command)
            except Refused:
                continue
        table.do(0, cmd.OpenBets())
        for _ in range(12):
            bet(table, chance)
        table.do(0, cmd.CloseBets())
        while table.game.phase != "idle":
            choose(table, chance)
    return table


def bet(table: BaccaratTable, chance: random.Random) -> None:
    seat = chance.choice(SEATS[1:])
    options = legal(table.game, seat)
    if not options:
        return
    option = chance.choice(options)
    if option.do == "withdraw":
        if chance.random() < 0.2:
            table.do(seat, cmd.Withdraw(option.what))
        return
    coupon = option.low if option.what == "player" and not table.game.layout.has_coupon(seat) else 0
    table.do(seat, cmd.Place(option.what, option.low, option.on, coupon, "N17" if coupon else ""))


def choose(table: BaccaratTable, chance: random.Random) -> None:
    options = [(seat, option) for seat in SEATS[1:] for option in legal(table.game, seat)]
    if not options or chance.random() < 0.1:
        table.do(0, cmd.TimeOut())
        return
    seat, option = chance.choice(options)
    kinds = {"turn": cmd.Turn, "decline": cmd.Decline, "press": cmd.Press}
    table.do(seat, cmd.Take() if option.on is None else kinds[option.do](option.on))


def test_every_kind_of_event_is_told_and_no_card_before_its_turn() -> None:
    seen: set[type] = set()
    for game in GAMES:
        for seed in range(25):
            table = random_rounds(game, seed, 20)
            for event in table.events:
                seen.add(type(event))
                for seat in SEATS:
                    check(event, told(event, seat), seat)
    assert seen == KINDS


def event_seat(event: happened.WagerPlaced | happened.CouponTaken) -> int:
    return event.wager.seat if isinstance(event, happened.WagerPlaced) else event.seat


def check(event: happened.AnyEvent, view: happened.AnyEvent, seat: int) -> None:
    """Everything but cards in hiding and reserves is told as it happened."""
    assert type(view) is type(event)
    if isinstance(event, happened.DealtFour):
        shown = (event.player, event.banker) if event.face_up else ((HIDDEN,) * 2,) * 2
        assert (view.player, view.banker) == shown  # type: ignore[union-attr]
    elif isinstance(event, happened.DealtThird):
        assert view.card == (event.card if event.face_up else HIDDEN)  # type: ignore[union-attr]
    elif isinstance(event, happened.Passed):
        assert (view == event) == (seat == event.seat)
        assert view.cards in (event.cards, (HIDDEN,) * len(event.cards))  # type: ignore[union-attr]
    elif isinstance(event, (happened.WagerPlaced, happened.CouponTaken)):
        assert ("N17" in repr(view)) == ("N17" in repr(event) and event_seat(event) == seat)
    elif isinstance(event, happened.Shuffled):
        assert view == happened.Shuffled((), 0)
    elif isinstance(event, happened.BetsClosed):
        for name, meter in event.meters.items():
            told_meter = view.meters[name]  # type: ignore[union-attr]
            assert (told_meter.value, told_meter.reserve) == (meter.value, 0)
    elif isinstance(event, happened.MeterGrew):
        assert view == happened.MeterGrew(event.meter, event.value, 0)
    elif isinstance(event, happened.MeterRead):
        assert view.stands == Meter(event.stands.value, 0, event.stands.seed)  # type: ignore[union-attr]
    elif isinstance(event, happened.MeterPaid):
        assert (view.cents, view.from_house, view.from_reserve) == (event.cents, 0, 0)  # type: ignore[union-attr]
    else:
        assert view == event
