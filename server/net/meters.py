"""The meters that tables of this room share, and telling all of their tables when one has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from greenfelt.server.games.live import TICKS
from greenfelt.server.room.acts import Act, encode_act
from greenfelt.server.room.ledger import HOUSE, Move, linked_meter
from greenfelt.server.room.meters import LinkedMeters
from greenfelt.server.store.commits import Booking
from greenfelt.server.store.reactor import Call, Timing
from greenfelt.server.tables.outcome import MoneyMove

SHOW_SECONDS = 0.25
"""Changes of so long are told together."""


class MeterBoard(LinkedMeters):
    """What linked meters hold; ``show`` tells the viewers of their tables which of them changed.

    ``pending`` steps that move one are being committed.
    """

    def __init__(self, timing: Timing, show: Callable[[set[str]], None]) -> None:
        super().__init__()
        self._timing = timing
        self._show = show
        self._news: set[str] = set()
        self._call: Call | None = None
        self.pending = 0

    def take(self, moves: Sequence[MoneyMove]) -> None:
        super().take(moves)
        self.pending += bool(self.touched(moves))

    def undo(self, moves: Sequence[MoneyMove]) -> None:
        super().undo(moves)
        self.pending -= bool(self.touched(moves))

    def begin(self, link: str, seed: int, now_ms: int) -> Booking:
        """Return what gives a meter that never held anything its first ``seed`` chips."""
        account = linked_meter(link)
        self.correct({account: seed * TICKS})
        act = Act(f"seed:{link}", now_ms, "house", "seed", account, "a new meter", f"{seed} chips")
        move = Move(act.id, HOUSE, account, seed, "meter")
        return Booking(act.line_id, encode_act(act), (move,) if seed else ())

    def committed(self, moves: Iterable[MoneyMove]) -> None:
        """Let everybody know in a moment what a step did that ``take`` has noted."""
        touched = self.touched(moves)
        self.pending -= bool(touched)
        self._news |= touched
        if self._news and self._call is None:
            self._call = self._timing.callLater(SHOW_SECONDS, self._tell)

    def close(self) -> None:
        if self._call is not None and self._call.active():
            self._call.cancel()
        self._call = None

    def _tell(self) -> None:
        self._call = None
        news, self._news = self._news, set()
        self._show(news)
