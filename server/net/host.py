"""Hosting one table: commands one at a time, commit before telling, every viewer his own view."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from redis import Redis
from twisted.internet.defer import Deferred, fail, succeed
from twisted.python.failure import Failure

from greenfelt.protocol.connection import encode
from greenfelt.protocol.messages import Message, Notice, Played, Update
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.engine.errors import Refused
from greenfelt.server.net.clock import SlotTimers
from greenfelt.server.net.delay import DelayedFeed, authors_of
from greenfelt.server.net.errors import (
    Busy,
    InternalFault,
    NotStopped,
    NotWatching,
    StoreAway,
    TableStopped,
)
from greenfelt.server.net.keeping import HandKeeper
from greenfelt.server.net.meters import MeterBoard
from greenfelt.server.room.bank import Bank
from greenfelt.server.room.coupons import Coupons
from greenfelt.server.room.errors import BankLimit
from greenfelt.server.room.ledger import booked
from greenfelt.server.room.purse import Purses
from greenfelt.server.room.talk import Talk
from greenfelt.server.store.commits import Entry, Opening, Snapshot
from greenfelt.server.store.errors import (
    EntryMissing,
    OwnershipLost,
    StoreTrouble,
    StoreWentBack,
    Unreadable,
)
from greenfelt.server.store.reactor import Timing
from greenfelt.server.store.recovery import Stored
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.errors import BadConfig, NotAdmitted
from greenfelt.server.tables.events import (
    AnyEvent,
    Closing,
    Left,
    OfferEnded,
    Seated,
    SeatOffered,
    WaitBegun,
    WaitEnded,
)
from greenfelt.server.tables.kinds import kind_of
from greenfelt.server.tables.outcome import Outcome

logger = logging.getLogger(__name__)

T = TypeVar("T")

SNAPSHOT_EVENTS = 250
"""A snapshot is kept when this many events came since the last one, and no hand runs."""

SNAPSHOT_EVENTS_AT_MOST = 1_000
"""... and then also in mid-hand."""

_STOPPED = "this table is stopped; the house looks into it"

_NEWS = frozenset((Seated, Left, WaitBegun, WaitEnded, SeatOffered, OfferEnded, Closing))

QUEUE = 500
"""Commands that may wait at one table while the store is slow; of a viewer's wishes to watch, one may."""


class TableLog(Protocol):
    """What a host needs of the store."""

    epoch: int

    def append(self, write: Entry | Opening) -> Deferred[None]: ...

    def keep(self, snapshot: Snapshot) -> None: ...

    def reload(self, table: int) -> Deferred[Stored]: ...

    def accept(self, snapshot: Snapshot) -> Deferred[None]: ...

    def open_table(self, table: int, definition: bytes) -> Deferred[None]: ...

    def retire(self, table: int) -> Deferred[None]: ...

    def compute(self, function: Callable[[], T]) -> Deferred[T]: ...

    def read(self, function: Callable[[Redis], T]) -> Deferred[T]: ...


class Viewer(Protocol):
    """Somebody who follows a table and asks things of it: a session."""

    account: str
    ended: bool
    watching: set[int]

    def send(self, frame: bytes) -> None: ...

    def tell(self, message: Message) -> None: ...

    def done(self, request: int, value: int) -> None: ...

    def refused(self, request: int, error: Refused) -> None: ...


class House(NamedTuple):
    """What all hosts share.

    ``connected`` says whether an account has a session. ``news`` is told of committed events that
    change who sits or waits at a table, or that let it close. ``watch_time`` is called before a timer
    fires: it finds out whether the server stood still, and then nobody's time is over.
    ``correct_purses`` reads again what accounts and meters hold.
    """

    timing: Timing
    now_ms: Callable[[], int]
    log: TableLog
    purses: Purses
    deck: DeckSource
    connected: Callable[[str], bool]
    talk: Talk
    news: Callable[[TableHost, list[AnyEvent]], None]
    bank: Bank
    meters: MeterBoard
    coupons: Coupons
    keep_events: int = 0
    watch_time: Callable[[], None] = lambda: None
    correct_purses: Callable[[], Deferred[None]] = lambda: succeed(None)


