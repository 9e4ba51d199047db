"""Write a bot: subclass ``Bot``, answer ``decide`` with one of ``turn.legal``, and that is all.

    from greenfelt.client.bot import Action, Bot, Turn

    class Patient(Bot):
        def decide(self, turn: Turn) -> Action:
            if turn.kind == "draw":
                return turn.legal.pat()
            return turn.legal.check_or_call()

``greenfelt bot run HOST:PORT patient.py`` does the rest: sign-in, seat, rebuy, clocks, coming back.
A bot sees what any client sees and nothing else. docs/bots.md is the guide.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from greenfelt.client.errors import ClientError
from greenfelt.client.model import WAGERS, Pot, Seat, TableView
from greenfelt.protocol.messages import AnyTableEvent, Choice, Option, TableRow

__all__ = ["Action", "Bot", "IllegalChoice", "Legal", "Turn"]


class IllegalChoice(ClientError):
    """A bot asked ``turn.legal`` for something that the prompt does not allow."""

    code = "illegal-choice"


@dataclass(frozen=True, slots=True)
class Action:
    """One decision. ``amount`` is the street total of a bet, completion or raise; ``cards`` what a
    draw or discard throws; ``on`` what else a game needs."""

    do: str
    amount: int = 0
    cards: tuple[str, ...] = ()
    on: str = ""


AGAINST_THE_HOUSE = ("done", "pass", "stand", "take", "turn")
"""What costs nothing at a table game."""


class Legal:
    """The options of a prompt, and the actions they allow.

    ``holding`` are the down cards, which a draw or discard may throw. Every method returns an action
    that the server will take, or raises IllegalChoice saying what is allowed.
    """

    __slots__ = ("_by_verb", "holding", "options")

    def __init__(self, options: Iterable[Option], holding: Iterable[str] = ()) -> None:
        self.options = tuple(options)
        self.holding = tuple(holding)
        self._by_verb = {option.do: option for option in self.options}

    def __contains__(self, do: object) -> bool:
        """Whether the verb (fold, check, call, bet, complete, raise, bring-in, draw, ...) is allowed."""
        return do in self._by_verb

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def option(self, do: str) -> Option:
        """The option of a verb, with its bounds in chips or cards."""
        option = self._by_verb.get(do)
        if option is None:
            allowed = ", ".join(self._by_verb) or "nothing"
            raise IllegalChoice(f"{do} is not allowed now; allowed: {allowed}")
        return option

    @property
    def wager(self) -> Option | None:
        """The bet, completion or raise that is allowed, the smaller of two, None when there is none."""
        for option in self.options:
            if option.do in WAGERS:
                return option
        return None

    @property
    def call_cost(self) -> int:
        """Chips that a call takes from the stack; 0 when there is nothing to call."""
        option = self._by_verb.get("call")
        return option.add if option is not None else 0

    def fold(self) -> Action:
        return Action(self.option("fold").do)

    def check(self) -> Action:
        return Action(self.option("check").do)

    def call(self) -> Action:
        return Action(self.option("call").do)

    def bet(self, to: int | None = None) -> Action:
        """Bet, complete or raise, whichever is allowed, to a street total (default: the least)."""
        wagers = [option for option in self.options if option.do in WAGERS]
        if not wagers:
            allowed = ", ".join(self._by_verb) or "nothing"
            raise IllegalChoice(f"no bet or raise is allowed now; allowed: {allowed}")
        amount = wagers[0].low if to is None else to
        for option in wagers:
            if option.low <= amount <= option.high:
                return Action(option.do, amount)
        bounds = " or ".join(f"to {option.low}..{option.high}" for option in wagers)
        raise IllegalChoice(f"{wagers[0].do} {bounds}, not to {amount}")

    raise_ = bet

    def bring_in(self) -> Action:
        return Action(self.option("bring-in").do)

    def check_or_fold(self) -> Action:
        """The cheapest way on: check when it is free, post a bring-in when it must be, else fold."""
        for do in ("check", "bring-in", "fold"):
            if do in self._by_verb:
                return Action(do)
        return self.safe()

    def check_or_call(self) -> Action:
        """Stay in for what it costs: check, call or bring in; fold when no call is allowed."""
        for do in ("check", "call", "bring-in", "fold"):
            if do in self._by_verb:
                return Action(do)
        return self.safe()

    def bet_or_call(self) -> Action:
        """The least bet or raise when one is allowed, else check or call."""
        return self.bet() if self.wager is not None else self.check_or_call()

    def pat(self) -> Action:
        """Draw no card."""
        return self.draw(())

    def draw(self, throw: Iterable[str]) -> Action:
        """Throw these cards of the hand in a draw, or in a discard without replacement."""
        option = self._by_verb.get("draw") or self.option("discard")
        cards = tuple(throw)
        if not option.low <= len(cards) <= option.high:
            raise IllegalChoice(
                f"{option.do} takes {option.low} to {option.high} cards, not {len(cards)}"
            )
        for card in cards:
            if cards.count(card) > 1 or (self.holding and card not in self.holding):
                held = " ".join(self.holding)
                raise IllegalChoice(f"cannot throw {card} once: the hand is {held}")
        return Action(option.do, cards=cards)

    def safe(self) -> Action:
        """What the server would do for a player who is away: check, fold, stand pat, bring in.

        A discard that must throw cards throws the last ones.
        """
        for do in ("check", "bring-in", "fold", *AGAINST_THE_HOUSE):
            if do in self._by_verb:
                return Action(do)
        option = self._by_verb.get("draw") or self._by_verb.get("discard")
        if option is not None:
            return self.draw(self.holding[len(self.holding) - option.low :])
        if not self.options:
            raise IllegalChoice("this prompt allows nothing")
        first = self.options[0]
        return Action(first.do, first.low)


class Turn:
    """One decision to make: what this seat may know, and what it may do.

    ``kind`` is bet, draw or discard; ``view`` the whole table as this seat sees it. At a table game
    ``kind`` is betting or a phase of the game's own, and ``choices`` say what may be done on what.
    """

    __slots__ = ("choices", "clock_ms", "hand", "kind", "legal", "me", "number", "view")

    def __init__(self, view: TableView, me: Seat) -> None:
        prompt = view.turn
        if prompt is None:
            raise ValueError("nobody is to act at this table")
        self.view = view
        self.me = me
        self.hand = view.hand
        self.number = prompt.turn
        self.kind = prompt.kind
        self.clock_ms = prompt.clock_ms
        self.choices: tuple[Choice, ...] = tuple(view.choices)
        options = prompt.options or [Option(each.do, each.low, each.high) for each in self.choices]
        self.legal = Legal(options, me.down)

    @property
    def game(self) -> str:
        """The code of the game dealt, such as badugi."""
        return self.view.game

    @property
    def cards(self) -> tuple[str, ...]:
        """Own cards, down cards first, each in the order in which they came."""
        return (*self.me.down, *self.me.up)

    @property
    def board(self) -> tuple[str, ...]:
        return tuple(self.view.board)

    @property
    def discarded(self) -> tuple[str, ...]:
        """Own cards thrown so far in this hand."""
        return tuple(self.view.discarded)

    @property
    def street(self) -> int:
        """The street from 0; in triple draw it is also how many draws have been."""
        return self.view.street

    @property
    def stack(self) -> int:
        return self.me.stack

    @property
    def pot(self) -> int:
        """All chips put in so far, bets of this round included."""
        return self.view.pot

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Pots of the rounds before, main pot first."""
        return tuple(self.view.pots)

    @property
    def to_call(self) -> int:
        """Chips that a call costs; 0 when checking is free."""
        return self.legal.call_cost

    @property
    def raises(self) -> int:
        """Bets, completions and raises of this round so far."""
        return self.view.raises

    @property
    def opponents(self) -> list[Seat]:
        """The other seats that still contest the pot, clockwise from the one on the left."""
        return [seat for seat in self._clockwise(self.me.seat) if seat.seat != self.me.seat]

    @property
    def seats_after(self) -> int:
        """How many live opponents act after this seat in rounds that begin left of the button.

        0: last to act, the best place.
        """
        order = [seat.seat for seat in self._clockwise(self.view.button)]
        return len(order) - 1 - order.index(self.me.seat)

    @property
    def history(self) -> tuple[AnyTableEvent, ...]:
        """The events of this hand, in order, as this seat saw them."""
        return tuple(self.view.hand_events)

    def _clockwise(self, after: int) -> list[Seat]:
        seats = self.view.live_seats
        return [s for s in seats if s.seat > after] + [s for s in seats if s.seat <= after]


