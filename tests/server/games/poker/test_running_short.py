"""When the stub runs short: reshuffles in draw games, the short stub of seventh street."""

from __future__ import annotations

from typing import Any

import pytest

from greenfelt.server.games.poker.settling import settle


def of_kind(result: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [event for event in result["events"] if event["event"] == kind]


def six_drawing_four(rules: dict[str, Any]) -> dict[str, Any]:
    """2-7 triple draw, six-handed: all stay and draw four each, so the sixth finds the stub empty."""
    seats = range(1, 7)
    order = (1, 2, 3, 4, 5, 6)
    actions: list[list[Any]] = [
        [3, "call"],
        [4, "call"],
        [5, "call"],
        [6, "call"],
        [1, "call"],
        [2, "check"],
    ]
    actions += [[seat, "draw", {"count": 4}] for seat in order]
    return {
        "game": "27td",
        "rules": rules,
        "button": 6,
        "seats": {str(seat): {"stack": 200} for seat in seats},
        "actions": actions,
    }


@pytest.mark.parametrize(("burn", "left"), [(True, 1), (False, 2)])
def test_the_stub_is_dealt_first_then_the_others_discards(burn: bool, left: int) -> None:
    """Case 15: and never one of the drawing seat's own."""
    result = settle(six_drawing_four({"burn": burn}))

    assert result["errors"] == []
    shuffles = of_kind(result, "shuffle")
    assert [event["why"] for event in shuffles] == ["deal", "reshuffle"]
    thrown = {event["seat"]: event["cards"] for event in of_kind(result, "discard")}
    others = {card for seat in range(1, 6) for card in thrown[seat]}
    assert set(shuffles[1]["order"]) == others
    drawn = [event["cards"] for event in of_kind(result, "down") if event["seat"] == 6][1:]
    assert [len(cards) for cards in drawn] == [left, 4 - left]
    assert set(drawn[1]) <= others


def test_the_rest_of_the_stub_is_mixed_in_where_the_table_says_so() -> None:
    result = settle(six_drawing_four({"reshuffle_stub": "merged"}))

    drawn = [event["cards"] for event in of_kind(result, "down") if event["seat"] == 6][1:]
    assert [len(cards) for cards in drawn] == [4]
    assert len(of_kind(result, "shuffle")[1]["order"]) == 21


def test_a_given_reshuffle_is_dealt_from_its_top() -> None:
    thrown = {
        event["seat"]: event["cards"] for event in of_kind(settle(six_drawing_four({})), "discard")
    }
    top = [thrown[5][0], thrown[1][2], thrown[3][3]]
    result = settle({**six_drawing_four({}), "reshuffles": [top]})

    drawn = [event["cards"] for event in of_kind(result, "down") if event["seat"] == 6]
    assert drawn[-1] == top


def test_the_deal_of_a_seat_goes_on_over_a_reshuffle() -> None:
    thrown = {
        event["seat"]: event["cards"] for event in of_kind(settle(six_drawing_four({})), "discard")
    }
    held = of_kind(settle(six_drawing_four({})), "down")
    first = next(event["cards"] for event in held if event["seat"] == 6)
    dealt = [event["cards"] for event in held if event["seat"] == 6][1]
    wanted = [thrown[2][1], thrown[4][0], thrown[1][3]]
    scenario = six_drawing_four({})
    scenario["actions"][-1] = [6, "draw", first[:4]]
    scenario["deal"] = {"6": [*first, *dealt]}
    scenario["deal"] |= {
        str(seat): [card for event in held if event["seat"] == seat for card in event["cards"]]
        for seat in range(1, 6)
    }
    for index, seat in enumerate(range(1, 6), 6):
        scenario["actions"][index] = [seat, "draw", thrown[seat]]
    scenario["deal"]["6"] = [*first, *dealt, *wanted]
    # A card that a reshuffle brings back stands twice; the engine's record shows who has it when.
    result = settle(scenario)

    drawn = [event["cards"] for event in of_kind(result, "down") if event["seat"] == 6]
    assert drawn[-1] == wanted


def stud_to_seventh(live: int, rules: dict[str, Any] | None = None) -> dict[str, Any]:
    """Seven-card stud, eight dealt in, ``live`` of them checking down to seventh street."""
    suits, ranks = "cdhs", "23456789TJQKA"
    deck = [rank + suit for rank in ranks for suit in suits]
    doors = deck[:8]
    rest = deck[8:]
    deal = {
        str(seat): [rest[2 * seat - 2], rest[2 * seat - 1], doors[seat - 1]] for seat in range(1, 9)
    }
    actions = [[seat, "call" if seat <= live else "fold"] for seat in range(2, 9)]
    return {
        "game": "stud",
        "rules": {"ante": 1, "bring_in": 1, **(rules or {})},
        "button": 8,
        "seats": {str(seat): {"stack": 2} for seat in range(1, 9)},
        "deal": deal,
        "actions": actions,
    }


@pytest.mark.parametrize(
    ("live", "scrambled", "community", "burns"),
    [(8, 4, True, 4), (7, 0, True, 4), (6, 10, False, 1), (5, 0, False, 4)],
)
def test_seventh_street_by_the_tournament_rule(
    live: int, scrambled: int, community: bool, burns: int
) -> None:
    """TDA RP-10H: eight live have 1 card and 3 burns, seven 4, six 7, five 10."""
    result = settle(stud_to_seventh(live))

    assert result["errors"] == []
    assert result["finished"]
    scrambles = [event for event in of_kind(result, "shuffle") if event["why"] == "scramble"]
    assert [len(event["order"]) for event in scrambles] == ([scrambled] if scrambled else [])
    assert len(of_kind(result, "board")) == int(community)
    sevenths = [event for event in of_kind(result, "down") if len(event["cards"]) == 1]
    assert len(sevenths) == (0 if community else live)
    # A scramble takes the three earlier burns back into the stub.
    after = len(of_kind(result, "burn")) - (3 if scrambled else 0)
    assert after == (burns - 3 if scrambled == 4 and live == 8 else burns if not scrambled else 1)


def test_seventh_street_without_burns_deals_the_last_card() -> None:
    result = settle(stud_to_seventh(4, {"burn": False}))

    assert of_kind(result, "board") == []
    assert result["finished"]


def test_eight_hands_to_the_end_without_burns_share_a_card() -> None:
    result = settle(stud_to_seventh(8, {"burn": False}))

    assert len(of_kind(result, "board")) == 1


def test_seventh_street_by_roberts_mixes_the_last_card_with_the_burns() -> None:
    result = settle(stud_to_seventh(6, {"stud_short": "roberts"}))

    sevenths = [event for event in of_kind(result, "down") if len(event["cards"]) == 1]
    assert len(sevenths) == 6


def test_with_a_shared_card_the_first_to_act_of_sixth_street_opens() -> None:
    scenario = stud_to_seventh(8)
    scenario["seats"] = {str(seat): {"stack": 50} for seat in range(1, 9)}
    checks: list[list[Any]] = []
    opened = []
    for _ in range(3):
        first = settle({**scenario, "actions": scenario["actions"] + checks})["to_act"]
        opened.append(first)
        checks += [[(first - 1 + step) % 8 + 1, "check"] for step in range(8)]
    result = settle({**scenario, "actions": scenario["actions"] + checks})

    assert result["errors"] == []
    assert len(of_kind(result, "board")) == 1
    assert result["to_act"] == opened[-1]
