"""A table as its viewer knows it: a pure fold of the server's Snapshots and Updates.

``TableView.fold`` takes each message once, whatever comes twice or late, and says when something is
missing. Screens and bots read the view and never change it.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from greenfelt.client.amounts import in_words
from greenfelt.client.bounds import check
from greenfelt.client.layouts import in_cents, layout_for
from greenfelt.client.wording import YOURSELF, describe, to_himself
from greenfelt.evaluators.games import GAMES
from greenfelt.protocol.messages import (
    Acted,
    AnyTableEvent,
    Board,
    ButtonDrawn,
    Chat,
    Choice,
    Coming,
    Dealt,
    Drew,
    Felt,
    GameRow,
    HandBegan,
    HandEnded,
    Leg,
    Mucked,
    Notice,
    Option,
    Played,
    Posted,
    Pots,
    Presence,
    Raked,
    Returned,
    Seated,
    SeatView,
    Shown,
    Snapshot,
    Stack,
    Stood,
    Street,
    Turn,
    Update,
    Voided,
    Waiters,
    Window,
    Won,
)

DEAD_POSTS = frozenset({"ante", "bb-ante", "dead"})
"""Posts that go to the pot and do not count as the seat's bet."""

WAGERS = frozenset({"bet", "complete", "raise"})

LOG_LINES = 500


class Folded(enum.Enum):
    """What became of a message."""

    APPLIED = "applied"
    STALE = "stale"
    """Known already or older than the view: nothing changed."""
    GAP = "gap"
    """Something before it is missing: nothing changed; ask with ``Watch(table, view.version)``."""


@dataclass(slots=True)
class Seat:
    """A seat as everybody sees it, and its down cards when they are the viewer's own.

    Cards are texts of two characters. ``count`` is how many cards it holds, up and down; ``draws``
    how many it threw at each draw or discard of this hand (0: pat); ``last`` its last action in this round, in
    words; ``shown`` and ``makes`` the tabled cards and what they make; ``won`` its chips won so far
    in this hand; ``state`` here, away (dropped) or out (sitting out).
    """

    seat: int
    name: str
    bot: bool = False
    stack: int = 0
    state: str = "here"
    in_hand: bool = False
    folded: bool = False
    all_in: bool = False
    bet: int = 0
    count: int = 0
    down: list[str] = field(default_factory=list)
    up: list[str] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    last: str = ""
    shown: list[str] = field(default_factory=list)
    makes: str = ""
    won: int = 0

    @property
    def live(self) -> bool:
        """Whether it still contests the pot."""
        return self.in_hand and not self.folded

    def clear_hand(self) -> None:
        """Forget everything of the hand before, cards first of all."""
        self.in_hand = self.folded = self.all_in = False
        self.bet = self.count = self.won = 0
        self.down, self.up, self.draws, self.shown = [], [], [], []
        self.last = self.makes = ""


