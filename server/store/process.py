"""Children that go when we go."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1


def follow_parent() -> Callable[[], None] | None:
    """Return what a child runs (``preexec_fn``) to get SIGTERM when we die, by whatever cause.

    None where the platform has no way (only Linux has one).
    """
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def follow() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(0)

    return follow
