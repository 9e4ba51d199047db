"""How hands may end: in every kind of game what the equity calculator finds against any hand."""

from __future__ import annotations

import numpy as np
import pytest

from greenfelt.client.bots import ends
from greenfelt.client.bots.keeping import usual_keep, ways_to_draw
from greenfelt.client.bots.prospects import Ahead, ahead_of, part_of_pot
from greenfelt.evaluators.cards import DECK, parse_cards
from greenfelt.evaluators.equity import Situation, equity
from greenfelt.evaluators.games import GAMES

DRAW_GAMES = [code for code, game in GAMES.items() if game.draws]
ENDS = 4000


def calculated(code: str, hands: list[str], board: str = "") -> float:
    known = tuple(tuple(parse_cards(hand)) for hand in hands)
    situation = Situation(GAMES[code], known, tuple(parse_cards(board)))
    return float(equity(situation, exact=False, trials=20_000, seed=1).players[0].equity)


@pytest.mark.parametrize(
    ("code", "own", "board"),
    [
        ("holdem", "AcAd", ""),
        ("holdem", "Ts9s", "8s7h2s"),
        ("holdem", "QcJd", "Qh7s2dKc3h"),
        ("omaha", "KcKdQcQd", "KhJs2d"),
        ("omaha8", "Ac2dKhQs", "3h4s9d"),
        ("omaha8", "AcAdKhQs", "KcJdTs9h2h"),
    ],
)
def test_boards_give_the_part_of_the_pot_that_the_calculator_finds(
    code: str, own: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ends, "BOARDS", ENDS)
    monkeypatch.setattr(ends, "RIVER_HANDS", ENDS)
    ends._before_the_flop.cache_clear()
    chance = np.random.default_rng(1)
    ahead = ends.on_boards(GAMES[code], parse_cards(own), parse_cards(board), chance)
    ends._before_the_flop.cache_clear()
    assert part_of_pot([ahead], [1.0]) == pytest.approx(
        calculated(code, [own, ""], board), abs=0.03
    )


@pytest.mark.parametrize(
    ("code", "own", "up"),
    [
        ("stud", "AcAdAh", "Kh"),
        ("stud", "Ks9s8s7s2d", "QdQc"),
        ("stud8", "Ac2d3h4s", "Kd7c"),
        ("razz", "Ac2d3h", "4s"),
        ("razz", "Ac2dKhQs5d", "4s7d8h"),
        ("5stud", "AcKd", "Kh"),
    ],
)
def test_stud_hands_get_the_part_of_the_pot_that_the_calculator_finds(
    code: str, own: str, up: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ends, "STUD_ENDS", ENDS)
    monkeypatch.setattr(ends, "RIVAL_ENDS", ENDS + 1)
    game, shown = GAMES[code], parse_cards(up)
    mine = ends.own_in_stud(game, parse_cards(own), shown, np.random.default_rng(1))
    found = part_of_pot([ahead_of(game, mine, ends.rival_in_stud(game, shown))], [1.0])
    # Own cards may come to the rival again here, where the calculator deals each card once.
    assert found == pytest.approx(calculated(code, [own, up]), abs=0.05)


@pytest.mark.parametrize("code", DRAW_GAMES)
def test_many_hands_keep_what_one_hand_keeps(code: str) -> None:
    game = GAMES[code]
    hands = ends.dealt((), (), game.hole, 400, np.random.default_rng(3))
    for left in range(1, game.draws + 1):
        kept = ends.kept_usually(game, hands, left)
        for row, stays in zip(hands, kept, strict=True):
            mine = tuple(int(card) for card in row)
            one = usual_keep(game, mine, left)
            # Which of two cards of one rank stays is nobody's concern.
            assert sorted(card >> 2 for card in one) == sorted(
                card >> 2 for card, stay in zip(mine, stays, strict=True) if stay
            )


@pytest.mark.parametrize("code", DRAW_GAMES)
def test_ways_to_draw_are_parts_of_the_hand_and_all_different(code: str) -> None:
    game = GAMES[code]
    for row in ends.dealt((), (), game.hole, 100, np.random.default_rng(4)):
        mine = tuple(int(card) for card in row)
        ways = ways_to_draw(game, mine, 1)
        assert ways[0] == usual_keep(game, mine, 1)
        assert len({frozenset(way) for way in ways}) == len(ways)
        assert all(set(way) <= set(mine) and len(set(way)) == len(way) for way in ways)


@pytest.mark.parametrize("code", DRAW_GAMES)
def test_fewer_cards_drawn_end_better(code: str) -> None:
    game = GAMES[code]
    last = game.draws
    pat, three = (ends.rival_drawing(code, last, count) for count in (0, 3))
    chance = ahead_of(game, pat, three).chances.mean(axis=1)
    assert (chance > 0.6).all()


def test_a_hand_that_stands_pat_in_the_last_draw_is_what_it_is() -> None:
    game = GAMES["27td"]
    hand = parse_cards("2c3d4h5s7c")
    assert ends.own_drawing(game, hand, 1).tolist() == [[len(game.shares[0].ranking.classes)]]
    assert ends.own_drawing(game, hand[:4], 1).shape == (1, ends.QUANTILES)


def test_hands_alike_are_asked_once() -> None:
    assert ends.alike(parse_cards("KcAc2d"), suits=True) == ends.alike(
        parse_cards("2hAsKs"), suits=True
    )
    assert ends.alike(parse_cards("KcAc"), suits=True) != ends.alike(
        parse_cards("KcAd"), suits=True
    )
    assert ends.alike(parse_cards("Kc2d"), suits=False) == (0, 11)


def test_dealt_cards_are_all_different_and_none_is_dead() -> None:
    dead = parse_cards("AsKsQs")
    cards = ends.dealt(parse_cards("2c3c"), dead, 45, 200, np.random.default_rng(5))
    assert all(len(set(row)) == 45 for row in cards.tolist())
    assert not np.isin(cards, dead).any()
    assert (cards[:, :2] == parse_cards("2c3c")).all()
    # Every place is as likely to get a low card as any other.
    assert cards[:, 2:].mean(axis=0) == pytest.approx(np.mean(DECK[2:49]), abs=4)


def test_credit_is_the_best_of_so_many_hands() -> None:
    ahead = Ahead(np.array([[0.5]]))
    assert part_of_pot([ahead], [2.0]) == 0.25
    assert part_of_pot([ahead, ahead], [1.0, 1.0]) == 0.25


def test_a_low_that_does_not_qualify_leaves_all_to_the_high() -> None:
    chances = np.array([[1.0], [0.0]])
    nobody = Ahead(chances, np.array([False]), 1.0)
    rival = Ahead(chances, np.array([False]), 0.0)
    assert part_of_pot([nobody], [1.0]) == 1.0
    assert part_of_pot([rival], [1.0]) == 0.5
    assert part_of_pot([Ahead(np.array([[0.0], [1.0]]), np.array([True]), 0.5)], [1.0]) == 0.5
