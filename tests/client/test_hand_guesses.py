"""Guesses at what was kept: as many cards as fit, of the kind that a player keeps, all unseen."""

from __future__ import annotations

from random import Random

import pytest

from greenfelt.client.bots.hand_guesses import guess_kept
from greenfelt.evaluators.cards import DECK
from greenfelt.evaluators.games import GAMES


@pytest.mark.parametrize("code", [code for code, game in GAMES.items() if game.draws])
@pytest.mark.parametrize("drawn", range(6))
def test_guesses_are_unseen_and_as_many_as_were_kept(code: str, drawn: int) -> None:
    game, chance = GAMES[code], Random(f"{code}{drawn}")
    for _ in range(50):
        unseen = chance.sample(DECK, 40)
        kept = guess_kept(game, drawn, unseen, chance)
        assert len(kept) <= max(0, game.hole - drawn)
        assert len(set(kept)) == len(kept)
        assert set(kept) <= set(unseen)


def test_low_players_keep_different_low_cards() -> None:
    chance = Random(1)
    for code in ("27td", "a5td", "badugi"):
        for _ in range(50):
            kept = guess_kept(GAMES[code], 2, DECK, chance)
            ranks = {card >> 2 for card in kept}
            assert len(ranks) == len(kept) == GAMES[code].hole - 2
            assert not ranks & {9, 10, 11}, "no jack, queen or king"


def test_badugi_players_keep_different_suits() -> None:
    chance = Random(1)
    for _ in range(50):
        kept = guess_kept(GAMES["badugi"], 1, DECK, chance)
        assert len({card & 3 for card in kept}) == len(kept) == 3


@pytest.mark.parametrize(("drawn", "groups"), [(3, [2]), (2, [3]), (1, [2, 2]), (0, [2, 3])])
def test_high_players_keep_what_is_paired(drawn: int, groups: list[int]) -> None:
    chance = Random(1)
    for _ in range(50):
        kept = [card >> 2 for card in guess_kept(GAMES["5draw"], drawn, DECK, chance)]
        assert sorted(kept.count(rank) for rank in set(kept)) == groups
