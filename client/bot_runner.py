"""Bots over TCP: each signs in, finds a table, sits, plays, buys in again, and comes back when dropped."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from twisted.internet.defer import Deferred, fail, succeed
from twisted.python.failure import Failure

from greenfelt.client.bot import Bot
from greenfelt.client.bot_seat import BotSeat, Statistics
from greenfelt.client.connection import Client, Clock, Endpoint, Link
from greenfelt.client.errors import ClientError, NotConnected, RequestRefused
from greenfelt.client.model import TableView
from greenfelt.protocol.messages import (
    Act,
    Answer,
    Choose,
    Done,
    HandEnded,
    Presence,
    Request,
    SignedIn,
    Sit,
    SitIn,
    Snapshot,
    StandUp,
    Stood,
    TableRow,
    TopUp,
    Update,
)

TRY_ANOTHER_TABLE = frozenset({"table-full", "seat-taken", "unknown-table", "table-closed"})
QUIET_REFUSALS = frozenset({"stale-action", "not-your-turn", "hand-over", "not-seated"})
"""Refusals of an action that came too late: the prompt is gone, so there is nothing to do."""

RETRY_SECONDS = 2.0


class NoTable(ClientError):
    """No table has a free seat and a game that the bot plays."""

    code = "no-table"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a bot plays: at which table (None: one that suits), how many hands (None: for ever), with
    which buy-in (0: the middle of the table's range), and how long it thinks, in seconds."""

    table: int | None = None
    hands: int | None = None
    buy_in: int = 0
    think: tuple[float, float] = (0.0, 0.0)


Report = Callable[[str], None]


