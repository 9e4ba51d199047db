"""``greenfelt settle`` for the baccarat family: play a script through the game, tell what it came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from greenfelt.server.engine.errors import Refused
from greenfelt.server.engine.events import ShuffleReason
from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.evolve import evolve
from greenfelt.server.games.baccarat.play import act
from greenfelt.server.games.baccarat.rules import BaccaratRules
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.errors import WrongPhase
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.ruling import (
    WagerResult,
    placing_order,
    refused_action,
    refused_wagers,
    ruling,
)
from greenfelt.server.games.casino.script import (
    AFTER,
    HOUSE_MONEY,
    SQUEEZE,
    Action,
    Script,
    check_cards,
    read_script,
)
from greenfelt.server.games.casino.wagers import SIDES
from greenfelt.server.games.errors import ScriptError

PURSE = 1 << 40
"""Cents of every seat beside its stakes: a script says nothing of purses, so all can pay."""


class ScriptedShoe:
    """A shoe whose top cards are the script's and whose rest is what the shoe holds besides."""

    def __init__(self, cards: Sequence[int]) -> None:
        self._cards = tuple(cards)

    def shuffle(self, cards: Sequence[int], why: ShuffleReason) -> tuple[int, ...]:
        """Return the script's cards, then the others in the order of ``cards``."""
        rest = Counter(cards)
        rest.subtract(self._cards)
        return (*self._cards, *(+rest).elements())


