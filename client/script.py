"""Scripted clients: a TOML file of steps, for load and regression, and the player's mind of one.

    name = "drops in mid-hand and finds its seat again"

    [[step]]
    do = "join"
    table = 1

    [[step]]
    do = "play"
    hands = 2
    act = ["raise", "call", "check"]

docs/bots.md tells what each step takes.
"""

from __future__ import annotations

import operator
import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec

from greenfelt.client.bot import Action, Bot, Legal, Turn
from greenfelt.client.errors import ClientError

Count = Annotated[int, msgspec.Meta(ge=1)]
Seconds = Annotated[float, msgspec.Meta(ge=0)]

ENDINGS = (".toml", ".yaml", ".yml", ".json")
"""How the names of files end that are taken for scripts, those of other formats to be told which it is."""

CALM = ("check", "call", "bring-in", "pat")
_WORDS = re.compile(
    r"fold|check|call|bring-in|(bet|raise)( max)?|pat|draw \d|random|safe|nothing", re.ASCII
)
_FACTS = ("hand", "hands", "in_hand", "net", "players", "pot", "refused", "seat", "stack")
_ASSERTION = re.compile(rf"({'|'.join(_FACTS)}) *(==|!=|<=|>=|<|>) *(-?\d+)", re.ASCII)
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class BadScript(ClientError):
    """A script cannot be read; the message says where and why."""

    code = "bad-script"


class Step(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """One thing to do. ``within`` is how many seconds it may take."""

    within: Seconds = 60.0


class Join(Step, frozen=True, tag="join"):
    """Take a seat at a table; without ``buy_in`` with the least that it takes."""

    table: Count
    buy_in: Count | None = None


class Play(Step, frozen=True, tag="play"):
    """Play so many hands to their end; ``act`` is how from here on."""

    hands: Count = 1
    act: tuple[str, ...] = ()


class How(Step, frozen=True, tag="act"):
    """Answer every prompt from here on by the first word that is allowed; do not wait for any."""

    by: tuple[str, ...]


class Wait(Step, frozen=True, tag="wait"):
    """Wait for our turn, for the beginning or end of a hand, or for some seconds."""

    until: Literal["turn", "hand", "hand-end", ""] = ""
    seconds: Seconds = 0.0


class Drop(Step, frozen=True, tag="drop"):
    """Break the connection and stay away."""


class Reconnect(Step, frozen=True, tag="reconnect"):
    """Connect and sign in again, and take up the table where it is."""


class Assert(Step, frozen=True, tag="assert"):
    """Fail the script unless ``that`` holds: a fact, a comparison, and a number."""

    that: str

    def holds(self, facts: dict[str, int]) -> bool:
        """Whether it holds of these facts."""
        name, compare, value = self._parts()
        return _COMPARE[compare](facts[name], int(value))

    @property
    def fact(self) -> str:
        """The name of what is compared."""
        return self._parts()[0]

    def _parts(self) -> tuple[str, str, str]:
        found = _ASSERTION.fullmatch(self.that.strip())
        if found is None:
            raise BadScript(
                f"{self.that!r} is no assertion; write one of {', '.join(_FACTS)}, "
                "a comparison, and a number, as in stack >= 100"
            )
        name, compare, value = found.groups()
        return name, compare, value


class Leave(Step, frozen=True, tag="leave"):
    """Stand up."""


AnyStep: TypeAlias = Join | Play | How | Wait | Drop | Reconnect | Assert | Leave


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps of one client, and what they show."""

    step: Annotated[tuple[AnyStep, ...], msgspec.Meta(min_length=1)]
    name: str = ""


def parse_script(text: str) -> Script:
    """Return the script that a TOML text holds. Raises BadScript saying where it is wrong."""
    try:
        script = msgspec.convert(tomllib.loads(text), Script)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadScript(f"not a script: {error}") from error
    joined = connected = False
    for number, step in enumerate(script.step, 1):
        if not joined and not isinstance(step, Join):
            raise BadScript(f"step {number}: join a table first")
        if isinstance(step, Join):
            if joined:
                raise BadScript(f"step {number}: a script joins one table, once")
            joined = connected = True
        elif isinstance(step, Drop | Reconnect):
            if connected == isinstance(step, Reconnect):
                raise BadScript(f"step {number}: drop and reconnect take turns")
            connected = not connected
        elif isinstance(step, Assert):
            step.holds(dict.fromkeys(_FACTS, 0))
        elif not connected and not (isinstance(step, Wait) and not step.until):
            raise BadScript(f"step {number}: the connection is dropped; reconnect before that")
        for word in (
            step.act if isinstance(step, Play) else step.by if isinstance(step, How) else ()
        ):
            if not _WORDS.fullmatch(word):
                raise BadScript(f"step {number}: {word!r} is no way to act")
    return script


def load_script(path: Path) -> Script:
    """Return the script of a file. Raises BadScript."""
    if path.suffix != ".toml":
        raise BadScript(f"{path}: scripts are written in TOML, in a file named NAME.toml")
    try:
        return parse_script(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadScript(f"cannot read {path}: {error}") from error


class Silence(Exception):
    """The script answers nothing to this prompt."""


class ScriptBot(Bot):
    """Acts by the first of its ``words`` that is allowed; by the safe action when none is."""

    def __init__(self, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self.words: Sequence[str] = CALM

    def decide(self, turn: Turn) -> Action:
        """Return the action. Raises Silence when the word is ``nothing``."""
        for word in self.words:
            action = self._action(word, turn.legal)
            if action is not None:
                return action
        return turn.legal.safe()

    def _action(self, word: str, legal: Legal) -> Action | None:
        verb, _, rest = word.partition(" ")
        throw = next((option for option in legal if option.do in ("draw", "discard")), None)
        if verb == "nothing":
            raise Silence
        if verb == "safe":
            return legal.safe()
        if verb in ("bet", "raise"):
            wager = legal.wager
            return None if wager is None else legal.bet(wager.high if rest else None)
        if verb in ("pat", "draw"):
            if throw is None:
                return None
            count = int(rest) if rest else 0
            count = min(max(count, throw.low), throw.high)
            return legal.draw(legal.holding[len(legal.holding) - count :])
        if verb == "random":
            return self._random(legal)
        return Action(verb) if verb in legal else None

    def _random(self, legal: Legal) -> Action:
        option = self.random.choice([one for one in legal if one.do != "fold"] or list(legal))
        if option.do in ("draw", "discard"):
            count = self.random.randint(option.low, option.high)
            return legal.draw(self.random.sample(legal.holding, count))
        return (
            legal.bet(option.low)
            if option.do in ("bet", "complete", "raise")
            else Action(option.do)
        )
