"""Any sequence of commands: no cent is created or lost, no card is told early, and refolding agrees."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.decide import TABLE_COMMANDS
from greenfelt.server.games.baccarat.evolve import evolve
from greenfelt.server.games.baccarat.ledger import LAYOUT, movements
from greenfelt.server.games.baccarat.legal import Option, awaited, legal
from greenfelt.server.games.baccarat.play import act
from greenfelt.server.games.baccarat.rules import BaccaratRules, baccarat_rules
from greenfelt.server.games.baccarat.snapshot import dump, load
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.baccarat.telling import HIDDEN, told
from greenfelt.server.games.casino.meters import TICKS

SEATS = (1, 2, 5)
_codec = msgspec.msgpack.Encoder()
_decode = msgspec.msgpack.Decoder(happened.AnyEvent).decode  # type: ignore[var-annotated]

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("minibaccarat", {"vig_collect": "tracked", "harmony_seed": 70}),
    ("minibaccarat", {"min_bet": 1, "side_min_bet": 1, "vig_rounding": "nearest_25c"}),
    ("minibaccarat", {"ez": True, "press_portion": "2/3", "harmony_paytable": "B"}),
    ("minibaccarat", {"deal": "face_down", "press_when_decided": False, "vig_rounding": "none"}),
    ("midibaccarat", {"vig_collect": "tracked", "coupon_keep_on_push": True}),
    ("baccarat", {"squeeze": True, "seats": 10, "vig_rounding": "nearest_25c"}),
    ("baccarat", {"ez": True, "main_wager_required": False}),
    ("rising_phoenix", {"commission_free": True, "harmony_paytable": "H"}),
]


class FewRanks:
    """A shoe in which pairs, ties and jackpots are common; seeded, for tests only."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, cards: tuple[int, ...], why: str) -> tuple[int, ...]:
        ranks = self.random.sample(range(13), self.random.randint(1, 13))
        order = [card for card in cards if card >> 2 in ranks]
        self.random.shuffle(order)
        return tuple(order)


