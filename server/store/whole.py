"""Numbers as the store gives them: it may hold what somebody else wrote there."""

from __future__ import annotations

from greenfelt.server.store.errors import UnfitStore


def whole_number(key: str, value: object) -> int:
    """Return a number that was kept under ``key``, 0 where there is none. Raises UnfitStore."""
    try:
        return int(value or 0)  # type: ignore[call-overload, no-any-return]
    except ValueError:
        raise UnfitStore(
            f"the store holds {value!r} for a number in {key}: somebody else wrote that; put back "
            "what was there, or a copy of the store"
        ) from None
