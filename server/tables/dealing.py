"""Dealing the next hand: what each seat owes for it, and what it is once it begins."""

from __future__ import annotations

from greenfelt.evaluators.cards import DECK
from greenfelt.server.engine import begin
from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.setup import HandSetup, Kill, MissedPost, Straddle
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.coming import Coming, coming_hand, needs_button
from greenfelt.server.tables.playing import go_on
from greenfelt.server.tables.positions import Placing, clockwise, comes_to, passed
from greenfelt.server.tables.schedule import is_due, unschedule
from greenfelt.server.tables.seats import State
from greenfelt.server.tables.settling import leave, set_out
from greenfelt.server.tables.step import Step


def start_when_due(step: Step, token: str) -> None:
    """Begin the next hand, or wait for players when too few are ready by now."""
    if not is_due(step, token):
        return
    table, state = step.table, step.table.state
    while len(table.ready()) >= 2:
        if needs_button(state):
            drawn = _draw_button(step, table.ready())
            _begin_hand(step, coming_hand(state, table.config, step.now_ms, drawn.button), drawn)
            return
        coming = coming_hand(state, table.config, step.now_ms)
        big = coming.placing.posted[-1] if coming.placing.posted else 0
        if not big or not state.seats[big].out_at_big:
            _begin_hand(step, coming)
            return
        set_out(step, big, "asked")
    unschedule(step)


def _begin_hand(step: Step, coming: Coming, drawn: ev.ButtonDrawn | None = None) -> None:
    """Deal the next hand. Nothing is emitted before the engine has accepted its setup."""
    table, state = step.table, step.table.state
    game, placing = coming.game, coming.placing
    blinds = game.blinds()
    before: list[ev.OwnEvent] = [drawn] if drawn else []
    if coming.turned or not state.game_at_ms:
        before.append(ev.GameTurned(coming.place, step.now_ms))
    if not drawn and table.config.newcomers != "free":
        before += _missed(state, placing)
    if blinds or not (drawn or placing.button == state.button):
        before.append(ev.ButtonMoved(placing.button, placing.blinds or state.blinds))
    if not drawn:
        before += _orbits_missed(state, placing)
    setup = HandSetup(
        hand=state.hand + 1,
        game=game.code,
        rules=game.rules,
        button=placing.button,
        stacks={seat: state.seats[seat].stack for seat in sorted(placing.players)},
        blind_seats=placing.posted,
        posts=tuple(_post(state, seat, blinds, coming.kill) for seat in sorted(placing.posters)),
        straddle=None if coming.kill else _straddle(state, placing, game.rules, blinds),
        kill=coming.kill,
    )
    hand, events = begin(setup, VARIANTS[game.code], table.deck)
    for event in before:
        step.emit(event)
    step.emit_hand(hand, events)
    _remove_absent(step)
    go_on(step)


def _draw_button(step: Step, ready: list[int]) -> ev.ButtonDrawn:
    """A new game: one card to each seat for the button, from a deck of its own."""
    if step.table.config.rotation.games[0].rules.first_button == "dealer_right":
        return ev.ButtonDrawn(tuple(ready), (), max(ready))
    cards = step.table.deck.shuffle(DECK, "button")[: len(ready)]
    return ev.ButtonDrawn(tuple(ready), cards, ready[cards.index(max(cards))])


def _missed(state: State, placing: Placing) -> list[ev.OwnEvent]:
    """Note what the blinds' way past seats that are not dealt in makes these owe.

    New ones owe it anyway; in the first round of a game only those owe who drew for its button.
    """
    last = Placing(state.button, state.blinds, state.blinds, frozenset())
    missed: list[ev.OwnEvent] = []
    for number, seat in sorted(state.seats.items()):
        if number in placing.players or seat.new or (state.round_from and not seat.drew):
            continue
        small, big = passed(number, last, placing)
        small, big = small and not seat.owes_small, big and not seat.owes_big
        if small or big:
            missed.append(ev.BlindMissed(number, small, big))
    return missed


def _orbits_missed(state: State, placing: Placing) -> list[ev.OwnEvent]:
    """Note the seats that sit out and that the button goes past."""
    return [
        ev.OrbitMissed(number)
        for number, seat in sorted(state.seats.items())
        if seat.out and comes_to(number, state.button, placing.button)
    ]


def _remove_absent(step: Step) -> None:
    """Free the seats that have sat out for too many orbits."""
    most = step.table.config.out_orbits
    if not most:
        return
    for number, seat in sorted(step.table.state.seats.items()):
        if seat.out and not seat.in_hand and seat.missed >= most:
            leave(step, number, f"sat out {most} orbits")


def _post(state: State, number: int, blinds: tuple[int, ...], kill: Kill | None) -> MissedPost:
    """What a seat pays to come in: up to one big blind live (a kill is more), the smaller ones dead.

    Whom the house brings from another table pays nothing for being new.
    """
    seat = state.seats[number]
    kills = kill is not None and kill.seat == number
    owes_big = seat.owes_big or (seat.new and not seat.free)
    return MissedPost(
        number,
        live=blinds[-1] if owes_big and not kills else 0,
        dead=sum(blinds[:-1]) if seat.owes_small else 0,
    )


def _straddle(
    state: State, placing: Placing, rules: Rules, blinds: tuple[int, ...]
) -> Straddle | None:
    """Return the straddle of a seat that wishes one and may: one a hand, at twice the big blind."""
    if rules.straddle == "off" or not blinds or len(placing.players) < 3:
        return None
    amount = 2 * blinds[-1]
    left_of_blinds = clockwise(placing.players, placing.posted[-1])
    free = [seat for seat in left_of_blinds if seat not in placing.posted]
    if rules.straddle == "utg":
        order = free[:1]
    elif rules.straddle == "button":
        order = [seat for seat in free if seat == placing.button]
    else:
        order = free[::-1]
    for number in order:
        seat = state.seats[number]
        dead = sum(blinds[:-1]) if seat.owes_small and number in placing.posters else 0
        if seat.straddle and seat.stack >= amount + dead + (rules.ante or 0):
            return Straddle(number, amount)
    return None