def settle(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Run a scenario of a baccarat game and return its result, as JSON values (docs/casino.md).

    Raises ScriptError when the script is faulty.
    """
    script = read_script(scenario, BaccaratRules)
    return _Run(script).result()


class _Run:
    """One script on its way through the game: everything that happened, and what was refused."""

    def __init__(self, script: Script[BaccaratRules]) -> None:
        self.script = script
        self.game = Game(replace(script.rules, burn="none"), open_windows=True)
        self.deck = ScriptedShoe(script.cards)
        self.events: list[happened.AnyEvent] = []
        self.errors: list[dict[str, Any]] = []
        self.phase = SQUEEZE
        self._has = {
            SQUEEZE: script.rules.squeeze,
            HOUSE_MONEY: "house_money" in self.game.offers,
            AFTER: True,
        }
        self._bet()
        for index, action in enumerate(script.actions):
            try:
                self._do(action)
            except Refused as refusal:
                self.errors.append(refused_action(index, refusal))
        self._go_to(AFTER)

    def _act(self, seat: int, command: cmd.AnyCommand) -> None:
        self.events += act(self.game, seat, command, self.deck)

    def _bet(self) -> None:
        script, game = self.script, self.game
        self._act(0, cmd.OpenBets())
        chips = dict.fromkeys(script.markers, PURSE)
        for wager in script.wagers:
            chips[wager.seat] = chips.get(wager.seat, PURSE) + max(0, wager.amount)
        for seat, amount in chips.items():
            self._act(seat, cmd.Sit(amount))
        for seat, owed in script.markers.items():
            evolve(game, happened.MarkerPaid(seat, 0, owed))
        refused: dict[str, Refused] = {}
        for wager in placing_order(script.wagers):
            try:
                self._act(wager.seat, _place(wager))
            except Refused as refusal:
                refused[wager.id] = refusal
        self.errors += refused_wagers(script.wagers, refused)
        for seat in chips.keys() - game.layout.seats - script.markers.keys():
            self._act(seat, cmd.Leave())
        self._act(0, cmd.CloseBets(self._meters()))

    def _meters(self) -> dict[str, Meter]:
        script, rules = self.script, self.script.rules
        seeds = {"harmony": rules.harmony_seed}
        return {
            name: Meter.of_cents(cents, script.reserves.get(name, 0), seeds.get(name, 0))
            for name, cents in (script.meters or {}).items()
        }

    def _do(self, action: Action) -> None:
        if not self._has.get(action.phase) or action.phase < self.phase:
            raise WrongPhase(f"{action.verb}: its phase has passed, or this game has none")
        self._go_to(action.phase)
        self._act(action.seat, _COMMANDS[action.verb](action))

    def _go_to(self, phase: int) -> None:
        """Close every window before ``phase``: what nobody said takes its default."""
        self.phase = phase
        game = self.game
        if phase > SQUEEZE:
            self._holders_turn("squeeze")
        if phase > HOUSE_MONEY:
            if game.phase == "house_money":
                self._act(0, cmd.TimeOut())
            self._holders_turn("third")

    def _holders_turn(self, phase: str) -> None:
        while self.game.phase == phase and (hand := self.game.squeezing) is not None:
            holder = self.game.holders[hand]
            self._act(holder, cmd.Turn(hand) if holder else cmd.DealerTurns())

    def result(self) -> dict[str, Any]:
        script, game = self.script, self.game
        check_cards(script.cards, game.at, script.rules.decks)
        if script.meters is None or "harmony" not in script.meters:
            for event in self.events:
                if isinstance(event, happened.MeterPaid):
                    raise ScriptError(f"meters.{event.meter}", "is needed: this round hits it")
        results = _results(self.events)
        marker_paid: dict[int, int] = {}
        for event in self.events:
            if isinstance(event, happened.MarkerPaid):
                marker_paid[event.seat] = marker_paid.get(event.seat, 0) + event.paid
        squeeze: dict[str, Any] = {}
        for event in self.events:
            if isinstance(event, happened.Turned) and script.rules.squeeze:
                squeeze.setdefault(event.hand, event.seat or "dealer")
        meters = None
        if script.meters is not None:
            ends = {name: meter.cents for name, meter in game.meters.items()}
            meters = {name: ends.get(name, cents) for name, cents in script.meters.items()}
        return ruling(
            script.game,
            {side: game.total(side) for side in SIDES},
            {wager.id: results[wager.id] for wager in script.wagers if wager.id in results},
            errors=self.errors,
            cards_used=game.at,
            marker_paid=marker_paid,
            markers=game.markers,
            meters=meters,
            squeeze=squeeze if script.rules.squeeze else None,
        )


def _place(wager: Wager) -> cmd.Place:
    return cmd.Place(
        wager.type, wager.amount, wager.on, wager.coupon, id=wager.id, paytable=wager.paytable
    )


_COMMANDS: dict[str, Any] = {
    "decline": lambda action: cmd.Decline(action.side),
    "press": lambda action: cmd.Press(action.side),
    "take": lambda action: cmd.Take(),
    "leave": lambda action: cmd.Leave(),
    "shoe_end": lambda action: cmd.EndShoe(),
}


def _results(events: Sequence[happened.AnyEvent]) -> dict[str, tuple[int, WagerResult]]:
    """Return seat and result by wager, read from what happened."""
    staked: dict[str, Wager] = {}
    pressed: dict[str, int] = {}
    results: dict[str, tuple[int, WagerResult]] = {}
    for event in events:
        if isinstance(event, happened.WagerPlaced):
            staked[event.wager.id] = event.wager
        elif isinstance(event, happened.HouseMoneyCollected):
            lost = WagerResult(stake=event.stake, result="lose", profit=0, returned=0)
            results[event.wager] = event.seat, lost
        elif isinstance(event, happened.HouseMoneyPaid):
            won = WagerResult(
                stake=event.stake, result="win", profit=event.profit, returned=event.returned
            )
            if event.onto:
                won.pressed = pressed[event.onto] = event.pressed
            results[event.wager] = event.seat, won
        elif isinstance(event, happened.Settled):
            results[event.wager] = event.seat, _settled(event, staked[event.wager], pressed)
        elif isinstance(event, happened.CouponTaken):
            results[event.wager][1].coupon = "kept" if event.kept else "surrendered"
    return results


def _settled(event: happened.Settled, wager: Wager, pressed: Mapping[str, int]) -> WagerResult:
    result = WagerResult(
        stake=wager.amount,
        result=event.result,
        profit=event.profit,
        returned=event.returned,
    )
    if wager.type == "banker" and event.result == "win":
        result.vig = event.vig
    if event.marker:
        result.marker_added = event.marker
    if wager.id in pressed:
        result.stake_after_press = wager.amount + pressed[wager.id]
    if event.meter_paid:
        result.meter_paid = event.meter_paid
    return result
