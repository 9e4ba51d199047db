"""Asking something of a table on the house's own behalf, and going on when it is answered."""

from __future__ import annotations

from collections.abc import Callable

from greenfelt.protocol.messages import Message
from greenfelt.server.engine.errors import Refused


class Errand:
    """Stands where a session stands as a job's viewer. ``then`` gets the answer's value."""

    account = ""
    ended = True
    """It is shown nothing: it only waits for its answer."""

    def __init__(
        self,
        then: Callable[[int], object],
        otherwise: Callable[[Refused], object] = lambda error: None,
    ) -> None:
        self.watching: set[int] = set()
        self._then = then
        self._otherwise = otherwise

    def send(self, frame: bytes) -> None:
        """Nothing is shown."""

    def tell(self, message: Message) -> None:
        """Nothing is shown."""

    def done(self, request: int, value: int) -> None:
        self._then(value)

    def refused(self, request: int, error: Refused) -> None:
        self._otherwise(error)
