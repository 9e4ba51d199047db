"""Both ends of a connection as one machine without I/O: bytes in, typed messages out.

One table says which request may be sent in which state and what it and its answer do to the state.
Both ends run the same table, the server on what it receives, the client on what it sends. A server
reads like this, the client likewise with ``ClientConnection``:

    connection = ServerConnection()
    for item in connection.receive(data):          # raises ProtocolError: tell, then close
        if isinstance(item, Error):                # the peer sent nonsense: tell, go on
            transport.write(connection.send(item))
        else:
            handle(item)
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from typing import get_args

import msgspec

from greenfelt.protocol.errors import BadMessage, OutOfOrder, UnsupportedVersion
from greenfelt.protocol.frames import FrameReader, encode_frame
from greenfelt.protocol.messages import (
    MAX_ANSWER_FRAME,
    MAX_ERROR_TEXT,
    MAX_FRAME,
    MAX_FRAME_BEFORE_SIGN_IN,
    SUPPORTED_VERSIONS,
    Answer,
    Error,
    Hello,
    Message,
    Ping,
    Request,
    Resume,
    SignedIn,
    SignIn,
    Welcome,
)
from greenfelt.protocol.short import short


class State(enum.Enum):
    """How far a connection has come."""

    NEW = "say hello first"
    GREETING = "wait for the answer to hello"
    GREETED = "sign in first"
    SIGNING_IN = "wait for the answer to sign-in"
    SIGNED_IN = "hello and sign-in are done"


REQUEST_TYPES: tuple[type[Message], ...] = get_args(Request)
ANSWER_TYPES: tuple[type[Message], ...] = get_args(Answer)

ON_REQUEST: dict[State, dict[type[Message], State]] = {
    State.NEW: {Hello: State.GREETING},
    State.GREETING: {},
    State.GREETED: {
        SignIn: State.SIGNING_IN,
        Resume: State.SIGNING_IN,
        Ping: State.GREETED,
    },
    State.SIGNING_IN: {Ping: State.SIGNING_IN},
    State.SIGNED_IN: {
        kind: State.SIGNED_IN for kind in REQUEST_TYPES if kind not in (Hello, SignIn, Resume)
    },
}
"""State and request to next state; a request that is not listed is out of order."""

ON_ANSWER: dict[State, dict[type[Message], State]] = {
    State.GREETING: {Welcome: State.GREETED, Error: State.NEW},
    State.SIGNING_IN: {SignedIn: State.SIGNED_IN, Error: State.GREETED},
}
"""State and answer to the request that is pending in it to next state; others change nothing."""

_encoder = msgspec.msgpack.Encoder()
_request_decoder: msgspec.msgpack.Decoder[Request] = msgspec.msgpack.Decoder(Request)
_answer_decoder: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)


class _Head(msgspec.Struct, array_like=True):
    """What every request begins with, to name the request that could not be read."""

    tag: str
    id: int


class _Tagged(msgspec.Struct, array_like=True):
    """What every message begins with, of whatever version."""

    tag: str


_head_decoder = msgspec.msgpack.Decoder(_Head)
_tagged_decoder = msgspec.msgpack.Decoder(_Tagged)
_TAGS = frozenset(str(kind.__struct_config__.tag) for kind in REQUEST_TYPES)


def encode(message: Message) -> bytes:
    """Return a message as one frame, ready for the wire, in its short form."""
    return encode_frame(_encoder.encode(short(message)))


def decode_request(body: bytes) -> Request:
    """Return the request in a frame's body; raises BadMessage when it holds none."""
    try:
        return _request_decoder.decode(body)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"not a request: {_sentence(error)}") from None


def decode_answer(body: bytes) -> Answer:
    """Return the server's message in a frame's body; raises BadMessage when it holds none."""
    try:
        return _answer_decoder.decode(body)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"not a message of the server: {_sentence(error)}") from None


def choose_version(offered: Iterable[int]) -> int:
    """Return the highest version of ``offered`` that is spoken here.

    Raises UnsupportedVersion naming the versions spoken when there is none.
    """
    common = set(offered) & set(SUPPORTED_VERSIONS)
    if not common:
        spoken = ", ".join(map(str, SUPPORTED_VERSIONS))
        raise UnsupportedVersion(f"no common protocol version; this server speaks: {spoken}")
    return max(common)


