"""What the floor does, as it is logged: who did what, when and why, and what came of it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator

import msgspec


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log of acts.

    ``on`` says what it is about in words ("table 7", "hand 7-12", "ann"), ``at_ms`` is in milliseconds
    since 1970. What takes its time is logged before it is done, and its ``outcome`` in a second line
    that has no ``verb``. No card stands in any of it.
    """

    id: str
    at_ms: int
    who: str = ""
    verb: str = ""
    on: str = ""
    why: str = ""
    outcome: str = ""

    def came_to(self, outcome: str, at_ms: int) -> Act:
        """Return the second line of this act."""
        return Act(self.id, at_ms, outcome=outcome)

    @property
    def line_id(self) -> str:
        """What is unique to this line, so that it is written once."""
        return self.id if self.verb else f"{self.id}:outcome"


def new_act_id() -> str:
    """Return an id that no other act has."""
    return secrets.token_hex(8)


def encode_act(act: Act) -> bytes:
    """Return a line as it is kept: JSON, so that it can be read without us."""
    return msgspec.json.encode(act)


def decode_act(line: bytes) -> Act:
    """Return a kept line. Raises msgspec.MsgspecError when it is none."""
    return msgspec.json.decode(line, type=Act)


def merged(lines: Iterable[Act]) -> Iterator[Act]:
    """Iterate over acts with their outcomes, from lines that come with the last one first."""
    outcomes: dict[str, str] = {}
    for line in lines:
        if not line.verb:
            outcomes[line.id] = line.outcome
        else:
            outcome = line.outcome or outcomes.get(line.id, "")
            yield msgspec.structs.replace(line, outcome=outcome)
