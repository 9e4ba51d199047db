"""A table game without a server: its log, the accounts that its money moves change, its timers."""

from __future__ import annotations

from typing import Any

from support.of_players import OfPlayers

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.live import SEAT, TICKS
from greenfelt.server.room.coupons import Coupons, Slip
from greenfelt.server.room.deck import SystemDeck
from greenfelt.server.room.meters import LinkedMeters
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.config import Clocks, HouseGame, TableConfig
from greenfelt.server.tables.house_events import Played
from greenfelt.server.tables.house_table import HouseTable
from greenfelt.server.tables.kinds import TABLE_GAME
from greenfelt.server.tables.outcome import Outcome
from greenfelt.server.tables.rotation import Rotation

PEOPLE = ("ann", "bob", "cid")
PURSE = 1_000_000
COUPONS = (1, 150, 500, 700, 1_000)
"""What the coupons are worth that everybody has to begin with."""
TODAY = "2026-11-30"
GAMES = {
    "minibaccarat": {},
    "baccarat": {"squeeze": True},
    "rising_phoenix": {},
    "blackjack": {},
    "spanish_21": {},
    "double_attack_blackjack": {},
}


def config_of(
    game: str,
    rules: dict[str, Any] | None = None,
    pause_ms: int = 0,
    links: dict[str, str] | None = None,
) -> TableConfig:
    return TableConfig(
        name="Lido",
        rotation=Rotation(()),
        max_seats=3,
        min_buy_in=1_000,
        max_buy_in=200_000,
        clocks=Clocks(pause_ms=pause_ms),
        house=HouseGame(game, GAMES.get(game, {}) if rules is None else rules, links or {}),
    )


class Rig:
    """A table, its log, the accounts (in ticks) that its money moves change, and its timers.

    ``meters`` are those that it shares with other rigs.
    """

    def __init__(
        self, config: TableConfig, number: int = 1, meters: LinkedMeters | None = None
    ) -> None:
        self.config = config
        self.number = number
        self.meters = meters or LinkedMeters()
        self.coupons = Coupons(lambda: set(self.table.laid_coupons()), lambda: TODAY)
        self.coupons.add(
            Slip(f"{who}-{worth}", who, "Greenfelt", worth, TODAY, TODAY)
            for who in PEOPLE
            for worth in COUPONS
        )
        self.log: list[bytes] = []
        self.accounts = {"!house": 0, **dict.fromkeys(PEOPLE, PURSE * TICKS)}
        self.now_ms = 0
        self.timers: dict[str, Any] = {}
        self.moves: set[str] = set()
        self.of_players = OfPlayers()
        self.table = self.fresh()

    def fresh(self) -> HouseTable:
        table = TABLE_GAME.new(self.number, self.config, SystemDeck())
        assert isinstance(table, HouseTable)
        table.link(self.meters.stands, self.coupons.usable)
        return table

    def do(self, command: cmd.AnyCommand) -> Outcome | None:
        try:
            outcome = self.table.handle(command, self.now_ms)
        except Refused:
            return None
        self.take(outcome)
        return outcome

    def take(self, outcome: Outcome) -> None:
        self.log.append(TABLE_GAME.encode(outcome.events))
        self.of_players.take(self.table, outcome)
        for timer in outcome.timers:
            self.timers[timer.slot] = timer
        for move in outcome.moves:
            assert move.id not in self.moves
            self.moves.add(move.id)
            self.accounts[move.account] = self.accounts.get(move.account, 0) + move.exact
        self.meters.take(outcome.moves)
        slips = self.coupons.spend(outcome.coupons, self.number, self.table.state.hand)
        assert len(slips) == len(outcome.coupons), "each is surrendered once"
        self.coupons.spent(outcome.coupons)
        game = self.table.game
        for played in outcome.events:
            event = game.decode(played.event) if isinstance(played, Played) else None
            if getattr(event, "result", "") == "lose":
                back = [move for move in game.movements(event) if move.target.startswith(SEAT)]
                assert not back, "a losing stake was returned"
        TABLE_GAME.updates(self.table, outcome.events, self.now_ms)

    def fire(self) -> None:
        if self.timers:
            self.fired()

    def fired(self) -> Outcome | None:
        """Let the next timer run out; return what came of it."""
        timer = min(self.timers.values(), key=lambda each: each.at_ms)
        del self.timers[timer.slot]
        self.now_ms = max(self.now_ms, timer.at_ms)
        return self.do(cmd.TimerFired(timer.token))

    def kill(self) -> None:
        """The server is killed: the table is folded from its log, and picked up."""
        before = self.table.dump()
        table = self.fresh()
        for entry in self.log:
            for event in TABLE_GAME.decode(entry):
                table.evolve(event)
        assert table.dump() == before
        loaded = TABLE_GAME.load(before, self.number, self.config, SystemDeck())
        assert loaded.dump() == before
        self.table = table
        self.timers.clear()
        self.take(table.recovered(self.now_ms))

    def look(self, who: str) -> msg.Snapshot:
        number = self.table.seat_of(who)
        return TABLE_GAME.snapshot(self.table, number, self.now_ms, who, 0)

    def choose(self, who: str, pick: int, amount: int) -> None:
        """Do one of the things that a player is offered, for an amount within its bounds."""
        window = self.look(who).felt.window  # type: ignore[union-attr]
        if window is None or not window.options:
            return
        choice = window.options[pick % len(window.options)]
        high = min(choice.high, choice.low + 5_000)
        paid = choice.low + amount % (high - choice.low + 1) if high >= choice.low else 0
        self.do(cmd.Act(who, window.hand, window.turn, choice.do, paid, (), choice.on))

    def check(self) -> None:
        """Every chip is in an account, or at the table; nobody's is below nothing but the house's."""
        chips = sum(self.accounts.values()) + self.table.chips() * TICKS
        assert chips == len(PEOPLE) * PURSE * TICKS
        self.of_players.check(self.table)
        own = {
            f"!meter:{self.number}:{name}": held
            for name, held in self.table.game.meters().items()
            if name not in self.table.links and held
        }
        booked = {
            account: held
            for account, held in self.accounts.items()
            if account.startswith(f"!meter:{self.number}:") and held
        }
        assert own == booked
        kept = ("!house", *self.meters.accounts)
        assert all(held >= 0 for name, held in self.accounts.items() if name not in kept)
        assert all(seat.stack >= 0 for seat in self.table.state.seats.values())
