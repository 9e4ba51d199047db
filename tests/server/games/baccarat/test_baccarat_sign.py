"""The sign that is read before betting, and what the house could come to owe."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.baccarat_table import BaccaratTable

from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.rules import baccarat_rules
from greenfelt.server.games.baccarat.sign import most_owed, notices, posted
from greenfelt.server.games.casino.betting import Wager, offers_of
from greenfelt.server.games.casino.shoe import shoe_cards


@pytest.mark.parametrize(
    ("game", "given_rules"),
    [("minibaccarat", {"ez": True}), ("midibaccarat", {}), ("rising_phoenix", {"tie_pays": 9})],
)
def test_every_wager_on_offer_is_posted_with_its_limits(
    game: str, given_rules: dict[str, Any]
) -> None:
    rules = baccarat_rules(game, given_rules)
    sign = posted(rules)
    assert [line.wager for line in sign] == list(offers_of(game, rules))
    for line in sign:
        assert line.rows
        assert (line.low, line.high) in ((100, 1_000_000), (100, 100_000))


def rows(game: str, wager: str, **given_rules: Any) -> list[str]:
    sign = posted(baccarat_rules(game, given_rules))
    return [pays for line in sign if line.wager == wager for _, pays in line.rows]


def test_pays_are_posted_as_they_are_paid() -> None:
    assert rows("minibaccarat", "tie", tie_pays=9) == ["9 to 1"]
    assert rows("minibaccarat", "dragon_bonus") == [
        *("30 to 1", "10 to 1", "6 to 1", "4 to 1", "2 to 1", "1 to 1", "1 to 1", "push")
    ]
    assert rows("minibaccarat", "golden_talons", golden_talons_paytable="B")[-1] == "2 to 1"
    assert rows("minibaccarat", "harmony", harmony_paytable="F") == [
        *("the meter", "300 for 1", "300 for 1", "100 for 1", "20 for 1", "5 for 1")
    ]
    assert rows("rising_phoenix", "sun_7") == ["40 to 1"]
    assert rows("baccarat", "house_money") == ["15 to 1", "3 to 1"]


def test_the_notice_of_a_table_without_vig_is_there() -> None:
    assert "Dragon 7" in notices(baccarat_rules("baccarat", {"ez": True}))[0]
    assert "three cards" in notices(baccarat_rules("rising_phoenix", {"commission_free": True}))[0]
    assert "5 percent" in notices(baccarat_rules("baccarat", {}))[0]


@given(st.randoms(use_true_random=False), st.booleans())
def test_no_round_costs_the_house_more_than_it_reckoned_with(chance: Any, phoenix: bool) -> None:
    """All wagers at once, presses included; shoes of few ranks, so that much is won."""
    game = "rising_phoenix" if phoenix else "minibaccarat"
    table = BaccaratTable(game, "", press_portion="2/3")
    ranks = chance.sample(range(13), 2)
    few = [card for card in shoe_cards(8) if card >> 2 in ranks]
    table.deck = type(
        "Few", (), {"shuffle": lambda self, cards, why: tuple(chance.sample(few, 40))}
    )()
    table.sit(s1=10**9)
    wagers: list[Wager] = []
    for offer in sorted(table.game.offers.values(), key=lambda offer: not offer.kind.main):
        for on in ("player", "banker") if offer.kind.two_sided else (None,):
            if offer.kind.meter is None:
                table.bet(1, offer.kind.id, chance.randint(100, 999), on=on)
    wagers = list(table.game.layout.wagers.values())
    table.deal()
    if table.game.phase == "house_money":
        table.do(1, cmd.Press(chance.choice(("player", "banker"))))
    paid = {event.wager: event.returned - event.at_risk for event in table.seen(happened.Settled)}
    for event in table.seen(happened.HouseMoneyPaid):
        paid[event.wager] = event.profit
    by_seat = sum(max(0, paid.get(wager.id, 0)) for wager in wagers)
    assert by_seat <= sum(most_owed(table.rules, wager) for wager in wagers)
    assert all(
        paid.get(wager.id, 0) <= most_owed(table.rules, wager)
        for wager in wagers
        if wager.id not in table.game.pressed and wager.type not in ("player", "banker")
    )
