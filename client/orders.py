"""What a player can order by a line of words, at a table or in the lobby, beside acting in a hand.

One list for every front: plain mode takes these lines as they are, the full screen behind a slash.
"""

from __future__ import annotations

from collections.abc import Callable

from greenfelt.protocol.messages import (
    Answer,
    AskInvite,
    Choose,
    CloseTable,
    Done,
    Enter,
    FillSeats,
    Invite,
    Kinds,
    ListKinds,
    ListTables,
    MoveTo,
    Mute,
    OpenTable,
    PauseTable,
    Request,
    Say,
    Show,
    Sit,
    SitIn,
    SitOut,
    StopWaiting,
    Straddle,
    Wait,
)

LINK_SCHEME = "greenfelt://"
LIMITS = ("fixed", "pot", "no")

HELP = """\
wait, unwait: the waiting list of a full table. move N: change to table N with your chips.
out, out big: sit out now, or when the big blind would be yours. in, in post: play again, posting what
you owe. straddle, straddle off: whenever you may, or no more. choose CODE: the game you deal at dealer's
choice. sit CHIPS SEAT: take that seat. show: show your cards after the hand. mute NAME, unmute NAME. lobby TEXT says something in the lobby.
kinds, open KIND NAME [PASSWORD]: open a private table. enter N PASSWORD or a link goes into one.
invite: a link to this one. pause, resume, close, bots N: for its host.
tables [GAME] [fixed|pot|no] [N seats] [N players] [N pot] [free] lists tables that fit."""


class BadOrder(Exception):
    """The line names an order but cannot be carried out; the message says how it is written."""


def order(line: str, table: int) -> Request | None:
    """Return the request that a line stands for, its id still 0; None when it is no order.

    ``table`` is the table at hand, 0 for none. Raises BadOrder.
    """
    verb, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if line.strip().startswith(LINK_SCHEME):
        verb, rest = "enter", line.strip()
    if verb.lower() == "sit":
        return _seat(rest, table)
    make = _ORDERS.get(verb.lower())
    if make is None:
        return None
    if verb.lower() in _AT_A_TABLE and not table:
        raise BadOrder("go to a table first")
    return make(rest, table)


def answered(request: Request, answer: Answer, address: str) -> str:
    """Return what there is to say of an answer, empty for nothing. ``address`` is the server's."""
    match answer:
        case Invite(_, number, key):
            return f"table {number}; others come by {invitation(address, number, key)}"
        case Kinds(_, kinds):
            return "; ".join(f"{kind.name}: {kind.text}" for kind in kinds)
        case Done(_, value) if isinstance(request, Wait):
            return f"you are number {value} on the waiting list"
        case Done(_, value) if isinstance(request, FillSeats):
            return f"{value} house bots play here, while there is room"
        case Done() if isinstance(request, Mute):
            return f"you {'do not hear' if request.on else 'hear'} {request.name} {'any more' if request.on else 'again'}"
        case Done() if isinstance(request, Enter):
            return f"you may watch table {request.table} and sit down there now"
        case Done() if isinstance(request, Straddle):
            return f"you straddle {'whenever you may' if request.on else 'no more'}"
        case Done() if isinstance(request, Choose):
            return f"{request.game} is dealt when you deal"
        case Done() if isinstance(request, StopWaiting):
            return "you do not wait any more"
        case _:
            return ""


def invitation(address: str, table: int, key: str) -> str:
    """Return a link that lets others into a private table."""
    return f"{LINK_SCHEME}{address}/{table}/{key}"


def read_invitation(link: str) -> tuple[str, int, str]:
    """Return address, table and key of a link. Raises BadOrder when it is none."""
    address, _, rest = link.removeprefix(LINK_SCHEME).partition("/")
    number, _, key = rest.partition("/")
    if not (link.startswith(LINK_SCHEME) and address and number.isdecimal() and key):
        raise BadOrder(f"a link is {LINK_SCHEME}HOST:PORT/TABLE/KEY")
    return address, int(number), key


