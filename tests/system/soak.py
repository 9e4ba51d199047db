"""Play a whole room hard for a while: many bots of mixed temper at tables of every game.

    python tests/system/soak.py --minutes 3 [--bots 200] [--tables 40] [--seed 1] [--data-dir DIR]

Bots join, leave, sit out, drop their line, come back, talk, let their time run out, wait for seats,
change tables, watch, mute, straddle, choose games, open private tables and read their hands again, all over
TCP to a server in a process of its own. At the end everybody stands up and the books are checked. Prints one JSON object;
exit status 1 when anything was wrong: an error that no bot provoked, a message missing or twice, a
hand that did not give back its chips, a ledger that does not add up, or memory that grows.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from twisted.internet import reactor as installed
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots import load_strategy
from greenfelt.client.connection import Client, Link, tcp_endpoint
from greenfelt.client.errors import NotConnected, RequestRefused
from greenfelt.client.model import TableView
from greenfelt.protocol import messages as msg
from greenfelt.server.games.poker import MIXES, VARIANTS
from greenfelt.server.net.child import ServerProcess

reactor: Any = installed

PROVOKED = frozenset(
    {
        "already-seated", "bad-buy-in", "bad-choice", "bad-table-name", "bad-top-up", "leaving",
        "list-full", "must-move", "no-bots", "no-chips", "no-hand", "not-admitted", "not-enough-chips", "not-host",
        "not-seated", "not-waiting", "not-watching", "not-your-turn", "nothing-to-show", "other-game",
        "rate-limited", "seat-reserved", "seat-taken", "seats-free", "short-return", "stale-action",
        "straddle-off", "table-closed", "table-full", "table-paused", "too-many-tables",
        "unknown-table", "wrong-password",
    }
)  # fmt: skip
"""What a bot that does not look before it asks may be told. Everything else is an error."""

TWINS = 8
"""The last tables come in pairs of the same game: main and feeder, and pairs that break."""

TWIN_CODES = ("badugi", "stud", "holdem", "horse")

GRANT = 100_000
SAMPLE_SECONDS = 2.0
WARM_UP = 0.4
"""The part of the time in which memory may still grow: journals and bounded caches fill."""

LATE = 0.75
"""From that part of the time on it is told apart, for what still fills fills more and more slowly."""

LEAST_MINUTES = 5.0
"""A shorter run is all warming up, and says nothing about memory."""

GROWTH_PER_MINUTE = 0.005
"""How much of itself the memory may grow by in a minute of the rest, and still be called flat."""


def configuration(tables: int) -> str:
    """Return a configuration of so many tables: every game and mix, with every kind of table rule."""
    codes = [*VARIANTS, *MIXES]
    lines = [
        "[accounts]",
        f"grant = {GRANT}",
        "[limits]",
        "chats_per_second = 2.0",
        "[private]",
        "per_account = 1",
        "most = 10",
        "idle_minutes = 1",
        "[house_bots]",
        "most = 8",
        "think_ms = 300",
    ]
    for at in range(tables):
        twin = at - (tables - TWINS)
        code = codes[at % len(codes)] if twin < 0 else TWIN_CODES[twin // 2]
        rule = at if twin < 0 else twin // 2
        kind = VARIANTS.get(code) or MIXES[code]
        limit = VARIANTS[code].limit if code in VARIANTS else "fixed"
        rules = [f"limit = {json.dumps(limit)}", f"rake_per_mille = {(rule % 3) * 25}"]
        stud = code in VARIANTS and VARIANTS[code].is_stud
        if not stud:
            rules += [
                f"straddle = {json.dumps(('off', 'utg', 'button', 'mississippi')[rule % 4])}",
                f"kill = {json.dumps(('off', 'half', 'full')[rule % 3])}",
                f"button = {json.dumps(('moving', 'dead')[rule % 2])}",
            ]
        lines += [
            "[[tables]]",
            f'name = "{kind.name} {at}"',
            f"game = {json.dumps(code)}",
            f"seats = {min(6, kind.max_seats)}",
            f"newcomers = {json.dumps(('wait', 'post', 'free')[at % 3])}",
            f"watch_delay_ms = {1500 if at % 8 == 0 else 0}",
            f"out_orbits = {3 if at % 5 == 0 else 0}",
        ]
        if twin >= 0 and twin % 2 and twin < TWINS // 2:
            lines.append(f'must_move = "{kind.name} {at - 1}"')
        elif twin >= TWINS // 2:
            lines += [f'group = "{kind.name}"', "break_at = 2"]
        lines += [
            f"rules = {{ {', '.join(rules)} }}",
            "[tables.clocks]",
            "turn_ms = 1500",
            "draw_ms = 1500",
            "bank_ms = 1000",
            "warn_ms = 500",
            "reconnect_ms = 1500",
            "disconnect_ms = 6000",
            "absent_ms = 300",
            "start_ms = 500",
            "pause_ms = 300",
            "out_limit_ms = 20000",
            "offer_ms = 1500",
            "return_ms = 4000",
        ]
    return "\n".join(lines) + "\n"


class Books:
    """What all bots saw and did together."""

    def __init__(self) -> None:
        self.did: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.wrong: list[str] = []

    def error(self, text: str) -> None:
        """Something happened that must not."""
        self.did["errors"] += 1
        if len(self.wrong) < 20:
            self.wrong.append(text)


class Temper:
    """One account: a strategy where it sits, and whims in between."""

    def __init__(self, name: str, books: Books, endpoint: Any, seed: str) -> None:
        self.name = name
        self.books = books
        self.random = random.Random(f"{seed}/{name}")
        self.client = Client(
            reactor, endpoint, name, secrets.token_hex(16), listener=self, bot=True, keep_log=False
        )
        self.seats: dict[int, BotSeat] = {}
        self.rows: list[msg.TableRow] = []
        self.slow = self.random.random() < 0.15
        self.busy = 0.3 + 3 * self.random.random()
        self.quitting = False
        self.client.news = self._news
        self._began: dict[int, int] = {}

    def start(self) -> None:
        self.client.start().addCallbacks(lambda _: self._first(), self._failed)

    def _first(self) -> None:
        self.ask(msg.Watch(0, msg.LOBBY))
        self._whim_later()

    # Playing.

    def table_changed(self, view: TableView, message: msg.Snapshot | msg.Update) -> None:
        seat = self.seats.get(view.table)
        if seat is None or seat.view is not view:
            strategy = load_strategy("random-legal")(self.random.random().hex())
            seat = self.seats[view.table] = BotSeat(strategy, view.table, self.name, view=view)
        if isinstance(message, msg.Update):
            self._audit(view, message)
        else:
            # What happened before a snapshot was not seen.
            self._began.pop(view.table, None)
        try:
            act = seat.react(message)
        except Exception:
            self.books.error(f"{self.name}: the bot failed: {Failure().getTraceback()}")
            return
        if act is not None and not self.quitting:
            self._answer(act)

    def _answer(self, act: msg.Act) -> None:
        self.books.did["prompts"] += 1
        if self.random.random() < (0.2 if self.slow else 0.01):
            self.books.did["prompts left to time out"] += 1
            return
        reactor.callLater(self.random.uniform(0.0, 0.05), self.ask, act)

    def _audit(self, view: TableView, update: msg.Update) -> None:
        """Every hand seen from its beginning must give back the chips that went into it."""
        for event in update.events:
            match event:
                case msg.HandBegan():
                    self._began[view.table] = sum(event.stacks)
                case msg.Raked() if view.table in self._began:
                    self._began[view.table] -= event.amount
                case msg.Stood(to=to) if to:
                    self.books.did[f"saw one who {event.why}"] += 1
                case msg.Voided():
                    self._began.pop(view.table, None)
                case msg.HandEnded():
                    began = self._began.pop(view.table, None)
                    self.books.did["hands audited"] += began is not None
                    if began is not None and began != sum(event.stacks):
                        self.books.error(f"hand {event.hand} of {view.name}: {began} chips went in")
                case msg.Dealt() if event.down and event.seat != view.you:
                    self.books.error(f"{self.name} saw cards of seat {event.seat} at {view.name}")

    def link_changed(self, link: Link, why: str) -> None:
        if link is Link.SIGNED_IN:
            self.books.did["sign-ins"] += 1
        elif link is Link.CLOSED and not self.quitting:
            self.books.error(f"{self.name} was shut out: {why}")

    def _news(self, message: msg.Talk | msg.Offer) -> None:
        self.books.did["offers" if isinstance(message, msg.Offer) else "lobby lines heard"] += 1
        if isinstance(message, msg.Offer) and self.random.random() < 0.7:
            self.ask(msg.Sit(0, message.table, self.random.randint(200, 1000), message.seat))

    # Whims.

    def _whim_later(self) -> None:
        if not self.quitting:
            reactor.callLater(self.random.expovariate(1 / self.busy), self._whim)

    def _whim(self) -> None:
        if self.quitting:
            return
        if self.client.link is Link.SIGNED_IN:
            held = [table for table, view in self.client.views.items() if view.own is not None]
            whim = self.random.choices(*zip(*_WHIMS.items(), strict=True))[0]
            getattr(self, f"_{whim}")(held)
        self._whim_later()

    def _join(self, held: list[int]) -> None:
        if len(held) >= 2:
            return
        filters = self.random.choice([msg.ListTables(0), msg.ListTables(0, free=True)])
        self.ask(filters, self._choose)

    def _choose(self, answer: msg.Answer) -> None:
        if not isinstance(answer, msg.Tables) or not answer.rows:
            return
        self.rows = answer.rows
        row = self.random.choice(answer.rows)
        if row.players >= row.seats and self.random.random() < 0.5:
            self.ask(msg.Wait(0, row.table))
            return
        if row.private and self.random.random() < 0.9:
            self.ask(msg.Enter(0, row.table, "sesame"))
        buy_in = self.random.randint(row.min_buy_in, row.max_buy_in)
        seat = self.random.choice([0, 0, self.random.randint(1, row.seats)])
        self.client.follow(row.table)
        self.ask(msg.Sit(0, row.table, buy_in, seat, self.random.random() < 0.5))

    def _at(self, held: list[int], make: Callable[[int], msg.Request], what: str) -> None:
        if held:
            self.books.did[what] += 1
            self.ask(make(self.random.choice(held)))

    def _leave(self, held: list[int]) -> None:
        self._at(held, lambda table: msg.StandUp(0, table), "left")

    def _sit_out(self, held: list[int]) -> None:
        big = self.random.random() < 0.5
        self._at(held, lambda table: msg.SitOut(0, table, big), "sat out")

    def _sit_in(self, held: list[int]) -> None:
        post = self.random.random() < 0.5
        for table in held:
            own = self.client.views[table].own
            if own is not None and own.stack == 0:
                self.ask(msg.TopUp(0, table, self.random.randint(100, 500)))
            elif own is not None and own.state == "out":
                self.ask(msg.SitIn(0, table, post))

    def _drop(self, held: list[int]) -> None:
        """The line breaks; the client comes back by itself."""
        wire = self.client._wire
        if wire is not None:
            self.books.did["dropped"] += 1
            wire.abort()

    def _chat(self, held: list[int]) -> None:
        text = self.random.choice(["nh", "gg \x1b[2J", "so\u202e close", "x" * 180])
        table = self.random.choice([0, *self.client.views])
        self.books.did["lines said"] += 1
        self.ask(msg.Say(0, table, text))

    def _watch(self, held: list[int]) -> None:
        watched = [table for table in self.client.views if table not in held]
        if len(watched) > 3:
            self.client.unwatch(watched[0]).addErrback(self._refused, "unwatch")
            self.seats.pop(watched[0], None)
        elif self.rows:
            self.books.did["watched"] += 1
            table = self.random.choice(self.rows).table
            self.client.watch(table).addErrback(self._refused, "watch")

    def _move(self, held: list[int]) -> None:
        if self.rows:
            to = self.random.choice(self.rows)
            alike = [row.table for row in self.rows if row.stakes == to.stakes]
            self._at(
                held, lambda table: msg.MoveTo(0, table, self.random.choice(alike)), "asked to move"
            )

    def _seat_wishes(self, held: list[int]) -> None:
        code = self.random.choice(list(VARIANTS))
        kind = self.random.choice(
            [
                lambda table: msg.Straddle(0, table, self.random.random() < 0.7),
                lambda table: msg.Choose(0, table, code),
                lambda table: msg.Show(0, table),
                lambda table: msg.TopUp(0, table, self.random.randint(1, 400)),
                lambda table: msg.StopWaiting(0, table),
            ]
        )
        self._at(held, kind, "wishes")

    def _social(self, held: list[int]) -> None:
        other = f"bot-{self.random.randrange(200)}"
        if other != self.name:
            self.ask(msg.Mute(0, other, self.random.random() < 0.5))

    def _host(self, held: list[int]) -> None:
        own = [row.table for row in self.rows if row.private]
        if own and self.random.random() < 0.7:
            table = self.random.choice(own)
            make = self.random.choice(
                [msg.PauseTable, msg.CloseTable, lambda i, t: msg.PauseTable(i, t, False)]
            )
            self.ask(make(0, table))
            self.ask(msg.Enter(0, table, "sesame"))
            self.ask(msg.PauseTable(0, table, False))
        else:
            kind = self.random.choice([*VARIANTS, *MIXES])
            self.books.did["private tables asked for"] += 1
            self.ask(msg.OpenTable(0, kind, f"den of {self.name}", "sesame"))

    def _past(self, held: list[int]) -> None:
        """Ask for own hands and figures, and for one of the hands in each form in turn."""
        self.books.did["asked for the past"] += 1
        self.ask(msg.AskStatistics(0, self.random.choice([-1, 0, 5])))
        self.ask(msg.AskHands(0, 20), self._one_hand)

    def _one_hand(self, answer: msg.Answer) -> None:
        if isinstance(answer, msg.Hands) and answer.rows:
            hand = self.random.choice(answer.rows).hand
            form = self.random.choice(["json", "phh", "tracker"])
            self.books.did["hands read again"] += 1
            self.ask(msg.AskHand(0, hand, form))

    def _company(self, held: list[int]) -> None:
        self._at(
            held, lambda table: msg.FillSeats(0, table, self.random.randint(0, 3)), "bots asked for"
        )

    # Requests.

    def ask(
        self, request: msg.Request, then: Callable[[msg.Answer], object] = lambda answer: None
    ) -> None:
        self.books.did["requests"] += 1
        asked: Deferred[Any] = self.client.request(request)
        asked.addCallback(then)
        asked.addErrback(self._refused, type(request).__name__)

    def _refused(self, failure: Failure, what: str) -> None:
        error = failure.value
        if isinstance(error, NotConnected):
            self.books.did["requests lost with the line"] += 1
        elif isinstance(error, RequestRefused):
            self.books.refused[f"{what}: {error.code}"] += 1
            if error.code not in PROVOKED:
                self.books.error(f"{self.name}: {what} refused ({error.code}): {error}")
        else:
            self.books.error(f"{self.name}: {what}: {failure.getTraceback()}")

    def _failed(self, failure: Failure) -> None:
        self.books.error(f"{self.name} cannot start: {failure.getErrorMessage()}")

    def stand_up(self) -> None:
        """Give all seats back."""
        self.quitting = True
        for table, view in self.client.views.items():
            if view.own is not None:
                self.ask(msg.StandUp(0, table))


_WHIMS = {
    "join": 30,
    "leave": 4,
    "sit_out": 6,
    "sit_in": 20,
    "drop": 4,
    "chat": 8,
    "watch": 8,
    "move": 3,
    "seat_wishes": 8,
    "social": 2,
    "host": 1,
    "company": 1,
    "past": 1,
}


class Soak:
    """The whole run: server, bots, measurements and the verdict."""

    def __init__(self, options: argparse.Namespace, directory: Path) -> None:
        self.options = options
        self.directory = directory
        self.books = Books()
        self.bots: list[Temper] = []
        self.memory: list[tuple[float, float]] = []
        self.began = 0.0
        self.whole = False
        config = directory / "soak.toml"
        config.write_text(configuration(options.tables), "utf-8")
        self.server = ServerProcess(
            ["--config", str(config), "--data-dir", str(directory / "data")]
        )

    def run(self) -> dict[str, Any]:
        self.server.start()
        endpoint = tcp_endpoint(reactor, self.server.host, self.server.port)
        self.bots = [
            Temper(f"bot-{at}", self.books, endpoint, self.options.seed)
            for at in range(self.options.bots)
        ]
        self.began = time.monotonic()
        for at, bot in enumerate(self.bots):
            reactor.callLater(at * 0.02, bot.start)
        reactor.callLater(SAMPLE_SECONDS, self._sample)
        reactor.callLater(60 * self.options.minutes, self._close)
        reactor.run()
        return self._report()

    def _sample(self) -> None:
        """Note how much memory the server has."""
        try:
            status = Path(f"/proc/{self.server.pid}/status").read_text("ascii")
        except OSError:
            self.books.error("the server is gone")
            reactor.stop()
            return
        (line,) = [each for each in status.splitlines() if each.startswith("VmRSS:")]
        self.memory.append((time.monotonic() - self.began, int(line.split()[1]) / 1024))
        reactor.callLater(SAMPLE_SECONDS, self._sample)

    def _close(self) -> None:
        """Let everybody stand up, then stop once their hands are over."""
        self.whole = True
        for bot in self.bots:
            bot.stand_up()
        reactor.callLater(self.options.settle, reactor.stop)

    def _report(self) -> dict[str, Any]:
        seconds = time.monotonic() - self.began
        if not self.whole:
            self.books.error("it was stopped before its time")
        hands = sum(max((seat.view.hand for seat in each), default=0) for each in self._by_table())
        status = self.server.stop()
        log = self.server.log.splitlines()
        loud = [line for line in log if " ERROR " in line or " CRITICAL " in line]
        if status:
            self.books.error(f"the server ended with status {status}")
        for line in loud[:5]:
            self.books.error(f"server log: {line}")
        ledger = self._ledger()
        growth = self._growth()
        slope = growth["mb_per_minute"]
        flat = None
        if slope is not None and self.options.minutes >= LEAST_MINUTES:
            flat = slope <= GROWTH_PER_MINUTE * growth["warm_mb"]
        fine = not self.books.wrong and ledger["exact"] and flat is not False
        return {
            "fine": fine,
            "seconds": round(seconds, 1),
            "bots": self.options.bots,
            "tables": self.options.tables,
            "hands": hands,
            "hands_per_second": round(hands / seconds, 1),
            "did": dict(sorted(self.books.did.items())),
            "refused": dict(self.books.refused.most_common()),
            "errors": self.books.wrong,
            "ledger": ledger,
            "memory": {**growth, "flat": flat},
        }

    def _by_table(self) -> list[list[BotSeat]]:
        tables: dict[int, list[BotSeat]] = {}
        for bot in self.bots:
            for table, seat in bot.seats.items():
                tables.setdefault(table, []).append(seat)
        return list(tables.values())

    def _ledger(self) -> dict[str, Any]:
        """Have the ledger prove that everything sums to nothing and every stack is backed."""
        command = "from greenfelt.client.main import main; main()"
        arguments = ["admin", "ledger", "check", "--data-dir", str(self.directory / "data")]
        checked = subprocess.run(
            [sys.executable, "-c", command, *arguments], capture_output=True, text=True, check=False
        )
        return {
            "exact": checked.returncode == 0,
            "said": (checked.stdout + checked.stderr).strip().splitlines()[-6:],
        }

    def _growth(self) -> dict[str, Any]:
        """Return how the server's memory went, and how it grew once it was warm and at the end."""
        warm, late = self._since(WARM_UP), self._since(LATE)
        sizes = [size for _, size in self.memory]
        return {
            "first_mb": round(sizes[0], 1) if sizes else None,
            "warm_mb": round(warm[0][1], 1) if warm else None,
            "last_mb": round(sizes[-1], 1) if sizes else None,
            "mb_per_minute": _slope(warm),
            "mb_per_minute_at_the_end": _slope(late),
        }

    def _since(self, part: float) -> list[tuple[float, float]]:
        """Return the samples from that part of the time on."""
        whole = 60 * self.options.minutes
        return [(at, size) for at, size in self.memory if whole * part <= at <= whole]


def _slope(samples: list[tuple[float, float]]) -> float | None:
    """Return by how many megabytes a minute the samples grow; None where they are too few."""
    if len(samples) < 10:
        return None
    return round(statistics.linear_regression(*zip(*samples, strict=True)).slope * 60, 3)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--bots", type=int, default=200)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--settle", type=float, default=20.0, help="seconds to finish hands in")
    parser.add_argument("--data-dir", type=Path, help="keep everything here (default: nowhere)")
    options = parser.parse_args()
    if options.data_dir is not None:
        options.data_dir.mkdir(parents=True, exist_ok=True)
        report = Soak(options, options.data_dir).run()
    else:
        with tempfile.TemporaryDirectory(prefix="greenfelt-soak-") as directory:
            report = Soak(options, Path(directory)).run()
    print(json.dumps(report, indent=2))
    return 0 if report["fine"] else 1


if __name__ == "__main__":
    sys.exit(main())
