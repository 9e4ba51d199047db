"""Forced bets: who sits where, who posts what before the deal, and what that makes the first price."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import NoReturn

import msgspec

from greenfelt.server.engine.errors import BadSetup
from greenfelt.server.engine.events import Posted, PostKind
from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.setup import HandSetup, Kill, MissedPost, Straddle, killed
from greenfelt.server.engine.variant import Opening, Variant

_BRING_IN = Opening.BRING_IN
_LIVE = frozenset({"small-blind", "big-blind", "blind", "live"})


class ForcedBets(msgspec.Struct, frozen=True, kw_only=True):
    """What is settled before the first card.

    ``seats`` are clockwise from the left of the button; ``first_of`` finds the first one of a mask of
    players. ``posts`` are the forced bets in full, as seats with chips enough post them. ``price`` is the first round's price (0 in a
    bring-in game), ``last`` the position after which the first round starts, ``small`` and ``big``
    the hand's fixed-limit bets, ``bring_in`` its bring-in, ``min_bet`` the smallest bet of pot and
    no limit, ``completes_from_bring_in`` whether the first bet is counted on top of the bring-in
    instead of from nothing, ``killer`` the position of a killer who acts last in the first round, or -1.
    """

    seats: tuple[int, ...]
    first_of: tuple[int, ...]
    posts: tuple[Posted, ...]
    price: int
    last: int
    small: int
    big: int
    min_bet: int
    bring_in: int = 0
    completes_from_bring_in: bool = False
    killer: int = -1


@lru_cache(maxsize=256)
def _first_of(seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seat of the lowest bit of every mask of players; 0 of the empty one."""
    return tuple(
        seats[(mask & -mask).bit_length() - 1] if mask else 0 for mask in range(1 << len(seats))
    )


def forced_bets(setup: HandSetup, variant: Variant) -> ForcedBets:
    """Work out seats and forced bets of a hand.

    Raises BadSetup naming what cannot be. Sources: POKER-RULES 1.2 to 1.5, 5.2.
    """
    stacks = setup.stacks
    if stacks and min(stacks.values()) < 1:
        _refuse_stack(stacks)
    case = (
        setup.rules,
        variant.opening is _BRING_IN,
        setup.button,
        tuple(stacks),
        setup.blind_seats,
        setup.posts,
        setup.straddle,
        setup.kill,
    )
    try:
        return _known(*case)
    except TypeError:  # rules with a rake cap by players cannot be a key
        return _work_out(*case)


class Case(msgspec.Struct, frozen=True):
    """What forced bets follow from."""

    rules: Rules
    seats: tuple[int, ...]
    blind_seats: tuple[int, ...]
    posts: tuple[MissedPost, ...]
    straddle: Straddle | None
    kill: Kill | None


def _work_out(
    rules: Rules,
    is_stud: bool,
    button: int,
    dealt_in: tuple[int, ...],
    blind_seats: tuple[int, ...],
    posts: tuple[MissedPost, ...],
    straddle: Straddle | None,
    kill: Kill | None,
) -> ForcedBets:
    case = Case(rules, _clockwise(dealt_in, button), blind_seats, posts, straddle, kill)
    return _stud(case) if is_stud else _blind_game(case)


# The hands of a table meet the same few cases over and over; where players come and go all the time, most
# cases are new, and more of them would only fill memory.
_known = lru_cache(maxsize=1024)(_work_out)


def _blind_game(setup: Case) -> ForcedBets:
    rules, seats = setup.rules, setup.seats
    blinds = _blinds(setup)
    if not blinds and not rules.ante and not rules.bb_ante:
        raise BadSetup("nothing is at stake: a hand needs a blind or an ante", "rules")
    big_blind = max((blind.amount for blind in blinds), default=0)
    ante = rules.ante or 0
    posts = [Posted(seat, "ante", ante) for seat in seats if ante]
    posts += blinds
    if rules.bb_ante:
        holder = blinds[-1].seat if blinds else seats[-1]
        posts.append(Posted(holder, "bb-ante", rules.bb_ante))
    posts += _missed(setup, blinds, big_blind)
    price = big_blind
    last = seats.index(blinds[-1].seat) if blinds else -1
    small, big = rules.small_bet, rules.big_bet_size()
    killer = -1
    if setup.straddle is not None:
        if setup.kill is not None:
            raise BadSetup("a kill pot takes no straddle", "rules.kill")
        straddler, price = setup.straddle.seat, setup.straddle.amount
        if straddler not in seats or any(blind.seat == straddler for blind in blinds):
            raise BadSetup(
                f"seat {straddler} cannot straddle: it must be dealt in and no blind",
                "rules.straddle",
            )
        if price <= big_blind:
            raise BadSetup(
                f"a straddle is more than the big blind of {big_blind}, not {price}",
                "rules.straddle",
            )
        posts.append(Posted(straddler, "straddle", price - _live(posts, straddler)))
        last = seats.index(straddler)
    if setup.kill is not None:
        seat, size = setup.kill.seat, setup.kill.size
        if seat not in seats:
            raise BadSetup(f"seat {seat} cannot kill: it is not dealt in", "rules.kill")
        small, big, price = killed(small, size), killed(big, size), killed(big_blind, size)
        posts.append(Posted(seat, "kill", price - _live(posts, seat)))
        killer = seats.index(seat) if rules.kill_order == "last" else -1
    return ForcedBets(
        seats=seats,
        first_of=_first_of(seats),
        posts=tuple(posts),
        price=price,
        last=last,
        small=small,
        big=big,
        min_bet=rules.min_bet or max(big_blind, 1),
        killer=killer,
    )


