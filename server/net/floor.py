"""What the floor does with a running room: each act is logged before it is done, and with its outcome."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec
from redis import Redis
from twisted.internet.defer import Deferred, DeferredList, inlineCallbacks

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.live import TICKS
from greenfelt.server.net.errand import Errand
from greenfelt.server.net.errors import NotStopped
from greenfelt.server.net.floor_looks import account_row, status_row, table_row
from greenfelt.server.net.host import Job, TableHost
from greenfelt.server.net.room import Room
from greenfelt.server.room import floor as ask
from greenfelt.server.room.accounts import Account, account_key
from greenfelt.server.room.acts import Act, encode_act, new_act_id
from greenfelt.server.room.coupons import Slip
from greenfelt.server.room.errors import (
    BadChips,
    BadName,
    NoReason,
    NotEnoughChips,
    NowhereSeated,
    OtherGame,
    UnknownAccount,
)
from greenfelt.server.room.ledger import CAGE, HOUSE, Move, table_account
from greenfelt.server.room.moving import plays_alike
from greenfelt.server.store import keys
from greenfelt.server.store.accounts import read_account
from greenfelt.server.store.commits import Booking
from greenfelt.server.store.counters import Counters
from greenfelt.server.store.errors import NotEnough, StoreTrouble
from greenfelt.server.store.settling import last_hand, meters_on_books, stacks_by_ledger
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.outcome import MoneyMove
from greenfelt.server.tables.talk import inert

logger = logging.getLogger(__name__)

T = TypeVar("T")
Rows = list[dict[str, ask.Cell]]
Doing = Generator[Deferred[Any], Any, str]

LONGEST_REASON = 300
"""Characters of a reason or an announcement."""

MOST_CHIPS = 10**12


class FloorLog(Protocol):
    """What the floor needs of the store."""

    counters: Counters

    def append(self, write: Booking) -> Deferred[None]: ...

    def read(self, function: Callable[[Redis], T]) -> Deferred[T]: ...


class Floor:
    """The floor of a room. ``now_ms`` is the server's time."""

    def __init__(self, room: Room, log: FloorLog) -> None:
        self._room = room
        self._log = log

    @inlineCallbacks
    def handle(
        self, request: ask.AnyRequest, who: str
    ) -> Generator[Deferred[Any], Any, ask.Answer]:
        """Carry a request out; always fires with an answer."""
        try:
            if not isinstance(request, ask.Act):
                rows: Rows = yield self._look(request)
                return ask.Answer("", "", rows)
            text: str = yield self._act(request, who)
        except Refused as error:
            return ask.Answer(error.code, str(error))
        except StoreTrouble as error:
            return ask.Answer(error.code, f"not done: {error}")
        return ask.Answer("", text)

    @inlineCallbacks
    def _act(self, request: ask.Act, who: str) -> Doing:
        why = inert(request.why)
        if not why:
            raise NoReason("say why: what the floor does is logged with a reason")
        if len(why) > LONGEST_REASON:
            raise NoReason(f"a reason has at most {LONGEST_REASON} characters")
        act = Act(new_act_id(), self._room.now_ms(), who, ask.verb_of(request), _on(request), why)
        logger.warning("the floor (%s): %s %s: %s", who, act.verb, act.on, why)
        book = self._BOOK.get(type(request))
        if book is not None:
            try:
                text: str = yield book(self, request, act)
            except Refused as error:
                refused = msgspec.structs.replace(act, outcome=f"refused: {error}")
                yield self._log.append(Booking(act.line_id, encode_act(refused)))
                raise
            return text
        yield self._log.append(Booking(act.line_id, encode_act(act)))
        try:
            text = yield self._DO[type(request)](self, request, why)
        except (Refused, StoreTrouble) as error:
            yield self._came_to(act, f"refused: {error}")
            raise
        except Exception:
            logger.exception("an act of the floor failed: %s %s", act.verb, act.on)
            yield self._came_to(act, "failed")
            raise Refused("the server failed; look at its log") from None
        yield self._came_to(act, text or "done")
        return text

    def _came_to(self, act: Act, outcome: str) -> Deferred[None]:
        line = act.came_to(outcome, self._room.now_ms())
        return self._log.append(Booking(line.line_id, encode_act(line)))

    # Looking on: no card is in any of it.

    def _look(self, request: ask.AnyRequest) -> Deferred[Rows]:
        if isinstance(request, ask.Look):
            return self._account(request)
        deferred: Deferred[Rows] = Deferred()
        if isinstance(request, ask.Status):
            deferred.callback([status_row(self._room, self._log.counters)])
        else:
            deferred.callback([table_row(host) for host in self._room.hosts])
        return deferred

    @inlineCallbacks
    def _account(self, request: ask.Look) -> Generator[Deferred[Any], Any, Rows]:
        account: Account = yield self._read(request.name)
        return [account_row(self._room, account)]

    # Acts.

    @inlineCallbacks
    def _on_tables(self, request: Any, command: cmd.AnyCommand) -> Doing:
        hosts = self._hosts(request.table)
        waits = [_ask(host, command) for host in hosts]
        results = yield DeferredList(waits, consumeErrors=True)
        failed = [failure.value for done, failure in results if not done]
        if failed and len(failed) == len(hosts):
            raise failed[0]
        return f"{len(hosts) - len(failed)} of {len(hosts)} tables" if len(hosts) > 1 else ""

    def _pause(self, request: ask.Pause, why: str) -> Deferred[str]:
        return self._on_tables(request, cmd.Pause(why))

    def _resume(self, request: ask.Resume, why: str) -> Deferred[str]:
        return self._on_tables(request, cmd.Resume())

    def _close(self, request: ask.Close, why: str) -> Deferred[str]:
        return self._on_tables(request, cmd.Close(why))

    def _reopen(self, request: ask.Reopen, why: str) -> Deferred[str]:
        return self._on_tables(request, cmd.Reopen())

    @inlineCallbacks
    def _void(self, request: ask.Void, why: str) -> Doing:
        hand = yield _ask(self._room.host(request.table), cmd.VoidHand(why))
        return f"hand {request.table}-{hand} is void"

    @inlineCallbacks
    def _release(self, request: ask.Release, why: str) -> Doing:
        yield _ask(self._room.host(request.table), cmd.Release(request.seat, request.wager))
        return f"seat {request.seat} is paid for its {request.wager}"

    @inlineCallbacks
    def _accept(self, request: ask.Accept, why: str) -> Doing:
        host = self._room.host(request.table)
        yield host.accept()
        return f"goes on at version {host.table.version}"

    @inlineCallbacks
    def _settle(self, request: ask.Settle, why: str) -> Doing:
        host = self._room.host(request.table)
        if not host.unreadable:
            raise NotStopped(f"{host.table.config.name} can be read: accept it, or void its hand")
        stacks = yield self._log.read(lambda client: stacks_by_ledger(client, host.id))
        meters = yield self._log.read(lambda client: meters_on_books(client, host.id))
        act, source = new_act_id(), table_account(host.id)
        moves = tuple(
            Move(f"settle:{act}:{key}", source, key, chips, "cash-out")
            for key, chips in stacks.items()
        ) + tuple(
            Move(f"settle:{act}:{key}", key, HOUSE, ticks // TICKS, "meter", ticks % TICKS)
            for key, ticks in meters.items()
        )
        paid = ", ".join(f"{key} {chips}" for key, chips in stacks.items()) or "nobody"
        line = Act(act, self._room.now_ms(), "house", "settle", f"table {host.id}", why, paid)
        yield self._log.append(Booking(line.line_id, encode_act(line), moves))
        hand = yield self._log.read(lambda client: last_hand(client, host.id))
        yield host.accept(anew=hand)
        return f"paid out: {paid}; the table begins anew"

    @inlineCallbacks
    def _bring(self, request: ask.Bring, why: str) -> Doing:
        key, name = yield self._known(request.name)
        source, target = self._seat_of(key, request.table), self._room.host(request.to)
        if source is target or not plays_alike(source.table, target.table):
            raise OtherGame(
                f"{target.table.config.name} is no other table of the games and limits of "
                f"{source.table.config.name}"
            )
        yield _ask(target, cmd.Admit(key))  # to a private table, too: the floor may
        seat = yield _ask(target, cmd.Reserve(key, name))
        try:
            yield _ask(source, cmd.MoveAway(key, target.id, f"moved by the floor: {why}"))
        except Refused:
            yield _ask(target, cmd.Unreserve(key))
            raise
        return f"from table {source.id} to seat {seat} of table {target.id}"

    @inlineCallbacks
    def _remove(self, request: ask.Remove, why: str) -> Doing:
        key, _ = yield self._known(request.name)
        if request.table:
            hosts = [self._seat_of(key, request.table)]
        else:
            hosts = [host for host in self._room.hosts if host.table.seat_of(key)]
            if not hosts:
                raise NowhereSeated(f"{request.name} sits at no table")
        for host in hosts:
            yield _ask(host, cmd.StandUp(key, f"removed by the floor: {why}"))
        return "from table " + ", ".join(str(host.id) for host in hosts)

    @inlineCallbacks
    def _mute(self, request: ask.Mute, why: str) -> Doing:
        key, _ = yield self._known(request.name)

        def keep(client: Redis) -> None:
            if request.on:
                client.hset(keys.SILENCED, key, why)
            else:
                client.hdel(keys.SILENCED, key)

        yield self._log.read(keep)
        self._room.talk.silence(key, why if request.on else "")
        return ""

    @inlineCallbacks
    def _ban(self, request: ask.Ban, why: str) -> Doing:
        key, _ = yield self._known(request.name)
        banned = self._room.banned

        def keep(client: Redis) -> None:
            if request.on:
                client.hset(keys.BANNED, key, why)
            else:
                client.hdel(keys.BANNED, key)

        yield self._log.read(keep)
        if not request.on:
            banned.pop(key, None)
            return ""
        banned[key] = why
        for host in [host for host in self._room.hosts if host.table.seat_of(key)]:
            # A seat that is left already when the hand is over is refused.
            leaving = _ask(host, cmd.StandUp(key, f"removed by the floor: {why}"))
            yield leaving.addErrback(lambda failure: failure.trap(Refused))
        self._room.send_away(key, why)
        return ""

    @inlineCallbacks
    def _chips(self, request: ask.Grant | ask.Revoke, act: Act) -> Doing:
        """Grant or revoke chips: the log's line and the move are one step."""
        account: Account = yield self._read(request.name)
        key, purses, amount = account.key, self._room.purses, request.amount
        # From here on what moves is told to the purse, so that a sign-in that read the balance before
        # does not set it.
        purses.know(key, account.balance)
        if not 0 < amount <= MOST_CHIPS:
            raise BadChips(f"an amount is 1 to {MOST_CHIPS} chips, not {amount}")
        give = isinstance(request, ask.Grant)
        source, target = (CAGE, key) if give else (key, CAGE)
        move = Move(f"{act.verb}:{act.id}", source, target, amount, act.verb)
        if not give and amount > purses.balance(key):
            raise NotEnoughChips(f"{account.name} holds {purses.balance(key)} beside the tables")
        gain = amount if give else -amount
        told = (MoneyMove(move.id, "grant" if give else "revoke", key, gain),)
        purses.take(told)
        done = msgspec.structs.replace(act, outcome=f"{amount} chips")
        try:
            yield self._log.append(Booking(done.line_id, encode_act(done), (move,)))
        except StoreTrouble as error:
            purses.undo(told)
            if isinstance(error, NotEnough):
                raise NotEnoughChips(f"{request.name} holds less than {amount} chips") from error
            raise
        purses.give(told)
        session = self._room.session_of(key)
        if session is not None:
            did = "gives you" if give else "takes back"
            session.tell(msg.Talk("", f"the house {did} {amount} chips: {act.why}"))
        return f"{act.verb} of {amount} chips"

    @inlineCallbacks
    def _coupon(self, request: ask.Issue, act: Act) -> Doing:
        """Give a coupon: the log's line and the coupon are one step."""
        account: Account = yield self._read(request.name)
        room, value = self._room, request.value
        if not 0 < value <= MOST_CHIPS:
            raise BadChips(f"a coupon is worth 1 to {MOST_CHIPS} chips, not {value}")
        slip = Slip(
            f"MP-{act.id.upper()}",
            account.key,
            inert(request.issuer),
            value,
            request.expires,
            room.coupons.today(),
            request.games,
        )
        slip.check()
        done = msgspec.structs.replace(act, outcome=f"{slip.serial}: {value} chips")
        yield self._log.append(Booking(done.line_id, encode_act(done), (), (slip,)))
        room.coupons.add((slip,))
        session = room.session_of(account.key)
        if session is not None:
            text = f"a Match Play Coupon of {value} chips, good to {slip.expires}"
            session.tell(msg.Talk("", f"the house gives you {text}: {act.why}"))
        return f"coupon {slip.serial} of {value} chips"

    @inlineCallbacks
    def _recall(self, request: ask.Recall, act: Act) -> Doing:
        """Take back a coupon: the log's line and what becomes of the coupon are one step."""
        room = self._room
        slip = room.coupons.recall(request.serial)
        done = msgspec.structs.replace(act, outcome=f"{slip.value} chips, of {slip.account}")
        try:
            yield self._log.append(Booking(done.line_id, encode_act(done), (), (slip,)))
        except StoreTrouble:
            room.coupons.unspend((slip.serial,))
            raise
        room.coupons.spent((slip.serial,))
        session = room.session_of(slip.account)
        if session is not None:
            text = f"the Match Play Coupon of {slip.value} chips, good to {slip.expires}"
            session.tell(msg.Talk("", f"the house takes back {text}: {act.why}"))
        return f"coupon {slip.serial} of {slip.value} chips is {slip.account}'s no more"

    def _announce(self, request: ask.Announce, why: str) -> Deferred[str]:
        hosts = self._hosts(request.table)
        for host in hosts:
            host.announce(why)
        if not request.table:
            for session in self._room.lobby:
                session.tell(msg.Talk("", why))
        return _done("")

    def _drain(self, request: ask.Drain, why: str) -> Deferred[str]:
        room = self._room
        room.draining = why if request.on else ""
        for host in room.hosts:
            host.drain(on=request.on)
            host.announce(
                f"no more hands are dealt for now: {why}" if request.on else "hands are dealt again"
            )
        running = sum(host.table.state.running for host in room.hosts)
        return _done(f"{running} hands are played out" if request.on else "hands are dealt again")

    _BOOK: ClassVar[dict[type, Callable[[Floor, Any, Act], Deferred[str]]]] = {
        ask.Grant: _chips,
        ask.Revoke: _chips,
        ask.Issue: _coupon,
        ask.Recall: _recall,
    }
    """What is logged and done in one step."""

    _DO: ClassVar[dict[type, Callable[[Floor, Any, str], Deferred[str]]]] = {
        ask.Pause: _pause,
        ask.Resume: _resume,
        ask.Close: _close,
        ask.Reopen: _reopen,
        ask.Void: _void,
        ask.Release: _release,
        ask.Accept: _accept,
        ask.Settle: _settle,
        ask.Bring: _bring,
        ask.Remove: _remove,
        ask.Mute: _mute,
        ask.Ban: _ban,
        ask.Announce: _announce,
        ask.Drain: _drain,
    }

    def _hosts(self, table: int) -> list[TableHost]:
        return [self._room.host(table)] if table else list(self._room.hosts)

    def _seat_of(self, account: str, table: int) -> TableHost:
        """Return the table where an account sits, the only one with 0. Raises NowhereSeated."""
        hosts: Iterable[TableHost] = [self._room.host(table)] if table else self._room.hosts
        held = [host for host in hosts if host.table.seat_of(account)]
        if len(held) == 1:
            return held[0]
        raise NowhereSeated(
            f"{account} sits at {len(held)} tables; say which one"
            if held
            else f"{account} does not sit {f'at table {table}' if table else 'anywhere'}"
        )

    @inlineCallbacks
    def _known(self, name: str) -> Generator[Deferred[Any], Any, tuple[str, str]]:
        """Return key and name of an account. Fails with UnknownAccount."""
        account: Account = yield self._read(name)
        return account.key, account.name

    @inlineCallbacks
    def _read(self, name: str) -> Generator[Deferred[Any], Any, Account]:
        """Return an account as it is stored. Fails with UnknownAccount."""
        try:
            key = account_key(name)
        except BadName as error:
            raise UnknownAccount(str(error)) from error
        account: Account | None = yield self._log.read(lambda client: read_account(client, key))
        if account is None:
            raise UnknownAccount(f"there is no account {name!r}")
        return account


def _ask(host: TableHost, command: cmd.AnyCommand) -> Deferred[int]:
    """Carry a command out on the floor's behalf; fires with its value or fails with a Refused."""
    deferred: Deferred[int] = Deferred()
    host.submit(Job(command, Errand(deferred.callback, deferred.errback)))
    return deferred


def _done(text: str) -> Deferred[str]:
    deferred: Deferred[str] = Deferred()
    deferred.callback(text)
    return deferred


def _on(request: ask.Act) -> str:
    """Return in words what an act is about."""
    name = getattr(request, "name", "") or getattr(request, "serial", "")
    table = getattr(request, "table", 0)
    parts = [name] if name else []
    if table:
        parts.append(f"table {table}")
    if isinstance(request, ask.Bring):
        parts.append(f"to table {request.to}")
    if getattr(request, "on", True) is False:
        parts.append("off")
    return ", ".join(parts) or "all tables"
