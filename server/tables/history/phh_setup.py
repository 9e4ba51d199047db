"""From the fields of a PHH hand to the setup and rules that our engine plays it by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.setup import HandSetup, Kill, MissedPost, Straddle
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.phh_file import PhhError, PhhHand

CAP = 5
"""Bets a round in fixed limit unless told otherwise: four raises over the big blind or a bet, the most
that files from elsewhere hold; two players raise without end."""


class Own(msgspec.Struct, frozen=True):
    """What hands of ours carry beside PHH's fields: the places of button and blinds."""

    button: int
    blind_seats: tuple[int, ...] = ()
    posts: tuple[MissedPost, ...] = ()
    straddle: Straddle | None = None
    kill: Kill | None = None


def setup_of(hand: PhhHand, changes: Mapping[str, Any], rake: int = 0) -> HandSetup:
    """Return the setup of a hand; ``changes`` are rules to play it by, ``rake`` what was taken of it.

    Raises PhhError where the fields say something that is not played here.
    """
    stacks = dict(zip(hand.seats, hand.stacks, strict=True))
    try:
        if "_rules" in hand.own:
            rules = msgspec.convert(hand.own["_rules"], Rules, str_keys=True)
            own = msgspec.convert(hand.own.get("_setup"), Own, str_keys=True)
            return HandSetup(
                hand=1,
                game=hand.game,
                rules=_changed(rules, changes),
                button=own.button,
                stacks=stacks,
                blind_seats=own.blind_seats,
                posts=own.posts,
                straddle=own.straddle,
                kill=own.kill,
            )
        setup = _stud(hand) if VARIANTS[hand.game].is_stud else _blind_game(hand)
        rules = msgspec.structs.replace(
            setup.rules,
            rake_per_mille=1000 if rake else 0,
            rake_cap=rake,
            rake_no_draw_no_drop=False,
        )
        return msgspec.structs.replace(
            setup, hand=1, game=hand.game, stacks=stacks, rules=_changed(rules, changes)
        )
    except msgspec.ValidationError as error:
        raise PhhError(f"rules: {error}") from None


def _changed(rules: Rules, changes: Mapping[str, Any]) -> Rules:
    if not changes:
        return rules
    values = {**msgspec.to_builtins(rules, str_keys=True), **changes}
    return msgspec.convert(values, Rules, str_keys=True, strict=False)


def _rules(hand: PhhHand, **others: Any) -> Rules:
    """Return rules without burns: a file does not say what was burnt."""
    values: dict[str, Any] = {"limit": hand.limit, "burn": False, "draw_timing": "together"}
    if hand.limit == "fixed":
        values |= {"small_bet": hand.small_bet, "big_bet": hand.big_bet, "cap": CAP}
    else:
        values["min_bet"] = hand.min_bet
    return msgspec.convert(values | others, Rules)


def _stud(hand: PhhHand) -> HandSetup:
    if len(set(hand.antes)) > 1:
        raise PhhError("antes: in stud everybody posts the same ante here")
    rules = _rules(hand, ante=hand.antes[0], bring_in=hand.bring_in)
    return HandSetup(hand=1, game=hand.game, rules=rules, button=hand.seats[-1], stacks={})


def _blind_game(hand: PhhHand) -> HandSetup:
    antes, blinds = list(hand.antes), list(hand.blinds)
    if len(hand.seats) == 2:
        # Two players' amounts stand as small and big blind, and p1 is the big blind.
        antes.reverse()
        blinds.reverse()
    by_seat = list(zip(hand.seats, blinds, strict=True))
    posted = [(seat, amount) for seat, amount in by_seat[:2] if amount > 0]
    if len(hand.seats) == 2:
        posted.reverse()
    big = max((amount for _, amount in posted), default=0)
    straddles = [(seat, amount) for seat, amount in by_seat[2:] if amount > 0]
    if len(straddles) > 1:
        raise PhhError("blinds_or_straddles: one straddle a hand is played here")
    ante = min(antes)
    extra = {seat: each - ante for seat, each in zip(hand.seats, antes, strict=True) if each > ante}
    others: dict[str, Any] = {"ante": ante, "blinds": tuple(amount for _, amount in posted)}
    if posted and set(extra) == {posted[-1][0]}:
        others["bb_ante"] = extra.pop(posted[-1][0])
    live = {seat: -amount for seat, amount in by_seat if amount < 0}
    kill = next(
        (Kill(seat, _kill_size(amount, big)) for seat, amount in live.items() if amount > big), None
    )
    rules = _rules(hand, **others)
    if kill is not None:
        del live[kill.seat]
        rules = _before_kill(rules, kill)
    posts = tuple(
        MissedPost(seat, live.get(seat, 0), extra.get(seat, 0))
        for seat in sorted(live.keys() | extra.keys())
    )
    return HandSetup(
        hand=1,
        game=hand.game,
        rules=rules,
        button=hand.seats[-1],
        stacks={},
        blind_seats=tuple(seat for seat, _ in posted),
        posts=posts,
        straddle=Straddle(*straddles[0]) if straddles else None,
        kill=kill,
    )


def _kill_size(amount: int, big: int) -> Literal["full", "half"]:
    if amount == 2 * big:
        return "full"
    if 2 * amount == 3 * big:
        return "half"
    raise PhhError(
        "blinds_or_straddles: a post above the big blind is a kill of half or twice it here"
    )


def _before_kill(rules: Rules, kill: Kill) -> Rules:
    """Return the limits that the kill raises to those of the file, which stand killed there."""
    small, big = rules.small_bet, rules.big_bet_size()
    if kill.size == "full":
        small, big = small // 2, big // 2
    else:
        small, big = small * 2 // 3, big * 2 // 3
    return msgspec.structs.replace(rules, small_bet=small, big_bet=big)
