"""Which cards a policy keeps."""

from __future__ import annotations

import numpy as np
import pytest

from greenfelt.evaluators import HandError, format_cards, parse_cards
from greenfelt.evaluators.draws import keep, parse_policy
from greenfelt.evaluators.games import GAMES

KEPT = [
    ("badugi", "pat", "As2s3hKd", "As2s3hKd", "pat keeps anything"),
    ("badugi", "best:3", "As2s3h4d", "As3h4d", "the ace goes with 3-4, the deuce not"),
    ("badugi", "best:3", "As2h3dKc", "As2h3d", "a badugi is broken when it says so"),
    ("badugi", "best:2", "KsQhJdTs", "JdTs", "the two lowest of different suits"),
    ("badugi", "best:0", "KsQhJdTs", "", "nothing"),
    ("badugi", "best:4", "KsQsJsTs", "KsQsJsTs", "all"),
    ("badugi", "upto:8", "As2h3dKc", "As2h3d", "the king is too high"),
    ("badugi", "upto:8", "As2h3d8c", "As2h3d8c", "a made badugi is kept"),
    ("badugi", "upto:5", "As2h3d8c", "As2h3d", "but not one that is too high"),
    ("badugi", "upto:8", "As2sKhQd", "As", "one of a suit"),
    ("badugi", "upto:8", "KsQsKhQd", "", "nothing low"),
    ("27td", "best:4", "7s5h4d2cKc", "7s5h4d2c", "the king goes"),
    ("27td", "best:3", "2s2h3d4cAc", "2s3d4c", "one deuce, and no ace"),
    ("27td", "best:4", "2s2h3dKcAc", "2s3dKcAc", "a pair is worse than an ace"),
    ("a5td", "best:3", "2s2h3d4cAc", "2s3dAc", "the ace is low"),
    ("27td", "upto:8", "7s5h4d2c9c", "7s5h4d2c", "a nine is too high"),
    ("27td", "upto:9", "7s5h4d2c9c", "7s5h4d2c9c", "a made nine is kept"),
    ("27td", "upto:8", "6s5h4d3c2c", "5h4d3c2c", "a straight is broken at the top"),
    ("27td", "upto:8", "8s7s5s3s2s", "7s5s3s2s", "and so is a flush"),
    ("27td", "upto:8", "As2h2d3c4c", "2h3c4c", "one of a pair, and no ace"),
    ("a5td", "upto:8", "As2h2d3c4c", "As2h3c4c", "here the ace is low"),
    ("a5td", "upto:8", "6s5s4s3s2s", "6s5s4s3s2s", "and a straight flush is a six"),
    ("5draw", "best:2", "AsAh4d7cKc", "AsAh", "the pair"),
    ("5draw", "best:3", "AsAh4d7cKc", "AsAhKc", "and a kicker"),
    ("5draw", "best:4", "9s9h4d4cKc", "9s9h4d4c", "two pair before a pair with kickers"),
    ("5draw", "best:3", "9s9h9d4c4h", "9s9h9d", "trips"),
    ("5draw", "best:5", "9s9h9d4c4h", "9s9h9d4c4h", "all"),
    ("5draw", "best:1", "9s8h7d4cQh", "Qh", "the highest"),
    ("badacey", "best:3", "As2h3d3cKc", "As2h3d", "the badugi"),
    ("badacey", "best:4", "As2h3d4d5c", "As2h3d5c", "the best badugi"),
    ("badeucey", "best:4", "As2h3d4c5s", "2h3d4c5s", "where the ace is high"),
    ("badeucey", "upto:8", "As2h3d4c5s", "2h3d4c5s", "the ace goes"),
    ("badacey", "upto:8", "As2h3d4c5s", "As2h3d4c5s", "five low ranks and a badugi are pat"),
    ("badacey", "upto:8", "As2h3d4h5s", "As2h3d", "the badugi part of five low ranks"),
]


@pytest.mark.parametrize(("code", "policy", "hand", "kept", "why"), KEPT)
def test_a_policy_keeps(code: str, policy: str, hand: str, kept: str, why: str) -> None:
    game, cards = GAMES[code], np.array([parse_cards(hand)], np.uint8)
    mask = keep(parse_policy(policy, game), game, cards, 0)
    assert format_cards(cards[mask].tolist()) == kept, why


def test_hands_are_judged_each_by_itself() -> None:
    game = GAMES["badugi"]
    hands = ("As2h3dKc", "KsQhJdTs", "2s3s4s5s")
    cards = np.array([parse_cards(hand) for hand in hands], np.uint8)
    mask = keep(parse_policy("best:3", game), game, cards, 0)
    kept = [format_cards(row[one].tolist()) for row, one in zip(cards, mask, strict=True)]
    assert kept[:2] == ["As2h3d", "QhJdTs"]
    assert len(kept[2]) == 6


def test_best_can_change_from_draw_to_draw() -> None:
    game, cards = GAMES["badugi"], np.array([parse_cards("As2h3dKc")], np.uint8)
    policy = parse_policy("best:2,3", game)
    assert [int(keep(policy, game, cards, draw).sum()) for draw in range(4)] == [2, 3, 3, 3]
    assert [policy.most_drawn(game, draw) for draw in range(3)] == [2, 1, 1]


@pytest.mark.parametrize(
    ("code", "text", "told"),
    [
        ("badugi", "", "no policy"),
        ("badugi", "stand", "no policy"),
        ("badugi", "best", "0 to 4"),
        ("badugi", "best:5", "0 to 4"),
        ("badugi", "best:x", "0 to 4"),
        ("badugi", "best:-1", "0 to 4"),
        ("badugi", "best:3,", "0 to 4"),
        ("27td", "best:6", "0 to 5"),
        ("27td", "upto:10", "a rank of"),
        ("27td", "upto:", "a rank of"),
        ("5draw", "upto:8", "low cards are nothing to keep"),
    ],
)
def test_a_text_that_is_no_policy_is_told(code: str, text: str, told: str) -> None:
    with pytest.raises(HandError, match=told) as error:
        parse_policy(text, GAMES[code])
    assert repr(text) in str(error.value)
