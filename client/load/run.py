"""A whole load test: its processes, what they count, and what comes of it."""

from __future__ import annotations

import multiprocessing
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from greenfelt.client.load.errors import LoadFailed
from greenfelt.client.load.figures import slope
from greenfelt.client.load.latency import Waits
from greenfelt.client.load.machine import ServerProcess, Usage
from greenfelt.client.load.mix import tables_of
from greenfelt.client.load.think import Think
from greenfelt.client.load.worker import Share, Tick, work

_TOGETHER = (
    "actions",
    "hands",
    "frames",
    "bytes",
    "reconnects",
    "lost",
    "unanswered",
    "scanned",
    "unscanned",
    "leaks",
    "checked",
    "wrong",
)
_END_SECONDS = 60.0
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a load test is to do. ``rate`` is in actions a second of all tables together (0: none);
    it ends after ``seconds``, or when ``hands`` were dealt (0: no matter)."""

    address: tuple[str, int]
    tables: int
    seats: int = 6
    game: str = "badugi"
    seconds: float = 0.0
    hands: int = 0
    rate: float = 0.0
    churn_seconds: float = 0.0
    watchers: int = 0
    idle: int = 0
    processes: int = 1
    think: Think = field(default_factory=Think)
    ramp_seconds: float = 0.0
    warm_up_seconds: float = 1.0
    setup_seconds: float = 600.0


@dataclass(slots=True)
class Sample:
    """One second of the steady state: rates a second, waits in milliseconds, CPU as share of a core."""

    at: float
    actions: float
    hands: float
    p50: float | None
    p99: float | None
    sight_p99: float | None
    errors: int
    cpu: float | None
    rss: int | None


@dataclass
class Result:
    """What a load test found."""

    figures: dict[str, float | None]
    samples: list[Sample]
    errors: dict[str, int]
    leaks: list[str]
    unanswered: int
    confirmation: Waits
    sight: Waits
    seconds: float
    options: Options
    connections: int = 0


@dataclass(slots=True)
class Progress:
    """What is told while it runs: phase, seconds of it, and the last sample."""

    phase: str
    seconds: float
    share: float
    sample: Sample | None = None


@dataclass
class _Sums:
    counts: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    confirmation: Waits = field(default_factory=Waits)
    sight: Waits = field(default_factory=Waits)
    lag: Waits = field(default_factory=Waits)
    leaks: list[str] = field(default_factory=list)

    def add(self, tick: Tick) -> None:
        for name in _TOGETHER:
            self.counts[name] += getattr(tick, name)
        self.errors.update(tick.errors)
        self.confirmation.merge(tick.confirmation)
        self.sight.merge(tick.sight)
        self.lag.merge(tick.lag)
        self.leaks = (self.leaks + tick.shown)[:5]


class LoadTest:
    """Runs one test; ``tell`` is told how it goes, about once a second."""

    def __init__(self, options: Options, tell: Callable[[Progress], object]) -> None:
        self._options = options
        self._tell = tell
        self._pipes: list[Connection] = []
        self._processes: list[BaseProcess] = []
        self._sums = _Sums()
        self._second = _Sums()
        self._samples: list[Sample] = []
        self._ready: set[Connection] = set()
        self._ended: set[Connection] = set()
        self._last: set[Connection] = set()

    def run(self) -> Result:
        """Run it to its end. Raises LoadFailed or BadLoadOption."""
        options = self._options
        server = ServerProcess.find(options.address)
        shares = self._shares()
        try:
            for share in shares:
                self._start(share)
            self._set_up()
            return self._measure(server)
        finally:
            for process in self._processes:
                if process.is_alive():
                    process.terminate()
                process.join()

    def _shares(self) -> list[Share]:
        options = self._options
        address = _resolve(options.address)
        run = "load" + "".join(secrets.choice(_LETTERS) for _ in range(4))
        kinds = tables_of(options.game, options.tables)
        processes = max(1, min(options.processes, options.tables))
        return [
            Share(
                address=address,
                run=run,
                number=number,
                tables=tuple(
                    (f"load:{kind}:{options.seats}", f"{run} {1 + index}")
                    for index, kind in enumerate(kinds)
                    if index % processes == number
                ),
                seats=options.seats,
                watchers=options.watchers,
                idle=options.idle // processes + (number < options.idle % processes),
                think=options.think,
                rate=options.rate / options.tables,
                churn_seconds=options.churn_seconds,
                ramp_seconds=options.ramp_seconds,
            )
            for number in range(processes)
        ]

    def _start(self, share: Share) -> None:
        context = multiprocessing.get_context("spawn")
        near, far = context.Pipe()
        process = context.Process(target=work, args=(share, far), daemon=True)
        process.start()
        far.close()
        self._pipes.append(near)
        self._processes.append(process)

    def _set_up(self) -> None:
        options = self._options
        began = time.monotonic()
        while len(self._ready) < len(self._pipes):
            self._listen(0.2)
            spent = time.monotonic() - began
            if spent > options.setup_seconds + options.ramp_seconds:
                raise LoadFailed(f"not everybody was seated within {spent:.0f} s")
            self._tell(Progress("seating", spent, 0.0))
        until = time.monotonic() + options.warm_up_seconds
        while time.monotonic() < until:
            self._listen(0.1)
        self._say("begin")

    def _measure(self, server: ServerProcess | None) -> Result:
        options = self._options
        self._sums, self._second = _Sums(), _Sums()
        began = last = time.monotonic()
        first = before = server.usage() if server is not None else None
        while True:
            self._listen(max(0.0, last + 1.0 - time.monotonic()))
            now = time.monotonic()
            if now - last >= 1.0:
                usage = server.usage() if server is not None else None
                self._sample(now - began, now - last, before, usage)
                last, before = now, usage
                share = (now - began) / options.seconds if options.seconds else 0.0
                if options.hands:
                    share = max(share, self._sums.counts["hands"] / options.hands)
                self._tell(Progress("playing", now - began, min(1.0, share), self._samples[-1]))
                if share >= 1.0:
                    break
        self._say("stop")
        last_usage = server.usage() if server is not None else None
        seconds = time.monotonic() - began
        self._finish()
        return self._result(seconds, first, last_usage)

    def _finish(self) -> None:
        self._tell(Progress("leaving", 0.0, 1.0))
        until = time.monotonic() + _END_SECONDS
        while len(self._ended) < len(self._pipes) and time.monotonic() < until:
            self._listen(0.2)
        if len(self._last) < len(self._pipes):
            raise LoadFailed("a process of players did not report to the end")

    def _listen(self, seconds: float) -> None:
        """Take what the processes say within so many seconds."""
        for pipe in wait([each for each in self._pipes if each not in self._ended], seconds):
            assert isinstance(pipe, Connection)
            try:
                word = pipe.recv()
            except EOFError:
                raise LoadFailed("a process of players ended unexpectedly") from None
            if word == "ready":
                self._ready.add(pipe)
            elif word == "ended":
                self._ended.add(pipe)
            elif isinstance(word, LoadFailed):
                raise word
            else:
                self._last.add(pipe)
                self._sums.add(word)
                self._second.add(word)

    def _say(self, word: str) -> None:
        self._last.clear()
        for pipe in self._pipes:
            pipe.send(word)

    def _sample(self, at: float, seconds: float, before: Usage | None, usage: Usage | None) -> None:
        second, self._second = self._second, _Sums()
        waits = second.confirmation.quantiles()
        cpu = (usage.cpu - before.cpu) / seconds if usage and before else None
        self._samples.append(
            Sample(
                at=at,
                actions=second.counts["actions"] / seconds,
                hands=second.counts["hands"] / seconds,
                p50=waits["p50"],
                p99=waits["p99"],
                sight_p99=second.sight.quantiles()["p99"],
                errors=second.errors.total(),
                cpu=cpu,
                rss=usage.rss if usage else None,
            )
        )

    def _result(self, seconds: float, first: Usage | None, last: Usage | None) -> Result:
        options, sums, counts = self._options, self._sums, self._sums.counts
        throttled = sums.errors.get("rate-limited", 0)
        figures: dict[str, float | None] = {
            **sums.confirmation.quantiles(),
            **{f"sight-{name}": value for name, value in sums.sight.quantiles().items()},
            "lag-p99": sums.lag.quantiles()["p99"],
            "hands": counts["hands"],
            "actions": counts["actions"],
            "hands/s": counts["hands"] / seconds,
            "actions/s": counts["actions"] / seconds,
            "actions/hand": _over(counts["actions"], counts["hands"]),
            "bytes/action": _over(counts["bytes"], counts["actions"]),
            "bytes/hand": _over(counts["bytes"], counts["hands"]),
            "frames/hand": _over(counts["frames"], counts["hands"]),
            "errors": sums.errors.total() - throttled,
            "throttled": throttled,
            "reconnects": counts["reconnects"],
            "lost": counts["lost"],
            "leaks": counts["leaks"],
            "scanned": counts["scanned"],
            "unscanned": counts["unscanned"],
            "chips": counts["wrong"],
            "hands-checked": counts["checked"],
            **self._usage(seconds, first, last),
        }
        p99s = [(each.at, each.p99) for each in self._samples if each.p99 is not None]
        growth = slope(p99s)
        figures["p99-growth"] = None if growth is None else growth * 3600
        connections = options.tables * (options.seats + options.watchers) + options.idle
        return Result(
            figures=figures,
            samples=self._samples,
            errors=dict(sums.errors),
            leaks=sums.leaks,
            unanswered=counts["unanswered"],
            confirmation=sums.confirmation,
            sight=sums.sight,
            seconds=seconds,
            options=options,
            connections=connections + len(self._processes),
        )

    def _usage(
        self, seconds: float, first: Usage | None, last: Usage | None
    ) -> dict[str, float | None]:
        names = ("cpu", "cpu-us/action", "actions/cpu-s", "actions/cpu-s-store", "rss")
        if first is None or last is None:
            return dict.fromkeys((*names, "rss-growth"))
        actions = self._sums.counts["actions"]
        cpu = last.cpu - first.cpu
        both = cpu + last.store_cpu - first.store_cpu
        growth = slope([(each.at, each.rss) for each in self._samples if each.rss is not None])
        values: tuple[Any, ...] = (
            cpu / seconds,
            _over(cpu * 1e6, actions),
            _over(actions, cpu),
            _over(actions, both),
            last.rss,
        )
        return {
            **dict(zip(names, values, strict=True)),
            "rss-growth": None if growth is None else growth * 3600,
        }


def _over(value: float, count: float) -> float | None:
    return value / count if count else None


def _resolve(address: tuple[str, int]) -> tuple[str, int]:
    """Return the first address of a host that takes a connection. Raises LoadFailed."""
    host, port = address
    try:
        with socket.create_connection((host, port), timeout=10) as connection:
            found = connection.getpeername()
    except OSError as error:
        raise LoadFailed(f"{host}:{port} cannot be reached: {error}") from error
    return found[0], port
