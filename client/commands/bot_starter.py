"""What ``greenfelt bot init`` writes: a bot that plays every poker game, and a test of it."""

from __future__ import annotations

import re
from pathlib import Path

from greenfelt.client.errors import ClientError

_BOT = '''\
"""{title}: a bot for Greenfelt.

    greenfelt bot check {file}
    greenfelt bot run localhost:7770 {file} --count 3 --hands 100
"""

from greenfelt.client.bot import Action, Bot, Turn
from greenfelt.client.model import TableView


class {title}(Bot):
    """Says what it plays, in one sentence."""

    # games = frozenset({{"badugi"}})  # say so if it does not play every game

    def decide(self, turn: Turn) -> Action:
        """Return an action of turn.legal; docs/bots.md tells what turn knows."""
        if turn.kind == "draw":
            return turn.legal.draw(self.worst_cards(turn))
        if turn.kind == "discard":
            return turn.legal.safe()
        if turn.to_call > turn.pot // 3:
            return turn.legal.check_or_fold()
        if turn.legal.wager is not None and self.random.random() < 0.2:
            return turn.legal.bet()
        return turn.legal.check_or_call()

    def worst_cards(self, turn: Turn) -> list[str]:
        """Throw what comes twice: right in low games, to be improved in all of them."""
        seen: set[str] = set()
        throw = []
        for card in turn.cards:
            if card[0] in seen:
                throw.append(card)
            seen.add(card[0])
        return throw[: turn.legal.option("draw").high]

    def hand_ended(self, view: TableView, net: int) -> None:
        """Learn something from it."""
'''

_TEST = '''\
"""The bot plays, and nothing that it does is refused: run ``pytest``."""

import pytest
from {module} import {title}

from greenfelt.server.commands.bot_trial import try_bot


@pytest.mark.parametrize("game", ["badugi", "27td", "razz", "holdem", "omaha8"])
def test_it_plays_without_a_fault(game: str) -> None:
    report = try_bot({title}, game, hands=10)
    assert report.decisions > 0
    assert not report.problems
'''


class BadStarter(ClientError):
    """No starter can be written under that name, or there is one already."""

    code = "bad-starter"


def write_starter(name: str, directory: Path) -> tuple[Path, Path]:
    """Write ``name.py`` and ``test_name.py``; return both paths.

    Raises BadStarter when the name makes no module name, or a file is there already.
    """
    words = re.findall(r"[a-z0-9]+", name.removesuffix(".py").lower())
    module = "_".join(words)
    if not module.isidentifier():
        raise BadStarter(f"{name!r} makes no module name; begin with a letter, as in my-bot")
    title = "".join(word.capitalize() for word in words)
    bot, test = directory / f"{module}.py", directory / f"test_{module}.py"
    for path in (bot, test):
        if path.exists():
            raise BadStarter(f"there is a {path} already; choose another name")
    directory.mkdir(parents=True, exist_ok=True)
    bot.write_text(_BOT.format(title=title, file=bot.name), "utf-8")
    test.write_text(_TEST.format(title=title, module=module), "utf-8")
    return bot, test
