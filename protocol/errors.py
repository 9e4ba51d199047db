"""Errors of the wire: what makes bytes unusable, with stable codes."""

from __future__ import annotations


class ProtocolError(Exception):
    """The peer's bytes cannot be used; the connection is closed after one error message."""

    code = "bad-frame"


class FrameTooLarge(ProtocolError):
    """The declared length of a frame is above the limit now in force."""

    code = "frame-too-large"


class BadMessage(ProtocolError):
    """A whole frame came, but it is no message: not MessagePack, unknown tag, wrong types.

    This one keeps the connection open: the frame is skipped and answered by an Error.
    """

    code = "bad-message"


class OutOfOrder(ProtocolError):
    """A message that is not allowed in this state of the connection (an action before sign-in)."""

    code = "out-of-order"