def _sentence(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "nested too deep"
    if isinstance(error, UnicodeDecodeError):
        return "a text is not UTF-8"
    return str(error)


def _request_id(body: bytes) -> int:
    """Return the id of a request that could not be read, 0 when it has none."""
    try:
        head = _head_decoder.decode(body)
    except (ValueError, RecursionError):
        return 0
    return head.id if head.tag in _TAGS else 0


def _is_tagged(body: bytes) -> bool:
    """Whether a frame is an array with a tag, as the messages of every version are."""
    try:
        _tagged_decoder.decode(body)
    except (ValueError, RecursionError):
        return False
    return True


class _Connection:
    """What both ends share: the state, and the frame reader with its limit."""

    def __init__(self, limit: int) -> None:
        self.state = State.NEW
        self._pending = 0
        self._reader = FrameReader(limit)

    @property
    def signed_in(self) -> bool:
        return self.state is State.SIGNED_IN

    def _request_passes(self, request: Request) -> None:
        after = ON_REQUEST[self.state].get(type(request))
        if after is None:
            tag = request.__struct_config__.tag
            raise OutOfOrder(f"{tag!r} is not allowed now: {self.state.value}")
        if after is not self.state:
            self.state = after
            self._pending = request.id

    def _answer_passes(self, answer: Message) -> None:
        after = ON_ANSWER.get(self.state, {}).get(type(answer))
        if after is not None and getattr(answer, "id", None) == self._pending:
            self.state = after


class ServerConnection(_Connection):
    """The server's end. Frames are bounded tightly until the sign-in was answered."""

    def __init__(
        self, *, max_frame: int = MAX_FRAME, max_frame_before: int = MAX_FRAME_BEFORE_SIGN_IN
    ) -> None:
        super().__init__(max_frame_before)
        self._max_frame = max_frame

    def receive(self, data: bytes) -> Iterator[Request | Error]:
        """Take bytes; iterate over requests to carry out and Errors to send back, in order.

        An Error stands for one frame that was no message, or a message out of order. Iterate to the
        end. Raises FrameTooLarge when the stream cannot be used any more.
        """
        for body in self._reader.feed(data):
            try:
                request = decode_request(body)
            except BadMessage as error:
                yield Error(_request_id(body), error.code, str(error))
                continue
            try:
                self._request_passes(request)
            except OutOfOrder as error:
                yield Error(request.id, error.code, str(error))
                continue
            yield request

    def send(self, message: Message) -> bytes:
        """Return a message's frame and note what it does to the connection.

        Welcome, SignedIn and Error must go this way; other messages may be encoded once with
        ``encode`` and written to many connections.
        """
        self._answer_passes(message)
        if type(message) is Error and len(message.text) > MAX_ERROR_TEXT:
            text = message.text[: MAX_ERROR_TEXT - 3] + "..."
            message = msgspec.structs.replace(message, text=text)
        if self.state is State.SIGNED_IN:
            self._reader.limit = self._max_frame
        return encode(message)


class ClientConnection(_Connection):
    """The client's end. Messages that it does not know are skipped and counted in ``skipped``."""

    def __init__(self, *, max_frame: int = MAX_ANSWER_FRAME) -> None:
        super().__init__(max_frame)
        self.skipped = 0

    def receive(self, data: bytes) -> Iterator[Answer]:
        """Take bytes; iterate over the server's messages.

        Raises FrameTooLarge, and BadMessage for a frame that is a message of no version.
        """
        for body in self._reader.feed(data):
            try:
                answer = decode_answer(body)
            except BadMessage:
                if not _is_tagged(body):
                    raise
                self.skipped += 1
                continue
            self._answer_passes(answer)
            yield answer

    def send(self, request: Request) -> bytes:
        """Return a request's frame. Raises OutOfOrder, before anything is sent, when it is too early."""
        self._request_passes(request)
        return encode(request)
