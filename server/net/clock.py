"""The server's clock, and the timers that tables ask for as values."""

from __future__ import annotations

import time
from collections.abc import Callable

from greenfelt.server.store.reactor import Call, Timing

LOOK_SECONDS = 0.5
STANDSTILL_MS = 2_000
"""A server that did not look at its clock for so long has stood still."""


class SteadyClock:
    """Wall time in integer milliseconds that never jumps while the server runs.

    It starts from the machine's clock and counts on the monotonic one, so that setting the machine's
    clock times nobody out.
    """

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def __call__(self) -> int:
        return int((time.monotonic() + self._offset) * 1000)


class StandstillWatch:
    """Notices that the server did nothing for a while: it was stopped, or the machine was.

    Players could not act meanwhile, so ``on_standstill`` gets the time since when, in milliseconds of
    the clock, before any timer that came due in it may fire.
    """

    def __init__(
        self, timing: Timing, now_ms: Callable[[], int], on_standstill: Callable[[int], None]
    ) -> None:
        self._timing = timing
        self._now_ms = now_ms
        self._on_standstill = on_standstill
        self._last_ms = now_ms()
        self._call: Call | None = None

    def start(self) -> None:
        """Look every now and then from here on."""
        self._last_ms = self._now_ms()
        self._call = self._timing.callLater(LOOK_SECONDS, self._tick)

    def stop(self) -> None:
        call, self._call = self._call, None
        if call is not None and call.active():
            call.cancel()

    def look(self) -> None:
        """Find out now."""
        last_ms, now_ms = self._last_ms, self._now_ms()
        self._last_ms = now_ms
        if self._call is not None and now_ms - last_ms > STANDSTILL_MS:
            self._on_standstill(last_ms)

    def _tick(self) -> None:
        self._call = self._timing.callLater(LOOK_SECONDS, self._tick)
        self.look()


class SlotTimers:
    """One table's timers by slot; a new one in a slot replaces the one before.

    A reactor call that is set already and comes no later than the new deadline is left alone: when it
    comes too early it is set again for the rest. So a turn clock that is restarted by every action
    costs the reactor nothing.
    """

    def __init__(
        self,
        timing: Timing,
        now_ms: Callable[[], int],
        fire: Callable[[str], None],
        *,
        watch: Callable[[], None] = lambda: None,
    ) -> None:
        self._timing = timing
        self._now_ms = now_ms
        self._fire = fire
        self._watch = watch
        self._slots: dict[str, _Slot] = {}

    def set(self, slot: str, token: str, at_ms: int) -> None:
        """Call ``fire(token)`` at ``at_ms``, unless the slot gets another timer before."""
        found = self._slots.get(slot)
        if found is None:
            found = self._slots[slot] = _Slot()
        found.token = token
        found.at_ms = at_ms
        if found.call is not None and found.call_at_ms > at_ms:
            found.call.cancel()
            found.call = None
        if found.call is None:
            self._arm(slot, found)

    def clear(self) -> None:
        """Forget all timers."""
        for slot in self._slots.values():
            if slot.call is not None:
                slot.call.cancel()
        self._slots.clear()

    def _arm(self, name: str, slot: _Slot) -> None:
        slot.call_at_ms = slot.at_ms
        delay = max(0, slot.at_ms - self._now_ms()) / 1000
        slot.call = self._timing.callLater(delay, self._come, name, slot)

    def _come(self, name: str, slot: _Slot) -> None:
        slot.call = None
        self._watch()
        if slot.at_ms > self._now_ms():
            self._arm(name, slot)
        else:
            self._slots.pop(name, None)
            self._fire(slot.token)


class _Slot:
    __slots__ = ("at_ms", "call", "call_at_ms", "token")

    def __init__(self) -> None:
        self.token = ""
        self.at_ms = 0
        self.call: Call | None = None
        self.call_at_ms = 0
