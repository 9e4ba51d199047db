"""How a table is set up: everything an operator may choose, with its defaults."""

from __future__ import annotations

from typing import Literal

import msgspec

from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.errors import BadConfig
from greenfelt.server.tables.rotation import Game, Rotation

Newcomers = Literal["wait", "post", "free"]


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """Times in milliseconds.

    A decision has ``turn_ms`` (a draw or discard ``draw_ms``), then what is left of the seat's bank,
    which starts with ``bank_ms`` and grows by ``bank_refill_ms`` a hand up to it again. A seat whose
    player is gone gets up to ``reconnect_ms`` more, once per decision, out of ``disconnect_ms`` for
    the whole sitting, which nothing refills. Whoever let a clock run out has ``absent_ms`` for each
    further decision until he acts. After a restart everybody has at least ``recovery_ms``.

    The first hand begins ``start_ms`` after two players are ready, which somebody who comes may put
    off ``start_restarts`` times; the next one ``pause_ms`` after the last (0: at once, for load
    tests). Who sits out for ``out_limit_ms`` loses his seat (0: never).
    """

    turn_ms: int = 30_000
    draw_ms: int = 30_000
    bank_ms: int = 30_000
    bank_refill_ms: int = 3_000
    reconnect_ms: int = 30_000
    disconnect_ms: int = 120_000
    absent_ms: int = 3_000
    recovery_ms: int = 15_000
    start_ms: int = 3_000
    start_restarts: int = 3
    pause_ms: int = 4_000
    out_limit_ms: int = 900_000


class TableConfig(msgspec.Struct, frozen=True, kw_only=True):
    """One table's set-up.

    ``newcomers``: whether a new player waits for the big blind (or posts, if he asks to), posts
    where his place allows it, or is dealt in free (friendly games); the same goes for who comes back
    after missed blinds. ``chat_length`` is in characters.
    """

    name: str
    rotation: Rotation
    max_seats: int
    min_buy_in: int
    max_buy_in: int
    clocks: Clocks = Clocks()
    newcomers: Newcomers = "wait"
    chat_length: int = 200

    @classmethod
    def single(
        cls,
        name: str,
        code: str,
        rules: Rules,
        *,
        max_seats: int,
        min_buy_in: int,
        max_buy_in: int,
        clocks: Clocks | None = None,
        newcomers: Newcomers = "wait",
    ) -> TableConfig:
        """Return the configuration of a table that plays one game."""
        return cls(
            name=name,
            rotation=Rotation((Game(code, rules),)),
            max_seats=max_seats,
            min_buy_in=min_buy_in,
            max_buy_in=max_buy_in,
            clocks=clocks or Clocks(),
            newcomers=newcomers,
        )

    def check(self) -> None:
        """Raise BadConfig, which names the key and what is allowed, when no such table can work."""
        _require(bool(self.name.strip()), "name", "say how the table is called")
        games = self.rotation.games
        _require(bool(games), "rotation.games", "name at least one game")
        _require(self.rotation.every >= 1, "rotation.every", "at least 1")
        for game in games:
            _require(game.code in VARIANTS, f"game {game.code!r}", f"one of {', '.join(VARIANTS)}")
        most = min(VARIANTS[game.code].max_seats for game in games)
        _require(
            2 <= self.max_seats <= most,
            "max_seats",
            f"2 to {most}, for which the deck serves every game played here",
        )
        _require(self.min_buy_in >= 1, "min_buy_in", "at least 1 chip")
        _require(self.max_buy_in >= self.min_buy_in, "max_buy_in", "not below min_buy_in")
        _require(self.chat_length >= 1, "chat_length", "at least 1 character")
        for game in games:
            _require(
                game.rules.kill == "off" or bool(game.blinds()),
                f"{game.code}: kill",
                "off, for a kill is a blind and this game has none",
            )
            _require(
                not game.rules.all_in_protection,
                f"{game.code}: all_in_protection",
                "false, for tables do not count its uses yet",
            )
        for key in Clocks.__struct_fields__:
            least = 1 if key in ("turn_ms", "draw_ms") else 0
            _require(getattr(self.clocks, key) >= least, f"clocks.{key}", f"at least {least}")


def _require(good: bool, key: str, allowed: str) -> None:
    if not good:
        raise BadConfig(f"{key}: {allowed}")