class BotPlayer:
    """One bot's account at one server. ``done`` fires when its hands are played, and fails when it
    cannot play at all."""

    def __init__(
        self,
        clock: Clock,
        endpoint: Endpoint,
        name: str,
        secret: str,
        bot: Bot,
        plan: Plan,
        report: Report = lambda text: None,
    ) -> None:
        self.client = Client(
            clock,
            endpoint,
            name,
            secret,
            listener=self,
            bot=True,
            agent="greenfelt-bot",
            keep_log=False,
        )
        self.done: Deferred[Statistics] = Deferred()
        self.seat: BotSeat | None = None
        self.bot = bot
        self.errors = 0
        self._clock = clock
        self._plan = plan
        self._report = report
        self._row: TableRow | None = None
        self._unsure = self._leaving = self._last_hand = self._topping_up = False
        self._counting = False
        self._thinking = random.Random(name)

    @property
    def name(self) -> str:
        return self.client.name

    @property
    def table(self) -> int:
        """The table where it sits or sat, 0 before."""
        return self.seat.view.table if self.seat is not None else 0

    @property
    def played_all(self) -> bool:
        """Whether it has played the hands that it was to play, since they are counted."""
        hands = self._plan.hands
        return hands is not None and self._counting and self.statistics.hands >= hands

    def count_hands(self) -> None:
        """Count from here, for the plan and in the statistics; before, hands go on without end."""
        self._counting = True
        if self.seat is not None:
            self.seat.statistics = Statistics()

    @property
    def statistics(self) -> Statistics:
        return self.seat.statistics if self.seat is not None else Statistics()

    def start(self) -> Deferred[None]:
        """Sign in and sit down; fires when seated. Fails with what went wrong, then ``done`` stays silent."""
        started = self.client.start()
        return started.addCallback(self._signed_in)

    def stop(self) -> Deferred[None]:
        """Close the connection and give up the rest of the hands; ``done`` fires with what was played."""
        return self._finish(None)

    def leave(self) -> Deferred[None]:
        """Stand up, then close the connection; ``done`` fires with what was played."""
        if self.seat is None or self._leaving or self.client.link is not Link.SIGNED_IN:
            return self.stop()
        self._leaving = True
        standing = self.client.request(StandUp(0, self.seat.view.table))
        return standing.addBoth(lambda _: self._finish(None))

    def leave_after_hand(self) -> None:
        """Stand up as soon as no hand would be given up by it."""
        self._last_hand = True
        if self.seat is None or not self.seat.view.in_hand:
            self.leave()

    # Finding a seat.

    def _signed_in(self, signed_in: SignedIn) -> Deferred[None]:
        return self.client.list_tables().addCallback(self._choose, signed_in.tables)

    def _choose(self, rows: list[TableRow], held: list[int]) -> Deferred[None]:
        wanted = self._plan.table
        fitting = [row for row in rows if row.table == wanted or wanted is None]
        if not fitting:
            raise NoTable(f"there is no table {wanted}")
        for row in fitting:
            if row.table in held:
                return self._resume(row)
        if wanted is None:
            fitting = [row for row in fitting if row.players < row.seats and self.bot.suits(row)]
            fitting.sort(key=lambda row: -row.players)
        return self._try_rows(fitting)

    def _resume(self, row: TableRow) -> Deferred[None]:
        """Take the seat that this account still holds, as after a restart of the bot."""
        self._row = row

        def seated(view: TableView) -> None:
            self._sit_in(view)
            self._send(self._seat_at(view).again())

        return self.client.watch(row.table).addCallback(seated)

    def _try_rows(self, rows: list[TableRow]) -> Deferred[None]:
        if not rows:
            raise NoTable("no table has a free seat and a game that this bot plays")
        sat = self._sit(rows[0])
        return sat.addCallbacks(self._seated, self._not_seated, errbackArgs=(rows[1:],))

    def _sit(self, row: TableRow) -> Deferred[int]:
        """Look at a table, then take a seat with what it asks of this account; fires with the seat."""
        self._row = row

        def looked(view: TableView) -> Deferred[Answer]:
            buy_in = self._plan.buy_in or (row.min_buy_in + row.max_buy_in) // 2
            if view.min_buy_in > row.min_buy_in:
                # Who has left lately comes back with no less than he left with.
                buy_in = max(buy_in, view.min_buy_in)
            return self._ask(Sit(0, row.table, buy_in))

        self._seat_at(self.client.follow(row.table))
        return self.client.watch(row.table).addCallback(looked).addCallback(_value)

    def _seat_at(self, view: TableView) -> BotSeat:
        if self.seat is None or self.seat.view is not view:
            statistics = self.statistics
            self.seat = BotSeat(self.bot, view.table, self.name, view=view)
            self.seat.statistics = statistics
        return self.seat

    def _seated(self, number: int) -> None:
        row = self._row
        if row is not None:
            self._report(
                f"{self.name} takes seat {number} at {row.name} ({row.game_name}, {row.stakes})"
            )

    def _not_seated(self, failure: Failure, others: list[TableRow]) -> Deferred[None] | Failure:
        error = failure.value
        if isinstance(error, RequestRefused) and error.code in TRY_ANOTHER_TABLE and others:
            self.seat = None
            return self._try_rows(others)
        return failure

    # Playing.

    def table_changed(self, view: TableView, message: Snapshot | Update) -> None:
        seat = self.seat
        if seat is None or seat.view is not view or self._leaving:
            return
        try:
            act = seat.react(message)
        except Exception:
            self._bot_failed(Failure())
            act = seat.safe()
        self._send(act)
        if isinstance(message, Update):
            for event in message.events:
                if isinstance(event, HandEnded):
                    self._between_hands(view)
                elif isinstance(event, Stood) and event.name == self.name:
                    self._stood(event)
                elif isinstance(event, Presence) and event.seat == view.you:
                    self._sit_in(view)

    def link_changed(self, link: Link, why: str) -> None:
        if link is Link.SIGNED_IN and self._unsure:
            # The news of the table comes before the answer to this ping.
            self._unsure = False
            self.client.ping().addCallbacks(self._answer_again, lambda _: None)
        elif link is Link.WAITING:
            self._report(f"{self.name}: connection lost ({why}); trying again")
        elif link is Link.CLOSED and not self._leaving and self.seat is not None:
            self._finish(Failure(NotConnected(why)))

    def _answer_again(self, _: float) -> None:
        if self.seat is not None:
            self._send(self.seat.again())

    def _send(self, act: Act | None) -> None:
        if act is None:
            return
        low, high = self._plan.think
        if high > 0:
            self._clock.callLater(self._thinking.uniform(low, high), self._send_now, act)
        else:
            self._send_now(act)

    def _send_now(self, act: Act) -> None:
        self._ask(act).addErrback(self._not_acted)

    def _ask(self, request: Request) -> Deferred[Answer]:
        """Send a request, and again after the pause that the server asks for when it is too much."""

        def wait(failure: Failure) -> Deferred[Answer]:
            error = failure.value
            if not isinstance(error, RequestRefused) or error.retry_ms <= 0:
                return fail(failure)
            later: Deferred[None] = Deferred()
            self._clock.callLater(error.retry_ms / 1000, later.callback, None)
            return later.addCallback(lambda _: self._ask(request))

        asked: Deferred[Answer] = self.client.request(request).addErrback(wait)
        return asked

    def _not_acted(self, failure: Failure) -> None:
        error = failure.value
        if isinstance(error, NotConnected):
            self._unsure = True
        elif isinstance(error, RequestRefused) and self.seat is not None:
            if error.code in QUIET_REFUSALS:
                return
            self.errors += 1
            self._report(f"{self.name}: action refused ({error.code}): {error}")
            self._send(self.seat.refused(error.code))
        else:
            self._bot_failed(failure)

    def _bot_failed(self, failure: Failure) -> None:
        self.errors += 1
        self._report(f"{self.name}: the bot failed: {failure.getTraceback()}")

    # Between hands.

    def _between_hands(self, view: TableView) -> None:
        me, row = view.own, self._row
        if self.played_all or self._last_hand:
            if self.seat is not None:
                self.seat.retire()
            self.leave()
            return
        if me is None or row is None or self._topping_up:
            return
        if me.stack < max(1, row.min_buy_in // 4):
            self._topping_up = True
            buy_in = self._plan.buy_in or (row.min_buy_in + row.max_buy_in) // 2
            request = TopUp(0, view.table, buy_in - me.stack)
            self._ask(request).addCallbacks(
                lambda _: self._topped_up(view), partial(self._not_topped_up, view)
            )
        else:
            self._choose_game(view)

    def _choose_game(self, view: TableView) -> None:
        try:
            code = self.seat.choose_game() if self.seat is not None else None
        except Exception:
            self._bot_failed(Failure())
            return
        if code:
            self._ask(Choose(0, view.table, code)).addErrback(lambda _: None)

    def _topped_up(self, view: TableView) -> None:
        self._topping_up = False
        self._sit_in(view)

    def _not_topped_up(self, view: TableView, failure: Failure) -> None:
        self._topping_up = False
        if not isinstance(failure.value, NotConnected):
            me = view.own
            if me is None or me.stack == 0:
                self._broke(failure)

    def _broke(self, failure: Failure) -> None:
        self._report(f"{self.name} leaves, without chips: {failure.getErrorMessage()}")
        self.leave()

    def _sit_in(self, view: TableView) -> None:
        me = view.own
        if me is not None and me.stack > 0 and me.state == "out" and not self._leaving:
            self._ask(SitIn(0, view.table)).addErrback(lambda _: None)

    def _stood(self, event: Stood) -> None:
        """The table took our seat, as when it was broke: take another one, soon.

        Whom the house brought to another table plays on there.
        """
        if event.to and not self._leaving:
            self.client.list_tables().addCallback(self._moved, event.to).addErrback(self._broke)
        elif self._row is not None and not self._leaving:
            self._clock.callLater(RETRY_SECONDS, self._sit_again, self._row)

    def _moved(self, rows: list[TableRow], to: int) -> Deferred[None]:
        found = [row for row in rows if row.table == to]
        if not found:
            raise NoTable(f"there is no table {to}")
        return self._resume(found[0])

    def _sit_again(self, row: TableRow) -> None:
        if self._leaving or self.client.link is not Link.SIGNED_IN:
            return
        self._sit(row).addErrback(self._broke)

    def _finish(self, outcome: Answer | Failure | None) -> Deferred[None]:
        """Close the connection, then fire ``done``, once."""
        self._leaving = True
        closing = self.client.close() if self.client.link is not Link.CLOSED else succeed(None)
        return closing.addCallback(self._tell, outcome)

    def _tell(self, _: None, outcome: Answer | Failure | None) -> None:
        if not self.done.called:
            self.done.callback(outcome if isinstance(outcome, Failure) else self.statistics)


def _value(answer: Answer) -> int:
    return answer.value if isinstance(answer, Done) else 0
