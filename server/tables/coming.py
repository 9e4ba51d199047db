"""The coming hand, before it is dealt: which game, who is in it, where the blinds are, who kills.

Pure functions of a table's state, so that what is announced is what is dealt, unless somebody comes
or goes meanwhile.
"""

from __future__ import annotations

from typing import NamedTuple

from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.setup import Kill
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.positions import (
    Placing,
    Players,
    ante_placing,
    clockwise,
    comes_to,
    dead_placing,
    first_placing,
    moving_placing,
)
from greenfelt.server.tables.rotation import Game, Played
from greenfelt.server.tables.seats import State


class Coming(NamedTuple):
    """What the next hand will be. ``place`` is its game's in the rotation; ``turned``: another one than
    the last hand's."""

    place: int
    game: Game
    turned: bool
    placing: Placing
    kill: Kill | None


def ready_seats(state: State) -> list[int]:
    """Return the seats that can be dealt into the next hand, in order."""
    return sorted(number for number, seat in state.seats.items() if seat.ready)


def needs_button(state: State) -> bool:
    """Whether a button must be drawn first: there is none, or nobody here who owes nothing."""
    return not state.button or not any(state.seats[seat].regular for seat in ready_seats(state))


def coming_hand(state: State, config: TableConfig, now_ms: int, drawn: int = 0) -> Coming:
    """Return what is dealt next to the seats that are ready, at least two of them.

    ``drawn`` is the seat that has just drawn the first button, if that is needed (see
    ``needs_button``).
    """
    rotation = config.rotation
    ready = ready_seats(state)
    regular = frozenset(seat for seat in ready if state.seats[seat].regular)
    dealer = drawn or clockwise(regular, state.button)[0]
    orbits = None if drawn else _orbits(state, config, ready, regular)
    played = Played(state.game_hands, orbits, now_ms - state.game_at_ms)
    index = rotation.next_index(state.game, played, len(ready), state.seats[dealer].choice)
    game = rotation.games[index]
    turned = index != state.game
    if drawn:
        placing = first_placing(drawn, frozenset(ready), len(game.blinds()))
    else:
        placing = _place(state, config, game, ready, regular)
    kill = None if drawn or turned else _kill(state, placing, game.rules)
    return Coming(index, game, turned, placing, kill)


def _orbits(
    state: State, config: TableConfig, ready: list[int], regular: frozenset[int]
) -> int | None:
    """Return how often the button has come round under the present game, its coming move included."""
    rotation = config.rotation
    if rotation.turns_by != "orbits" or not 0 <= state.game < len(rotation.games):
        return None
    game = rotation.games[state.game]
    if not game.blinds() and rotation.button_stands_in_stud:
        return None
    if not state.game_hands:
        return state.game_orbits
    button = _place(state, config, game, ready, regular).button
    return state.game_orbits + comes_to(state.game_button, state.button, button)


def _place(
    state: State, config: TableConfig, game: Game, ready: list[int], regular: frozenset[int]
) -> Placing:
    newcomers = frozenset(ready) - regular
    posting = frozenset(seat for seat in newcomers if state.seats[seat].post)
    players = Players(regular, newcomers - posting, posting)
    blinds = game.blinds()
    if not blinds:
        return ante_placing(state.button, players, frozen=config.rotation.button_stands_in_stud)
    last = Placing(state.button, state.blinds, _posted(state, config), frozenset())
    if game.rules.button == "dead" and state.blinds:
        return dead_placing(last, players, len(blinds))
    return moving_placing(last, players, len(blinds))


def _posted(state: State, config: TableConfig) -> tuple[int, ...]:
    """Return the blinds before which the button stands, none where it has gone on in hands without any."""
    rotation = config.rotation
    known = 0 <= state.game < len(rotation.games)
    if known and not rotation.games[state.game].blinds() and not rotation.button_stands_in_stud:
        return ()
    return state.blinds


def _kill(state: State, placing: Placing, rules: Rules) -> Kill | None:
    """Return the kill that is due; who is to kill and is not dealt in owes it until he is."""
    if rules.kill == "off" or not state.kill or state.leg not in placing.players:
        return None
    return Kill(state.leg, rules.kill)
