"""Open files: every connection is one, and the server needs some of its own."""

from __future__ import annotations

import logging
import resource

logger = logging.getLogger(__name__)

SPARE = 60
"""Files that connections may not take: store, journal, witness, keys, modules, the floor."""


def most_connections(wanted: int, spare: int = SPARE) -> int:
    """Return how many connections there may be, ``wanted`` at most; lets the process open that many files.

    Without files of its own the server could neither go back to its store nor note how far it came.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    needed = wanted + spare
    if soft < needed:
        most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        except (OSError, ValueError) as error:
            logger.warning("cannot raise the limit of open files to %d: %s", most, error)
    if soft < needed:
        wanted = max(1, soft - spare)
        logger.warning("%d open files are allowed: at most %d connections", soft, wanted)
    return wanted
