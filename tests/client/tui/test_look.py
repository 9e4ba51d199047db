"""Which signs and colours an output gets."""

from __future__ import annotations

import pytest

from greenfelt.client.widgets.cards import card_boxes, card_fragment
from greenfelt.client.widgets.holding import leading_board
from greenfelt.client.widgets.look import Look, look_for
from greenfelt.client.widgets.text import plain


@pytest.mark.parametrize(
    ("encodings", "unicode"),
    [
        (("utf-8", "UTF-8"), True),
        (("utf-8", "ANSI_X3.4-1968"), False),
        (("latin-1",), False),
        (("cp437",), False),
        ((None,), False),
        (("no such encoding",), False),
    ],
)
def test_signs_need_an_encoding_that_has_them(encodings: tuple[str], unicode: bool) -> None:
    assert look_for(encodings, {}).unicode is unicode


@pytest.mark.parametrize(("value", "colour"), [("", True), ("1", False), ("0", False)])
def test_no_color_is_respected(value: str, colour: bool) -> None:
    assert look_for(("utf-8",), {"NO_COLOR": value}).colour is colour


def test_every_suit_has_its_sign_letter_and_colour() -> None:
    styles = set()
    for suit, sign in zip("cdhs", "♣♦♥♠", strict=True):
        style, text = card_fragment(f"A{suit}", Look())
        assert text == f"A{sign}"
        assert card_fragment(f"A{suit}", Look(unicode=False))[1] == f"A{suit}"
        styles.add(style)
    attributes = {Look().style().get_attrs_for_style_str(style).color for style in styles}
    assert len(styles) == len(attributes) == 4


def test_without_colour_no_style_has_any() -> None:
    style = Look(colour=False).style()
    for name, _ in Look().style().style_rules:
        attributes = style.get_attrs_for_style_str(f"class:{name}")
        assert not attributes.color
        assert not attributes.bgcolor


def test_a_lifted_card_is_marked_by_a_sign_too() -> None:
    boxes = plain(card_boxes(("As", "Kd"), Look(unicode=False), lifted={1}, marks="12"))
    assert boxes == "+----+ +----+\n| As | | Kd |\n+-1--+ +-2x-+"


def test_what_is_no_card_is_shown_as_it_came() -> None:
    assert card_fragment("??", Look()) == ("", "??")


@pytest.mark.parametrize(
    ("game", "boards", "leads"),
    [
        ("stud8", {1: ["Ks", "Kd"], 2: ["As", "Qd"]}, (1, "hi")),
        ("razz", {1: ["Ks", "2d"], 2: ["As", "5d"]}, (2, "lo")),
        ("27razz", {1: ["Ks", "2d"], 2: ["As", "5d"]}, (1, "lo")),
        ("stud", {1: ["Ks"], 2: ["As"]}, (0, "")),
        ("stud", {1: ["Ks", "2d"], 2: ["Kh", "2c"]}, (0, "")),
        ("stud", {1: ["??", "2d"], 2: ["Kh", "2c"]}, (0, "")),
        ("stud", {}, (0, "")),
        ("badugi", {1: ["Ks", "2d"]}, (0, "")),
    ],
)
def test_the_board_that_acts_first_is_marked(
    game: str, boards: dict[int, list[str]], leads: tuple[int, str]
) -> None:
    seat, word = leads
    assert leading_board(game, boards) == (seat, word)