def wanted_tables(words: str) -> ListTables:
    """Return the list that is asked for: "badugi fixed 6 seats free". Raises BadOrder."""
    found: dict[str, int | str | bool] = {}
    number = ""
    for word in words.lower().split():
        if word.isdecimal():
            number = word
        elif word in ("seats", "players", "pot") and number:
            found[word], number = int(number), ""
        elif word == "free":
            found["free"] = True
        elif word in LIMITS:
            found["limit"] = word
        elif word in ("limit", "all"):
            continue
        elif "game" not in found:
            found["game"] = word
        else:
            raise BadOrder("tables [GAME] [fixed|pot|no] [N seats] [N players] [N pot] [free]")
    return ListTables(0, **found)  # type: ignore[arg-type]


def _number(rest: str, how: str) -> int:
    if not (rest.isascii() and rest.isdecimal()) or len(rest) > 9:
        raise BadOrder(how)
    return int(rest)


def _seat(rest: str, table: int) -> Request | None:
    """A certain seat; without one, sitting down is what each front asks about in its own way."""
    numbers = rest.split()
    if len(numbers) != 2 or not table:
        return None
    how = "sit CHIPS SEAT"
    return Sit(0, table, _number(numbers[0], how), _number(numbers[1], how))


def _open(rest: str, table: int) -> Request:
    kind, _, named = rest.partition(" ")
    name, _, password = named.strip().rpartition(" ")
    if not name:
        name, password = password, ""
    if not name:
        raise BadOrder("open KIND NAME [PASSWORD]; kinds lists the kinds")
    return OpenTable(0, kind, name, password)


def _enter(rest: str, table: int) -> Request:
    if rest.startswith(LINK_SCHEME):
        _, number, key = read_invitation(rest)
        return Enter(0, number, key=key)
    number_text, _, password = rest.partition(" ")
    how = "enter N PASSWORD, or enter LINK"
    if not password:
        raise BadOrder(how)
    return Enter(0, _number(number_text, how), password.strip())


def _mute(on: bool) -> Callable[[str, int], Request]:
    def make(rest: str, table: int) -> Request:
        if not rest:
            raise BadOrder(f"{'mute' if on else 'unmute'} NAME")
        return Mute(0, rest, on)

    return make


def _out(rest: str, table: int) -> Request:
    if rest not in ("", "big", "big blind"):
        raise BadOrder("out, or out big")
    return SitOut(0, table, rest != "")


def _in(rest: str, table: int) -> Request:
    if rest not in ("", "post"):
        raise BadOrder("in, or in post to post now")
    return SitIn(0, table, rest == "post")


def _straddle(rest: str, table: int) -> Request:
    if rest not in ("", "off"):
        raise BadOrder("straddle, or straddle off")
    return Straddle(0, table, rest != "off")


def _choose(rest: str, table: int) -> Request:
    if not rest:
        raise BadOrder("choose CODE: the code of a game, such as badugi")
    return Choose(0, table, rest.lower())


def _lobby(rest: str, table: int) -> Request:
    if not rest:
        raise BadOrder("lobby TEXT")
    return Say(0, 0, rest)


_ORDERS: dict[str, Callable[[str, int], Request]] = {
    "wait": lambda rest, table: Wait(0, table),
    "unwait": lambda rest, table: StopWaiting(0, table),
    "move": lambda rest, table: MoveTo(0, table, _number(rest, "move N: N is a table's number")),
    "out": _out,
    "in": _in,
    "straddle": _straddle,
    "choose": _choose,
    "show": lambda rest, table: Show(0, table),
    "pause": lambda rest, table: PauseTable(0, table, True),
    "resume": lambda rest, table: PauseTable(0, table, False),
    "close": lambda rest, table: CloseTable(0, table),
    "bots": lambda rest, table: FillSeats(0, table, _number(rest, "bots N")),
    "invite": lambda rest, table: AskInvite(0, table),
    "mute": _mute(True),
    "unmute": _mute(False),
    "lobby": _lobby,
    "kinds": lambda rest, table: ListKinds(0),
    "open": _open,
    "enter": _enter,
}
ORDERS = tuple(_ORDERS)
"""The first words of all orders."""

_AT_A_TABLE = frozenset(_ORDERS) - {"mute", "unmute", "lobby", "kinds", "open", "enter"}
