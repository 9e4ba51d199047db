"""Trying a bot: hands of one game in process, with everything noted that it does wrong."""

from __future__ import annotations

import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import TypeVar

from greenfelt.client.bot import Action, Bot, IllegalChoice, Turn
from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots import load_strategy
from greenfelt.client.model import TableView
from greenfelt.protocol.messages import AnyTableEvent
from greenfelt.server.engine import Rules
from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.live import live_games
from greenfelt.server.games.poker import MIXES, VARIANTS
from greenfelt.server.simulation.simulation import Simulation
from greenfelt.server.tables.config import HouseGame, TableConfig
from greenfelt.server.tables.rotation import Game, Rotation

SLOW_MS = 1000.0
"""A decision that takes longer than this is too slow for people at the table."""
PATIENCE_SECONDS = 10.0
"""When a decision is given up, where the platform can break in."""
OPPONENTS = ("random-legal", "caller", "random-legal")
COMPANY = ("flat-bettor", "side-bet-fan")
"""Who sits at table games, so that there are rounds whatever the bot does."""
HOUSE_BUY_INS = (100_000, 20_000)

T = TypeVar("T")


class Overtime(Exception):
    """A decision was given up because it took too long."""


@dataclass(slots=True)
class Report:
    """How a bot did in one game. ``problems`` counts what went wrong, by what it was."""

    game: str
    hands: int = 0
    decisions: int = 0
    mean_ms: float = 0.0
    slowest_ms: float = 0.0
    slow: int = 0
    problems: Counter[str] = field(default_factory=Counter)

    @property
    def passed(self) -> bool:
        return not self.problems and not self.slow


