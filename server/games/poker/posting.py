"""Forced bets that a script names itself: they stand before the deal and are checked like actions."""

from __future__ import annotations

import msgspec

from greenfelt.server.engine.errors import BadAmount, BadSetup, IllegalAction, Refused
from greenfelt.server.engine.events import Posted
from greenfelt.server.engine.forced import forced_bets
from greenfelt.server.engine.setup import HandSetup, MissedPost, Straddle
from greenfelt.server.games.poker.script import POST_VERBS, Action, Script


def prepare(script: Script) -> tuple[HandSetup, list[tuple[int, Refused]], int]:
    """Return the setup of a script, its refused posts by index, and the index of the first action
    after them.

    Raises BadSetup when no hand can be dealt from the script.
    """
    setup = HandSetup(
        hand=1,
        game=script.variant.code,
        rules=script.rules,
        button=script.button,
        stacks=script.stacks,
        straddle=script.straddle,
        kill=script.kill,
    )
    blinds = script.rules.blind_sizes()
    if list(blinds) != sorted(blinds):
        raise BadSetup("no blind may be below the one before it", "rules.blinds")
    due = list(forced_bets(setup, script.variant).posts)
    refused: list[tuple[int, Refused]] = []
    index = 0
    for action in script.actions:
        if action.verb not in POST_VERBS:
            break
        try:
            if action.verb == "straddle":
                setup = _straddle(script, setup, action, due)
            else:
                setup = _post(script, setup, action, due)
        except Refused as refusal:
            refused.append((index, refusal))
        index += 1
    return setup, refused, index


def _post(script: Script, setup: HandSetup, action: Action, due: list[Posted]) -> HandSetup:
    """Take a post that is due anyway, or one of a new or returning player."""
    amount = action.amount or 0
    of_seat = [post for post in due if post.seat == action.seat]
    for post in of_seat:
        if amount == post.amount or amount == script.stacks[action.seat] < post.amount:
            due.remove(post)
            return setup
    if of_seat and any(post.kind not in ("ante", "bb-ante") for post in of_seat):
        raise BadAmount(f"seat {action.seat} posts {of_seat[-1].amount}, not {amount}")
    blinds = [
        post.amount for post in forced_bets(setup, script.variant).posts if "blind" in post.kind
    ]
    if not blinds:
        raise IllegalAction(f"seat {action.seat} has nothing to post")
    big = max(blinds)
    if any(post.seat == action.seat for post in setup.posts):
        raise IllegalAction(f"seat {action.seat} has posted already")
    if not 0 < amount <= sum(blinds):
        raise BadAmount(f"all missed blinds come to {sum(blinds)}, not {amount}")
    missed = MissedPost(action.seat, live=min(amount, big), dead=max(0, amount - big))
    return _checked(script, msgspec.structs.replace(setup, posts=(*setup.posts, missed)))


def _straddle(script: Script, setup: HandSetup, action: Action, due: list[Posted]) -> HandSetup:
    """Take the one straddle of a hand from a seat that the table's setting allows it to."""
    forced = forced_bets(setup, script.variant)
    big = max((post.amount for post in forced.posts if "blind" in post.kind), default=0)
    amount = 2 * big if action.amount is None else action.amount
    for post in due:
        if post.kind == "straddle" and post.seat == action.seat and post.amount == amount:
            due.remove(post)
            return setup
    if setup.straddle is not None:
        raise IllegalAction("one straddle a hand, and there is one already")
    if script.straddle_verb == "off" or not big:
        raise IllegalAction("this table has no straddle")
    allowed = forced.seats
    if script.straddle_verb == "utg":
        allowed = (forced.seats[(forced.last + 1) % len(forced.seats)],)
    elif script.straddle_verb == "button":
        allowed = (script.button,)
    if action.seat not in allowed:
        raise IllegalAction(
            f"seat {action.seat} may not straddle: the {script.straddle_verb} seat may"
        )
    if amount != 2 * big:
        raise BadAmount(f"a straddle is two big blinds, {2 * big}, not {amount}")
    straddle = Straddle(action.seat, amount)
    return _checked(script, msgspec.structs.replace(setup, straddle=straddle))


def _checked(script: Script, setup: HandSetup) -> HandSetup:
    """Return the setup if a hand can be dealt from it; else the change is refused."""
    try:
        forced_bets(setup, script.variant)
    except Refused as error:
        raise IllegalAction(str(error)) from None
    return setup