class Job(NamedTuple):
    """A command, and who waits for its answer under which request id (None: nobody)."""

    command: cmd.AnyCommand
    viewer: Viewer | None = None
    request: int = 0


def rebuild(stored: Stored, config: TableConfig, deck: DeckSource) -> BaseTable:
    """Return the table that the store holds: its snapshot and the entries after it.

    Raises EntryMissing or another Unreadable when it cannot be folded, and BadConfig.
    """
    kind = kind_of(config)
    try:
        if stored.state is None:
            table = kind.new(stored.table, config, deck)
        else:
            table = kind.load(stored.state, stored.table, config, deck)
        for version, data in stored.entries:
            events = kind.decode(data)
            if table.version + len(events) != version:
                raise EntryMissing(
                    f"the log of table {stored.table} jumps from version {table.version} to "
                    f"{version - len(events)}: it can only be settled"
                )
            for event in events:
                table.evolve(event)
    except BadConfig:
        raise
    except ValueError as error:
        raise Unreadable(f"table {stored.table} cannot be read: {error}") from error
    return table


class TableHost:
    """One table as this server runs it.

    At most one step is being committed; what comes meanwhile waits. Between a decision and its
    commit the table in memory is ahead of what anybody was told, so snapshots wait too.

    A ``stopped`` table refuses everything until the floor decides (``accept``). When it is ``astray``
    it holds a step that was never committed, and is shown to nobody either: that step may tell cards
    of a hand that goes on without it. It is ``unreadable`` when what the store holds of it cannot be
    played on, as far as we know: then it can only be settled.
    """

    def __init__(self, house: House, table: BaseTable, stopped: StoreTrouble | None = None) -> None:
        self.table = table
        table.link(house.meters.stands, house.coupons.usable)
        self.viewers: dict[Viewer, None] = {}
        self._house = house
        self._config = table.config
        self._kind = kind_of(table.config)
        self._banked = table.config.house is not None
        self._keeper = HandKeeper()
        self._timers = SlotTimers(
            house.timing, house.now_ms, self._timer_fired, watch=house.watch_time
        )
        self._busy = False
        self._queue: deque[Job | Callable[[], None]] = deque()
        self._to_watch: dict[Viewer, int] = {}
        self._told = self._told_before = table.version
        self._kept = self._first_version = table.version
        self._away_ms = 0
        self._held: list[str] = []
        self._draining = False
        self._stopped = stopped
        self.unreadable = isinstance(stopped, Unreadable)
        self._astray = False
        self._feed: DelayedFeed | None = None
        self._open_feed()

    @property
    def id(self) -> int:
        return self.table.id

    @property
    def idle(self) -> bool:
        """Whether nothing is being committed."""
        return not self._busy

    @property
    def stopped(self) -> StoreTrouble | None:
        """Why nothing can be done at this table until the floor decides; None: play goes on."""
        return self._stopped

    def recover(self) -> None:
        """Pick the table up after a restart: players are away, clocks get the stated grace."""
        if self._stopped is None:
            self._commit(self.table.recovered(self._house.now_ms()), None)

    def submit(self, job: Job) -> None:
        """Carry out a command, now or after what waits before it."""
        if self._stopped is not None:
            self._refuse(job, TableStopped(_STOPPED))
        elif not self._busy:
            self._run(job)
        elif self._away_ms and job.viewer is not None:
            self._refuse(job, StoreAway("play is paused: the store does not answer"))
        elif len(self._queue) < QUEUE or job.viewer is None:
            self._queue.append(job)
        else:
            self._refuse(job, Busy("this table has too much to do; try again"))

    def watch(self, viewer: Viewer, request: int) -> None:
        """Let a viewer follow the table: a snapshot comes, then everything after it.

        What he missed is never sent as it was: clocks count from when a message is sent.
        """
        if not self._busy:
            self._watch(viewer, request)
        elif viewer in self._to_watch:
            viewer.refused(request, Busy("you are shown this table as soon as that can be"))
        else:
            self._to_watch[viewer] = request

    def unwatch(self, viewer: Viewer) -> None:
        self.viewers.pop(viewer, None)
        request = self._to_watch.pop(viewer, None)
        if request is not None and not viewer.ended:
            viewer.refused(request, NotWatching("you stopped watching before it could be shown"))

    def show(self, viewer: Viewer) -> None:
        """Let a viewer follow the table who did not ask: the house brought him here."""
        self._when_settled(lambda: self._show(viewer))

    def suspend(self, away_ms: int) -> None:
        """The store is away since ``away_ms``: clocks stand still, and the viewers are told."""
        self._away_ms = away_ms
        notice = Notice("paused", "play is paused: the store does not answer")
        self._announce(notice)

    def resume(self) -> None:
        """The store is back: every clock has left what it had when the store went away."""
        self._when_settled(self._resume)

    def stood_still(self, since_ms: int) -> None:
        """The server did nothing since then: every clock has left what it had."""
        if not self._away_ms:
            self._when_settled(lambda: self._take_back(since_ms, "the server stood still"))

    def stop(self, trouble: StoreTrouble) -> None:
        """The table's log cannot be trusted: refuse everything until the floor decides."""
        if self._stopped is None:
            self._stop(trouble)

    def accept(self, *, anew: int | None = None) -> Deferred[None]:
        """Let a stopped table go on from what the store holds of it, as the floor has decided.

        ``anew``: from nothing, for what is there cannot be read, its chips were paid out; hands count on
        from that number. Fails with
        NotStopped, or with a StoreTrouble when what is there cannot be played on.
        """
        stopped = self._stopped
        if stopped is None or self._busy:
            return fail(NotStopped(f"{self._config.name} is not stopped"))
        self._busy = True
        known = max(self.table.version, getattr(stopped, "acknowledged", 0))
        return (
            self._house.log.reload(self.id)
            .addCallback(self._renumber, known + 1, anew)
            .addCallbacks(self._accepted, self._not_accepted)
        )

    def show_meters(self, links: set[str]) -> None:
        """Tell everybody who sees the table as it is what meters show that other tables move, too."""
        shown = self.table.shown_meters(links)
        if shown:
            told = Played("meters", {"meters": shown})
            frame = encode(Update(self.id, self._told, [told], 0))
            for viewer in self._live_viewers():
                viewer.send(frame)

    def announce(self, text: str) -> None:
        """Tell everybody who follows the table what the floor has to say."""
        self._announce(Notice("floor", text))

    def drain(self, *, on: bool) -> None:
        """Let no hand begin, or let those begin that were due meanwhile."""
        self._draining = self.table.resting = on
        if not on and not self._away_ms:
            held, self._held = self._held, []
            for token in held:
                self._timer_fired(token)

    def renew_snapshot(self) -> None:
        """Keep the table's state again as soon as it is settled: another key seals now."""
        self._when_settled(self._write_snapshot)

    def close(self) -> None:
        """Forget timers and viewers; the table stays in the store as it is."""
        self._timers.clear()
        self.viewers.clear()
        self._queue.clear()
        self._to_watch.clear()
        if self._feed is not None:
            self._feed.close()

    # One step.

    def _run(self, job: Job) -> None:
        now_ms = self._house.now_ms()
        command = job.command
        try:
            if type(command) is cmd.Sit:
                self._house.purses.check(command.account, command.buy_in, self.table.in_words)
            elif type(command) is cmd.TopUp:
                self._house.purses.check(command.account, command.amount, self.table.in_words)
            elif self._banked and type(command) is cmd.Act:
                self._check_bank(command, now_ms)
            outcome = self.table.handle(command, now_ms)
        except Refused as error:
            self._refuse(job, error)
        except Exception:
            logger.exception("table %d failed at %r", self.id, type(command).__name__)
            self._refuse(job, InternalFault("the server failed; the table is as it was"))
            self._reload()
        else:
            self._commit(outcome, job)

    def _check_bank(self, command: cmd.Act, now_ms: int) -> None:
        """Raise BankLimit when the house cannot cover an action that the table would carry out."""
        try:
            self._house.bank.check(self.table, command)
        except BankLimit:
            # Whatever else is wrong with it is said first: it is tried at a copy of the table.
            copy = self._kind.load(self.table.dump(), self.id, self._config, self._house.deck)
            copy.link(self._house.meters.stands, self._house.coupons.usable)
            copy.handle(command, now_ms)
            raise

    def _commit(self, outcome: Outcome, job: Job | None) -> None:
        events = outcome.events
        if not events:
            self._settle(outcome, job)
            return
        version = self.table.version
        entry = Entry(
            self.id,
            self._house.log.epoch,
            version - len(events),
            version,
            self._kind.encode(events),
            booked(self.id, outcome.moves) if outcome.moves else (),
            self._keeper.kept(self.table, events, self._house.now_ms()),
        )
        if outcome.coupons:
            slips = self._house.coupons.spend(outcome.coupons, self.id, self.table.state.hand)
            entry = entry._replace(slips=slips)
        if outcome.moves:
            self._house.purses.take(outcome.moves)
            self._house.meters.take(outcome.moves)
        self._busy = True
        self._house.log.append(entry).addCallbacks(
            self._committed, self._failed, (outcome, job), {}, (outcome, job)
        )

    def _committed(self, _: None, outcome: Outcome, job: Job | None) -> None:
        self._busy = False
        if outcome.moves:
            self._house.purses.give(outcome.moves)
            self._house.meters.committed(outcome.moves)
        self._house.coupons.spent(outcome.coupons)
        self._settle(outcome, job)
        if not self._busy:  # the news may have led to another step, which is not committed
            self._keep_snapshot()
        self._go_on()

    def _settle(self, outcome: Outcome, job: Job | None) -> None:
        """Set the timers that were asked for, tell the viewers, then answer."""
        for timer in outcome.timers:
            self._timers.set(timer.slot, timer.token, timer.at_ms)
        viewer = job.viewer if job is not None else None
        sits = job is not None and type(job.command) is cmd.Sit
        if viewer is not None and sits and self._feed is not None:
            # He saw the past so far: what follows the present snapshot is all that he is told.
            self.viewers.pop(viewer, None)
        if outcome.events and self.viewers:
            self._tell(outcome.events)
        elif outcome.events:
            self._told = self.table.version
        if self._feed is not None and outcome.events:
            self._feed.push(outcome.events)
        if job is not None and viewer is not None:
            if sits and viewer not in self.viewers:
                self._show(viewer)
            viewer.done(job.request, outcome.value)
        if not _NEWS.isdisjoint(map(type, outcome.events)):
            self._house.news(self, outcome.events)

    def _tell(self, events: list[AnyEvent]) -> None:
        try:
            seen = self._kind.updates(self.table, events, self._house.now_ms())
        except Exception:
            logger.exception("table %d: a step cannot be told", self.id)
            return
        since, version = self._told, self.table.version
        self._told_before = since
        public = b""
        if seen.public.events:
            public = encode(Update(self.id, version, seen.public.events, version - since))
            self._told = version
        if not seen.private:
            if public:
                self._tell_all(public, events)
            return
        private = {
            seat: encode(Update(self.id, version, update.events, version - since))
            for seat, update in seen.private.items()
        }
        seat_of = self.table.seat_of
        for viewer in self._live_viewers(events):
            frame = private.get(seat_of(viewer.account), public)
            if frame:
                viewer.send(frame)

    def _tell_all(self, public: bytes, events: list[AnyEvent]) -> None:
        """Send a frame to all, without what somebody says to those who do not want to hear him."""
        authors = authors_of(events)
        silent = b""
        if authors:
            silent = encode(
                Update(self.id, self.table.version, [], self.table.version - self._told_before)
            )
        self._send(self._live_viewers(events), public, silent, authors)

    def _send(
        self, viewers: Iterable[Viewer], frame: bytes, silent: bytes, authors: set[str]
    ) -> None:
        hears = self._house.talk.hears
        for viewer in viewers:
            heard = all(hears(viewer.account, author) for author in authors)
            viewer.send(frame if heard else silent)

    def _live_viewers(self, events: Sequence[AnyEvent] = ()) -> Iterable[Viewer]:
        """Return who sees what happens when it happens: all or, where watchers see it later, the seats.

        Who leaves by one of these ``events`` sees that too, and the past from there on.
        """
        if self._feed is None:
            return self.viewers
        here = {seat.account for seat in self.table.state.seats.values()}
        here.update(event.account for event in events if type(event) is Left)
        return [viewer for viewer in self.viewers if viewer.account in here]

    def _show_later(self, frame: bytes, silent: bytes, authors: set[str]) -> None:
        """Send a frame of the delayed feed to those who only watch."""
        seat_of = self.table.seat_of
        watchers = [viewer for viewer in self.viewers if not seat_of(viewer.account)]
        self._send(watchers, frame, silent, authors)

    def check_access(self, account: str) -> None:
        """Raise NotAdmitted when the table is private and the account was not let in."""
        if not self.table.admits(account):
            raise NotAdmitted(
                f"{self._config.name} is private: enter by its password or an invitation"
            )

    def _announce(self, notice: Notice) -> None:
        """Tell the viewers something that is not in the log; their version stays as it is."""
        frame = encode(Update(self.id, self._told, [notice], 0))
        for viewer in self._live_viewers():
            viewer.send(frame)
        if self._feed is not None:
            told = self._feed.told
            late = encode(Update(self.id, told, [notice], 0))
            self._show_later(late, late, set())

    def _failed(self, failure: Failure, outcome: Outcome, job: Job | None) -> None:
        """The step is not in the log: it never happened."""
        self._busy = False
        self._keeper.forget()
        self._house.purses.undo(outcome.moves)
        self._house.meters.undo(outcome.moves)
        self._house.coupons.unspend(outcome.coupons)
        trouble = failure.value
        if not isinstance(trouble, StoreTrouble):
            logger.error("table %d: %s", self.id, failure.getTraceback())
        else:
            logger.error("table %d: a step was not committed: %s", self.id, trouble)
        if job is not None:
            self._refuse(job, InternalFault(f"not carried out: {trouble}"))
        if isinstance(trouble, (OwnershipLost, StoreWentBack)):
            self._astray = True
            self._stop(trouble)
        else:
            self._reload()

    def _refuse(self, job: Job, error: Refused) -> None:
        if job.viewer is not None:
            job.viewer.refused(job.request, error)

    def _go_on(self) -> None:
        if not self._busy:
            self._show_who_waits()
        while self._queue and not self._busy:
            waiting = self._queue.popleft()
            if isinstance(waiting, Job):
                self._run(waiting)
            else:
                waiting()

    def _show_who_waits(self) -> None:
        waiting, self._to_watch = self._to_watch, {}
        for viewer, request in waiting.items():
            self._watch(viewer, request)

    def _when_settled(self, look: Callable[[], None]) -> None:
        if self._busy:
            self._queue.append(look)
        else:
            look()

    def _timer_fired(self, token: str) -> None:
        if self._away_ms or (self._draining and token.startswith("start:")):
            self._held.append(token)
        else:
            self.submit(Job(cmd.TimerFired(token)))

    def _resume(self) -> None:
        away_ms, self._away_ms = self._away_ms, 0
        held, self._held = self._held, []
        if not away_ms or self._stopped is not None:
            return
        self._take_back(away_ms, "the store did not answer")
        for token in held:
            self._timer_fired(token)

    def _take_back(self, since_ms: int, why: str) -> None:
        """Give every clock back what it has lost since then."""
        table = self.table
        if table.state.paused or self._stopped is not None:
            return
        paused = table.handle(cmd.Pause(why), since_ms)
        resumed = table.handle(cmd.Resume(), self._house.now_ms())
        self._commit(Outcome(paused.events + resumed.events, resumed.timers, resumed.moves), None)

    # Viewers.

    def _watch(self, viewer: Viewer, request: int) -> None:
        self._show(viewer)
        if self._astray:
            viewer.refused(request, TableStopped(_STOPPED))
        else:
            viewer.done(request, self.table.seat_of(viewer.account))

    def _show(self, viewer: Viewer) -> None:
        """Show the table as it is, or once the floor has decided where it goes on."""
        if viewer.ended:
            return
        self.viewers[viewer] = None
        viewer.watching.add(self.id)
        if self._astray:
            return
        seat = self.table.seat_of(viewer.account)
        if self._feed is not None and not seat:
            viewer.tell(self._feed.snapshot(viewer.account))
        else:
            now_ms = self._house.now_ms()
            viewer.tell(self._kind.snapshot(self.table, seat, now_ms, viewer.account, 0))

    def _open_feed(self) -> None:
        if self._feed is not None:
            self._feed.close()
            self._feed = None
        if self._config.watch_delay_ms:
            house = self._house
            self._feed = DelayedFeed(
                self.table, house.deck, house.timing, house.now_ms, self._show_later
            )

    # The log.

    def _keep_snapshot(self) -> None:
        new = self.table.version - self._kept
        if new < SNAPSHOT_EVENTS:
            return
        if new < SNAPSHOT_EVENTS_AT_MOST and self.table.state.running:
            return
        self._write_snapshot()

    def _write_snapshot(self) -> None:
        if self._stopped is not None:
            return
        version = self._kept = self.table.version
        keep_from = version - self._house.keep_events
        if keep_from < self._first_version:
            keep_from = 0
        self._house.log.keep(
            Snapshot(self.id, self._house.log.epoch, version, self.table.dump(), keep_from)
        )

    def _reload(self) -> None:
        """Throw the table in memory away and fold it again from the log."""
        self._busy = True
        self._timers.clear()
        self._house.log.reload(self.id).addCallback(self._reloaded).addErrback(self._not_reloaded)

    def _reloaded(self, stored: Stored) -> None:
        if stored.trouble is not None:
            raise stored.trouble
        self._take_over(rebuild(stored, self._config, self._house.deck))
        self._go_on_anew()

    def _take_over(self, table: BaseTable) -> None:
        self.table = table
        self._astray = False
        table.resting = self._draining
        table.link(self._house.meters.stands, self._house.coupons.usable)

    def _renumber(self, stored: Stored, version: int, anew: int | None) -> Deferred[BaseTable]:
        """Keep what the store holds as a version that is beyond all that anybody was told."""
        if anew is not None:
            table = self._kind.new(self.id, self._config, self._house.deck)
        elif stored.trouble is not None:
            raise stored.trouble
        else:
            table = rebuild(stored, self._config, self._house.deck)
        version = max(version, stored.last_version + 1)
        table.renumber(version, anew or 0)
        snapshot = Snapshot(self.id, self._house.log.epoch, version, table.dump())
        return self._house.log.accept(snapshot).addCallback(lambda _: table)

    def _accepted(self, table: BaseTable) -> Deferred[None]:
        self._take_over(table)
        self._stopped, self.unreadable = None, False
        self._told = self._told_before = self._kept = self._first_version = table.version
        self._open_feed()
        for viewer in list(self.viewers):
            self._show(viewer)
        self._go_on_anew()
        return self._house.correct_purses()

    def _not_accepted(self, failure: Failure) -> Failure:
        self._busy = False
        self.unreadable = isinstance(failure.value, Unreadable)
        self._go_on()
        return failure

    def _go_on_anew(self) -> None:
        """Go on with a table that was just folded from the store."""
        self._busy = False
        self._told = min(self._told, self.table.version)
        present = [
            seat.account
            for seat in self.table.state.seats.values()
            if self._house.connected(seat.account)
        ]
        self._queue.extendleft(Job(cmd.Return(account)) for account in present)
        self.recover()
        self._go_on()

    def _not_reloaded(self, failure: Failure) -> None:
        logger.critical("table %d cannot be read again: %s", self.id, failure.getTraceback())
        trouble = failure.value
        if not isinstance(trouble, StoreTrouble):
            trouble = StoreTrouble("the table's log cannot be read")
        self._stop(trouble)

    def _stop(self, trouble: StoreTrouble) -> None:
        logger.critical("table %d is stopped: %s", self.id, trouble)
        self._stopped, self.unreadable = trouble, isinstance(trouble, Unreadable)
        self._announce(Notice("stopped", _STOPPED))
        self._busy = False
        self._timers.clear()
        self._show_who_waits()
        queue, self._queue = self._queue, deque()
        for waiting in queue:
            if isinstance(waiting, Job):
                self.submit(waiting)
            else:
                waiting()
