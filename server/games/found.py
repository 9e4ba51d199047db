"""The one door for games: modules found by the entry-point group ``greenfelt.games``.

Poker, baccarat and blackjack come through it as a stranger's module does. A module says which games it
has; whatever else it brings is an ability that somebody asks for by name:

| has | can |
|---|---|
| ``settle`` | be ruled on by ``greenfelt settle`` (``Settles``) |
| ``odds`` | tell its chances by ``greenfelt odds`` (``casino.odds.OddsSource``) |
| ``open`` | be played against the house (``live.TableModule``) |
| ``rules``, ``results``, ``script`` | tell more of recorded rounds, and have them settled again (``TellsRounds``) |
| ``table_kind`` | have a table all of its own, as poker has (``HasTableKind``) |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, Protocol

GAMES_GROUP: Final = "greenfelt.games"

_OURS: Final = "greenfelt"


class GameModule(Protocol):
    """A family of games."""

    @property
    def games(self) -> Mapping[str, str]:
        """The names of the games by their codes."""
        ...


class Settles(GameModule, Protocol):
    """A module whose games ``greenfelt settle`` can rule on."""

    def settle(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        """Run a scenario, as JSON values, and return its result as JSON values.

        Raises ScriptError when the script itself is faulty; an action that the rules refuse is
        reported in the result instead.
        """
        ...


class TellsRounds(GameModule, Protocol):
    """A module that knows its recorded rounds again. ``events`` are (kind, facts) as they were told."""

    def rules(self, game: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return every rule of a table as JSON values, those included that it does not set."""
        ...

    def results(self, events: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, dict[str, Any]]:
        """Return what came of each wager, by its id: ``seat``, ``type``, ``stake``, ``result`` and
        ``returned`` at least."""
        ...

    def script(
        self,
        game: str,
        rules: Mapping[str, Any],
        events: Sequence[tuple[str, Mapping[str, Any]]],
    ) -> dict[str, Any] | None:
        """Return the scenario for ``settle`` that is the same round; None where none can say it all.

        Raises ValueError when the record is damaged.
        """
        ...


class HasTableKind(GameModule, Protocol):
    """A module whose tables are of a kind of their own."""

    @property
    def table_kind(self) -> str:
        """Where the ``greenfelt.server.tables.kinds.TableKind`` is, as ``module:object``."""
        ...


class UnknownGame(ValueError):
    """No installed module has a game of that code."""

    code = "unknown-game"


class Modules:
    """The modules that are installed, loaded one after another as they are asked for.

    Ours come first, then the others by name. One that cannot be loaded, or has a game that there is
    already, harms nobody else: ``faults`` says what is wrong with it.
    """

    def __init__(self, found: Callable[[], Sequence[EntryPoint]]) -> None:
        self._found = found
        self._waiting: list[EntryPoint] | None = None
        self._loaded: list[GameModule] = []
        self._by_code: dict[str, GameModule] = {}
        self._faults: list[str] = []

    def module_of(self, code: str) -> GameModule:
        """Return the module that has a game. Raises UnknownGame, naming games and faulty modules."""
        while code not in self._by_code:
            if self._load_next() is None:
                said = f"there is no game {code!r}; there are {', '.join(sorted(self._by_code))}"
                raise UnknownGame("; ".join([said, *self._faults]))
        return self._by_code[code]

    def able(self, ability: str) -> Iterator[GameModule]:
        """Yield the modules that have an attribute of that name, loading no more than are taken."""
        at = 0
        while at < len(self._loaded) or self._load_next() is not None:
            if hasattr(self._loaded[at], ability):
                yield self._loaded[at]
            at += 1

    def by_code(self, ability: str) -> dict[str, Any]:
        """Return the modules with an ability by the codes of their games."""
        found = list(self.able(ability))
        return {code: module for code, module in self._by_code.items() if module in found}

    def faults(self) -> list[str]:
        """Load all that there are; return a sentence for each module that cannot be used whole."""
        while self._load_next() is not None:
            pass
        return list(self._faults)

    def _load_next(self) -> GameModule | None:
        """Load the next module that can be; None when there is none left."""
        if self._waiting is None:
            self._waiting = sorted(self._found(), key=lambda entry: (_owner(entry) != _OURS, entry))
        while self._waiting:
            entry = self._waiting.pop(0)
            try:
                module: GameModule = entry.load()
                games = dict(module.games)
            except Exception as error:
                self._faults.append(_fault(entry, f"{type(error).__name__}: {error}"))
                continue
            for code in games:
                if code in self._by_code:
                    self._faults.append(_fault(entry, f"there is a game {code!r} already"))
                else:
                    self._by_code[code] = module
            self._loaded.append(module)
            return module
        return None


def _owner(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else ""


def _fault(entry: EntryPoint, why: str) -> str:
    of = f", of {_owner(entry)}" if _owner(entry) else ""
    return f"the game module {entry.name!r} ({entry.value}{of}): {why}"


@cache
def game_modules() -> Modules:
    """Return what is installed."""
    return Modules(lambda: tuple(entry_points(group=GAMES_GROUP)))
