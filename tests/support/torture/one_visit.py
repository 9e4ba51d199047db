"""One visit to a blackjack table, killed at every single write of it in turn.

Chips come from the account, are staked and settled with the house, and go back to the account. The deck
is the same in every run, and so must be every line of the ledger, whatever was killed: a move that was
under way is wholly there or not at all, and then it is asked for again.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from support.torture.bots import Bot, Party
from support.torture.house import House
from support.torture.two_pots import NOBODY, Point, ScriptedServer, every_point

from greenfelt.protocol import messages as msg
from greenfelt.server.room.audit import Booked
from greenfelt.server.store import ledger

VISIT_SECONDS = 30.0
BUY_IN = 5_000
STAKE = 1_000

SETTINGS = """
[store]
keep_events = 1000000000
lease_seconds = 1.5
[[tables]]
name = "Lido"
game = "blackjack"
seats = 3
min_buy_in = 1000
max_buy_in = 50000
[tables.clocks]
pause_ms = 0
betting_ms = 60000
"""


class OneStake:
    """Stakes once in the first round, and stands on whatever comes."""

    def receive(self, message: msg.Snapshot | msg.Update, now_ms: int = 0) -> msg.Act | None:
        window = window_of(message)
        if window is None or window.hand != 1:
            return None
        options = {(option.do, option.on) for option in window.options}
        for do, on, amount in (("wager", "blackjack", STAKE), ("stand", "", 0), ("done", "", 0)):
            if (do, on) in options:
                return msg.Act(0, message.table, window.hand, window.turn, do, amount, "", on)
        return None

    def refused(self, code: str) -> msg.Act | None:
        raise AssertionError(f"a legal action was refused: {code}")


class Visitor(Bot):
    """Sits down, plays a round, stands up, and does not come back."""

    gone = False

    def new_player(self, table: int) -> OneStake:
        return OneStake()

    def sit(self, snapshot: msg.Snapshot) -> None:
        if snapshot.hand:
            self.gone = True
        elif not self._party.holding:
            self.ask(msg.Sit, snapshot.table, BUY_IN)

    def come_back(self, table: int) -> None:
        """It does not."""

    def _play(self, table: int, message: msg.Snapshot | msg.Update) -> None:
        window = window_of(message)
        if window is not None and window.hand > 1 and self.seats[table]:
            self.ask(msg.StandUp, table)
        else:
            super()._play(table, message)


class OneVisitor(Party):
    """Nobody sits down while it is ``holding``."""

    def go_on(self) -> None:
        super().go_on()
        for bot in self.bots:
            bot.ask(msg.Watch, self.tables[0])


class Visit(NamedTuple):
    """What one run came to: all moves of chips in order, and how many writes it took."""

    moves: list[Booked]
    writes: int
    killed: bool


def every_move(*, say: Callable[[str], None] = print) -> dict[str, object]:
    """Kill at every write, in every way. Returns figures."""
    told: list[str] = []
    calm = visit_once(NOBODY, told)
    return at_points(every_point(calm.writes), calm, told, say=say)


def some_moves(points: Iterable[Point], *, say: Callable[[str], None] = print) -> dict[str, object]:
    """Kill at the given points only."""
    told: list[str] = []
    calm = visit_once(NOBODY, told)
    return at_points(points, calm, told, say=say)


def at_points(
    points: Iterable[Point], calm: Visit, wrong: list[str], *, say: Callable[[str], None]
) -> dict[str, object]:
    killed: Counter[str] = Counter()
    for point in points:
        visit = visit_once(point, wrong)
        killed[point.victim] += visit.killed
        if visit.moves != calm.moves:
            wrong.append(f"{point}: {visit.moves} were moved, without a crash {calm.moves}")
        say(
            f"move at write {point.write} of {calm.writes}, {point.victim} {point.moment}: "
            f"{len(wrong)} wrong"
        )
    return {
        "writes": calm.writes,
        "kills": killed.total(),
        "by_kind": dict(killed),
        "moves": [f"{each.why} {each.amount}" for each in calm.moves],
        "wrong": wrong,
    }


def visit_once(point: Point, wrong: list[str]) -> Visit:
    """Pay one visit, with a kill at ``point``; add to ``wrong`` what the evidence says."""
    with tempfile.TemporaryDirectory(prefix="greenfelt-torture-") as name:
        armed, never = Path(name) / "armed", Path(name) / "never"
        party = OneVisitor(["Ann"], [1], seed=1, top_up=0, kind=Visitor)
        (visitor,) = party.bots
        assert isinstance(visitor, Visitor)
        killed = False
        with House(
            SETTINGS, party, new_server=lambda given: ScriptedServer(given, armed, point)
        ) as house:
            armed.write_text("0")
            party.go_on()
            while not visitor.gone:
                party.run(lambda: visitor.gone or party.broken, VISIT_SECONDS)
                if party.broken:
                    house.replace(ScriptedServer(house.arguments, never, NOBODY))
                    party.go_on()
                    killed = True
            house.check()
            wrong += [f"{point}: {each}" for each in house.evidence.findings.wrong]
            moves = moved(house)
        writes = int(armed.read_text())
    return Visit(moves, writes, killed or 0 < point.write <= writes)


def moved(house: House) -> list[Booked]:
    """Return what the ledger holds, without when it came there and under which name."""
    with house.store() as client:
        return [each._replace(at=(0, 0), id="") for each in ledger.ledger(client)]


def window_of(message: msg.Snapshot | msg.Update) -> msg.Window | None:
    """Return the window that a message opens or shows."""
    if isinstance(message, msg.Snapshot):
        return message.felt.window if message.felt else None
    windows = [event for event in message.events if isinstance(event, msg.Window)]
    return windows[-1] if windows else None
