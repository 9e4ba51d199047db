"""Talk: what is left of a line, who hears it, and what is kept of the lobby."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from greenfelt.server.room.errors import BadTableName, Muted, TooManyMuted
from greenfelt.server.room.private import table_name
from greenfelt.server.room.talk import MOST_MUTED, Talk
from greenfelt.server.tables.errors import BadText
from greenfelt.server.tables.talk import inert


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("hi", "hi"),
        ("  a \t b\r\nc\u2028d\u00a0e  ", "a b c d e"),
        ("\x1b]0;title\x07x\x9b2J", "]0;titlex2J"),
        ("\u202dabc\u202c\u2066x\u2069\ufeff", "abcx"),
        ("e\u0301", "é"),
        ("q" + "\u0323\u0307\u0302\u0308", "q\u0323\u0307"),
        ("\u0301x", "x"),
        ("😀 👍", "😀 👍"),
        ("\ue000\U000e0041x", "x"),
    ],
)
def test_a_line_loses_what_could_do_harm(text: str, left: str) -> None:
    assert inert(text) == left
    assert inert(left) == left


MARKS = "a" + "\u0315\u0301\u0327" * 10_000
"""Fits in a frame, and took 3.6 seconds to be put in order."""


@pytest.mark.parametrize(
    ("read", "error"),
    [
        (lambda: Talk(longest=200, kept=1).say("ann", "Ann", MARKS), BadText),
        (lambda: table_name(MARKS), BadTableName),
    ],
)
def test_nobody_is_held_up_by_a_long_text(read: Callable[[], str], error: type[Exception]) -> None:
    began = time.process_time()
    with pytest.raises(error):
        read()
    assert time.process_time() - began < 0.1


def test_a_letter_may_be_sent_as_several_characters() -> None:
    assert Talk(longest=10, kept=1).say("ann", "Ann", "u\u0308\u0304" * 10) == "\u01d6" * 10


def test_the_lobby_keeps_its_last_lines() -> None:
    talk = Talk(longest=10, kept=2)
    for text in ("one", "two", "three"):
        talk.say("ann", "Ann", text)
    assert list(talk.lines) == [("ann", "Ann", "two"), ("ann", "Ann", "three")]
    with pytest.raises(BadText, match="1 to 10"):
        talk.say("ann", "Ann", "x" * 11)


def test_a_mute_is_between_two_and_can_be_lifted() -> None:
    talk = Talk(longest=10, kept=2)
    talk.mute("bob", "ann", on=True)
    assert not talk.hears("bob", "ann")
    assert talk.hears("ann", "bob")
    assert talk.hears("cid", "ann")
    talk.mute("bob", "ann", on=False)
    assert talk.hears("bob", "ann")


def test_whom_the_floor_mutes_is_told_why() -> None:
    talk = Talk(longest=10, kept=2)
    talk.silence("ann", "be kind")
    with pytest.raises(Muted, match="be kind"):
        talk.say("ann", "Ann", "hi")
    talk.silence("ann", "")
    assert talk.say("ann", "Ann", "hi") == "hi"


def test_a_list_of_mutes_has_an_end() -> None:
    talk = Talk(longest=200, kept=20)
    for number in range(MOST_MUTED):
        talk.mute("bob", f"a{number}", on=True)
    with pytest.raises(TooManyMuted):
        talk.mute("bob", "ann", on=True)
    assert talk.hears("bob", "ann")
    talk.mute("bob", "a7", on=True)
    talk.mute("bob", "a7", on=False)
    talk.mute("bob", "ann", on=True)
    assert not talk.hears("bob", "ann")
