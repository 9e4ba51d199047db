"""What one holds, in words, for every game of the mix."""

from __future__ import annotations

import threading

import pytest

from greenfelt.client.widgets import holding as module
from greenfelt.client.widgets.holding import GAMES, GameLook, holding, read_beside


def hand(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@pytest.mark.parametrize(
    ("game", "own", "board", "words"),
    [
        ("badugi", "As 3h 6d 9c", "", "9-6-3-A badugi"),
        ("badugi", "As 3h 6d Kd", "", "three-card 6-3-A"),
        ("badacey", "As 2h 3d 4c 5c", "", "4-3-2-A badugi, number one: 5-4-3-2-A"),
        ("stud", "As Ah 6d", "", "pair of aces"),
        ("stud", "As Kh", "", "ace high"),
        ("stud", "As Ah 6d 6c", "", "aces and sixes"),
        ("razz", "As 2h 3d", "", ""),
        ("razz", "As 2h 3d 4c 8h Kd Ks", "", "eight-four low"),
        (
            "stud8",
            "As 2h 3d 4c 8h Kd Ks",
            "",
            "pair of kings, A-8-4 kickers, eight-four low",
        ),
        ("stud8", "As Ah Kd Kc 9h", "", "aces and kings, nine kicker"),
        ("omaha", "As Ah Kd Kc", "Qd Jd Ts", "ace-high straight"),
        ("omaha", "As Ah Kd Kc", "", ""),
        ("holdem", "As Ah", "", "pair of aces"),
        ("an unknown game", "As Ah", "", ""),
        ("badugi", "?? ??", "", ""),
    ],
)
def test_words(game: str, own: str, board: str, words: str) -> None:
    assert holding(game, hand(own), hand(board)) == words


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("count", range(9))
def test_no_number_of_cards_is_too_many_or_too_few(game: str, count: int) -> None:
    cards = hand("As Kh 6d 9c 2s 3c Td 7h 4d")[:count]
    assert isinstance(holding(game, cards, hand("Qs Jh 8d")), str)
    assert isinstance(holding(game, cards), str)


def test_a_hand_has_no_words_until_its_tables_are_built_beside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on, built = threading.Event(), threading.Event()

    class Slow:
        """A ranking whose tables take as long as the test wants."""

        def describe(self, cards: object) -> str:
            assert go_on.wait(10)
            return ""

    slow = GameLook("Slow", 4, (Slow(), *GAMES["badugi"].rankings))  # type: ignore[arg-type]
    monkeypatch.setitem(module.GAMES, "slow", slow)
    monkeypatch.setattr(module, "_words", lambda *_: "9-6-3-A badugi")
    own = hand("As 3h 6d 9c")

    read_beside(["slow", "an unknown game"], built.set)
    before = holding("slow", own)
    go_on.set()

    assert built.wait(10)
    assert (before, holding("slow", own)) == ("", "9-6-3-A badugi")
