"""Where button and blinds go from hand to hand, and who is dealt in: pure functions of the seats.

Sources: POKER-RULES 1.2 and 1.3 (Pa. Code 637a.21(c), TDA 32 and 34, Robert's Rules, Button and
Blind). A seat is a number from 1; clockwise is upwards, round past the last one.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec


class Players(msgspec.Struct, frozen=True):
    """Who could play the coming hand.

    ``regular`` seats owe nothing. ``waiting`` seats come in when the big blind reaches them.
    ``posting`` seats too, and sooner when their place allows it, by paying what they owe.
    """

    regular: frozenset[int]
    waiting: frozenset[int] = frozenset()
    posting: frozenset[int] = frozenset()

    @property
    def everybody(self) -> frozenset[int]:
        return self.regular | self.waiting | self.posting


class Placing(msgspec.Struct, frozen=True):
    """The coming hand's places.

    ``blinds`` are the places of the blinds, smallest first, which may be empty seats under a dead
    button (0: no such place); ``posted`` the seats that really post them (0: nobody). ``players`` are
    dealt in; ``posters``, some of them, first make up what they owe.
    """

    button: int
    blinds: tuple[int, ...]
    posted: tuple[int, ...]
    players: frozenset[int]
    posters: frozenset[int] = frozenset()


def clockwise(seats: Collection[int], after: int) -> list[int]:
    """Return seats in the order in which they follow ``after``; that seat itself comes last."""
    ordered = sorted(seats)
    return [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]


def between(seat: int, start: int, end: int) -> bool:
    """Whether a seat lies clockwise after ``start`` and before ``end``; all others do if they are one."""
    if start < end:
        return start < seat < end
    return seat > start or seat < end


def comes_to(seat: int, before: int, now: int) -> bool:
    """Whether what moved clockwise from ``before`` to ``now`` came to a seat, or past it."""
    return before != now and (seat == now or between(seat, before, now))


def first_placing(button: int, players: frozenset[int], blinds: int) -> Placing:
    """Return the places of a new game's first hand, its button just drawn: nobody owes anything."""
    if len(players) == 2 and blinds >= 2:
        (other,) = players - {button}
        return _heads_up(button, other, players, blinds)
    order = clockwise(players, button)
    places = tuple(order[:blinds])
    places = (0,) * (blinds - len(places)) + places
    return Placing(button, places, places, players)


def ante_placing(last_button: int, players: Players, *, frozen: bool) -> Placing:
    """Return the places of a hand without blinds; ``frozen`` keeps the button for a blind game.

    Everybody is dealt in: missed blinds are owed to the next blind game only.
    """
    everybody = players.everybody
    button = last_button if frozen else clockwise(everybody, last_button)[0]
    return Placing(button, (), (), everybody)


def moving_placing(last: Placing, players: Players, blinds: int) -> Placing:
    """Return the places by the moving button: it goes to the next regular seat, blinds follow it.

    A seat may skip a blind, but nobody posts the big blind twice running: where somebody who came
    between the button and the blinds would have it so, the button passes him. After hands without blinds
    (``last.posted`` is empty) it passes nobody, of two neither. At least one seat must be regular, and
    at least two must want to play.
    """
    order = clockwise(players.regular, last.button)
    placing = _moved_to(order[0], last, players, blinds)
    big = placing.posted[-1]
    if len(order) > 1 and last.posted and big == last.posted[-1] and big in players.regular:
        passing = _moved_to(order[1], last, players, blinds)
        if passing.posted[-1] != big:
            return passing
    return placing


def _moved_to(button: int, last: Placing, players: Players, blinds: int) -> Placing:
    """Return the places with the button at one of the regular seats."""
    regular = players.regular
    ring = clockwise(players.everybody, button)[:-1]
    after = [seat for seat in ring if seat in regular]
    last_big = last.posted[-1] if last.posted else 0
    if len(ring) == 1:
        return _two(button, ring[0], players, last_big, blinds)
    # The smaller blinds are for regular seats; the big blind may find a newcomer, who comes in so.
    for smaller in range(min(blinds - 1, len(after)), -1, -1):
        small_seats = after[:smaller]
        rest = ring[ring.index(small_seats[-1]) + 1 :] if small_seats else ring
        if rest:
            break
        if len(regular) == 2:
            return _two(button, after[0], players, last_big, blinds)
    big = rest[0]
    posters = frozenset(seat for seat in rest[1:] if seat in players.posting)
    dealt = regular | {big} | posters
    if len(dealt) == 2:
        return _two(button, big, players, last_big, blinds)
    places = (0,) * (blinds - 1 - smaller) + (*small_seats, big)
    return Placing(button, places, places, dealt, posters)


def dead_placing(last: Placing, players: Players, blinds: int) -> Placing:
    """Return the places by the dead button: the big blind goes to the next player due.

    Each smaller blind goes where the next larger one was, and the button where the smallest was, be
    these seats empty or not. Nobody posts the big blind twice running or skips it.
    """
    regular = players.regular
    last_big = last.blinds[-1] if last.blinds else last.button
    due = clockwise(players.everybody, last_big)
    big = due[0]
    playing = regular | {big}
    if len(playing) == 1:
        # Everybody else waits for the big blind; the next one due takes it instead.
        (big,) = due[1:2]
        playing = regular | {big}
    if len(playing) == 2:
        (other,) = playing - {big}
        return _heads_up(other, big, playing, blinds)
    # The old places move up by one; what then stands twice, as after a hand of two, players fill.
    chain = [*last.blinds, big][-(blinds + 1) :]
    chain = [0] * (blinds + 1 - len(chain)) + chain
    for at in range(blinds - 1, -1, -1):
        later = chain[at + 1 :]
        if not chain[at] or chain[at] in later:
            chain[at] = _before(regular.difference(later), next(filter(None, later)))
    button, *places = chain
    if not button:
        # Everybody has a blind: it is at the last one before the first blind.
        first = next(filter(None, places))
        button = _before(playing - {first}, first)
    posted = tuple(seat if seat in playing else 0 for seat in places)
    posters = frozenset(
        seat for seat in players.posting - {big} if button != big and between(seat, big, button)
    )
    return Placing(button, tuple(places), posted, playing | posters, posters)


def passed(seat: int, last: Placing, coming: Placing) -> tuple[bool, bool]:
    """Return whether a seat that is not dealt in was passed by a smaller blind and by the big blind."""
    if not last.blinds or not coming.blinds:
        return False, False
    big = comes_to(seat, last.blinds[-1], coming.blinds[-1])
    small = any(
        comes_to(seat, before, now)
        for before, now in zip(last.blinds[-2::-1], coming.blinds[-2::-1], strict=False)
        if before and now
    )
    return small, big


def _before(seats: Collection[int], seat: int) -> int:
    """Return the last of seats that comes before another one, clockwise; 0 when there are none."""
    return clockwise(seats, seat)[-1] if seats else 0


def _two(one: int, two: int, players: Players, last_big: int, blinds: int) -> Placing:
    """Two seats are left: the big blind goes to whoever is new, else to who did not just have it."""
    if two not in players.regular or last_big == one:
        big, other = two, one
    elif one not in players.regular or last_big == two:
        big, other = one, two
    else:
        big, other = two, one
    return _heads_up(other, big, frozenset((one, two)), blinds)


def _heads_up(button: int, big: int, players: frozenset[int], blinds: int) -> Placing:
    """Heads-up the button posts the smaller blind (of several, the last but one)."""
    places = (0,) * (blinds - 2) + ((button, big) if blinds >= 2 else (big,))
    return Placing(button, places, places, players)
