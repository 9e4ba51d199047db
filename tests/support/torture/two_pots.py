"""One hand of Omaha high-low with two pots, both split, killed at every single write of it in turn.

Three sit with unlike stacks and put everything in, so that there are a main and a side pot. The deck is
the same in every run, and so must be the hand, its awards and the stacks after it, whatever was killed.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from support.torture.bots import Bot, Party
from support.torture.house import House

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.events import Awarded, HandEvent
from greenfelt.server.net.child import ServerProcess

SEED = "8"
"""Of a deck with which each pot has a high and a low that do not go to one player."""

STACKS = {"Ann": 41, "Bob": 90, "Cid": 150}
MOMENTS = ("before", "sent", "after")
VICTIMS = ("server", "store", "both")
HAND_SECONDS = 30.0

SETTINGS = """
[store]
keep_events = 1000000000
lease_seconds = 1.5
[[tables]]
name = "Split"
game = "omaha8"
rules = { limit = "pot", small_bet = 10 }
seats = 3
min_buy_in = 20
max_buy_in = 200
newcomers = "free"
[tables.clocks]
start_ms = 1500
pause_ms = 60000
"""


class Point(NamedTuple):
    """Where a run is killed: at which write of the hand, when, and what."""

    write: int
    moment: str
    victim: str


NOBODY = Point(0, "never", "nobody")
"""Of a run without a crash."""


def every_point(writes: int) -> list[Point]:
    """Return every way to be killed in a run of so many writes."""
    return [
        Point(write, moment, victim)
        for write in range(1, writes + 1)
        for moment in MOMENTS
        for victim in VICTIMS
    ]


class AllIn:
    """Calls before the flop, puts in as much as it may on it; never folds."""

    def __init__(self) -> None:
        self._seat = self._hand = self._street = 0

    def receive(self, message: msg.Snapshot | msg.Update, now_ms: int = 0) -> msg.Act | None:
        turn = None
        if isinstance(message, msg.Snapshot):
            self._seat, self._hand, turn = message.you, message.hand, message.turn
            self._street = message.street
        else:
            for event in message.events:
                if isinstance(event, msg.HandBegan):
                    self._hand = event.hand
                elif isinstance(event, msg.Street):
                    self._street = event.index
                elif isinstance(event, msg.Turn):
                    turn = event
        if turn is None or turn.seat != self._seat or not turn.options:
            return None
        options = {option.do: option for option in turn.options}
        wishes = ("raise", "bet", "call", "check") if self._street else ("check", "call")
        do = next(do for do in wishes if do in options)
        amount = options[do].high if do in ("raise", "bet") else 0
        return msg.Act(0, message.table, self._hand, turn.turn, do, amount)

    def refused(self, code: str) -> msg.Act | None:
        raise AssertionError(f"a legal action was refused: {code}")


class AllInBot(Bot):
    """Sits down once, with a stack of its own, and stays as it comes out of the hand."""

    def new_player(self, table: int) -> AllIn:
        return AllIn()

    def sit(self, snapshot: msg.Snapshot) -> None:
        if not snapshot.hand:
            self.ask(msg.Sit, snapshot.table, STACKS[self.name])

    def come_back(self, table: int) -> None:
        """It does not."""


class OneByOne(Party):
    """Everybody sits down after the one before, so that seats are the same in every run."""

    def connect(self, address: tuple[str, int]) -> None:
        self.holding = True
        for bot in self.bots:
            bot.drop()
            bot.connect(address)
            self.run(lambda bot=bot: bool(bot.seats.get(1)), 30)
        self.settle()


class ScriptedServer(ServerProcess):
    """A server with the same deck every time, that may be killed at one write."""

    def __init__(self, arguments: Iterable[str], armed: Path, point: Point) -> None:
        super().__init__(list(arguments))
        script = Path(__file__).with_name("scripted_server.py")
        self.program = (sys.executable, str(script), SEED, str(armed), *map(str, point), "--")


class Run(NamedTuple):
    """What one run came to: the hand's events, and how many writes it took."""

    events: list[HandEvent]
    writes: int
    killed: bool


def every_write(*, say: Callable[[str], None] = print) -> dict[str, object]:
    """Kill at every write, in every way. Returns figures."""
    told: list[str] = []
    calm = play_once(NOBODY, told)
    return at_points(every_point(calm.writes), calm, told, say=say)


def some_writes(
    points: Iterable[Point], *, say: Callable[[str], None] = print
) -> dict[str, object]:
    """Kill at the given points only."""
    told: list[str] = []
    calm = play_once(NOBODY, told)
    return at_points(points, calm, told, say=say)


def at_points(
    points: Iterable[Point], calm: Run, wrong: list[str], *, say: Callable[[str], None]
) -> dict[str, object]:
    assert is_two_pot_split(calm.events), "the deck must give two pots, both split"
    killed: Counter[str] = Counter()
    for point in points:
        run = play_once(point, wrong)
        killed[point.victim] += run.killed
        if run.events != calm.events:
            wrong.append(f"{point}: the hand became another one")
        say(
            f"write {point.write} of {calm.writes}, {point.victim} {point.moment}: {len(wrong)} wrong"
        )
    return {
        "writes": calm.writes,
        "kills": killed.total(),
        "by_kind": dict(killed),
        "awards": len([event for event in calm.events if isinstance(event, Awarded)]),
        "wrong": wrong,
    }


def play_once(point: Point, wrong: list[str]) -> Run:
    """Play the hand, with a kill at ``point``; add to ``wrong`` what the evidence says."""
    with tempfile.TemporaryDirectory(prefix="greenfelt-torture-") as name:
        armed, never = Path(name) / "armed", Path(name) / "never"
        party = OneByOne(STACKS, [1], seed=1, top_up=0, kind=AllInBot)
        killed = False
        with House(
            SETTINGS, party, new_server=lambda given: ScriptedServer(given, armed, point)
        ) as house:
            armed.write_text("0")
            party.go_on()
            while not hand_is_over(party):
                party.run(lambda: hand_is_over(party) or party.broken, HAND_SECONDS)
                if party.broken:
                    house.replace(ScriptedServer(house.arguments, never, NOBODY))
                    party.go_on()
                    killed = True
            house.check()
            wrong += [f"{point}: {each}" for each in house.evidence.findings.wrong]
            events = list(house.evidence.tables[1].table.hand_events)
        writes = int(armed.read_text())
    return Run(events, writes, killed or 0 < point.write <= writes)


def hand_is_over(party: Party) -> bool:
    """Whether somebody was told so."""
    for heard in party.unchecked:
        message = heard.message
        if isinstance(message, msg.Snapshot):
            if message.hand and message.street < 0:
                return True
        elif any(isinstance(event, msg.HandEnded) for event in message.events):
            return True
    return False


def is_two_pot_split(events: Iterable[HandEvent]) -> bool:
    winners: dict[int, set[int]] = {}
    for event in events:
        if isinstance(event, Awarded):
            winners.setdefault(event.pot, set()).add(event.seat)
    return len(winners) == 2 and all(len(seats) > 1 for seats in winners.values())
