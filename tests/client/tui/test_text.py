"""Strangers' text on a grid of columns: inert, and never wider than its place."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.text import cut, fit, inert, plain, width_of, wrap

TEXTS = st.text(max_size=40) | st.text(
    alphabet="ab 漢字e\u0301\u200b\u202e\x1b\x9b\n\t\u3164\U0001f469\U0001f1f3\U0001f1f4",
    max_size=40,
)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("anna", "anna"),
        ("a\nb\tc", "a b c"),
        ("\x1b[2Jx", "[2Jx"),
        ("\u202eevil", "evil"),
        ("a\u200bb\ufeff", "ab"),
        ("\u3164\u115f", ""),
        ("e\u0301", "é"),
        ("x" + "\u0336" * 9, "x\u0336\u0336"),
        ("\U0001f1f3\U0001f1f4", "NO"),
        ("  a   b  ", "a b"),
    ],
)
def test_inert_text(raw: str, shown: str) -> None:
    assert inert(raw) == shown


@given(TEXTS)
def test_inert_text_holds_nothing_a_terminal_obeys(text: str) -> None:
    shown = inert(text)
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in shown)
    assert inert(shown) == shown


@given(TEXTS, st.integers(0, 20))
def test_cut_text_fits_and_filled_text_is_exact(text: str, width: int) -> None:
    shown = inert(text)
    assert width_of(cut(shown, width)) <= width
    assert width_of(fit(shown, width)) == width


def test_a_wide_character_is_whole_or_absent() -> None:
    assert cut("漢字", 3) == "漢…"
    assert cut("漢字", 2) == "…"
    assert fit("漢字", 3, "") == "漢 "


@given(TEXTS, st.integers(1, 20), st.integers(0, 4))
def test_wrapped_lines_fit_and_keep_every_word(text: str, width: int, indent: int) -> None:
    shown = inert(text)
    block = wrap([("", shown)], width, indent)
    assert all(width_of("".join(part for _, part in line)) <= width for line in block)
    if width >= 2 + indent:
        assert plain(block).replace("\n", "").replace(" ", "") == shown.replace(" ", "")


def test_wrapping_keeps_styles_and_breaks_at_blanks() -> None:
    assert wrap([("a", "one two"), ("b", " three")], 8) == [[("a", "one two")], [("b", "three")]]


@given(st.lists(st.tuples(TEXTS, st.integers(-3, 12), st.integers(-1, 3))), st.integers(0, 10))
def test_a_canvas_keeps_its_size_whatever_is_put_on_it(
    puts: list[tuple[str, int, int]], width: int
) -> None:
    canvas = Canvas(width, 2)
    for text, x, y in puts:
        canvas.put(x, y, inert(text))
    for row in canvas.rows:
        assert len(row) == width
        # A half of a wide character never stands alone.
        for at, (_, char) in enumerate(row):
            follows = at + 1 < width and row[at + 1][1] == ""
            assert (char != "" and width_of(char) == 2) == follows
        assert sum(width_of(char) for _, char in row) == width


def test_control_characters_never_reach_a_cell() -> None:
    canvas = Canvas(5, 1)
    canvas.put(0, 0, "a\x1bb\x07")
    assert canvas.text() == "a?b?"
