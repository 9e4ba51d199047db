"""The waiting list, and seats that are kept for somebody."""

from __future__ import annotations

from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.errors import (
    AlreadySeated,
    ListFull,
    NotWaiting,
    SeatsFree,
    TableClosed,
    TableFull,
)
from greenfelt.server.tables.outcome import SetTimer
from greenfelt.server.tables.seats import Offer, State
from greenfelt.server.tables.settling import within_reach
from greenfelt.server.tables.step import BaseStep

MOVING_MS = 600_000
"""How long a seat is kept for a player whose hand at the table that he leaves is not over."""


def free_seats(state: State, max_seats: int) -> list[int]:
    """Return the seats that anybody may take: nobody sits there, and they are kept for nobody."""
    taken = state.seats.keys() | state.offers.keys()
    return [number for number in range(1, max_seats + 1) if number not in taken]


def offer_to(state: State, account: str) -> int:
    """Return the seat that is kept for an account, 0 for none."""
    return next((seat for seat, offer in state.offers.items() if offer.account == account), 0)


def wait(step: BaseStep, command: cmd.Wait) -> int:
    """Put an account on the list; returns its place there. Waiting twice is waiting once."""
    table, state = step.table, step.table.state
    name = table.config.name
    if table.seat_of(command.account):
        raise AlreadySeated(f"you hold seat {table.seat_of(command.account)} at {name}")
    if state.closing:
        raise TableClosed(f"{name} is closed: {state.closing}")
    accounts = [waiter.account for waiter in state.waiters]
    if command.account in accounts:
        return accounts.index(command.account) + 1
    free = free_seats(state, table.config.max_seats)
    if free:
        raise SeatsFree(f"seat {free[0]} of {name} is free: sit down")
    if len(accounts) >= table.config.waiting_list:
        raise ListFull(f"{len(accounts)} people wait for {name} already, the most that may")
    step.emit(ev.WaitBegun(command.account, command.name))
    return len(accounts) + 1


def stop_waiting(step: BaseStep, command: cmd.StopWaiting) -> int:
    """Take an account off the list; a seat that is offered to it goes to the next one."""
    state = step.table.state
    if all(waiter.account != command.account for waiter in state.waiters):
        raise NotWaiting(f"you do not wait for {step.table.config.name}")
    step.emit(ev.WaitEnded(command.account))
    seat = offer_to(state, command.account)
    if seat:
        step.emit(ev.OfferEnded(seat, command.account))
    return 0


def reserve(step: BaseStep, command: cmd.Reserve) -> int:
    """Keep a seat for a player whom the house brings; returns its number."""
    state, config = step.table.state, step.table.config
    if step.table.seat_of(command.account):
        raise AlreadySeated(f"{command.name} holds a seat at {config.name}")
    if state.closing:
        raise TableClosed(f"{config.name} is closed: {state.closing}")
    held = offer_to(state, command.account)
    if held:
        if not state.offers[held].moving:  # he waited for it: it is kept until his hand is over
            _offer(step, held, command.account, command.name, moving=True)
        return held
    free = free_seats(state, config.max_seats)
    if not free:
        raise TableFull(f"no seat of {config.name} is free")
    _offer(step, free[0], command.account, command.name, moving=True)
    return free[0]


def unreserve(step: BaseStep, command: cmd.Unreserve) -> int:
    """Give a reserved seat free again; seats offered to those who wait are not concerned."""
    state = step.table.state
    seat = offer_to(state, command.account)
    if seat and state.offers[seat].moving:
        step.emit(ev.OfferEnded(seat, command.account))
    return 0


def offer_free_seats(step: BaseStep) -> None:
    """Offer free seats to those who wait, in their order. Does nothing when nobody can have one."""
    state = step.table.state
    if state.closing:
        return
    offered = {offer.account for offer in state.offers.values()}
    waiting = [waiter for waiter in state.waiters if waiter.account not in offered]
    free = free_seats(state, step.table.config.max_seats)
    for seat, waiter in zip(free, waiting, strict=False):
        _offer(step, seat, waiter.account, waiter.name)


def end_offer_when_due(step: BaseStep, token: str) -> None:
    """An offer was not taken: who let it pass waits no more, and the next one gets it."""
    state = step.table.state
    for seat, offer in list(state.offers.items()):
        if offer_timer(seat, offer).token != token:
            continue
        if step.now_ms < offer.until_ms:
            step.timers.append(offer_timer(seat, offer))
            return
        step.emit(ev.OfferEnded(seat, offer.account))
        if any(waiter.account == offer.account for waiter in state.waiters):
            step.emit(ev.WaitEnded(offer.account))
        return


def close_list(step: BaseStep) -> None:
    """Send everybody on the list away, as when the table closes."""
    state = step.table.state
    for seat, offer in list(state.offers.items()):
        step.emit(ev.OfferEnded(seat, offer.account))
    for waiter in list(state.waiters):
        step.emit(ev.WaitEnded(waiter.account))


def recover_offers(step: BaseStep) -> None:
    """Ask anew for the timers of seats that are kept for somebody, after a restart."""
    state, clocks = step.table.state, step.table.config.clocks
    for seat, offer in list(state.offers.items()):
        longest = MOVING_MS if offer.moving else clocks.offer_ms
        until = within_reach(step, offer.until_ms, longest)
        if until != offer.until_ms:
            step.emit(ev.SeatOffered(seat, offer.account, offer.name, until, offer.moving))
        step.timers.append(offer_timer(seat, state.offers[seat]))


def offer_timer(seat: int, offer: Offer) -> SetTimer:
    """Return the timer of an offer."""
    return SetTimer(
        f"offer-{seat}", f"offer:{seat}:{offer.account}:{offer.until_ms}", offer.until_ms
    )


def _offer(step: BaseStep, seat: int, account: str, name: str, *, moving: bool = False) -> None:
    clocks = step.table.config.clocks
    until = step.now_ms + (MOVING_MS if moving else clocks.offer_ms)
    step.emit(ev.SeatOffered(seat, account, name, until, moving))
    step.timers.append(offer_timer(seat, step.table.state.offers[seat]))
