"""``greenfelt settle`` for the blackjack family: run a script through the round and rule on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.blackjack import commands
from greenfelt.server.games.blackjack.evolve import Record, evolve
from greenfelt.server.games.blackjack.games import GAMES
from greenfelt.server.games.blackjack.late_wagers import MissingMeter
from greenfelt.server.games.blackjack.legal import legal
from greenfelt.server.games.blackjack.play import WINDOWS, act, begin, close
from greenfelt.server.games.blackjack.refusals import phase_of, refusal
from greenfelt.server.games.blackjack.results import ruling_of
from greenfelt.server.games.blackjack.rules import Rules, checked
from greenfelt.server.games.blackjack.setup import RoundSetup
from greenfelt.server.games.blackjack.shoe import Shoe
from greenfelt.server.games.blackjack.state import HandState, Round
from greenfelt.server.games.casino.errors import HandOver, NoWager, WrongPhase, WrongSeat
from greenfelt.server.games.casino.meters import Meter
from greenfelt.server.games.casino.ruling import place_all, refused_action
from greenfelt.server.games.casino.script import AFTER, Action, Script, check_cards, read_script
from greenfelt.server.games.errors import ScriptError

_PLAIN: dict[str, commands.Command] = {
    "even_money": commands.TakeEvenMoney(),
    "press": commands.Press(),
    "take": commands.Take(),
    "hit": commands.Hit(),
    "stand": commands.Stand(),
    "split": commands.Split(),
    "surrender": commands.Surrender(),
    "rescue": commands.Rescue(),
}
_AFTER_A_DOUBLE = ("rescue", "surrender")


class NoMoreCards(ScriptError):
    """The round needs a card that the script does not have."""


class ScriptedShuffle:
    """A deck source that has nothing to shuffle: a script gives every card that leaves the shoe."""

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        """Raise NoMoreCards: a script is not asked for chance."""
        raise NoMoreCards("cards", "these are too few: the round needs more")


def settle(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Run a scenario of the family and return its result, as JSON values.

    Raises ScriptError when the script is faulty.
    """
    script = read_script(scenario, checked)
    # What the system draws for these two is no part of a script, so it cannot rule on them.
    rules = msgspec.structs.replace(script.rules, magic_card_pays=None, lucky_player_pays=None)
    layout, errors = place_all(script.wagers, script.game, rules)
    setup = RoundSetup(
        round=1, rules=rules, wagers=tuple(layout.wagers.values()), meters=_meters(script)
    )
    try:
        run = Run(setup, script.cards)
        for index, action in enumerate(script.actions):
            try:
                run.carry_out(action)
            except Refused as refused:
                if isinstance(refused, MissingMeter):
                    raise
                errors.append(refused_action(index, refused))
        run.finish()
    except MissingMeter as missing:
        raise ScriptError(f"meters.{missing.meter}", "is missing, and the meter is hit") from None
    used = run.round.shoe.dealt
    check_cards(script.cards, used, rules.decks, spanish=GAMES[script.game].spanish)
    return ruling_of(run.round, run.events, errors, script.meters)


def _meters(script: Script[Rules]) -> dict[str, Meter]:
    return {
        name: Meter.of_cents(
            cents, script.reserves.get(name, 0), getattr(script.rules, f"{name}_seed", 0)
        )
        for name, cents in (script.meters or {}).items()
    }


class Run:
    """One way through a script: windows stay open until a verb of a later phase comes."""

    def __init__(self, setup: RoundSetup, cards: tuple[int, ...]) -> None:
        self._rules = setup.rules
        self._cards = cards
        self._deck = ScriptedShuffle()
        self._over = False
        self.events: Record
        self.round: Round
        self.round, self.events = begin(setup, self._shoe(), self._deck, hold=True)

    def _shoe(self) -> Shoe:
        shoe = Shoe.of_rules(self._rules)
        shoe.load(self._cards)
        return shoe

    def carry_out(self, action: Action) -> None:
        """Do one action of the script. Raises Refused; the phases before its own stay closed."""
        if action.phase == AFTER:
            self._leave(action)
            return
        phase = phase_of(action.verb, self.round)
        if phase is None:
            raise refusal(self.round, action.seat, action.verb)
        if self._over:
            raise WrongPhase(f"the time for {action.verb} has passed")
        while self.round.phase < phase and self.round.phase in WINDOWS:
            self.events += close(self.round, self._deck)
        if action.side is not None:
            raise NoWager(f"seat {action.seat} has no {action.side} wager to press on")
        if self._keeps_its_double(action):
            self._pass_by(action)
        else:
            self._act(action.seat, _command(action))

    def finish(self) -> None:
        """Do what is done where a script says nothing: nothing in windows, stand on turns."""
        while not self.round.finished:
            if self.round.to_act:
                self._act(self.round.to_act, commands.Stand())
            else:
                self.events += close(self.round, self._deck)

    def _act(self, seat: int, command: commands.Command) -> None:
        self.events += act(self.round, seat, command, self._deck)

    def _leave(self, action: Action) -> None:
        if action.verb == "shoe_end":
            raise WrongPhase("the end of the shoe means nothing at this game")
        self.finish()
        self._over = True
        if action.seat not in self.round.by_seat:
            raise WrongSeat(f"seat {action.seat} is not in this round")

    def _keeps_its_double(self, action: Action) -> bool:
        """Whether an action passes by a doubled hand that could still be rescued or surrendered."""
        round_ = self.round
        if not round_.to_act or round_.hand_on_turn.state is not HandState.OFFERED:
            return False
        concerns_it = action.seat == round_.to_act and action.verb in _AFTER_A_DOUBLE
        return not (concerns_it and legal(round_, action.seat).find(action.verb))

    def _pass_by(self, action: Action) -> None:
        """Do an action as if the doubled hand were over; undo that when the action is refused."""
        before = len(self.events)
        try:
            self._act(self.round.to_act, commands.Stand())
            self._act(action.seat, _command(action))
        except (Refused, NoMoreCards) as error:
            del self.events[before:]
            shoe = self._shoe()
            for event in self.events:
                self.round = evolve(self.round, event, shoe)
            self.round.hold = True
            if isinstance(error, NoMoreCards):
                raise HandOver("only the dealer's cards would be left") from None
            raise


def _command(action: Action) -> commands.Command:
    if action.verb == "double_attack":
        return commands.DoubleAttack(action.amount or 0)
    if action.verb == "insurance":
        return commands.Insure(action.amount or 0)
    if action.verb == "double":
        return commands.Double(action.amount)
    return _PLAIN[action.verb]
