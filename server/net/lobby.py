"""What a signed-in session may ask beside a table's seat: the lobby, private tables, talk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from greenfelt.protocol import messages as msg
from greenfelt.protocol.connection import encode
from greenfelt.protocol.messages import LOBBY
from greenfelt.server.net.errors import NotWatching
from greenfelt.server.net.host import Job
from greenfelt.server.room.accounts import account_key
from greenfelt.server.room.errors import BadName, UnknownName
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.requests import command_of

if TYPE_CHECKING:
    from greenfelt.server.net.session import Session


def list_tables(session: Session, request: msg.ListTables) -> None:
    room, account = session.room, session.account
    session.tell(msg.Tables(request.id, room.rows(account, request), room.purses.balance(account)))


def list_kinds(session: Session, request: msg.ListKinds) -> None:
    session.tell(msg.Kinds(request.id, session.room.hosting.kinds.listed()))


def open_table(session: Session, request: msg.OpenTable) -> None:
    session.room.hosting.open(session, request)


def ask_invite(session: Session, request: msg.AskInvite) -> None:
    session.room.hosting.invite(session, request)


def enter(session: Session, request: msg.Enter) -> None:
    session.room.hosting.enter(session, request)


def pause_table(session: Session, request: msg.PauseTable) -> None:
    host = session.room.hosting.check_host(session, request.table)
    command = cmd.HostPause() if request.on else cmd.HostResume()
    host.submit(Job(command, session, request.id))


def close_table(session: Session, request: msg.CloseTable) -> None:
    session.room.hosting.close(session, request)


def fill_seats(session: Session, request: msg.FillSeats) -> None:
    session.room.staffing.fill(session, request)


def move_to(session: Session, request: msg.MoveTo) -> None:
    session.room.traffic.change(session, request.table, request.to, request.id)


def mute(session: Session, request: msg.Mute) -> None:
    try:
        author = account_key(request.name)
    except BadName as error:
        raise UnknownName(str(error)) from error
    if author == session.account:
        raise UnknownName("you cannot mute yourself")
    session.room.talk.mute(session.account, author, on=request.on)
    session.done(request.id, 0)


def watch(session: Session, request: msg.Watch) -> None:
    room = session.room
    if request.table == LOBBY:
        if session not in room.lobby:
            room.lobby[session] = None
            for author, name, line in room.talk.lines:
                if room.talk.hears(session.account, author):
                    session.tell(msg.Talk(name, line))
        session.done(request.id, 0)
        return
    host = room.host(request.table)
    host.check_access(session.account)
    session.watching.add(request.table)
    host.watch(session, request.id)
    room.staffing.news(host)


def unwatch(session: Session, request: msg.Unwatch) -> None:
    if request.table == LOBBY:
        session.room.lobby.pop(session, None)
    else:
        session.room.look_away(session, session.room.host(request.table))
        session.watching.discard(request.table)
    session.done(request.id, 0)


def say(session: Session, request: msg.Say) -> None:
    room = session.room
    listeners = room.lobby if request.table == LOBBY else room.host(request.table).viewers
    if session not in listeners:
        raise NotWatching("watch the table (0 is the lobby) that you want to talk at")
    session.check_chat()
    room.talk.check(session.account)
    if request.table != LOBBY:
        command = command_of(request, session.account, session.name, session.bot)
        room.host(request.table).submit(Job(command, session, request.id))
        return
    line = room.talk.say(session.account, session.name, request.text)
    frame = encode(msg.Talk(session.name, line))
    for listener in room.lobby:
        if room.talk.hears(listener.account, session.account):
            listener.send(frame)
    session.done(request.id, 0)


HANDLERS: dict[type, Callable[[Session, Any], None]] = {
    msg.ListTables: list_tables,
    msg.ListKinds: list_kinds,
    msg.OpenTable: open_table,
    msg.AskInvite: ask_invite,
    msg.Enter: enter,
    msg.PauseTable: pause_table,
    msg.CloseTable: close_table,
    msg.FillSeats: fill_seats,
    msg.MoveTo: move_to,
    msg.Mute: mute,
    msg.Watch: watch,
    msg.Unwatch: unwatch,
    msg.Say: say,
}
