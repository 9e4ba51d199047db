"""Several bots in one process: started one after the other, stopped together."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import cycle
from typing import Any, Protocol

from twisted.internet.defer import Deferred, FirstError, gatherResults, inlineCallbacks
from twisted.internet.error import ReactorNotRunning
from twisted.python.failure import Failure

from greenfelt.client.bot import Bot
from greenfelt.client.bot_runner import BotPlayer, Plan, Report
from greenfelt.client.bot_seat import Statistics
from greenfelt.client.connection import Clock, Endpoint
from greenfelt.client.secrets import SecretStore


def accounts(store: SecretStore, server: str, name: str, count: int) -> list[tuple[str, str]]:
    """Return names with their secrets: those of a list with commas, else ``name``, or ``name-1`` and so on."""
    given = name.split(",")
    if len(given) > 1:
        names = given[:count]
    else:
        names = given if count == 1 else [f"{name}-{number}" for number in range(1, count + 1)]
    return [(one, store.secret(server, one)) for one in names]


class Playing(Protocol):
    """What the reactor can be run for: it plays until it is done, and leaves when asked to."""

    def play(self) -> Deferred[Any]: ...

    def leave(self) -> Deferred[Any]: ...


class Crew:
    """Bots that play by one plan. ``bots`` are (account name, secret, bot).

    With ``tables``, which take the place of the plan's, bots are spread over them in turn.
    """

    def __init__(
        self,
        clock: Clock,
        endpoint: Endpoint,
        bots: Sequence[tuple[str, str, Bot]],
        plan: Plan,
        report: Report,
        tables: Sequence[int] = (),
    ) -> None:
        plans = [replace(plan, table=table) for table in tables] or [plan]
        self.players = [
            BotPlayer(clock, endpoint, name, secret, bot, each, report)
            for (name, secret, bot), each in zip(bots, cycle(plans), strict=False)
        ]

    @inlineCallbacks
    def start(self) -> Generator[Deferred[Any], Any, None]:
        """Seat all bots, in order; fails as the first one that cannot sit, after stopping the rest."""
        try:
            for player in self.players:
                yield player.start()
        except Exception:
            yield self.stop()
            raise

    def stop(self) -> Deferred[list[None]]:
        """Close all connections; the seats stay, as after a broken line."""
        return gatherResults([player.stop() for player in self.players])

    def leave(self) -> Deferred[list[None]]:
        """Stand up everywhere, then close all connections."""
        return gatherResults([player.leave() for player in self.players])

    @inlineCallbacks
    def play(self) -> Generator[Deferred[Any], Any, None]:
        """Seat all bots and wait until they have played their hands; fails as the first that fails.

        Hands count from when everybody sits, and bots at one table stop together: the last one might
        wait for company for ever.
        """
        for player in self.players:
            player.done.addCallback(self._leave_with, player)
        yield self.start()
        for player in self.players:
            player.count_hands()
        yield gatherResults([player.done for player in self.players], consumeErrors=True)

    def _leave_with(self, statistics: Statistics, done: BotPlayer) -> Statistics:
        if done.played_all:
            for player in self.players:
                if player.table == done.table and not player.done.called:
                    player.leave()
        return statistics


def _sentence(failure: Failure) -> str:
    error = failure.value
    return str(error.subFailure.value) if isinstance(error, FirstError) else str(error)


def drive(reactor: Any, crew: Playing) -> str | None:
    """Run the reactor until the crew is done or somebody stops it; return what went wrong, if anything.

    On the way out every bot stands up.
    """
    outcome: list[str | None] = []

    def over(result: Any) -> None:
        outcome.append(_sentence(result) if isinstance(result, Failure) else None)
        # Not when it is stopping already: then it is the stopping that made the crew leave.
        with suppress(ReactorNotRunning):
            reactor.stop()

    reactor.callWhenRunning(lambda: crew.play().addBoth(over))
    reactor.addSystemEventTrigger("before", "shutdown", crew.leave)
    reactor.run()
    return outcome[0] if outcome else None