class Bot:
    """A player. ``decide`` is all that it must have; the hooks are called if it cares.

    ``games`` names the codes it can play, None for all poker games, or with ``against_house`` for all
    table games; ``random`` is its own source of chance, seeded
    so that a game can be repeated. One object plays one seat; it keeps its memory between hands.
    """

    games: ClassVar[frozenset[str] | None] = None
    against_house: ClassVar[bool] = False

    def __init__(self, seed: int | str | None = None) -> None:
        self.random = random.Random(seed)

    @classmethod
    def warm_up(cls) -> None:
        """Build what takes long and all bots of the class need, once in a process.

        Called before the first of them decides, in a server from another thread; errors are reported.
        """

    def suits(self, row: TableRow) -> bool:
        """Whether a table of the lobby is one for this bot."""
        if self.games is not None:
            return row.game in self.games
        return (row.limit == "house") == self.against_house

    def decide(self, turn: Turn) -> Action:
        """Return the action for a prompt, made with ``turn.legal``."""
        raise NotImplementedError(f"{type(self).__name__} has no decide(turn)")

    def table_changed(self, view: TableView) -> None:
        """A whole new picture of the table came (the first one, or after a broken connection)."""

    def hand_started(self, view: TableView) -> None:
        """A hand began; stacks, button and game are in the view."""

    def happened(self, view: TableView, event: AnyTableEvent) -> None:
        """Any event of the table, after it went into the view: cards, actions, draws, showdowns."""

    def hand_ended(self, view: TableView, net: int) -> None:
        """A hand is over; ``net`` is what this seat won or lost in it, in chips."""

    def choose_game(self, view: TableView) -> str | None:
        """Return the code of the game for the next hands that this seat deals, None to leave it.

        Asked at dealer's choice tables after each hand that it dealt; any game that it plays.
        """
        codes = [row.code for row in view.games if self.games is None or row.code in self.games]
        return self.random.choice(codes) if codes else None

    def refused(self, view: TableView, action: Action, code: str) -> None:
        """The server refused an action; the safe one is played instead."""
