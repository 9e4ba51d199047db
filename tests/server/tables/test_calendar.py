"""Our own calendar agrees with the library's."""

from __future__ import annotations

import datetime as dt

from hypothesis import example, given
from hypothesis import strategies as st

from greenfelt.server.tables.history.calendar import instant


@given(st.integers(-60_000_000_000_000, 250_000_000_000_000))
@example(951_782_400_000)  # 29 February 2000
@example(4_107_542_400_000)  # 1 March 2100, after no leap day
@example(-1)
def test_every_instant_is_the_one_that_the_library_says(ms: int) -> None:
    expected = dt.datetime(1970, 1, 1) + dt.timedelta(seconds=ms // 1000)
    found = instant(ms)
    assert found == expected.timetuple()[:6]
    assert f"{found.date} {found.time}" == f"{expected.year:04}{expected:/%m/%d %H:%M:%S}"
