"""How a table is set up: everything an operator may choose, with its defaults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec

from greenfelt.server.engine.errors import BadSetup
from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.live import SharesMeters, TableModule, UnknownGame, live_game
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


MOST: Final = 10**12
"""Upper bound of every number, in chips or milliseconds: what comes of it fits messages, timers and the store."""

_LINK: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


_COUNTS: Final = (
    "out_orbits",
    "waiting_list",
    "watch_delay_ms",
    "break_at",
    "protections",
    "house_bots",
)
_LEAST_MS: Final = dict.fromkeys(Clocks.__struct_fields__, 0) | {
    "turn_ms": 1,
    "draw_ms": 1,
    "betting_ms": 1,
}


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

    A private table has a ``host``, the key of an account, who may pause (between hands) and close it;
    others get in by a password (``lock`` is its hash) or by ``invite``, a secret that is part of a link.
    One that was opened for a ``load_test`` is counted apart from people's.

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
        """Raise BadConfig with every fault, each naming key and what is allowed, when no such table can work."""
        faults = tuple(self._faults())
        if faults:
            raise BadConfig(*faults)

    def check_offer(self) -> None:
        """Raise BadConfig as ``check`` does, and for what could be played but nobody should be offered.

        Tables that are stored already need not pass: they are dealt on as they were.
        """
        self.check()
        faults = tuple(self._offer_faults())
        if faults:
            raise BadConfig(*faults)

    def _offer_faults(self) -> Iterator[str]:
        yield from _too_large(self, "", ("max_buy_in", *_COUNTS))
        yield from _too_large(self.clocks, "clocks.", _LEAST_MS)
        if self.house_bots > self.max_seats:
            yield f"house_bots: at most the {self.max_seats} seats; given {self.house_bots}"
        for game in self.rotation.games:
            yield from _stake_faults(game)
            if self.min_buy_in < game.forced_most():
                yield (
                    f"min_buy_in: at least {game.forced_most()}, which {game.code} makes a seat post "
                    f"in a hand; given {self.min_buy_in}"
                )

    def _faults(self) -> Iterator[str]:
        if not self.name.strip():
            yield "name: say how the table is called"
        yield from self._rotation_faults() if self.house is None else self._house_faults(self.house)
        least = dict.fromkeys(_COUNTS, 0) | {"min_buy_in": 1, "chat_length": 1}
        yield from _too_small(self, "", least)
        if self.max_buy_in < self.min_buy_in:
            yield f"max_buy_in: not below min_buy_in, {self.min_buy_in}; given {self.max_buy_in}"
        if self.must_move == self.name:
            yield f"must_move: the name of another table; given {self.must_move!r}"
        if self.break_at and not self.group:
            yield f"break_at: 0, unless there is a group; given {self.break_at}"
        yield from _too_small(self.clocks, "clocks.", _LEAST_MS)

    def _house_faults(self, house: HouseGame) -> Iterator[str]:
        try:
            module = live_game(house.game)
        except UnknownGame as error:
            yield f"game: {error}"
            return
        rules, faults = _usable_rules(module, house)
        yield from faults
        if rules is None:
            return
        most = module.seats(house.game, rules)
        if not 1 <= self.max_seats <= most:
            yield f"max_seats: 1 to {most} at this game; given {self.max_seats}"
        opened = module.open(house.game, rules)
        meters = sorted(opened.meters()) if isinstance(opened, SharesMeters) else []
        for meter, link in house.links.items():
            if meter not in meters:
                yield f"meters.{meter}: this table's meters: {', '.join(meters) or 'none'}"
            elif not _LINK.fullmatch(link):
                yield (
                    f"meters.{meter}: small letters, digits and hyphens, from a letter on; "
                    f"given {link!r}"
                )
        if self.break_at:
            yield f"break_at: 0 at a table game; given {self.break_at}"

    def _rotation_faults(self) -> Iterator[str]:
        games = self.rotation.games
        if not games:
            yield "rotation.games: name at least one game"
            return
        if self.rotation.every < 1:
            yield f"rotation.every: at least 1; given {self.rotation.every}"
        strange = [game.code for game in games if game.code not in VARIANTS]
        yield from (f"game {code!r}: one of {', '.join(VARIANTS)}" for code in strange)
        if strange:
            return
        most = min(VARIANTS[game.code].max_seats for game in games)
        if not 2 <= self.max_seats <= most:
            yield (
                f"max_seats: 2 to {most}, for which the deck serves every game played here; "
                f"given {self.max_seats}"
            )
        for game in games:
            yield from _game_faults(game, min(max(2, self.max_seats), most))


def _game_faults(game: Game, seats: int) -> Iterator[str]:
    if game.rules.kill != "off" and not game.blinds():
        kill = game.rules.kill
        yield (
            f"{game.code}: rules.kill: off, for a kill is a blind and this game has none; "
            f"given {kill!r}"
        )
        return
    for each in sorted({2, seats}):
        try:
            game.try_out(each)
        except BadSetup as error:
            yield f"{game.code}: {error.entry or 'rules'}: {error}"
            return


def _stake_faults(game: Game) -> Iterator[str]:
    rules, blinds = game.rules, game.blinds()
    if rules.limit == "fixed" and rules.big_bet_size() < rules.small_bet:
        yield (
            f"{game.code}: rules.big_bet: not below small_bet, {rules.small_bet}; "
            f"given {rules.big_bet}"
        )
    if list(blinds) != sorted(blinds):
        yield (
            f"{game.code}: rules.blinds: none below the one before it; "
            f"given {', '.join(map(str, blinds))}"
        )
    for key, amount in game.stakes():
        if amount % rules.chip:
            yield f"{game.code}: rules.{key}: multiples of chip, {rules.chip}; it makes {amount}"
            return


def _usable_rules(
    module: TableModule, house: HouseGame
) -> tuple[Mapping[str, Any] | None, list[str]]:
    """Return the rules without those that cannot be, and these as faults; None where no game can be opened.

    A module names one rule at a time, so each is left out in turn.
    """
    rules, faults = dict(house.rules), list[str]()
    while True:
        try:
            module.open(house.game, rules)
        except ValueError as error:
            key = str(error).partition(":")[0]
            given = f"; given {rules[key]!r}" if key in rules else ""
            faults.append(f"house_rules.{error}{given}")
            if rules.pop(key, None) is None:
                return None, faults
        else:
            return rules, faults


def _too_large(owner: Any, prefix: str, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        if getattr(owner, key) > MOST:
            yield f"{prefix}{key}: at most {MOST}; given {getattr(owner, key)}"


def _too_small(owner: Any, prefix: str, least: Mapping[str, int]) -> Iterator[str]:
    for key, low in least.items():
        if getattr(owner, key) < low:
            yield f"{prefix}{key}: at least {low}; given {getattr(owner, key)}"
