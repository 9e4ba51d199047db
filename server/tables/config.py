"""How a table is set up: everything an operator may choose, with its defaults."""

from __future__ import annotations

from typing import Literal

import msgspec

from greenfelt.server.engine.rules import Rules

from greenfelt.server.tables.rotation import Game, Rotation

Newcomers = Literal["wait", "post", "free"]


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """Times in milliseconds.

    A decision has ``turn_ms`` (a draw or discard ``draw_ms``), then what is left of the seat's bank,
    which starts with ``bank_ms`` and grows by ``bank_refill_ms`` a hand up to it again. A seat whose
    player is gone gets up to ``reconnect_ms`` more, once per decision, out of ``disconnect_ms`` for
    the whole sitting, which nothing refills. Whoever let a clock run out has ``absent_ms`` for each
    further decision until he acts. After a restart everybody has at least ``recovery_ms``.
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

    ``newcomers``: whether a new player waits for the big blind (or posts when he asks to), posts at
    once where his position allows it, or is dealt in free (friendly games). ``chat_length`` is in
    characters.
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
