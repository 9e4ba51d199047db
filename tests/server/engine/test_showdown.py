"""Who shows, who may muck, and what is open when: POKER-RULES 1.8 and 1.9."""

from __future__ import annotations

from typing import Any

import pytest

from greenfelt.server.games.poker.settling import settle

CHECKED_DOWN = [[1, "check"], [2, "check"], [3, "check"]]
HOLDEM: dict[str, Any] = {
    "game": "holdem",
    "button": 3,
    "seats": {"1": {"stack": 200}, "2": {"stack": 200}, "3": {"stack": 200}},
    "deal": {"1": "Kh Kd", "2": "Qh Qd", "3": "Ah Ad"},
    "board": "2c 7d 9s Jc 3h",
}
LIMPED = [[3, "call"], [1, "call"], [2, "check"]]


def shown(result: dict[str, Any]) -> list[tuple[str, int]]:
    return [
        (event["event"], event["seat"])
        for event in result["events"]
        if event["event"] in ("show", "muck")
    ]


def test_without_a_bet_on_the_last_street_the_first_to_act_shows_first() -> None:
    result = settle({**HOLDEM, "actions": LIMPED + CHECKED_DOWN * 3})

    assert shown(result) == [("show", 1), ("muck", 2), ("show", 3)]


def test_the_last_to_bet_or_raise_on_the_last_street_shows_first() -> None:
    river = [[1, "check"], [2, "bet", 20], [3, "call"], [1, "call"]]
    result = settle({**HOLDEM, "actions": LIMPED + CHECKED_DOWN * 2 + river})

    assert shown(result) == [("show", 2), ("show", 3), ("muck", 1)]


def test_a_bet_on_an_earlier_street_does_not_matter() -> None:
    turn = [[1, "check"], [2, "check"], [3, "bet", 20], [1, "call"], [2, "call"]]
    result = settle({**HOLDEM, "actions": LIMPED + CHECKED_DOWN + turn + CHECKED_DOWN})

    assert shown(result) == [("show", 1), ("muck", 2), ("show", 3)]


def test_where_the_table_shows_all_nobody_mucks() -> None:
    actions = LIMPED + CHECKED_DOWN * 3
    result = settle({**HOLDEM, "rules": {"muck_losing": False}, "actions": actions})

    assert shown(result) == [("show", 1), ("show", 2), ("show", 3)]


def test_side_pots_are_shown_from_the_last_one_inwards() -> None:
    seats = {"1": {"stack": 10}, "2": {"stack": 200}, "3": {"stack": 200}}
    rest = [[2, "check"], [3, "check"]]
    result = settle({**HOLDEM, "seats": seats, "actions": LIMPED + rest * 3})
    assert shown(result) == [("show", 2), ("show", 3), ("muck", 1)]

    bets = [[2, "bet", 10], [3, "call"], *rest, *rest]
    result = settle({**HOLDEM, "seats": seats, "actions": LIMPED + bets})
    assert shown(result) == [("show", 2), ("show", 3), ("muck", 1)]
    awards = [event for event in result["events"] if event["event"] == "award"]
    assert [(event["pot"], event["seat"]) for event in awards] == [(1, 3), (0, 3)]


def test_a_hand_that_only_wins_a_side_pot_is_shown() -> None:
    scenario = {
        **HOLDEM,
        "seats": {"1": {"stack": 200}, "2": {"stack": 200}, "3": {"stack": 10}},
        "actions": [*LIMPED, [1, "bet", 10], [2, "call"], *[[1, "check"], [2, "check"]] * 2],
    }
    result = settle(scenario)

    assert shown(result) == [("show", 1), ("muck", 2), ("show", 3)]
    assert result["payouts"] == {"1": 20, "3": 30}


def test_low_hands_that_win_a_half_are_shown() -> None:
    scenario = {
        **HOLDEM,
        "game": "omaha8",
        "deal": {"1": "Kh Kd Qc Js", "2": "Ac 4d Td 9h", "3": "Qh Qd Jh Ts"},
        "board": "2c 7d 8s Kc 3h",
        "actions": LIMPED + CHECKED_DOWN * 3,
    }
    result = settle(scenario)

    assert shown(result) == [("show", 1), ("show", 2), ("muck", 3)]
    assert result["payouts"] == {"1": 15, "2": 15}


def test_all_in_hands_are_open_before_the_rest_of_the_board_where_the_table_says_so() -> None:
    scenario = {
        **HOLDEM,
        "rules": {"limit": "no", "blinds": [5, 10], "face_up_allin": True},
        "actions": [[3, "raise", 200], [1, "call"], [2, "fold"]],
    }
    events = [event["event"] for event in settle(scenario)["events"]]

    assert events.index("show") < events.index("board")
    assert events.count("show") == 2


def test_a_draw_game_opens_all_in_hands_after_the_last_draw_only() -> None:
    scenario = {
        "game": "badugi",
        "rules": {"face_up_allin": True},
        "button": 2,
        "seats": {"1": {"stack": 10}, "2": {"stack": 10}},
        "deal": {"1": "As 2h 3d 4c", "2": "Ks Kh Kd Kc"},
        "actions": [[2, "call"], *[[1, "draw", []], [2, "draw", []]] * 3],
    }
    result = settle(scenario)

    assert result["errors"] == []
    assert shown(result) == [("show", 1), ("show", 2)]


def test_who_mucked_may_still_show_and_who_won_unseen_too() -> None:
    scenario = {**HOLDEM, "actions": [*LIMPED, *CHECKED_DOWN * 3, [2, "show"], [2, "muck"]]}
    result = settle(scenario)
    assert shown(result)[-1] == ("show", 2)
    assert [error["code"] for error in result["errors"]] == ["illegal-action"]

    result = settle(
        {**HOLDEM, "actions": [[3, "raise", 20], [1, "fold"], [2, "fold"], [3, "show"]]}
    )
    assert shown(result) == [("show", 3)]
    assert result["errors"] == []


@pytest.mark.parametrize("verb", ["show", "muck"])
def test_nobody_shows_or_mucks_before_the_end(verb: str) -> None:
    result = settle({**HOLDEM, "actions": [[3, verb]]})

    assert [error["code"] for error in result["errors"]] == ["illegal-action"]


def test_a_folded_seat_shows_nothing() -> None:
    actions = [[3, "raise", 20], [1, "fold"], [2, "fold"], [1, "show"]]
    result = settle({**HOLDEM, "actions": actions})

    assert [error["code"] for error in result["errors"]] == ["hand-over"]
