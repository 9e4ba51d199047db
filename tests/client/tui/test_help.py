"""The help overlay: the keys of the screen at hand, and no word of them cut at 80 columns."""

from __future__ import annotations

import pytest

from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.help import KEYS, Place, draw_help
from greenfelt.client.widgets.look import Look


def shown(place: Place, width: int, height: int) -> list[str]:
    """Return the lines between the edges."""
    canvas = Canvas(width, height)
    draw_help(canvas, Look(), place)
    return [line.strip().strip("│").strip() for line in canvas.text().splitlines()[1:-1]]


@pytest.mark.parametrize("place", list(KEYS))
@pytest.mark.parametrize(("width", "height"), [(80, 24), (50, 50)])
def test_every_key_of_a_screen_is_told_in_full(place: Place, width: int, height: int) -> None:
    text = " ".join(" ".join(shown(place, width, height)).split())
    assert "…" not in text
    for key, what in KEYS[place]:
        assert f"{' '.join(key.split())} {what}" in text


def test_each_screen_has_its_own_keys() -> None:
    told = {place: " ".join(shown(place, 80, 24)) for place in KEYS}
    assert {place for place, text in told.items() if "straddle" in text} == {"poker"}
    assert {place for place, text in told.items() if "all pays" in text} == {"house"}
    assert {place for place, text in told.items() if "filter" in text} == {"lobby"}
    assert {place for place, text in told.items() if "figures: S" in text} == {"past"}


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (20, 3), (200, 60)])
def test_help_fits_every_size(size: tuple[int, int]) -> None:
    shown("poker", *size)
