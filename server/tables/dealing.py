"""Dealing the next hand: which game it is, who is dealt in, where the blinds are, who posts what."""

from __future__ import annotations

from greenfelt.evaluators.cards import DECK
from greenfelt.server.engine import begin
from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.setup import HandSetup, Kill, MissedPost, Straddle
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.playing import go_on
from greenfelt.server.tables.positions import (
    Placing,
    Players,
    ante_placing,
    clockwise,
    dead_placing,
    first_placing,
    moving_placing,
    passed,
)
from greenfelt.server.tables.rotation import Game
from greenfelt.server.tables.schedule import is_due, unschedule
from greenfelt.server.tables.seats import State
from greenfelt.server.tables.step import Step


def start_when_due(step: Step, token: str) -> None:
    """Begin the next hand, or wait for players when too few are ready by now."""
    if not is_due(step, token):
        return
    if len(step.table.ready()) < 2:
        unschedule(step)
    else:
        _begin_hand(step)


def _begin_hand(step: Step) -> None:
    """Deal the next hand. Nothing is emitted before the engine has accepted its setup."""
    table, state, config = step.table, step.table.state, step.table.config
    ready = table.ready()
    regular = frozenset(seat for seat in ready if state.seats[seat].regular)
    before: list[ev.OwnEvent] = []
    drawn = None
    if not state.button or not regular:
        drawn = _draw_button(step, ready)
        before.append(drawn)
    dealer = drawn.button if drawn else clockwise(regular, state.button)[0]
    elapsed_ms = step.now_ms - state.game_at_ms
    choice = state.seats[dealer].choice
    index = config.rotation.next_index(state.game, state.game_hands, len(ready), elapsed_ms, choice)
    turned = index != state.game
    if turned or not state.game_at_ms:
        before.append(ev.GameTurned(index, step.now_ms))
    game = config.rotation.games[index]
    blinds = game.blinds()
    if drawn:
        placing = first_placing(drawn.button, frozenset(ready), len(blinds))
    else:
        placing = _place(step, game, ready, regular)
        before += _missed(state, placing)
    if blinds or not (drawn or placing.button == state.button):
        before.append(ev.ButtonMoved(placing.button, placing.blinds or state.blinds))
    kill = None if drawn or turned else _kill(state, placing, game.rules)
    setup = HandSetup(
        hand=state.hand + 1,
        game=game.code,
        rules=game.rules,
        button=placing.button,
        stacks={seat: state.seats[seat].stack for seat in sorted(placing.players)},
        blind_seats=placing.posted,
        posts=tuple(_post(state, seat, blinds, kill) for seat in sorted(placing.posters)),
        straddle=None if kill else _straddle(state, placing, game.rules, blinds),
        kill=kill,
    )
    hand, events = begin(setup, VARIANTS[game.code], table.deck)
    for event in before:
        step.emit(event)
    step.emit_hand(hand, events)
    go_on(step)


def _draw_button(step: Step, ready: list[int]) -> ev.ButtonDrawn:
    """A new game: one card to each seat for the button, from a deck of its own."""
    if step.table.config.rotation.games[0].rules.first_button == "dealer_right":
        return ev.ButtonDrawn(tuple(ready), (), max(ready))
    cards = step.table.deck.shuffle(DECK, "button")[: len(ready)]
    return ev.ButtonDrawn(tuple(ready), cards, ready[cards.index(max(cards))])


def _place(step: Step, game: Game, ready: list[int], regular: frozenset[int]) -> Placing:
    state, rotation = step.table.state, step.table.config.rotation
    newcomers = frozenset(ready) - regular
    posting = frozenset(seat for seat in newcomers if state.seats[seat].post)
    players = Players(regular, newcomers - posting, posting)
    blinds = game.blinds()
    if not blinds:
        return ante_placing(state.button, players, frozen=rotation.button_stands_in_stud)
    last = Placing(state.button, state.blinds, state.blinds, frozenset())
    if game.rules.button == "dead" and state.blinds:
        return dead_placing(last, players, len(blinds))
    return moving_placing(last, players, len(blinds))


def _missed(state: State, placing: Placing) -> list[ev.OwnEvent]:
    """Note what the blinds' way past seats that are not dealt in makes these owe. New ones owe it anyway."""
    last = Placing(state.button, state.blinds, state.blinds, frozenset())
    missed: list[ev.OwnEvent] = []
    for number, seat in sorted(state.seats.items()):
        if number in placing.players or seat.new:
            continue
        small, big = passed(number, last, placing)
        small, big = small and not seat.owes_small, big and not seat.owes_big
        if small or big:
            missed.append(ev.BlindMissed(number, small, big))
    return missed


def _post(state: State, number: int, blinds: tuple[int, ...], kill: Kill | None) -> MissedPost:
    """What a seat pays to come in: up to one big blind live (a kill is more), the smaller ones dead."""
    seat = state.seats[number]
    kills = kill is not None and kill.seat == number
    return MissedPost(
        number,
        live=blinds[-1] if (seat.new or seat.owes_big) and not kills else 0,
        dead=sum(blinds[:-1]) if seat.owes_small else 0,
    )


def _kill(state: State, placing: Placing, rules: Rules) -> Kill | None:
    """Return the kill that is due; who is to kill and is not dealt in owes it until he is."""
    if rules.kill == "off" or not state.kill or state.leg not in placing.players:
        return None
    return Kill(state.leg, rules.kill)


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
        if state.seats[number].straddle and state.seats[number].stack >= amount:
            return Straddle(number, amount)
    return None
