"""Replay a PHH text in PokerKit and report whatever PokerKit had to mend in it.

PokerKit's reader inserts what a file lacks (checks, folds, unknown cards, mucks), so that loading a
file proves nothing; a right file needs none of it and ends with its own stacks.
"""

from __future__ import annotations

import warnings

from pokerkit import HandHistory

MENDS = frozenset(
    {
        "BoardDealing",
        "BringInPosting",
        "CheckingOrCalling",
        "CompletionBettingOrRaisingTo",
        "Folding",
        "HoleCardsShowingOrMucking",
        "HoleDealing",
        "StandingPatOrDiscarding",
    }
)


def problems(text: str) -> list[str]:
    """Return everything that is wrong with one hand without rake; an empty list is a right file."""
    found: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = HandHistory.loads(text)
        done, last = 0, None
        try:
            for state, action in history.state_actions:
                new, done, last = state.operations[done:], len(state.operations), state
                if action is None:
                    found += [f"mended: {op!r}" for op in new if type(op).__name__ in MENDS]
        except (ValueError, KeyError) as error:
            return [*found, f"refused: {error!r}"]
    assert last is not None
    if last.status:
        found.append("the hand does not reach its end")
    stacks = [int(stack) for stack in last.stacks]
    if stacks != list(history.finishing_stacks or ()):
        found.append(f"stacks: PokerKit {stacks}, file {history.finishing_stacks}")
    return found
