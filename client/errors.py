"""What can go wrong between a client and its server, with stable codes."""

from __future__ import annotations


class ClientError(Exception):
    """Base of the client's errors; ``code`` is stable, the message is a sentence for people."""

    code = "client-error"


class RequestRefused(ClientError):
    """The server refused a request and nothing changed. ``code`` and ``retry_ms`` are the server's."""

    def __init__(self, code: str, text: str, retry_ms: int = 0) -> None:
        super().__init__(text)
        self.code = code
        self.retry_ms = retry_ms


class NotConnected(ClientError):
    """There is no signed-in connection, or it broke before the answer came.

    Whether the request was carried out is then unknown; the view tells after the reconnect.
    """

    code = "not-connected"


class Nonsense(ClientError):
    """The server sent what no server means: a number out of all bounds, or bytes that are no protocol."""

    code = "nonsense"

    def __init__(self, what: str) -> None:
        super().__init__(f"the server sent nonsense: {what}")


class BadAddress(ClientError):
    """A text that should be HOST:PORT is not."""

    code = "bad-address"


class BadStateDirectory(ClientError):
    """The directory for what the client keeps cannot be used."""

    code = "bad-state-directory"
