"""Wagers: the ids of the rules, which game has which, and the order of reasons to refuse one."""

from __future__ import annotations

import pytest

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.baccarat.rules import baccarat_rules
from greenfelt.server.games.casino.betting import Layout, Wager, check_wager, offers_of
from greenfelt.server.games.casino.names import ALL_GAMES, BLACKJACK
from greenfelt.server.games.casino.wagers import KINDS, WAGERS, side_wagers

IDS = """
banker player tie dragon_7 panda_8 dragon_bonus house_money golden_talons harmony sun_7 moon_8
9_over_7 2card_8_over_2card_1 player_wins_3card_6 banker_wins_1_or_2 both_8_or_9 1_over_0
3card_6_over_3card_3 3card_8_over_3card_0 banker_over_2card_7 3card_9_over_3card_6
3card_9_over_3card_8 player_3card_8_over_3card_0 tie_0 tie_1_2_3 tie_4_5_6_7 tie_8_9 player_pair
banker_pair blackjack spanish_21 bet double_attack insurance royal_match_21 twenty_point
kings_bounty three_card_poker straight_jack hit_and_run bad_beat magic_card lucky_player
match_dealer bust_it
"""


def test_the_ids_are_those_of_the_rules() -> None:
    assert list(WAGERS) == IDS.split()
    assert len(KINDS) == len(WAGERS)


def test_every_game_has_a_main_wager_that_takes_coupons() -> None:
    for game in ALL_GAMES:
        assert any(kind.main and kind.coupon and game in kind.games for kind in KINDS)


@pytest.mark.parametrize(
    ("game", "given", "offered"),
    [
        ("minibaccarat", {}, "banker player tie dragon_bonus house_money golden_talons harmony"),
        ("minibaccarat", {"wagers_offered": ["dragon_7"]}, "banker player tie"),
        (
            "minibaccarat",
            {"wagers_offered": ["dragon_7"], "ez": True},
            "banker player tie dragon_7",
        ),
        (
            "midibaccarat",
            {"ez": True},
            "banker player tie dragon_7 panda_8 dragon_bonus house_money",
        ),
        ("rising_phoenix", {"wagers_offered": ["house_money"]}, "banker player tie house_money"),
    ],
)
def test_what_is_on_offer(game: str, given: dict[str, object], offered: str) -> None:
    assert list(offers_of(game, baccarat_rules(game, given))) == offered.split()


def test_house_money_is_offered_at_rising_phoenix_only_when_listed() -> None:
    assert "house_money" not in offers_of("rising_phoenix", baccarat_rules("rising_phoenix", {}))
    assert "house_money" in side_wagers("rising_phoenix")
    assert "house_money" in side_wagers(BLACKJACK)


def refusals(*wagers: Wager, **given: object) -> list[str]:
    """Place wagers one by one; return the code of each, "" for those that lie."""
    rules = baccarat_rules("minibaccarat", given)
    layout, offers = Layout(), offers_of("minibaccarat", rules)
    codes = []
    for wager in wagers:
        try:
            check_wager(layout, wager, offers)
        except Refused as refusal:
            codes.append(refusal.code)
        else:
            layout.add(wager)
            codes.append("")
    return codes


def test_the_first_reason_counts() -> None:
    """not-offered, no-main-wager, duplicate, limit, coupon."""
    player = Wager("m", 1, "player", 1000, coupon=100)
    side = Wager("d", 1, "dragon_bonus", 500, "player")
    assert refusals(
        player,
        side,
        Wager("a", 2, "sun_7", 0, coupon=5),
        Wager("b", 2, "dragon_bonus", 0, "player", coupon=5),
        Wager("c", 1, "dragon_bonus", 0, "player", coupon=5),
        Wager("e", 1, "dragon_bonus", 0, "banker", coupon=5),
        Wager("f", 1, "dragon_bonus", 500, "banker", coupon=5),
        Wager("g", 1, "banker", 500, coupon=5),
        Wager("h", 2, "banker", 500, coupon=501),
        Wager("i", 2, "tie", 500, coupon=5),
        Wager("j", 2, "banker", 500, coupon=500),
    ) == [
        *("", "", "not-offered", "no-main-wager", "duplicate", "limit"),
        *("coupon", "coupon", "coupon", "coupon", ""),
    ]


def test_tie_alone_carries_side_wagers() -> None:
    assert refusals(Wager("t", 1, "tie", 100), Wager("h", 1, "harmony", 100)) == ["", ""]


def test_golden_talons_and_harmony_always_need_a_main_wager() -> None:
    assert refusals(
        Wager("h", 1, "harmony", 100),
        Wager("g", 1, "golden_talons", 100, "player"),
        Wager("d", 1, "dragon_bonus", 100, "player"),
        Wager("m", 1, "house_money", 100),
        main_wager_required=False,
    ) == ["no-main-wager", "no-main-wager", "", ""]


def test_both_sides_and_other_seats_are_no_duplicates() -> None:
    assert refusals(
        Wager("1", 1, "player", 100),
        Wager("2", 1, "dragon_bonus", 100, "player"),
        Wager("3", 1, "dragon_bonus", 100, "banker"),
        Wager("4", 2, "player", 100),
        Wager("5", 2, "player", 100),
    ) == ["", "", "", "", "duplicate"]


def test_a_wager_taken_off_leaves_its_place() -> None:
    layout = Layout()
    player = Wager("1", 1, "player", 100, coupon=100)
    layout.add(player)
    assert (layout.mains(1), layout.has_coupon(1), layout.seats) == (1, True, {1})
    layout.remove("1")
    assert (layout.mains(1), layout.has_coupon(1), layout.seats) == (0, False, set())
    assert layout.find(1, "player") is None
