"""Decisions at a table game: who sits, what seats do, when the game goes on, what the books say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from greenfelt.server.games.live import BETTING, PAUSE, TakesBack, Wait
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables import house_events as he
from greenfelt.server.tables import house_seating as seating
from greenfelt.server.tables import talk, waiting
from greenfelt.server.tables.errors import Draining, NoHand, NotHere, StaleAction, TablePaused
from greenfelt.server.tables.history.rounds import flow_of, less
from greenfelt.server.tables.house_step import HouseStep
from greenfelt.server.tables.outcome import MoneyMove, MoveKind, Outcome, SetTimer
from greenfelt.server.tables.pausing import (
    begin_planned,
    host_pause,
    may_host_resume,
    may_resume,
    pause,
)
from greenfelt.server.tables.settling import recover_absence, within_reach
from greenfelt.server.tables.talk import inert

if TYPE_CHECKING:
    from greenfelt.server.tables.house_table import HouseTable, Window

BANK: Final = "!house"
"""The account of the house in the ledger."""

DONE: Final = "done"
"""What a seat says that has all the wagers it wants: the round begins when all have said so."""

_MOST_STEPS: Final = 50


def handle(table: HouseTable, command: cmd.AnyCommand, now_ms: int) -> Outcome:
    """Decide, and fold what follows. Raises Refused, and then nothing has changed."""
    step = HouseStep(table, now_ms)
    decide = _DECISIONS.get(type(command))
    if decide is None:
        raise NotHere(f"{table.config.name} plays a table game: there is no such thing here")
    value = decide(step, command)
    _go_on(step)
    begin_planned(step)
    if table.state.waiters:
        waiting.offer_free_seats(step)
    _book(step)
    return Outcome(step.events, step.timers, step.moves, value, tuple(step.coupons))


def recovered(table: HouseTable, now_ms: int) -> Outcome:
    """Ask anew for every timer after a restart: nobody is connected until he returns."""
    step = HouseStep(table, now_ms)
    state, window = table.state, table.house.window
    for number, seat in sorted(state.seats.items()):
        if not seat.away:
            step.emit(ev.PlayerDropped(number))
        if seat.leave_at_ms:
            recover_absence(step, number)
        else:
            seating.watch_absence(step, number)
    waiting.recover_offers(step)
    if window is not None and window.until_ms and not state.paused:
        clocks = table.config.clocks
        longest = max(clocks.turn_ms, clocks.betting_ms, clocks.pause_ms)
        until = within_reach(step, window.until_ms, longest)
        _open(step, Wait(window.kind, window.seats, window.key), until, window.first)
    _go_on(step)
    _book(step)
    return Outcome(step.events, step.timers, step.moves, coupons=tuple(step.coupons))


# What seats do.


def _act(step: HouseStep, command: cmd.Act) -> int:
    table = step.table
    number, _ = step.seat_of(command.account)
    window = table.house.window
    if table.state.paused:
        raise TablePaused(f"{table.config.name} is paused: {table.state.paused}")
    if window is None or (command.hand != table.state.hand and window.kind != PAUSE):
        raise StaleAction("that round is not the one now on")
    if not window.first <= command.turn <= window.turn:
        raise StaleAction("that answers a prompt that is over")
    if command.do == DONE and window.kind == BETTING:
        if number not in table.house.done:
            step.emit(he.SeatDone(number))
        return 0
    if table.resting and window.kind == BETTING and not table.game.running:
        raise Draining("the house prepares maintenance: no round begins")
    step.played(table.game.play(number, table.play_of(command), table.deck))
    step.acted = number
    return 0


def _release(step: HouseStep, command: cmd.Release) -> int:
    step.played(step.table.game.release(command.seat, command.wager))
    return 0


def _timer_fired(step: HouseStep, command: cmd.TimerFired) -> int:
    """A token that is not the one now pending does nothing."""
    table = step.table
    kind = command.token.partition(":")[0]
    window = table.house.window
    if kind == "seat":
        seating.leave_when_due(step, command.token)
    elif kind == "offer":
        waiting.end_offer_when_due(step, command.token)
    elif (
        window is not None
        and not table.state.paused
        and command.token == _timer(table, window).token
    ):
        if step.now_ms < window.until_ms:
            step.timers.append(_timer(table, window))
        else:
            step.played(table.game.time_out(table.deck))
    return 0


def _resume(step: HouseStep, command: cmd.Resume) -> int:
    """Every clock has left what it had when the table was paused."""
    table = step.table
    if not may_resume(step):
        return 0
    stood = step.now_ms - table.state.paused_at_ms
    step.emit(ev.Resumed(step.now_ms))
    window = table.house.window
    if window is not None and window.until_ms:
        wait = Wait(window.kind, window.seats, window.key)
        _open(step, wait, window.until_ms + stood, window.first)
    return 0


def _host_resume(step: HouseStep, command: cmd.HostResume) -> int:
    return _resume(step, cmd.Resume()) if may_host_resume(step) else 0


def _void(step: HouseStep, command: cmd.VoidHand) -> int:
    """Take the round back: everybody has what he had before his first wager. Returns its number."""
    table = step.table
    game = table.game
    if not game.running:
        raise NoHand(f"no round is running at {table.config.name}")
    if not isinstance(game, TakesBack):
        raise NoHand(f"{table.config.name}'s game takes no round back: it is played to its end")
    number = game.round
    flow = flow_of(table.house.story.events)
    back = table.returnable(flow)
    step.played(game.void(back))
    if flow_of(table.house.story.events) != less(flow, back):
        raise RuntimeError(f"{table.config.name} did not take all of round {number} back")
    step.emit(he.RoundVoided(number, inert(command.why) or "voided"))
    return number


def _drop(step: HouseStep, command: cmd.Drop) -> int:
    """Wagers stand; the game may have the dealer act where this seat was waited for."""
    number = seating.drop(step, command)
    if number and not step.table.state.paused:
        step.played(step.table.game.drop(number, step.table.deck))
    return 0


# When the game goes on.


def _go_on(step: HouseStep) -> None:
    """Let those leave who can, and open the window for what the game now waits for."""
    table = step.table
    for _ in range(_MOST_STEPS):
        seating.let_go(step)
        if table.state.paused:
            return
        wait = table.game.wait()
        if not _is_over_at_once(step, wait):
            _show_window(step, wait)
            return
        step.played(table.game.time_out(table.deck))
    raise RuntimeError(f"{table.config.name} does not come to rest")


def _is_over_at_once(step: HouseStep, wait: Wait) -> bool:
    """Whether nobody need wait any longer: all have said that they are done, or there is no pause."""
    table = step.table
    here = [number for number in table.state.seats if table.present(number)]
    if wait.kind == PAUSE:
        can_play = any(table.state.seats[number].stack > 0 for number in here)
        paused = table.config.clocks.pause_ms or table.resting
        return can_play and not paused and not table.state.closing
    if wait.kind == BETTING:
        # Where nobody is here those who are away are waited for: after a restart they are on their way.
        seats = table.state.seats
        away = [
            number for number, seat in seats.items() if seat.out == "dropped" and not seat.leaving
        ]
        return table.game.running and all(number in table.house.done for number in here or away)
    return False


def _show_window(step: HouseStep, wait: Wait) -> None:
    """Open a window for a new wait, or keep the clock of one that goes on."""
    table = step.table
    window, clocks = table.house.window, table.config.clocks
    here = any(table.present(number) for number in table.state.seats)
    if wait.kind == PAUSE and (not here or table.state.closing):
        if window is not None:
            step.emit(he.WindowClosed())
        return
    goes_on = (
        window is not None
        and (window.kind, window.key) == (wait.kind, wait.key)
        and (wait.kind in (PAUSE, BETTING) or set(wait.seats) <= set(window.seats))
    )
    if not goes_on or window is None:
        until = 0 if wait.kind == BETTING else step.now_ms + _time_for(step, wait)
        if wait.kind == BETTING and table.game.running:
            until = step.now_ms + clocks.betting_ms
        _open(step, wait, until, 0)
        return
    until = window.until_ms
    if wait.kind == BETTING and bool(until) != table.game.running:
        until = step.now_ms + clocks.betting_ms if table.game.running else 0
    if until != window.until_ms or tuple(wait.seats) != tuple(window.seats):
        _open(step, wait, until, window.first)
    for seat in sorted({step.acted, step.came} - {0}):
        if seat in wait.seats:
            _open(step, wait, until, window.first, seat)


def _time_for(step: HouseStep, wait: Wait) -> int:
    clocks = step.table.config.clocks
    return wait.ms or (clocks.pause_ms if wait.kind == PAUSE else clocks.turn_ms)


def _open(step: HouseStep, wait: Wait, until_ms: int, first: int, to: int = 0) -> None:
    table = step.table
    turn = table.house.turn + (to > 0 or not first)
    step.emit(
        he.WindowOpened(wait.kind, wait.key, tuple(wait.seats), first or turn, turn, until_ms, to)
    )
    if until_ms and table.house.window is not None:
        step.timers.append(_timer(table, table.house.window))


def _timer(table: HouseTable, window: Window) -> SetTimer:
    # What begins by a "start" timer waits while the room drains, as hands do.
    what = "start" if window.kind == PAUSE else "window"
    token = f"{what}:{window.first}:{window.until_ms}"
    return SetTimer("window", token, window.until_ms)


# What the books say.


def _book(step: HouseStep) -> None:
    """Move what the step moved between the table, the house and the meters, exactly.

    Shared meters change by what this step did to them, own ones to what they now hold; one that the
    table has no more goes back to the house.
    """
    table, booked = step.table, step.table.house.booked
    shared = table.links
    own = {name: held for name, held in sorted(table.game.meters().items()) if name not in shared}
    meters = {
        f"!meter:{table.id}:{name}": own.get(name, 0) - booked.get(name, 0)
        for name in sorted({*own, *booked})
    }
    if any(meters.values()):
        step.emit(he.MetersBooked(own))
    meters |= step.linked
    kinds: dict[str, MoveKind] = {BANK: "house", **dict.fromkeys(meters, "meter")}
    meters[BANK] = -step.to_table - sum(meters.values())
    for account, kind in kinds.items():
        if meters[account]:
            name = f"{table.id}-{table.version}-{account[1:]}"
            step.moves.append(MoneyMove.of_ticks(name, kind, account, meters[account]))
    # The store takes no account below zero on the way: what a seat won comes before it is carried off.
    step.moves.sort(key=lambda move: move.exact)


_DECISIONS: dict[type, Callable[[HouseStep, Any], int]] = {
    cmd.Act: _act,
    cmd.Sit: seating.sit,
    cmd.StandUp: seating.stand_up,
    cmd.MoveAway: seating.move_away,
    cmd.Wait: waiting.wait,
    cmd.StopWaiting: waiting.stop_waiting,
    cmd.Reserve: waiting.reserve,
    cmd.Unreserve: waiting.unreserve,
    cmd.Admit: seating.admit,
    cmd.SitOut: seating.sit_out,
    cmd.SitIn: seating.sit_in,
    cmd.TopUp: seating.top_up,
    cmd.Drop: _drop,
    cmd.Return: seating.come_back,
    cmd.Say: talk.say,
    cmd.TimerFired: _timer_fired,
    cmd.Pause: pause,
    cmd.Resume: _resume,
    cmd.HostPause: host_pause,
    cmd.HostResume: _host_resume,
    cmd.Close: seating.close,
    cmd.Reopen: seating.reopen,
    cmd.VoidHand: _void,
    cmd.Release: _release,
}
