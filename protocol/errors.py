"""Errors of the wire: what makes bytes unusable, with stable codes."""

from __future__ import annotations


class ProtocolError(Exception):
    """Base: a peer broke the protocol.

    Raised as such or as FrameTooLarge, the stream is unusable and the connection is closed after one
    Error message; BadMessage and OutOfOrder concern one frame only and keep the connection.
    """

    code = "bad-frame"


class FrameTooLarge(ProtocolError):
    """The declared length of a frame is above the limit now in force."""

    code = "frame-too-large"


class BadMessage(ProtocolError):
    """A whole frame came, but it is no message: not MessagePack, unknown tag, wrong types.

    This one keeps the connection open: the server skips the frame and answers by an Error. A client
    skips it, too, where it has a tag; else it has no more to do with that server.
    """

    code = "bad-message"


class OutOfOrder(ProtocolError):
    """A message that is not allowed in this state of the connection (an action before sign-in).

    The message is skipped and answered by an Error; the connection is kept.
    """

    code = "out-of-order"


class UnsupportedVersion(ProtocolError):
    """None of the versions in a Hello is spoken here; the client may say Hello again."""

    code = "unsupported-version"