@dataclass(slots=True)
class Pot:
    """A pot, main pot first, and the seats that can win it."""

    amount: int
    eligible: list[int]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the running log. kind: hand, street, ante, action, cards, result, seat, chat, notice,
    and play, whatever happens at a table game."""

    hand: int
    kind: str
    text: str


@dataclass(slots=True)
class TableView:
    """A table at ``version``. ``you`` is the viewer's seat, 0 when he only watches.

    ``street`` counts from 0, -1 between hands. ``turn`` is the pending decision; its options are
    there only when it is the viewer's, and ``turn_since_ms`` is the ``now_ms`` of its message. ``raises``
    counts bets, completions and raises of this round; ``hand_events`` holds the events of this hand
    as this viewer saw them; ``ante_chips`` are antes, dead posts and bets not in a pot yet.
    ``game_name`` is empty once another game than the snapshot's is dealt.
    ``known`` is false until the first Snapshot, which a table without a past has at version 0.
    ``games`` is the rotation, ``turns`` when it goes on in words ("choice": dealers choose), ``coming``
    what is dealt next where that changes; ``leg`` the seat with the leg button, and ``kill`` whether
    it has the kill button; ``waiting`` who waits for a seat. ``paused`` and ``closing`` say why.
    ``host``: the viewer is the host; ``delay_ms``: how old all this is.
    ``hand_over`` is true from the end of a hand to the next one: the showdown can still be seen.
    At a table game ``felt`` is what the snapshot said, ``window`` what the game waits for, ``game_view``
    the game as its layout has kept it since; ``turn`` then stands for the window.
    ``turn_ms``, ``draw_ms`` and ``bank_ms`` are the whole times that the table gives.
    ``observer`` is told each event of an Update as soon as it is in the view; it must not raise.
    """

    table: int
    me: str = ""
    keep_log: bool = True
    version: int = 0
    name: str = ""
    game: str = ""
    game_name: str = ""
    stakes: str = ""
    max_seats: int = 0
    min_buy_in: int = 0
    max_buy_in: int = 0
    games: list[GameRow] = field(default_factory=list)
    turns: str = ""
    coming: Coming | None = None
    leg: int = 0
    kill: bool = False
    waiting: list[str] = field(default_factory=list)
    paused: str = ""
    closing: str = ""
    host: bool = False
    delay_ms: int = 0
    turn_ms: int = 0
    draw_ms: int = 0
    bank_ms: int = 0
    you: int = 0
    hand: int = 0
    button: int = 0
    street: int = -1
    street_name: str = ""
    board: list[str] = field(default_factory=list)
    pots: list[Pot] = field(default_factory=list)
    seats: dict[int, Seat] = field(default_factory=dict)
    turn: Turn | None = None
    turn_since_ms: int = 0
    raises: int = 0
    ante_chips: int = 0
    hand_over: bool = True
    observer: Callable[[AnyTableEvent], None] | None = None
    hand_events: list[AnyTableEvent] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    felt: Felt | None = None
    window: Window | None = None
    game_view: dict[str, Any] = field(default_factory=dict)
    log: deque[LogLine] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    known: bool = False
    _fresh_start: bool = True

    # What screens and bots ask for.

    @property
    def own(self) -> Seat | None:
        """The viewer's seat, None when he only watches."""
        return self.seats.get(self.you)

    @property
    def cents(self) -> bool:
        """Whether chips are cents here, to be shown and typed as dollars."""
        return self.felt is not None and in_cents(self.game)

    @property
    def pot(self) -> int:
        """All chips in the middle and in front of the seats."""
        bets = sum(seat.bet for seat in self.seats.values())
        return sum(pot.amount for pot in self.pots) + self.ante_chips + bets

    @property
    def my_turn(self) -> bool:
        return self.turn is not None and self.turn.seat == self.you != 0

    @property
    def in_hand(self) -> bool:
        """Whether the viewer would give up a hand by leaving."""
        own = self.own
        return own is not None and own.live and not self.hand_over

    @property
    def options(self) -> list[Option]:
        """What the viewer may do now; empty when it is not his turn."""
        return self.turn.options if self.turn is not None and self.my_turn else []

    @property
    def choices(self) -> list[Choice]:
        """What the viewer may do at a table game; empty when nothing is asked of him."""
        return self.window.options if self.window is not None else []

    @property
    def live_seats(self) -> list[Seat]:
        """Seats still in the hand, by seat number."""
        return [self.seats[number] for number in sorted(self.seats) if self.seats[number].live]

    def clock_left_ms(self, now_ms: int) -> int:
        """Milliseconds left of the turn clock at ``now_ms``, 0 when it is used up; then the bank runs."""
        if self.turn is None:
            return 0
        return max(0, self.turn.clock_ms - (now_ms - self.turn_since_ms))

    def bank_left_ms(self, now_ms: int) -> int:
        """Milliseconds left of the time bank of the seat to act at ``now_ms``."""
        if self.turn is None:
            return 0
        over = now_ms - self.turn_since_ms - self.turn.clock_ms
        return max(0, self.turn.bank_ms - max(0, over))

    def name_of(self, seat: int) -> str:
        """The name in a seat, or ``seat N`` when nobody is known there."""
        there = self.seats.get(seat)
        return there.name if there is not None and there.name else f"seat {seat}"

    def _called(self, seat: int) -> str:
        """The name in a seat, YOURSELF for the viewer's own."""
        return YOURSELF if seat == self.you != 0 else self.name_of(seat)

    # Folding.

    def expect_snapshot(self) -> None:
        """Accept the next Snapshot whatever its version: a new connection, or an answer to a gap.

        A server set back to an older state has lower versions, and its word counts.
        """
        self._fresh_start = True

    def fold(self, message: Snapshot | Update, now_ms: int = 0) -> Folded:
        """Take one message of this table into the view and say what became of it.

        ``now_ms`` is the reader's own clock; the turn clock counts from it. Messages of another
        table raise ValueError, such as are out of bounds Nonsense; then nothing changed.
        """
        if message.table != self.table:
            raise ValueError(f"a message of table {message.table} came to the view of {self.table}")
        check(message)
        if isinstance(message, Snapshot):
            if message.version < self.version and not self._fresh_start:
                return Folded.STALE
            self._replace(message, now_ms)
            return Folded.APPLIED
        if not self.known or message.since > self.version:
            return Folded.GAP
        aside = message.version == message.since == self.version
        if message.version <= self.version and not aside:
            return Folded.STALE
        for event in message.events:
            self._event(event, now_ms)
            if self.observer is not None:
                self.observer(event)
        self.version = message.version
        self._fresh_start = False
        return Folded.APPLIED

    def _replace(self, snapshot: Snapshot, now_ms: int) -> None:
        self.known = True
        if snapshot.hand != self.hand:
            self.hand_events = []
            self.discarded = []
        for name in (
            "version",
            "name",
            "game",
            "game_name",
            "stakes",
            "max_seats",
            "min_buy_in",
            "max_buy_in",
            "games",
            "turns",
            "coming",
            "leg",
            "kill",
            "waiting",
            "paused",
            "closing",
            "host",
            "delay_ms",
            "turn_ms",
            "draw_ms",
            "bank_ms",
            "raises",
            "you",
            "hand",
            "button",
            "street",
            "street_name",
            "turn",
        ):
            setattr(self, name, getattr(snapshot, name))
        self._fresh_start = False
        self.turn_since_ms = now_ms
        self.hand_over = snapshot.street < 0
        self.ante_chips = 0
        self.board = split_cards(snapshot.board)
        self.pots = [
            Pot(amount, list(eligible))
            for amount, eligible in zip(snapshot.pot_amounts, snapshot.pot_eligible, strict=False)
        ]
        self.seats = {view.seat: _seat(view) for view in snapshot.seats}
        self.felt, self.window = snapshot.felt, None
        self.game_view = dict(snapshot.felt.view) if snapshot.felt is not None else {}
        if snapshot.felt is not None and snapshot.felt.window is not None:
            self._window_opened(snapshot.felt.window, now_ms)

    def _event(self, event: AnyTableEvent, now_ms: int) -> None:
        if isinstance(event, HandBegan):
            self.hand_events = []
            event = self._with_stakes(event)
        self.hand_events.append(event)
        if isinstance(event, Played):
            layout_for(self.game).fold(self.game_view, event.kind, event.data)
        if self.keep_log and isinstance(event, Played):
            said = to_himself(layout_for(self.game).say(event.kind, event.data, self._called))
            if said:
                kind = "hand" if event.kind in ("open", "end") else "play"
                self.log.append(LogLine(self.hand, kind, said))
        elif self.keep_log:
            discarding = self.turn is not None and self.turn.kind == "discard"
            line = describe(
                event,
                self.name_of,
                self.you,
                discarding=discarding,
                split=self.game not in GAMES or len(GAMES[self.game].shares) > 1,
                amount=partial(in_words, cents=self.cents),
            )
            if line is not None and not (self.felt is not None and line[0] == "hand"):
                hand = event.hand if isinstance(event, HandBegan) else self.hand
                self.log.append(LogLine(hand, *line))
        match event:
            case Turn():
                self.turn = self._with_clock(event)
                self.turn_since_ms = now_ms
            case Acted():
                self._acted(event)
            case Drew():
                self._drew(event)
            case Dealt():
                self._dealt(event)
            case Posted():
                self._posted(event)
            case Pots():
                self._collect(event)
            case Street(index, name):
                self._street(index, name)
            case HandBegan():
                self._hand_began(event)
            case Board(cards):
                self.board += split_cards(cards)
            case Returned(seat, amount):
                self._returned(seat, amount)
            case Raked(pot, amount):
                self._take(pot, amount)
            case Won():
                self._won(event)
            case Shown():
                self._shown(event)
            case Mucked(number):
                self._seat(number).last = "mucks"
            case HandEnded():
                self._hand_ended(event)
            case Seated():
                self._seated(event)
            case Stood(number, name):
                self.seats.pop(number, None)
                if number == self.you:
                    self.you = 0
            case Presence(number, state):
                self._seat(number).state = state
            case Stack(number, stack):
                self._seat(number).stack = stack
            case ButtonDrawn():
                self.button = event.button
            case Coming():
                self.coming = event
            case Leg(leg, kill):
                self.leg, self.kill = leg, kill
            case Waiters(names):
                self.waiting = names
            case Voided():
                self._voided(event)
            case Notice(code, text):
                self._noticed(code, text)
            case Window():
                self._window_opened(event, now_ms)
            case Chat() | Played():
                pass

    def _window_opened(self, window: Window, now_ms: int) -> None:
        """A table game waits: to the rest of the client it is a turn, the viewer's where he may act."""
        self.window = window
        self.hand = window.hand
        self.turn = None
        if window.kind:
            seat = self.you if window.options else 0
            if not seat and len(window.seats) == 1:
                seat = window.seats[0]
            self.turn = Turn(seat, window.turn, window.kind, window.clock_ms, 0)
            self.turn_since_ms = now_ms

    def _seat(self, number: int) -> Seat:
        return self.seats.setdefault(number, Seat(number, ""))

    def _hand_began(self, event: HandBegan) -> None:
        for seat in self.seats.values():
            seat.clear_hand()
        if event.game != self.game:
            # The name in the snapshot was that of another game of the rotation.
            self.game_name = ""
        self.hand, self.game, self.button = event.hand, event.game, event.button
        self.stakes = event.stakes or self.stakes
        self.game_name = event.game_name or self.game_name
        self.street, self.street_name = 0, ""
        self.board, self.pots, self.discarded = [], [], []
        self.turn, self.raises, self.ante_chips, self.hand_over = None, 0, 0, False
        self.coming = None
        for number, stack in zip(event.seats, event.stacks, strict=False):
            seat = self._seat(number)
            seat.in_hand = True
            seat.stack = stack

    def _posted(self, event: Posted) -> None:
        seat = self._seat(event.seat)
        seat.stack -= event.amount
        if event.kind in DEAD_POSTS:
            self.ante_chips += event.amount
        else:
            seat.bet += event.amount
        seat.all_in = seat.stack == 0

    def _street(self, index: int, name: str) -> None:
        self.street, self.street_name, self.raises, self.turn = index, name, 0, None
        for seat in self.seats.values():
            if index:
                # Blinds are posted before the first street begins, and stay the bets of its round.
                self.ante_chips += seat.bet
                seat.bet = 0
            if seat.live:
                seat.last = ""

    def _dealt(self, event: Dealt) -> None:
        seat = self._seat(event.seat)
        seat.count += event.count
        seat.down += split_cards(event.down)
        seat.up += split_cards(event.up)

    def _acted(self, event: Acted) -> None:
        seat = self._seat(event.seat)
        self.turn = None
        if event.do == "fold":
            seat.folded = True
        seat.stack -= event.add
        seat.bet = max(seat.bet, event.to)
        seat.all_in = seat.all_in or event.all_in
        if event.do in WAGERS:
            self.raises += 1
        seat.last = f"{event.do} {event.to}" if event.to else event.do

    def _drew(self, event: Drew) -> None:
        seat = self._seat(event.seat)
        discard = self.turn is not None and self.turn.kind == "discard"
        self.turn = None
        seat.count -= event.count
        thrown = split_cards(event.cards)
        for card in thrown:
            if card in seat.down:
                seat.down.remove(card)
        self.discarded += thrown
        seat.draws.append(event.count)
        verb = "discards" if discard else "draws"
        seat.last = f"{verb} {event.count}" if event.count else "pat"

    def _collect(self, event: Pots) -> None:
        self.turn = None
        self.ante_chips = 0
        for seat in self.seats.values():
            seat.bet = 0
        eligible = event.eligible or [[seat.seat for seat in self.live_seats]]
        self.pots = [
            Pot(amount, list(seats)) for amount, seats in zip(event.amounts, eligible, strict=False)
        ]

    def _with_clock(self, turn: Turn) -> Turn:
        """Return a prompt with its times, which are left out when they are all that the table gives."""
        if turn.clock_ms >= 0:
            return turn
        whole_ms = self.turn_ms if turn.kind == "bet" else self.draw_ms
        return msgspec.structs.replace(turn, clock_ms=whole_ms, bank_ms=self.bank_ms)

    def _with_stakes(self, began: HandBegan) -> HandBegan:
        """Return a hand's beginning with its stakes and game, left out where they are always the same."""
        if began.stakes or began.game != self.game:
            return began
        return msgspec.structs.replace(began, stakes=self.stakes, game_name=self.game_name)

    def _returned(self, number: int, amount: int) -> None:
        seat = self._seat(number)
        seat.stack += amount
        seat.bet = max(0, seat.bet - amount)

    def _take(self, pot: int, amount: int) -> None:
        if pot < len(self.pots):
            self.pots[pot].amount = max(0, self.pots[pot].amount - amount)

    def _won(self, event: Won) -> None:
        self._take(event.pot, event.amount)
        seat = self._seat(event.seat)
        seat.stack += event.amount
        seat.won += event.amount

    def _shown(self, event: Shown) -> None:
        seat = self._seat(event.seat)
        seat.shown = split_cards(event.cards)
        seat.makes = event.text
        self.turn = None

    def _hand_ended(self, event: HandEnded) -> None:
        dealt_in = [number for number in sorted(self.seats) if self.seats[number].in_hand]
        began = self.hand_events[0] if self.hand_events else None
        if isinstance(began, HandBegan):
            dealt_in = began.seats
        for number, stack in zip(dealt_in, event.stacks, strict=False):
            if number in self.seats:
                self.seats[number].stack = stack
        for seat in self.seats.values():
            seat.bet = 0
        self.pots, self.ante_chips = [], 0
        self.turn, self.street, self.hand_over = None, -1, True

    def _voided(self, event: Voided) -> None:
        for seat in self.seats.values():
            seat.clear_hand()
        for number, stack in zip(event.seats, event.stacks, strict=False):
            self._seat(number).stack = stack
        self.board, self.pots, self.ante_chips = [], [], 0
        self.turn, self.street, self.hand_over = None, -1, True

    def _noticed(self, code: str, text: str) -> None:
        match code:
            case "paused":
                self.paused = text
            case "resumed":
                self.paused = ""
            case "closing":
                self.closing = text
            case "reopened":
                self.closing = ""

    def _seated(self, event: Seated) -> None:
        self.seats[event.seat] = Seat(event.seat, event.name, event.bot, event.stack)
        if event.name == self.me:
            self.you = event.seat


def split_cards(text: str) -> list[str]:
    """Return the cards of a run-together text such as ``As2h``, in its order."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _seat(view: SeatView) -> Seat:
    return Seat(
        seat=view.seat,
        name=view.name,
        bot=view.bot,
        stack=view.stack,
        state=view.state,
        in_hand=view.in_hand,
        folded=view.folded,
        all_in=view.all_in,
        bet=view.bet,
        count=view.count,
        down=split_cards(view.down),
        up=split_cards(view.up),
        draws=list(view.draws),
    )
