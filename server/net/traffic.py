"""Bringing players from table to table, and telling people of seats that are kept for them."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.errors import Refused
from greenfelt.server.net.errand import Errand
from greenfelt.server.net.host import Job, TableHost
from greenfelt.server.room.errors import MustMove, OtherGame
from greenfelt.server.room.moving import (
    Move,
    breaking_moves,
    is_fed,
    must_moves,
    plays_alike,
)
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.base import BaseTable
from greenfelt.server.tables.buying import Stack, check_change
from greenfelt.server.tables.errors import Draining, NotAdmitted, SeatReserved
from greenfelt.server.tables.events import (
    AnyEvent,
    Left,
    OfferEnded,
    Seated,
    SeatOffered,
    WaitEnded,
)
from greenfelt.server.tables.waiting import offer_to

if TYPE_CHECKING:
    from greenfelt.server.net.room import Room
    from greenfelt.server.net.session import Session

logger = logging.getLogger(__name__)


class Traffic:
    """Moves between the tables of a room.

    A seat is kept at the target first; then the player leaves the source when his hand is over, his
    stack going to his account, and sits down at the target with it. Whatever fails or crashes on the
    way, he has his chips.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._under_way: set[str] = set()

    def news(self, host: TableHost, events: Sequence[AnyEvent]) -> None:
        """A table has new people, or fewer."""
        passed: dict[str, int] = {}
        for event in events:
            match event:
                case OfferEnded():
                    passed[event.account] = event.seat
                case WaitEnded() if event.account in passed:
                    self._tell_passed(event.account, host.table, passed[event.account])
                case SeatOffered(moving=False):
                    self._tell_offer(event.account, host.table, event.seat)
                case Left(to=to) if to:
                    self._arrive(event)
                case Left():
                    self._release(event.account)
        kinds = set(map(type, events))
        if not kinds.isdisjoint((Seated, Left)):
            self._fill_main(host.table)
        if Left in kinds and host.table.config.break_at:
            self._start(breaking_moves(host.table, self._tables(), self._house))

    def check_sit(self, table: BaseTable, account: str, leaving: BaseTable | None = None) -> None:
        """Raise MustMove when the free seats of a table are for its feeders' players.

        Raises Draining when nobody sits down any more, and SeatReserved for who is on his way there from
        another table than the one that he is ``leaving``: he comes with all that he has there.
        """
        if self._room.draining:
            raise Draining(f"the house prepares maintenance: {self._room.draining}")
        number = offer_to(table.state, account)
        if number and table.state.offers[number].moving:
            self._check_way(table, account, leaving)
        elif not number and is_fed(table, self._tables(), self._room.now_ms(), self._house):
            feeders = [
                each for each in self._tables() if each.config.must_move == table.config.name
            ]
            names = " or ".join(each.config.name for each in feeders)
            raise MustMove(f"sit down at {names}: you are brought here when it is your turn")

    def _check_way(self, table: BaseTable, account: str, leaving: BaseTable | None) -> None:
        """Raise SeatReserved where the seat that is kept for a player waits for chips of elsewhere."""
        for source in self._tables():
            if source is table or source is leaving or not plays_alike(source, table):
                continue
            if source.seat_of(account):
                raise SeatReserved(
                    f"your seat at {table.config.name} is kept until you leave {source.config.name}: "
                    "you come with what you have there"
                )

    def change(self, session: Session, table: int, to: int, request: int) -> None:
        """A player asks to change tables. Raises Refused when he cannot."""
        source, target = self._room.host(table).table, self._room.host(to).table
        if not plays_alike(source, target) or source is target:
            raise OtherGame(f"{target.config.name} is no other table of the same game and limits")
        if not target.admits(session.account):
            raise NotAdmitted(f"{target.config.name} is private: enter it first")
        self.check_sit(target, session.account, source)
        self._check_change(source, target, session.account)
        move = Move(session.account, session.name, table, to, cmd.ASKED)

        def refused(error: Refused) -> None:
            self._room.host(to).submit(Job(cmd.Unreserve(session.account)))
            if not session.ended:
                session.refused(request, error)

        def go(seat: int) -> None:
            done = Errand(lambda value: session.done(request, value), refused)
            leave = cmd.MoveAway(move.account, move.target, move.why)
            self._room.host(table).submit(Job(leave, done))

        reserve = cmd.Reserve(move.account, move.name)
        self._room.host(to).submit(Job(reserve, Errand(go, refused)))

    def _check_change(self, source: BaseTable, target: BaseTable, account: str) -> None:
        """Raise ShortReturn now, while he has his seat, where the target would refuse his stack."""
        seat = source.seat_of(account)
        if seat:
            stack = Stack(account, source.stack(seat), source.seat(seat).sitting)
            check_change(target, stack, self._room.now_ms())

    def tell_offers(self, account: str) -> None:
        """Tell an account that has just come of seats that are kept for it."""
        for table in self._tables():
            seat = offer_to(table.state, account)
            if seat and not table.state.offers[seat].moving:
                self._tell_offer(account, table, seat)

    @property
    def _house(self) -> Collection[str]:
        return self._room.staffing.staff.accounts

    def _tables(self) -> list[BaseTable]:
        return [host.table for host in self._room.hosts]

    def _tell_offer(self, account: str, table: BaseTable, seat: int) -> None:
        session = self._room.session_of(account)
        offer = table.state.offers.get(seat)
        if session is not None and offer is not None:
            left_ms = max(0, offer.until_ms - self._room.now_ms())
            session.tell(msg.Offer(table.id, seat, left_ms, table.config.name))

    def _tell_passed(self, account: str, table: BaseTable, seat: int) -> None:
        session = self._room.session_of(account)
        if session is not None:
            name = table.config.name
            text = f"seat {seat} at {name} is kept for you no longer, and you do not wait any more"
            session.tell(msg.Talk("", text))

    def _fill_main(self, table: BaseTable) -> None:
        """Fill a main table's seats, be it the one that changed or the one that it feeds."""
        tables = self._tables()
        for main in tables:
            if main is table or main.config.name == table.config.must_move:
                self._start(must_moves(main, tables, self._room.now_ms(), self._house))

    def _start(self, moves: Sequence[Move]) -> None:
        for move in moves:
            if move.account in self._under_way:
                continue
            self._under_way.add(move.account)
            self._room.host(move.target).submit(
                Job(cmd.Reserve(move.account, move.name), self._leave_errand(move))
            )

    def _leave_errand(self, move: Move) -> Errand:
        def go(seat: int) -> None:
            self._under_way.discard(move.account)
            leave = cmd.MoveAway(move.account, move.target, move.why)
            stays = Errand(lambda value: None, lambda error: self._release(move.account))
            self._room.host(move.source).submit(Job(leave, stays))

        return Errand(go, lambda error: self._under_way.discard(move.account))

    def _release(self, account: str) -> None:
        """Give seats free that were kept for somebody who does not come after all."""
        for host in self._room.hosts:
            offers = host.table.state.offers
            if any(offer.moving and offer.account == account for offer in offers.values()):
                host.submit(Job(cmd.Unreserve(account)))

    def _arrive(self, left: Left) -> None:
        """A player has left for another table: seat him there with what he had."""
        target = self._room.hosts_by_number.get(left.to)
        account = left.account

        def seated(seat: int) -> None:
            session = self._room.session_of(account)
            if target is not None and session is not None:
                session.watching.add(left.to)
                target.show(session)
            elif target is not None:
                target.submit(Job(cmd.Drop(account)))

        def refused(error: Refused) -> None:
            logger.warning("a player could not be brought to table %d: %s", left.to, error)
            session = self._room.session_of(account)
            if session is not None:
                session.tell(msg.Talk("", f"your seat is gone, your chips are safe: {error}"))

        if target is not None:
            sit = cmd.Sit(
                account,
                left.name,
                left.amount,
                bot=left.bot,
                moved="asked" if left.why == cmd.ASKED else "house",
                sitting=left.sitting,
            )
            target.submit(Job(sit, Errand(seated, refused)))
