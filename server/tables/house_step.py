"""One step of a table game under way: the game's events beside the table's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from greenfelt.server.games.live import HOUSE, METER, OUTSIDE, Movement, TakesCoupons
from greenfelt.server.tables.house_events import HouseEvent, Played, RoundBegan
from greenfelt.server.tables.step import BaseStep

if TYPE_CHECKING:
    from greenfelt.server.tables.house_table import HouseTable


class HouseStep(BaseStep):
    """Collects what one command leads to.

    ``acted`` is the seat that did something, ``came`` one that is to be asked because it has just
    come; ``to_table`` the ticks that house and meters gave to the table, less what they got;
    ``linked`` those that each account of a shared meter got, less what it gave; ``coupons`` the numbers
    of those that were surrendered.
    """

    __slots__ = ("acted", "came", "coupons", "linked", "to_table")

    table: HouseTable

    def __init__(self, table: HouseTable, now_ms: int) -> None:
        super().__init__(table, now_ms)
        self.acted = self.came = 0
        self.to_table = 0
        self.linked: dict[str, int] = {}
        self.coupons: list[str] = []

    def emit(self, event: HouseEvent) -> None:
        super().emit(event)  # type: ignore[arg-type]  # the table folds its own kinds, too

    def played(self, events: list[Any]) -> None:
        """Record what the game did and has folded."""
        table, game = self.table, self.table.game
        if any(map(game.began, events)):
            self.emit(RoundBegan(self.now_ms))
        for event in events:
            table.note(event)
            self.events.append(Played(game.encode(event)))
            if isinstance(game, TakesCoupons) and (serial := game.surrendered(event)):
                self.coupons.append(serial)
            for move in game.movements(event):
                self.to_table += _to_table(move)
                for account, ticks in ((move.source, -move.ticks), (move.target, move.ticks)):
                    shared = table.shared_account(account)
                    if shared:
                        self.linked[shared] = self.linked.get(shared, 0) + ticks


def _to_table(move: Movement) -> int:
    if OUTSIDE in (move.source, move.target):
        return 0
    return move.ticks * (lies_here(move.target) - lies_here(move.source))


def lies_here(account: str) -> bool:
    """Whether chips on an account lie at the table: before seats, on the layout, or held."""
    return account not in (HOUSE, OUTSIDE) and not account.startswith(METER)