class BaccaratMachine(RuleBasedStateMachine):
    """A table at which hypothesis plays everybody, dealer and floor included."""

    @initialize(table=st.sampled_from(TABLES), seed=st.integers(0, 10_000))
    def open_table(self, table: tuple[str, dict[str, Any]], seed: int) -> None:
        self.rules: BaccaratRules = baccarat_rules(table[0], {"decks": 6, **table[1]})
        self.deck = FewRanks(seed)
        self.game = Game(self.rules)
        self.refolded = Game(self.rules)
        self.accounts: Counter[str] = Counter()
        self.seed_money = {
            name: meter.value + meter.reserve for name, meter in self.game.meters.items()
        }

    def do(self, seat: int, command: cmd.AnyCommand) -> bool:
        """Carry out a command and account for what happened; a refusal must change nothing."""
        before = dump(self.game)
        try:
            events = act(self.game, seat, command, self.deck)
        except Refused:
            assert dump(self.game) == before
            return False
        for event in events:
            evolve(self.refolded, _decode(_codec.encode(event)))
            for move in movements(event):
                assert move.ticks > 0
                self.accounts[move.source] -= move.ticks
                self.accounts[move.target] += move.ticks
            self.check_secrecy(event)
        return True

    def check_secrecy(self, event: happened.AnyEvent) -> None:
        """Face-down cards are told to their holder when he gets them, to all when turned."""
        for seat in (0, *SEATS):
            view = told(event, seat)
            if isinstance(view, happened.Shuffled):
                assert view.order == ()
            elif isinstance(view, happened.DealtFour):
                assert (HIDDEN in view.player + view.banker) == (not view.face_up)
            elif isinstance(view, happened.DealtThird):
                assert (view.card == HIDDEN) == (not view.face_up)
            elif isinstance(view, happened.Passed):
                assert (HIDDEN in view.cards) == (seat != view.seat)

    @rule(seat=st.sampled_from(SEATS), chips=st.integers(0, 20_000))
    def sit(self, seat: int, chips: int) -> None:
        self.do(seat, cmd.Sit(chips))

    @rule(seat=st.sampled_from(SEATS))
    def leave(self, seat: int) -> None:
        self.do(seat, cmd.Leave())

    @rule(seat=st.sampled_from(SEATS), chips=st.integers(-5, 5_000))
    def add_chips(self, seat: int, chips: int) -> None:
        self.do(seat, cmd.AddChips(chips))

    @rule()
    def deal_on(self) -> None:
        """Do what the table does next: open, close, or run a clock out."""
        step = {"idle": cmd.OpenBets(), "betting": cmd.CloseBets()}.get(self.game.phase)
        assert self.do(0, step or cmd.TimeOut())

    @precondition(lambda self: self.game.phase == "betting")
    @rule(data=st.data(), seat=st.sampled_from(SEATS))
    def place_much(self, data: st.DataObject, seat: int) -> None:
        """Place everything that is offered, or a random part of it."""
        for _ in range(data.draw(st.integers(1, 8))):
            options = [option for option in legal(self.game, seat) if option.do == "place"]
            if not options:
                return
            option = data.draw(st.sampled_from(options))
            amount = data.draw(st.integers(option.low, max(option.low, min(option.high, 3_000))))
            coupon = data.draw(st.sampled_from((0, 0, 100, amount)))
            good_coupon = not coupon or (
                option.what in ("banker", "player")
                and coupon <= amount
                and not self.game.layout.has_coupon(seat)
            )
            placed = self.do(seat, cmd.Place(option.what, amount, option.on, coupon))
            assert placed == (amount <= option.high and good_coupon)

    @precondition(lambda self: self.game.phase not in ("idle", "betting"))
    @rule(data=st.data(), seat=st.sampled_from(SEATS))
    def choose(self, data: st.DataObject, seat: int) -> None:
        """Whatever is told to be legal is accepted."""
        options = legal(self.game, seat)
        if options:
            assert self.do(seat, as_command(data.draw(st.sampled_from(options))))

    @rule(
        data=st.data(),
        seat=st.sampled_from((0, *SEATS, 99)),
        command=st.sampled_from(
            [
                cmd.OpenBets(),
                cmd.CloseBets(),
                cmd.TimeOut(),
                cmd.DealerTurns(),
                cmd.EndShoe(),
                cmd.Turn("player"),
                cmd.Turn("banker"),
                cmd.Decline("player"),
                cmd.Decline("banker"),
                cmd.Press(),
                cmd.Press("banker"),
                cmd.Take(),
                cmd.Withdraw("3"),
                cmd.Place("player", 0),
                cmd.Place("banker", -600),
                cmd.Place("tie", True),
                cmd.Place("player", 1_000_001, coupon=0),
                cmd.Place("blackjack", 500),
            ]
        ),
    )
    def try_anything(self, data: st.DataObject, seat: int, command: cmd.AnyCommand) -> None:
        if isinstance(command, cmd.Place):
            assert not self.do(seat, command)
        elif self.do(seat, command):
            assert (type(command) in TABLE_COMMANDS) == (seat == 0)

    @precondition(lambda self: self.game.layout.wagers and self.game.phase == "betting")
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        wager = data.draw(st.sampled_from(sorted(self.game.layout.wagers)))
        seat = self.game.layout.wagers[wager].seat
        lawful = Option("withdraw", wager) in legal(self.game, seat)
        assert self.do(seat, cmd.Withdraw(wager)) == lawful

    @invariant()
    def no_cent_is_created_or_lost(self) -> None:
        game = self.game
        for seat, chips in game.chips.items():
            assert self.accounts[f"seat:{seat}"] == chips * TICKS
            assert chips >= 0
        assert self.accounts[LAYOUT] == game.on_layout * TICKS
        for name, meter in game.meters.items():
            assert self.accounts[f"meter:{name}"] == meter.value - self.seed_money[name]
            assert self.accounts[f"meter:{name}:reserve"] == meter.reserve
            assert min(meter.value, meter.reserve) >= 0
        gone = {f"seat:{seat}" for seat in SEATS if seat not in game.chips}
        assert not any(self.accounts[account] for account in gone)
        assert sum(self.accounts.values()) == 0

    @invariant()
    def the_record_gives_the_same_game(self) -> None:
        assert dump(self.refolded) == dump(self.game)
        assert dump(load(self.rules, dump(self.game))) == dump(self.game)

    @invariant()
    def the_game_waits_for_somebody(self) -> None:
        game = self.game
        assert game.phase in ("idle", "betting", "squeeze", "third", "house_money")
        if game.phase in ("squeeze", "third", "house_money"):
            seats = awaited(game)
            assert seats
            assert all(legal(game, seat) for seat in seats)
        else:
            assert not any(game.down.values())


def as_command(option: Option) -> cmd.AnyCommand:
    if option.do == "take":
        return cmd.Take()
    assert option.on is not None
    return {"turn": cmd.Turn, "decline": cmd.Decline, "press": cmd.Press}[option.do](option.on)


TestBaccarat = BaccaratMachine.TestCase
TestBaccarat.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
