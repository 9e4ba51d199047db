"""How a table is set up: everything an operator may choose, with its defaults."""

from __future__ import annotations

import re
from typing import Any, Final, Literal

import msgspec

from greenfelt.server.engine.errors import BadSetup
from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.live import SharesMeters, UnknownGame, live_game
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

    ``warn_ms`` before the clock runs out its player is warned that the bank comes next (0: never).

    The first hand begins ``start_ms`` after two players are ready, which somebody who comes may put
    off ``start_restarts`` times; the next one ``pause_ms`` after the last (0: at once, for load
    tests). Who sits out for ``out_limit_ms`` loses his seat (0: never). A free seat is kept for the
    first on the waiting list for ``offer_ms``. Who leaves and comes back within ``return_ms`` brings at
    least what he left with (0: he need not), and has the time that he had left.

    At a table game wagers may be placed for ``betting_ms`` after the first one, a decision has
    ``turn_ms``, and ``pause_ms`` lie between rounds.
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
    warn_ms: int = 10_000
    offer_ms: int = 30_000
    return_ms: int = 7_200_000
    betting_ms: int = 15_000


_LINK: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


class HouseGame(msgspec.Struct, frozen=True):
    """A game against the house: its code, and those of its rules that are not as usual.

    ``links`` names those of its progressive meters that it shares with other tables, and under which
    name all of them know such a meter.
    """

    game: str
    rules: dict[str, Any] = {}
    links: dict[str, str] = {}


class TableConfig(msgspec.Struct, frozen=True, kw_only=True):
    """One table's set-up.

    ``newcomers``: whether a new player waits for the big blind (or posts, if he asks to), posts
    where his place allows it, or is dealt in free (friendly games); the same goes for who comes back
    after missed blinds. ``chat_length`` is in characters. Who sits out while the button goes past him
    ``out_orbits`` times loses his seat (0: only time counts). ``waiting_list`` is how many may wait for
    a seat. What watchers see is ``watch_delay_ms`` old.

    ``must_move`` names the main table whose free seats are filled from this one, the player who sits
    here longest first. Tables with the same ``group`` break: when players leave and ``break_at`` or
    fewer are left here, they move to the others, if there is room.

    Where the rule ``all_in_protection`` holds, it helps a player ``protections`` times in a sitting.

    The house keeps ``house_bots`` of its bots here while there are seats for them and for people.

    A private table has a ``host``, the key of an account, who may pause and close it; others get in by
    a password (``lock`` is its hash) or by ``invite``, a secret that is part of a link. One that was
    opened for a ``load_test`` is counted apart from people's.

    Where ``house`` is given, that game is played against the house, and the rotation is empty.
    """

    name: str
    rotation: Rotation
    max_seats: int
    min_buy_in: int
    max_buy_in: int
    clocks: Clocks = Clocks()
    newcomers: Newcomers = "wait"
    chat_length: int = 200
    out_orbits: int = 0
    waiting_list: int = 50
    watch_delay_ms: int = 0
    must_move: str = ""
    group: str = ""
    break_at: int = 0
    protections: int = 1
    house_bots: int = 0
    host: str = ""
    lock: str = ""
    invite: str = ""
    load_test: bool = False
    house: HouseGame | None = None

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
        **others: Any,
    ) -> TableConfig:
        """Return the configuration of a table that plays one game; ``others`` are further keys."""
        return cls(
            name=name,
            rotation=Rotation((Game(code, rules),)),
            max_seats=max_seats,
            min_buy_in=min_buy_in,
            max_buy_in=max_buy_in,
            clocks=clocks or Clocks(),
            newcomers=newcomers,
            **others,
        )

    def check(self) -> None:
        """Raise BadConfig, which names the key and what is allowed, when no such table can work."""
        _require(bool(self.name.strip()), "name", "say how the table is called")
        if self.house is not None:
            self._check_house(self.house)
        else:
            self._check_rotation()
        _require(self.min_buy_in >= 1, "min_buy_in", "at least 1 chip")
        _require(self.max_buy_in >= self.min_buy_in, "max_buy_in", "not below min_buy_in")
        _require(self.chat_length >= 1, "chat_length", "at least 1 character")
        for key in (
            "out_orbits",
            "waiting_list",
            "watch_delay_ms",
            "break_at",
            "protections",
            "house_bots",
        ):
            _require(getattr(self, key) >= 0, key, "0 or more")
        _require(self.must_move != self.name, "must_move", "the name of another table")
        _require(not self.break_at or bool(self.group), "break_at", "0, unless there is a group")
        for key in Clocks.__struct_fields__:
            least = 1 if key in ("turn_ms", "draw_ms", "betting_ms") else 0
            _require(getattr(self.clocks, key) >= least, f"clocks.{key}", f"at least {least}")

    def _check_house(self, house: HouseGame) -> None:
        try:
            module = live_game(house.game)
            most = module.seats(house.game, house.rules)
            opened = module.open(house.game, house.rules)
        except UnknownGame as error:
            raise BadConfig(f"game: {error}") from error
        except ValueError as error:
            raise BadConfig(f"house_rules.{error}") from error
        _require(1 <= self.max_seats <= most, "max_seats", f"1 to {most} at this game")
        meters = sorted(opened.meters()) if isinstance(opened, SharesMeters) else []
        for meter, link in house.links.items():
            known = ", ".join(meters) or "none"
            _require(meter in meters, f"meters.{meter}", f"this table's meters: {known}")
            allowed = "small letters, digits and hyphens, from a letter on"
            _require(bool(_LINK.fullmatch(link)), f"meters.{meter}", allowed)
        _require(not self.break_at, "break_at", "0 at a table game")

    def _check_rotation(self) -> None:
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
        for game in games:
            _require(
                game.rules.kill == "off" or bool(game.blinds()),
                f"{game.code}: rules.kill",
                "off, for a kill is a blind and this game has none",
            )
            for seats in {2, self.max_seats}:
                try:
                    game.try_out(seats)
                except BadSetup as error:
                    raise BadConfig(f"{game.code}: {error.entry or 'rules'}: {error}") from error


def _require(good: bool, key: str, allowed: str) -> None:
    if not good:
        raise BadConfig(f"{key}: {allowed}")
