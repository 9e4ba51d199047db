"""What the floor may ask of a running server, over a socket of its own: small tagged arrays.

Nothing here can carry a card: the floor sees no more of a live hand than anybody who looks on.
"""

from __future__ import annotations

import msgspec

MAX_REQUEST = 64 * 1024
MAX_ANSWER = 64 * 1024 * 1024
SOCKET = "floor"
"""Name of the socket in the data directory."""


class Request(msgspec.Struct, frozen=True, array_like=True):
    """Base of all requests."""


class Act(Request, frozen=True, array_like=True):
    """Base of what changes something: it is logged with who asked for it, and why."""

    why: str


class ListTables(Request, frozen=True, array_like=True, tag="list"):
    """Every table as it stands."""


class Status(Request, frozen=True, array_like=True, tag="status"):
    """The room as a whole."""


class Look(Request, frozen=True, array_like=True, tag="account"):
    """An account: what it holds and where it sits."""

    name: str


class Pause(Act, frozen=True, array_like=True, tag="pause"):
    """Stop the clocks of a table, of all with 0."""

    table: int = 0


class Resume(Act, frozen=True, array_like=True, tag="resume"):
    """Let the clocks run on."""

    table: int = 0


class Close(Act, frozen=True, array_like=True, tag="close"):
    """Let nobody sit down any more, and everybody leave when the hand is over."""

    table: int


class Reopen(Act, frozen=True, array_like=True, tag="reopen"):
    """Open a closed table again."""

    table: int


class Void(Act, frozen=True, array_like=True, tag="void"):
    """Take the running hand back: every seat has what it had before the deal."""

    table: int


class Release(Act, frozen=True, array_like=True, tag="release"):
    """Pay a win at a table game that was held until the floor had verified it."""

    table: int
    seat: int
    wager: str


class Accept(Act, frozen=True, array_like=True, tag="accept"):
    """Let a stopped table go on from what the store holds of it."""

    table: int


class Settle(Act, frozen=True, array_like=True, tag="settle"):
    """Pay out a stopped table that cannot be read, by the ledger and its ended hands; begin anew."""

    table: int


class Bring(Act, frozen=True, array_like=True, tag="move"):
    """Bring a player to another table of the same games, with his stack, when his hand is over."""

    name: str
    to: int
    table: int = 0


class Remove(Act, frozen=True, array_like=True, tag="remove"):
    """Let a player leave a table (0: all), when his hand is over."""

    name: str
    table: int = 0


class Mute(Act, frozen=True, array_like=True, tag="mute"):
    """Let an account talk no more, or (``on`` false) again."""

    name: str
    on: bool = True


class Ban(Act, frozen=True, array_like=True, tag="ban"):
    """Send an account away and let it in no more, or (``on`` false) again."""

    name: str
    on: bool = True


class Grant(Act, frozen=True, array_like=True, tag="grant"):
    """Give an account chips out of the cage."""

    name: str
    amount: int


class Revoke(Act, frozen=True, array_like=True, tag="revoke"):
    """Take chips that an account holds beside the tables back into the cage."""

    name: str
    amount: int


class Issue(Act, frozen=True, array_like=True, tag="coupon"):
    """Give an account a Match Play Coupon worth ``value`` chips, good to the day ``expires``.

    ``games`` are the codes of those in which it may lie; none means all that take coupons.
    """

    name: str
    value: int
    expires: str
    issuer: str
    games: tuple[str, ...] = ()


class Recall(Act, frozen=True, array_like=True, tag="recall"):
    """Take back a Match Play Coupon that was not used, by its number."""

    serial: str


class Announce(Act, frozen=True, array_like=True, tag="announce"):
    """Tell everybody at a table, or everywhere with 0. The text is the reason of itself."""

    table: int = 0


class Drain(Act, frozen=True, array_like=True, tag="drain"):
    """Let hands be played out and none begin, and nobody sit down; or (``on`` false) let play go on."""

    on: bool = True


AnyRequest = (
    ListTables
    | Status
    | Look
    | Pause
    | Resume
    | Close
    | Reopen
    | Void
    | Release
    | Accept
    | Settle
    | Bring
    | Remove
    | Mute
    | Ban
    | Grant
    | Revoke
    | Issue
    | Recall
    | Announce
    | Drain
)

Cell = str | int | bool | None


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What became of a request: ``code`` is empty when it was done, else says why not."""

    code: str
    text: str
    rows: list[dict[str, Cell]] = []


class UnknownRequest(Exception):
    """A frame holds no request of the floor."""

    code = "bad-request"


_requests = msgspec.msgpack.Decoder(AnyRequest)
_answers = msgspec.msgpack.Decoder(Answer)
_encoder = msgspec.msgpack.Encoder()


def encode(message: Request | Answer) -> bytes:
    """Return a message's bytes, to be framed."""
    return _encoder.encode(message)


def decode_request(data: bytes) -> AnyRequest:
    """Return a request. Raises UnknownRequest."""
    try:
        return _requests.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnknownRequest(f"not a request of the floor: {error}") from None


def decode_answer(data: bytes) -> Answer:
    """Return an answer. Raises msgspec.MsgspecError."""
    return _answers.decode(data)


def verb_of(request: Request) -> str:
    """Return what a request is called, in commands and in the log of acts."""
    return str(request.__struct_config__.tag)
