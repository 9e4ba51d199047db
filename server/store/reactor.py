"""What we need of Twisted's reactor, as types; its test ``Clock`` fits where only time is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Call(Protocol):
    """A call that was put off."""

    def active(self) -> int | bool: ...

    def cancel(self) -> None: ...


class Timing(Protocol):
    """Time, and calls put off; Twisted's spelling."""

    def seconds(self) -> float: ...

    def callLater(  # noqa: N802
        self, delay: float, callable: Callable[..., object], *args: object, **kw: object
    ) -> Call: ...


class Reactor(Timing, Protocol):
    """Timing, and a way back to the reactor's thread."""

    def callFromThread(  # noqa: N802
        self, callable: Callable[..., object], *args: object, **kw: object
    ) -> object: ...
