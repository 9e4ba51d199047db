"""SIGKILLs of server, store or both at random instants while bots play every game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from support.torture.house import full_house

KINDS = ("server", "store", "both")
MOST_HEARD = 2_000
"""Between two kills the bots hear at most so many messages more."""


def random_kills(
    kills: int, *, seed: int, games: list[str] | None = None, say: Callable[[str], None] = print
) -> dict[str, object]:
    """Kill that many times; after each, play must go on where it was. Returns figures."""
    chance = random.Random(seed)
    done: Counter[str] = Counter()
    with full_house(seed, games) as house:
        house.check()
        for number in range(1, kills + 1):
            house.party.go_on()
            house.party.play(5.0, chance.randrange(MOST_HEARD))
            kind = KINDS[number % len(KINDS)]
            if kind == "store":
                house.kill_store()
                house.party.play(chance.uniform(0.0, 0.1))
            else:
                house.kill_server(store_too=kind == "both")
                house.start_again()
            house.check()
            done[kind] += 1
            findings = house.evidence.findings
            say(
                f"kill {number}/{kills} ({kind}): {findings.hands} hands, {len(findings.wrong)} wrong"
            )
        figures = house.figures()
    return {"kills": sum(done.values()), "by_kind": dict(done), **figures}
