"""Third cards: every cell of the printed table, dealt by the game itself. Case 98."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.baccarat_table import BaccaratTable

from greenfelt.server.games.baccarat import events as happened

DATA = Path(__file__).parents[3] / "data" / "casino"
PRINTED = json.loads((DATA / "third_card.json").read_text(encoding="utf-8"))["draws"]
NAMES = "TA23456789"
THIRDS = ("-", *map(str, range(10)))


def dealt(player: int, banker: int, third: str) -> BaccaratTable:
    """Deal hands with these totals on two cards, and this third card to come."""
    cards = [NAMES[player] + "H", NAMES[banker] + "S", "KH", "KS"]
    cards.append(("2" if third == "-" else NAMES[int(third)]) + "D")
    cards.append("3C")
    table = BaccaratTable("minibaccarat", " ".join(cards))
    table.deal()
    return table


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("third", THIRDS)
def test_banker_draws_as_printed(banker: int, third: str) -> None:
    for player in (6, 7) if third == "-" else range(6):
        table = dealt(player, banker, third)
        draws = {"player": 0, "banker": 0}
        for event in table.seen(happened.DealtThird):
            draws[event.hand] += 1
        assert draws["player"] == (third != "-")
        assert draws["banker"] == (third in PRINTED[str(banker)].split())


@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("other", range(10))
def test_a_natural_of_either_hand_stops_all(natural: int, other: int) -> None:
    for player, banker in ((natural, other), (other, natural)):
        table = dealt(player, banker, "5")
        assert not table.seen(happened.DealtThird)
        assert table.seen(happened.Announced) == [happened.Announced(player, banker)]


def test_the_players_third_card_comes_before_the_bankers() -> None:
    table = dealt(0, 0, "5")
    assert [event.hand for event in table.seen(happened.DealtThird)] == ["player", "banker"]