def try_bot(
    kind: Callable[[str], Bot],
    game: str,
    hands: int = 20,
    seed: str = "1",
    slow_ms: float = SLOW_MS,
) -> Report:
    """Let a bot play some hands of a game against simple ones, in short and deep stacks.

    kind makes the bot from a seed. What the bot raises is noted, and the safe action is played.
    """
    report = Report(game)
    watched = _Watched(kind(seed), report)
    config, opponents, buy_ins = _table_of(game)
    seats = {"bot": BotSeat(watched, 1, "bot")}
    for number, strategy in enumerate(opponents):
        name = f"{strategy}-{number}"
        seats[name] = BotSeat(load_strategy(strategy)(f"{seed}-{name}"), 1, name)
    for part, buy_in in enumerate(buy_ins):
        simulation = Simulation(config, seats, seed=f"{seed}-{game}-{part}", buy_in=buy_in)
        for _ in range(hands // 2 + hands % 2 * (1 - part)):
            simulation.run(1)
            _let_choose(simulation, seats, watched)
        report.hands += simulation.result().hands
        for name, seat in seats.items():
            seats[name] = BotSeat(seat.bot, 1, name)
    if watched.took_ms:
        report.decisions = len(watched.took_ms)
        report.mean_ms = sum(watched.took_ms) / len(watched.took_ms)
        report.slowest_ms = max(watched.took_ms)
        report.slow = sum(took > slow_ms for took in watched.took_ms)
    return report


def _let_choose(simulation: Simulation, seats: dict[str, BotSeat], watched: _Watched) -> None:
    """At dealer's choice, let who dealt the last hand choose the game."""
    for name, seat in seats.items():
        code = seat.choose_game()
        if code is not None:
            try:
                simulation.choose_game(name, code)
            except Refused as error:
                watched.note(f"choose_game refused: {error}")


def games_of(kind: type[Bot]) -> list[str]:
    """Return the codes of all games, mixes and table games that a bot says it plays."""
    return [code for code in all_games() if plays(kind, code)]


def all_games() -> list[str]:
    """Return the codes of everything that can be tried: poker games, mixes, table games."""
    return [*VARIANTS, *MIXES, *live_games()]


def plays(kind: type[Bot], code: str) -> bool:
    """Whether a bot says that it plays a game, or all games of a mix."""
    if kind.games is None:
        return (code in live_games()) == kind.against_house
    return kind.games >= ({part.code for part in MIXES[code].parts} if code in MIXES else {code})


def _table_of(code: str) -> tuple[TableConfig, tuple[str, ...], tuple[int, int]]:
    """Return the table of a trial, who else sits there, and with how much: first deep, then not."""
    if code in live_games():
        config = TableConfig(
            name="trial",
            rotation=Rotation(()),
            max_seats=len(COMPANY) + 1,
            min_buy_in=HOUSE_BUY_INS[1],
            max_buy_in=HOUSE_BUY_INS[0],
            house=HouseGame(code, {}),
        )
        return config, COMPANY, HOUSE_BUY_INS
    if code in MIXES:
        # Every hand is another game, so that a few hands are of all of them, or of those that are chosen.
        by_choice = MIXES[code].turns_by == "choice"
        rotation = Rotation.of(
            MIXES[code], Rules(small_bet=10), "choice" if by_choice else "hands", 1
        )
        most = MIXES[code].max_seats
    else:
        variant = VARIANTS[code]
        rotation = Rotation((Game(code, Rules(small_bet=10, limit=variant.limit)),))
        most = variant.max_seats
    opponents = OPPONENTS[: most - 1]
    config = TableConfig(
        name="trial",
        rotation=rotation,
        max_seats=len(opponents) + 1,
        min_buy_in=50,
        max_buy_in=600,
        newcomers="free",
    )
    return config, opponents, (600, 50)


class _Watched(Bot):
    """Plays as ``bot`` does, and notes what it raises, what is refused, and how long it thinks."""

    def __init__(self, bot: Bot, report: Report) -> None:
        super().__init__()
        self.took_ms: list[float] = []
        self._bot = bot
        self._report = report

    def decide(self, turn: Turn) -> Action:
        began = time.perf_counter()
        # It is somebody's code: it may return anything.
        decide: Callable[[Turn], object] = self._bot.decide
        action = self._try("decide", lambda: decide(turn), None)
        self.took_ms.append((time.perf_counter() - began) * 1000)
        if isinstance(action, Action):
            return action
        if action is not None:
            self.note(f"decide returned {type(action).__name__}, not an Action")
        return turn.legal.safe()

    def table_changed(self, view: TableView) -> None:
        self._try("table_changed", lambda: self._bot.table_changed(view), None)

    def hand_started(self, view: TableView) -> None:
        self._try("hand_started", lambda: self._bot.hand_started(view), None)

    def happened(self, view: TableView, event: AnyTableEvent) -> None:
        self._try("happened", lambda: self._bot.happened(view, event), None)

    def hand_ended(self, view: TableView, net: int) -> None:
        self._try("hand_ended", lambda: self._bot.hand_ended(view, net), None)

    def choose_game(self, view: TableView) -> str | None:
        choose: Callable[[TableView], object] = self._bot.choose_game
        code = self._try("choose_game", lambda: choose(view), None)
        if code is None or isinstance(code, str):
            return code
        self.note(f"choose_game returned {type(code).__name__}, not a game's code")
        return None

    def refused(self, view: TableView, action: Action, code: str) -> None:
        self.note(f"{action.do} refused: {code}")
        self._try("refused", lambda: self._bot.refused(view, action, code), None)

    def _try(self, hook: str, call: Callable[[], T], otherwise: T) -> T:
        try:
            with _patience():
                result = call()
        except IllegalChoice as error:
            self.note(f"{hook} chose what is not allowed{_where(error)}: {error}")
            return otherwise
        except Exception as error:
            self.note(f"{hook} raised {type(error).__name__}{_where(error)}: {error}")
            return otherwise
        if hook == "decide" and result is None:
            self.note("decide returned None, not an Action")
        return result

    def note(self, what: str) -> None:
        """Count a fault by what it is."""
        self._report.problems[what] += 1


def _where(error: Exception) -> str:
    """Return the last place outside of ourselves where an error came from, as far as it is known."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        frame
        for frame in frames
        if frame.filename != __file__ and "/client/bot.py" not in frame.filename
    ]
    return f" in line {own[-1].lineno}" if own else ""


@contextmanager
def _patience() -> Iterator[None]:
    """Raise Overtime in a decision that does not end; only where the platform has such an alarm."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def over(number: int, frame: FrameType | None) -> None:
        raise Overtime(f"no decision after {PATIENCE_SECONDS:.0f} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
