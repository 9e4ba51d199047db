"""House bots: accounts of the house that come to a table over TCP like anybody, when they are hired."""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import Sequence, Set
from itertools import count
from typing import Any
from zlib import crc32

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from greenfelt.client.bot import Bot
from greenfelt.client.bot_runner import BotPlayer, Plan
from greenfelt.client.bots import load_strategy
from greenfelt.client.connection import Endpoint
from greenfelt.client.errors import RequestRefused
from greenfelt.client.secrets import SecretStore
from greenfelt.evaluators import prepare
from greenfelt.server.room.accounts import account_key

logger = logging.getLogger(__name__)

REALM = "house"
"""Under which name the bots' secrets are kept."""

NAMES = (
    "Ada", "Bela", "Carl", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jana", "Kim", "Lou",
    "Mia", "Ned", "Olga", "Pia", "Quin", "Rosa", "Sven", "Tess", "Udo", "Vera", "Walt", "Xenia",
)  # fmt: skip
AGAINST_THE_HOUSE = ("flat-bettor", "basic-strategy", "side-bet-fan")
"""Who may come to a table game; whoever plays it does."""


def warm_up(strategies: Sequence[str]) -> None:
    """Build what the evaluators and these strategies need; what fails is logged, and built when it is needed."""
    prepare()
    for name in strategies:
        try:
            load_strategy(name).warm_up()
        except Exception:
            logger.exception("%s could not be prepared", name)


class HouseStaff:
    """Bots at the tables of one server, each an account named "House NAME".

    A name that somebody else has, or whose chips are gone, is given up for the next one: a new account
    comes with the house's grant of play money. ``strategies`` are names as ``load_strategy`` takes them;
    UnknownStrategy is raised for one that is not.
    """

    def __init__(
        self,
        reactor: Any,
        endpoint: Endpoint,
        store: SecretStore,
        think_ms: int,
        strategies: Sequence[str],
        warm: Deferred[None],
    ) -> None:
        """Nobody comes before ``warm`` has fired: they think where the server does all else."""
        self._reactor = reactor
        self._endpoint = endpoint
        self._store = store
        self._think = (think_ms / 3000, think_ms / 1000)
        self._players: dict[str, BotPlayer] = {}
        self._tables: dict[str, int] = {}
        self._given_up: set[str] = set()
        self._strategies = [load_strategy(name) for name in strategies]
        self._warm = warm
        self._bettors = [load_strategy(name) for name in AGAINST_THE_HOUSE]

    @property
    def accounts(self) -> Set[str]:
        """The accounts of all bots that are in the house, or on their way to a table."""
        return self._players.keys()

    def hire(self, table: int, name: str, *, game: str = "") -> bool:
        """Let the bot of that name come to a table."""
        account = account_key(name)
        strategy = self._strategy_of(account)
        if game:
            fitting = [each for each in self._bettors if each.games is None or game in each.games]
            strategy = secrets.choice(fitting)
        player = BotPlayer(
            self._reactor,
            self._endpoint,
            name,
            self._store.secret(REALM, name),
            strategy(secrets.token_hex(8)),
            Plan(table=table, think=self._think),
            lambda text: logger.info("%s", text),
        )
        self._players[account] = player
        self._tables[account] = table
        player.done.addBoth(self._gone, account)

        def start(_: None) -> None:
            if self._players.get(account) is player:
                player.start().addErrback(self._not_seated, account)

        self._warm.addCallback(start)
        return True

    def coming(self, table: int) -> int:
        """Return how many bots are on their way to a table and have no seat there yet."""
        return sum(
            self._tables[account] == table and (player.seat is None or not player.seat.view.you)
            for account, player in self._players.items()
        )

    def send_home(self, account: str) -> None:
        """Let a bot leave when its hand is over."""
        player = self._players.get(account)
        if player is not None:
            player.leave_after_hand()

    def belongs(self, name: str) -> bool:
        """Whether the account of that name is one of ours, from this run of the server or before."""
        return self._store.knows(REALM, name)

    def opens(self, name: str, secret: str) -> bool:
        """Whether a house bot has that name, and this is its secret."""
        return self.belongs(name) and hmac.compare_digest(
            self._store.secret(REALM, name).encode(), secret.encode()
        )

    def close(self) -> None:
        """Let nobody come back when the server goes; seats stay as they are."""
        for player in list(self._players.values()):
            player.stop()

    def _strategy_of(self, account: str) -> type[Bot]:
        """Return how an account plays: always alike, so that people may come to know it."""
        return self._strategies[crc32(account.encode()) % len(self._strategies)]

    def free_name(self) -> str:
        """Return the name of the next bot: there is always one more."""
        for series in count(1):
            for first in NAMES:
                name = f"House {first}" if series == 1 else f"House {first} {series}"
                account = account_key(name)
                if account not in self._players and account not in self._given_up:
                    return name
        raise AssertionError("numbers do not end")

    def _not_seated(self, failure: Failure, account: str) -> None:
        """It could not sit down: its seat was taken meanwhile, or the account is of no use."""
        error = failure.value
        if isinstance(error, RequestRefused) and error.code in (
            "wrong-secret",
            "name-alike",
            "not-enough-chips",
        ):
            self._given_up.add(account)
        logger.info("%s does not come: %s", account, failure.getErrorMessage())
        player = self._players.get(account)
        if player is not None:
            player.stop()

    def _gone(self, outcome: Any, account: str) -> None:
        self._players.pop(account, None)
        self._tables.pop(account, None)
        if isinstance(outcome, Failure):
            self._given_up.add(account)
