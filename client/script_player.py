"""A scripted client over TCP: it does one step after the other, and fails with the step that does not work."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, cast

from twisted.internet.defer import (
    Deferred,
    TimeoutError,
    gatherResults,
    inlineCallbacks,
    succeed,
)

from greenfelt.client.bot_runner import Report
from greenfelt.client.bot_seat import BotSeat, Statistics
from greenfelt.client.connection import Client, Clock, Endpoint, Link
from greenfelt.client.errors import ClientError, RequestRefused
from greenfelt.client.model import TableView
from greenfelt.client.script import (
    AnyStep,
    Assert,
    Drop,
    How,
    Join,
    Leave,
    Play,
    Reconnect,
    Script,
    ScriptBot,
    Silence,
    Wait,
)
from greenfelt.protocol.messages import Act, SitIn, Snapshot, StandUp, Update


class ScriptFailed(ClientError):
    """A step did not do what it should, or not in time."""

    code = "script-failed"


class ScriptPlayer:
    """One account that follows a script. ``run`` does it all."""

    def __init__(
        self,
        clock: Clock,
        endpoint: Endpoint,
        name: str,
        secret: str,
        script: Script,
        seed: str,
        report: Report = lambda text: None,
    ) -> None:
        self.client = Client(
            clock,
            endpoint,
            name,
            secret,
            listener=self,
            bot=True,
            agent="greenfelt-script",
            keep_log=False,
        )
        self.name = name
        self.under_way = "the sign-in"
        """The step that is being done, empty once all are."""
        self._clock = clock
        self._script = script
        self._bot = ScriptBot(seed)
        self._report = report
        self._seat: BotSeat | None = None
        self._table = 0
        self._waiting: tuple[Callable[[], bool], Deferred[None]] | None = None

    @property
    def table(self) -> int:
        return self._table

    @property
    def statistics(self) -> Statistics:
        return self._seat.statistics if self._seat is not None else Statistics()

    @inlineCallbacks
    def run(self) -> Generator[Deferred[Any], Any, None]:
        """Do every step. Fails with ScriptFailed, or with what the server refused to sign in for."""
        yield self.client.start()
        for number, step in enumerate(self._script.step, 1):
            self.under_way = f"step {number} ({type(step).__name__.lower()})"
            what = f"{self.name}, {self.under_way}"
            try:
                yield self._do(step).addTimeout(step.within, cast(Any, self._clock))
            except TimeoutError as error:
                raise ScriptFailed(f"{what}: not done within {step.within:g} s") from error
            except ClientError as error:
                raise ScriptFailed(f"{what}: {error}") from error
            self._report(f"{what}: done")
        self.under_way = ""
        yield self.leave()

    def leave(self) -> Deferred[Any]:
        """Stand up if it sits, and close the connection."""
        if self.client.link is not Link.SIGNED_IN or not self._sits():
            return self.client.close() if self.client.link is not Link.CLOSED else succeed(None)
        standing = self.client.request(StandUp(0, self._table))
        return standing.addBoth(lambda _: self.client.close())

    # Steps.

    def _do(self, step: AnyStep) -> Deferred[Any]:
        match step:
            case Join():
                return self._join(step)
            case Play():
                if step.act:
                    self._bot.words = step.act
                end = self.statistics.hands + step.hands
                return self._until(lambda: self.statistics.hands >= end)
            case How():
                self._bot.words = step.by
                return succeed(None)
            case Wait():
                return self._wait(step)
            case Drop():
                return self.client.close()
            case Reconnect():
                return self.client.start().addCallback(self._take_up)
            case Assert():
                facts = self._facts()
                if not step.holds(facts):
                    raise ScriptFailed(f"{step.that} does not hold: it is {facts[step.fact]}")
                return succeed(None)
            case Leave():
                return self.client.request(StandUp(0, self._table))

    def _join(self, step: Join) -> Deferred[Any]:
        self._table = step.table
        view = self.client.follow(step.table)
        self._seat = BotSeat(self._bot, step.table, self.name, view=view)

        def looked(seen: TableView) -> Deferred[int]:
            return self.client.sit(step.table, step.buy_in or seen.min_buy_in)

        return self.client.watch(step.table).addCallback(looked)

    def _wait(self, step: Wait) -> Deferred[None]:
        view = self._view()
        if step.until == "turn":
            return self._until(lambda: view.my_turn)
        if step.until == "hand":
            hand = view.hand
            return self._until(lambda: view.hand > hand and not view.hand_over)
        if step.until == "hand-end":
            return self._until(lambda: view.hand_over)
        waited: Deferred[None] = Deferred()
        self._clock.callLater(step.seconds, waited.callback, None)
        return waited

    def _take_up(self, _: object) -> Deferred[Any]:
        """After the news of the table, which come before the answer to this ping: play on."""
        return self.client.ping().addCallback(lambda _: self._answer_again())

    def _answer_again(self) -> None:
        me = self._view().own
        if me is not None and me.state == "out":
            self.client.request(SitIn(0, self._table)).addErrback(lambda _: None)
        if self._seat is not None:
            self._say(self._seat.again)

    def _until(self, holds: Callable[[], bool]) -> Deferred[None]:
        waited: Deferred[None] = Deferred()
        self._waiting = holds, waited
        self._look()
        return waited

    def _look(self) -> None:
        if self._waiting is not None and self._waiting[0]():
            (_, waited), self._waiting = self._waiting, None
            waited.callback(None)

    # What comes in.

    def table_changed(self, view: TableView, message: Snapshot | Update) -> None:
        seat = self._seat
        if seat is None or seat.view is not view:
            return
        # A step that waits for our turn sees it before the answer is given.
        self._look()
        self._say(lambda: seat.react(message))
        self._look()

    def link_changed(self, link: Link, why: str) -> None:
        """Steps say when the connection breaks; when it breaks by itself, the client comes back."""
        if link is Link.WAITING:
            self._report(f"{self.name}: connection lost ({why}); trying again")

    def _say(self, decide: Callable[[], Act | None]) -> None:
        try:
            act = decide()
        except Silence:
            return
        if act is not None:
            self.client.request(act).addErrback(self._refused)

    def _refused(self, failure: Any) -> None:
        error, seat = failure.value, self._seat
        if isinstance(error, RequestRefused) and seat is not None:
            self._say(lambda: seat.refused(error.code))

    def _view(self) -> TableView:
        return self.client.follow(self._table)

    def _sits(self) -> bool:
        return self._table != 0 and self._view().you != 0

    def _facts(self) -> dict[str, int]:
        view, statistics = self._view(), self.statistics
        me = view.own
        return {
            "hand": view.hand,
            "hands": statistics.hands,
            "in_hand": int(view.in_hand),
            "net": statistics.net,
            "players": len(view.seats),
            "pot": view.pot,
            "refused": statistics.refused,
            "seat": view.you,
            "stack": me.stack if me is not None else 0,
        }


class ScriptCrew:
    """Several accounts that follow one script at the same time."""

    def __init__(self, players: Sequence[ScriptPlayer]) -> None:
        self.players = players

    def play(self) -> Deferred[Any]:
        """Run the script with everybody; fails as the first that fails."""
        return gatherResults([player.run() for player in self.players], consumeErrors=True)

    def leave(self) -> Deferred[Any]:
        """Stand up everywhere and close all connections."""
        return gatherResults([player.leave() for player in self.players], consumeErrors=True)
