"""What a signed-in session may ask about its own past: hands that are over, and figures."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

from redis import Redis
from twisted.python.failure import Failure

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.errors import Refused
from greenfelt.server.net.errors import InternalFault, StoreAway
from greenfelt.server.room.errors import BadForm, UnknownHand
from greenfelt.server.store.archive import Archive
from greenfelt.server.store.errors import StoreTrouble
from greenfelt.server.tables.history.forms import FORMS, NoSuchForm, written
from greenfelt.server.tables.history.seen import Sight
from greenfelt.server.tables.texts import game_name

if TYPE_CHECKING:
    from greenfelt.server.net.session import Session

logger = logging.getLogger(__name__)

MOST_ROWS = 100


def ask_hands(session: Session, request: msg.AskHands) -> None:
    account = session.account
    count = max(0, min(request.count, MOST_ROWS))

    def read(client: Redis) -> list[msg.PlayedHand]:
        played = Archive(client).played(account, until_ms=max(0, request.before_ms - 1))
        return [
            msg.PlayedHand(line.hand, line.at_ms, line.game, line.net, line.marks)
            for line in islice(played, count)
        ]

    _answer(session, request.id, read, lambda rows: msg.Hands(request.id, rows))


def ask_hand(session: Session, request: msg.AskHand) -> None:
    """Send one hand, with no card that the account did not see."""
    account = session.account
    if request.form not in FORMS:
        raise BadForm(f"there is no form {request.form!r}; there are {', '.join(FORMS)}")

    def read(client: Redis) -> str:
        try:
            record = Archive(client).hand(request.hand)
        except ValueError as error:
            raise UnknownHand(str(error)) from error
        seat = record.seat_of(account) if record is not None else 0
        if record is None or not seat:
            raise UnknownHand(f"you have played no hand {request.hand!r} that is over")
        try:
            return written(record, request.form, Sight(seat))
        except NoSuchForm as error:
            raise BadForm(str(error)) from error

    def told(text: str) -> msg.HandText:
        return msg.HandText(request.id, request.hand, request.form, text)

    _answer(session, request.id, read, told)


def ask_statistics(session: Session, request: msg.AskStatistics) -> None:
    account = session.account
    since_ms = 0
    if request.minutes > 0:
        since_ms = max(1, session.room.now_ms() - request.minutes * 60_000)
    elif request.minutes == 0:
        since_ms = session.since_ms

    def read(client: Redis) -> list[msg.GameFigures]:
        hands, rounds = Archive(client).figures(account, since_ms)
        games = [msg.GameFigures(game, game_name(game), *of) for game, of in hands.items()]
        for game, of in rounds.items():
            counts = (of.rounds, of.net, 0, 0, 0, 0, of.wagered)
            games.append(msg.GameFigures(game, game_name(game), *counts))
        return sorted(games, key=lambda one: -one.hands)

    _answer(session, request.id, read, lambda games: msg.Statistics(request.id, games))


def _answer(
    session: Session,
    request: int,
    read: Callable[[Redis], Any],
    told: Callable[[Any], msg.Message],
) -> None:
    """Read on another thread, then answer; the reactor never waits for the store. Raises Busy."""

    def failed(failure: Failure) -> None:
        error = failure.value
        if isinstance(error, StoreTrouble):
            error = StoreAway("the store does not answer; try again")
        elif not isinstance(error, Refused):
            logger.error("a request about the past failed: %s", failure.getTraceback())
            error = InternalFault("the server failed; try again")
        if not session.ended:
            session.refused(request, error)

    def tell(found: Any) -> None:
        if not session.ended:
            session.tell(told(found))

    session.room.readings.run(session, read).addCallback(tell).addErrback(failed)


HANDLERS: dict[type, Callable[[Session, Any], None]] = {
    msg.AskHands: ask_hands,
    msg.AskHand: ask_hand,
    msg.AskStatistics: ask_statistics,
}
