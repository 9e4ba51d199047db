"""What the live tables of both families do alike, and what their modules say of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.casino import commands as cmd
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.livekit import all_rules, rule_keys, stakes_words
from greenfelt.server.games.casino.meters import Linked, Standing
from greenfelt.server.games.casino.names import NAMES
from greenfelt.server.games.casino.table import CasinoTable
from greenfelt.server.games.casino.wagers import WAGERS
from greenfelt.server.games.live import HeldWin, LiveGame, Play, RuleKey


class LiveTable(ABC):
    """One live table of either family; ``_game`` is its state."""

    _game: CasinoTable

    @abstractmethod
    def _act(self, seat: int, command: Any, deck: DeckSource | None) -> list[Any]:
        """Carry out a command of a seat, or of the table itself (0)."""

    @abstractmethod
    def _command(self, play: Play) -> Any:
        """Return what a seat asks for. Raises NotOffered or NotAllowed for what makes no sense."""

    @abstractmethod
    def _lying(self) -> Iterable[Wager]:
        """Return the wagers of this round."""

    @abstractmethod
    def _most_owed(self, wager: Wager) -> int:
        """Return what a wager could cost the house, in cents."""

    def sit(self, seat: int, chips: int) -> list[Any]:
        return self._act(seat, cmd.Sit(chips), None)

    def add(self, seat: int, chips: int) -> list[Any]:
        return self._act(seat, cmd.AddChips(chips), None)

    def leave(self, seat: int) -> list[Any]:
        return self._act(seat, cmd.Leave(), None)

    def play(self, seat: int, play: Play, deck: DeckSource) -> list[Any]:
        return self._act(seat, self._command(play), deck)

    def release(self, seat: int, wager: str) -> list[Any]:
        return self._act(0, cmd.Release(seat, wager), None)

    def held_wins(self) -> Sequence[HeldWin]:
        return [HeldWin(seat, kind, chips) for (seat, kind), chips in self._game.held.items()]

    def owed(self) -> int:
        return sum(map(self._most_owed, self._lying()))

    def more_owed(self, seat: int, play: Play) -> int:
        kind = play.on.partition(":")[0]
        if play.do != "wager" or kind not in self._game.offers:
            return 0
        return self._most_owed(Wager("", seat, kind, max(0, play.amount), coupon=play.coupon))

    def meters(self) -> Mapping[str, int]:
        return {name: each.value + each.reserve for name, each in self._game.meters.items()}

    def link(self, sources: Mapping[str, Callable[[], Standing]]) -> None:
        self._game.linked = Linked(sources)

    def shown_meters(self) -> Mapping[str, int]:
        return self._game.linked.shown(self._game.meters)

    def takes_coupon(self, seat: int, on: str) -> bool:
        return WAGERS[on.partition(":")[0]].coupon and not self._game.layout.has_coupon(seat)

    def laid_coupons(self) -> list[str]:
        return [wager.serial for wager in self._lying() if wager.serial]


class CasinoModule(ABC):
    """The games of one family as table games."""

    cents = True
    family: ClassVar[tuple[str, ...]]

    @abstractmethod
    def typed_rules(self, game: str, rules: Mapping[str, Any]) -> Any:
        """Return a table's rules with their defaults. Raises RulesError."""

    @abstractmethod
    def open(self, game: str, rules: Mapping[str, Any]) -> LiveGame: ...

    @property
    def games(self) -> Mapping[str, str]:
        return {game: NAMES[game] for game in self.family}

    def seats(self, game: str, rules: Mapping[str, Any]) -> int:
        seats: int = self.typed_rules(game, rules).seats
        return seats

    def stakes(self, game: str, rules: Mapping[str, Any]) -> str:
        typed = self.typed_rules(game, rules)
        return stakes_words(typed.min_bet, typed.max_bet, typed.side_min_bet)

    def limits(self, game: str, rules: Mapping[str, Any]) -> tuple[int, int]:
        typed = self.typed_rules(game, rules)
        return typed.min_bet, typed.max_bet

    def explain(self, game: str) -> list[RuleKey]:
        return rule_keys(game)

    def rules(self, game: str, given: Mapping[str, Any]) -> dict[str, Any]:
        return all_rules(game, given)