def _stud(setup: Case) -> ForcedBets:
    rules, seats = setup.rules, setup.seats
    if setup.straddle is not None or setup.kill is not None or setup.posts:
        raise BadSetup("straddles, kills and missed blinds belong to games with blinds", "rules")
    bring_in, ante = rules.bring_in_size(), rules.stud_ante_size()
    if rules.limit == "fixed" and bring_in > rules.small_bet:
        raise BadSetup(
            f"the bring-in of {bring_in} is above the small bet of {rules.small_bet}",
            "rules.bring_in",
        )
    min_bet = rules.min_bet or bring_in
    return ForcedBets(
        seats=seats,
        first_of=_first_of(seats),
        posts=tuple(Posted(seat, "ante", ante) for seat in seats if ante),
        price=0,
        last=-1,
        small=rules.small_bet,
        big=rules.big_bet_size(),
        min_bet=min_bet,
        bring_in=bring_in,
        completes_from_bring_in=(
            rules.completion_base == "bring_in" if rules.limit == "fixed" else min_bet <= bring_in
        ),
    )


def _clockwise(dealt_in: tuple[int, ...], button: int) -> tuple[int, ...]:
    """Return the seats dealt in, clockwise from the left of the button."""
    seats = sorted(dealt_in)
    if len(seats) < 2:
        raise BadSetup("a hand needs at least two players", "seats")
    if seats[0] < 1:
        raise BadSetup(f"seats count from 1, there is no seat {seats[0]}", "seats")
    if button < 1:
        raise BadSetup(f"the button is a seat number from 1, not {button}", "button")
    first = bisect_right(seats, button)
    return (*seats[first:], *seats[:first])


def _refuse_stack(stacks: dict[int, int]) -> NoReturn:
    broke = next(seat for seat, stack in stacks.items() if stack < 1)
    raise BadSetup(f"seat {broke} has no chips", "seats")


def _blinds(setup: Case) -> list[Posted]:
    """Return the blinds, in the order in which they are posted.

    Heads-up the button posts the small blind. With fewer players than blinds the first are left out.
    """
    seats, sizes = setup.seats, setup.rules.blind_sizes()
    holders = setup.blind_seats
    if holders:
        if len(holders) != len(sizes):
            raise BadSetup(
                f"{len(sizes)} blinds need {len(sizes)} blind seats, not {len(holders)}",
                "rules.blinds",
            )
    elif len(seats) == 2 and len(sizes) >= 2:
        sizes = sizes[-2:]
        holders = (seats[1], seats[0])
    else:
        sizes = sizes[-len(seats) :]
        holders = seats[: len(sizes)]
    names: list[PostKind] = ["blind"] * len(sizes)
    if len(sizes) == 2:
        names = ["small-blind", "big-blind"]
    elif sizes:
        names[-1] = "big-blind"
    posts = [
        Posted(seat, name, size)
        for seat, name, size in zip(holders, names, sizes, strict=True)
        if seat
    ]
    if len({post.seat for post in posts}) < len(posts):
        raise BadSetup("no seat posts two blinds", "rules.blinds")
    for post in posts:
        if post.seat not in seats:
            raise BadSetup(
                f"seat {post.seat} cannot post a blind: it is not dealt in", "rules.blinds"
            )
    return posts


def _live(posts: list[Posted], seat: int) -> int:
    """Return what a seat posts live already: a straddle or kill is that much less."""
    return sum(post.amount for post in posts if post.seat == seat and post.kind in _LIVE)


def _missed(setup: Case, blinds: list[Posted], big_blind: int) -> list[Posted]:
    posts: list[Posted] = []
    for missed in setup.posts:
        if missed.seat not in setup.seats:
            raise BadSetup(f"seat {missed.seat} cannot post: it is not dealt in", "actions")
        if missed.live and any(blind.seat == missed.seat for blind in blinds):
            raise BadSetup(f"seat {missed.seat} posts a blind already", "actions")
        if missed.live > big_blind:
            raise BadSetup(
                f"at most one big blind of {big_blind} is live, not {missed.live}", "actions"
            )
        if missed.live:
            posts.append(Posted(missed.seat, "live", missed.live))
        if missed.dead:
            posts.append(Posted(missed.seat, "dead", missed.dead))
    return posts
