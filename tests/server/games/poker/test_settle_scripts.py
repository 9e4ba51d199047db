"""The scenario format, held strictly: every fault is named, every refusal reported."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from greenfelt.server.commands.settle import settle as command
from greenfelt.server.games import ScriptError
from greenfelt.server.games.poker.settling import settle

BADUGI: dict[str, Any] = {
    "game": "badugi",
    "rules": {"limit": "fixed", "small_bet": 10, "big_bet": 20, "blinds": [5, 10]},
    "button": 1,
    "seats": {"1": {"stack": 200}, "2": {"stack": 200}, "3": {"stack": 200}},
    "deal": {"1": "As 2h 3d Kc 4c", "2": "Ks Qh Jd Tc"},
    "actions": [[1, "raise", 20], [2, "fold"], [3, "call"], [3, "draw", []], [1, "draw", ["Kc"]]],
}


@pytest.mark.parametrize(
    ("change", "entry"),
    [
        ({"rules": {"small_bets": 10}}, "rules"),
        ({"rules": {"small_bet": "10"}}, "rules.small_bet"),
        ({"rules": {"small_bet": 0}}, "rules.small_bet"),
        ({"rules": {"limit": "spread"}}, "rules.limit"),
        ({"rules": {"small_bet": True}}, "rules.small_bet"),
        ({"rules": []}, "rules"),
        ({"rules": {"straddle": {"seat": 3}}}, "rules.straddle"),
        ({"colour": "green"}, "colour"),
        ({"button": 0}, "button"),
        ({"button": "1"}, "button"),
        ({"seats": {}, "deal": {}, "actions": []}, "seats"),
        ({"seats": {"1": {"stack": 5}}, "deal": {}, "actions": []}, "seats"),
        ({"rules": {"blinds": []}}, "rules"),
        ({"rules": {"blinds": [10, 5]}}, "rules.blinds"),
        ({"rules": {"straddle": {"seat": 2, "amount": 20}}}, "rules.straddle"),
        ({"rules": {"kill": {"seat": 9}}}, "rules.kill"),
        ({"seats": {"1": {"stack": 0}, "2": {"stack": 5}}}, "seats.1.stack"),
        ({"seats": {"1": {"stack": 1.5}, "2": {"stack": 5}}}, "seats.1.stack"),
        ({"seats": {"1": {"chips": 5}, "2": {"stack": 5}}}, "seats.1.chips"),
        ({"seats": {"one": {"stack": 5}, "2": {"stack": 5}}}, "seats.one"),
        ({"deal": {"1": "As 2h 3d 1c"}}, "deal.1"),
        ({"deal": {"1": "As 2h 3d As"}}, "deal.1"),
        ({"deal": {"1": "As", "2": "As"}}, "deal.2"),
        ({"deal": {"7": "As"}}, "deal.7"),
        ({"deal": {"1": ["As", 5]}}, "deal.1"),
        ({"deck": "As Ks"}, "deck"),
        ({"actions": {}}, "actions"),
        ({"actions": [[1, "raise", 20], [2]]}, "actions[1]"),
        ({"actions": [[1, "limp"]]}, "actions[0]"),
        ({"actions": [[9, "fold"]]}, "actions[0]"),
        ({"actions": [[1, "raise"]]}, "actions[0]"),
        ({"actions": [[1, "raise", 20.0]]}, "actions[0]"),
        ({"actions": [[1, "raise", True]]}, "actions[0]"),
        ({"actions": [[1, "fold", 3]]}, "actions[0]"),
        ({"actions": [[1, "draw", ["Zz"]]]}, "actions[0]"),
        ({"actions": [[1, "draw", {"number": 2}]]}, "actions[0]"),
        ({"actions": [[1, "draw", {"count": -2}]]}, "actions[0].count"),
        ({"actions": ["fold"]}, "actions[0]"),
        ({"actions": [[1, ["fold"]]]}, "actions[0]"),
        ({"actions": [[1, {}, 20]]}, "actions[0]"),
    ],
)
def test_a_fault_names_its_entry(change: dict[str, Any], entry: str) -> None:
    with pytest.raises(ScriptError) as fault:
        settle({**BADUGI, **change})

    assert fault.value.entry == entry
    assert str(fault.value).startswith(entry)


@pytest.mark.parametrize("field", ["button", "seats"])
def test_a_missing_field_is_named(field: str) -> None:
    scenario = {key: value for key, value in BADUGI.items() if key != field}

    with pytest.raises(ScriptError, match=f"^{field}: is missing"):
        settle(scenario)


def test_comments_of_a_case_are_ignored() -> None:
    assert settle({**BADUGI, "id": "x", "title": "y", "why": "z", "expected": {}})["errors"] == []


def test_where_the_script_ends_early_the_result_says_what_is_awaited() -> None:
    result = settle(BADUGI)

    assert not result["finished"]
    assert result["to_act"] == 3
    assert result["legal"] == [{"do": "fold"}, {"do": "check"}, {"do": "bet", "min": 10, "max": 10}]
    assert result["pots"] == [{"amount": 45, "eligible": [1, 3], "shares": []}]
    assert result["stacks"] == {"1": 180, "2": 195, "3": 180}


def test_a_seat_draws_the_cards_that_the_script_deals_it_next() -> None:
    result = settle(BADUGI)

    drawn = [event for event in result["events"] if event["event"] == "down" and event["seat"] == 1]
    assert [event["cards"] for event in drawn] == [["As", "2h", "3d", "Kc"], ["4c"]]


def test_a_refused_action_is_reported_and_the_hand_goes_on() -> None:
    actions = [[1, "check"], [2, "call"], [1, "raise", 25], [1, "raise", 20], [2, "fold"]]
    result = settle({**BADUGI, "actions": actions})

    legal = [
        {"do": "fold"},
        {"do": "call", "to": 10, "add": 10},
        {"do": "raise", "min": 20, "max": 20},
    ]
    assert [(one["index"], one["code"], one["legal"]) for one in result["errors"]] == [
        (0, "illegal-action", legal),
        (1, "not-your-turn", legal),
        (2, "bad-amount", legal),
    ]
    assert result["to_act"] == 3


def test_an_unknown_discard_throws_cards_that_the_deal_does_not_name() -> None:
    scenario = {**BADUGI, "deal": {"1": "As 2h"}}
    scenario["actions"] = [*BADUGI["actions"][:4], [1, "draw", {"count": 2}]]
    result = settle(scenario)

    thrown = next(
        event for event in result["events"] if event["event"] == "discard" and event["seat"] == 1
    )
    assert result["errors"] == []
    assert len(thrown["cards"]) == 2
    assert not {"As", "2h"} & set(thrown["cards"])


def test_an_unknown_discard_of_a_named_card_is_a_fault() -> None:
    scenario = {**BADUGI, "deal": {"1": "As 2h 3d 4c"}}
    scenario["actions"] = [*BADUGI["actions"][:4], [1, "draw", {"count": 1}]]

    with pytest.raises(ScriptError, match=r"^actions\[4\]"):
        settle(scenario)


def test_a_deck_is_dealt_one_card_to_each_player_in_turn() -> None:
    deck = "2s 3s 4s 2h 3h 4h 2d 3d 4d 2c 3c 4c Ac Kc"
    scenario = {key: value for key, value in BADUGI.items() if key != "deal"}
    scenario |= {
        "deck": deck,
        "actions": [[1, "call"], [2, "call"], [3, "check"], [2, "draw", ["2s"]]],
    }
    result = settle(scenario)

    dealt = [event for event in result["events"] if event["event"] == "down"]
    assert [(event["seat"], event["cards"]) for event in dealt] == [
        (2, ["2s", "2h", "2d", "2c"]),
        (3, ["3s", "3h", "3d", "3c"]),
        (1, ["4s", "4h", "4d", "4c"]),
        (2, ["Kc"]),
    ]
    assert [event["card"] for event in result["events"] if event["event"] == "burn"] == ["Ac"]


def test_everything_forced_at_the_end_is_run_through() -> None:
    scenario = {
        "game": "holdem",
        "rules": {"limit": "no", "blinds": [5, 10]},
        "button": 2,
        "seats": {"1": {"stack": 50}, "2": {"stack": 80}},
        "deal": {"1": "Ah Ad", "2": "Kh Kd"},
        "board": "2c 7d 9s Jc 3h",
        "actions": [[2, "raise", 80], [1, "call"]],
    }
    result = settle(scenario)

    assert result["finished"]
    assert result["returned"] == {"2": 30}
    assert result["payouts"] == {"1": 100}
    assert result["pots"][0]["shares"][0]["hands"].keys() == {"1"}


def run(text: str, tmp_path: Any) -> Result:
    path = tmp_path / "hand.json"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(command, [str(path)])


def test_the_command_prints_one_object(tmp_path: Any) -> None:
    result = run(json.dumps(BADUGI), tmp_path)

    assert result.exit_code == 0
    assert json.loads(result.stdout)["to_act"] == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (json.dumps({**BADUGI, "button": 0}), "button: "),
        (json.dumps({**BADUGI, "game": "whist"}), "game: there is no game 'whist'"),
        (json.dumps({"button": 1}), "game: is missing"),
        ("{", "not JSON"),
        ("[]", "JSON object"),
        ('{"game": "badugi", "button": 1, "button": 2}', "button: stands twice"),
    ],
)
def test_the_command_ends_with_2_for_a_faulty_script(text: str, says: str, tmp_path: Any) -> None:
    result = run(text, tmp_path)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert says in result.stderr


def test_from_standard_input_a_faulty_line_is_answered_and_the_run_goes_on() -> None:
    lines = [json.dumps(BADUGI), json.dumps({**BADUGI, "button": 0}), "", json.dumps(BADUGI)]
    result = CliRunner().invoke(command, ["-"], input="\n".join(lines))

    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert [answer.get("to_act") for answer in answers] == [3, None, 3]
    assert answers[1]["error"]["code"] == "bad-script"
    assert answers[1]["error"]["message"].startswith("button: ")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b'{"game": "\xff"}', "this is not UTF-8 text"),
        (b'{"game": "badugi", "button": ' + b"9" * 5_000 + b"}", "at most 18 digits"),
        (json.dumps({**BADUGI, "seats": {"1": {"stack": 10**18}}}).encode(), "at most 18 digits"),
        (json.dumps({**BADUGI, "\ud800": 1}).encode(), "\ud800: is no field"),
        (json.dumps({**BADUGI, "seats": {"\ud800": {"stack": 5}}}).encode(), "seats.\ud800"),
        ('{"game": "zörk"}'.encode(), "there is no game 'zörk'"),
    ],
)
@pytest.mark.parametrize("charset", ["utf-8", "ascii"])
def test_no_line_ends_the_run_whatever_its_bytes(line: bytes, says: str, charset: str) -> None:
    lines = line + b"\n" + json.dumps(BADUGI).encode()
    result = CliRunner(charset=charset).invoke(command, ["-"], input=lines)

    answers = [json.loads(one) for one in result.stdout_bytes.splitlines()]
    assert result.exit_code == 0
    assert says in answers[0]["error"]["message"]
    assert answers[1]["to_act"] == 3


def test_a_file_that_is_no_text_is_a_fault(tmp_path: Any) -> None:
    path = tmp_path / "hand.json"
    path.write_bytes(b"\xff")
    result = CliRunner().invoke(command, [str(path)])

    assert result.exit_code == 2
    assert "this is not UTF-8 text" in result.stderr
