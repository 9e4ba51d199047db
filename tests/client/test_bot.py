"""The bot SDK's values: legal actions with their bounds, turns, and a seat's answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from greenfelt.client.bot import Action, Bot, IllegalChoice, Legal, Turn
from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots import UnknownStrategy, load_strategy, strategy_names
from greenfelt.client.plugins import Unloadable
from greenfelt.protocol.messages import (
    Act,
    Acted,
    HandBegan,
    Notice,
    Option,
    SeatView,
    Snapshot,
    Update,
)
from greenfelt.protocol.messages import Turn as Prompt

FACING_A_BET = Legal([Option("fold"), Option("call", 20, 20, 10), Option("raise", 30, 30)])
FREE = Legal([Option("fold"), Option("check"), Option("bet", 10, 10)])
DRAW = Legal([Option("draw", 0, 4)], ["As", "2h", "3d", "Kc"])


def test_what_is_allowed_can_be_asked() -> None:
    assert "raise" in FACING_A_BET
    assert "check" not in FACING_A_BET
    assert FACING_A_BET.call_cost == 10
    assert FREE.call_cost == 0
    assert FREE.wager == Option("bet", 10, 10)
    assert Legal([Option("fold"), Option("call", 1, 1, 1)]).wager is None


def test_actions_carry_what_the_server_wants() -> None:
    assert FACING_A_BET.fold() == Action("fold")
    assert FACING_A_BET.call() == Action("call")
    assert FACING_A_BET.raise_() == Action("raise", 30)
    assert FREE.bet(10) == Action("bet", 10)
    assert DRAW.draw(["Kc"]) == Action("draw", cards=("Kc",))
    assert DRAW.pat() == Action("draw")


def test_two_sizes_of_a_bet_are_both_there() -> None:
    legal = Legal([Option("check"), Option("bet", 10, 10), Option("bet", 20, 20)])
    assert (legal.bet(), legal.bet(20)) == (Action("bet", 10), Action("bet", 20))
    with pytest.raises(IllegalChoice, match=r"10\.\.10 or to 20\.\.20, not to 15"):
        legal.bet(15)


@pytest.mark.parametrize(
    ("legal", "easy", "stay", "strong", "safe"),
    [
        (FACING_A_BET, "fold", "call", "raise", "fold"),
        (FREE, "check", "check", "bet", "check"),
        (Legal([Option("fold"), Option("call", 5, 5, 5)]), "fold", "call", "call", "fold"),
        (
            Legal([Option("bring-in", 3, 3, 3), Option("complete", 10, 10)]),
            "bring-in",
            "bring-in",
            "complete",
            "bring-in",
        ),
    ],
)
def test_ways_on_that_are_always_legal(
    legal: Legal, easy: str, stay: str, strong: str, safe: str
) -> None:
    assert legal.check_or_fold().do == easy
    assert legal.check_or_call().do == stay
    assert legal.bet_or_call().do == strong
    assert legal.safe().do == safe


def test_the_safe_way_in_a_draw_is_to_keep_and_in_a_discard_to_throw_what_must_be() -> None:
    assert DRAW.safe() == Action("draw")
    assert Legal([Option("discard", 2, 2)], ["As", "2h", "3d", "Kc"]).safe() == Action(
        "discard", cards=("3d", "Kc")
    )


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (FREE.call, "call is not allowed now; allowed: fold, check, bet"),
        (FACING_A_BET.check, "check is not allowed"),
        (Legal([Option("fold")]).bet, "no bet or raise"),
        (DRAW.fold, "fold is not allowed"),
        (lambda: FREE.bet(11), "10..10, not to 11"),
        (lambda: DRAW.draw(["Qc"]), "cannot throw Qc"),
        (lambda: DRAW.draw(["As", "As"]), "cannot throw As"),
        (lambda: Legal([Option("draw", 0, 1)], ["As", "2h"]).draw(["As", "2h"]), "0 to 1 cards"),
    ],
)
def test_the_bot_is_told_at_once_what_is_not_allowed(call: Any, says: str) -> None:
    with pytest.raises(IllegalChoice) as error:
        call()
    assert says in str(error.value)


def snapshot(**changes: Any) -> Snapshot:
    fields: dict[str, Any] = {
        "table": 1,
        "version": 5,
        "name": "Oslo",
        "game": "badugi",
        "game_name": "Badugi",
        "stakes": "10/20",
        "max_seats": 6,
        "you": 2,
        "hand": 7,
        "button": 3,
        "street": 0,
        "street_name": "deal",
        "board": "",
        "pot_amounts": [],
        "pot_eligible": [],
        "seats": [
            SeatView(1, "ada", False, 200, "here", True, bet=5),
            SeatView(2, "bob", False, 300, "here", True, bet=10, count=4, down="As2h3dKc"),
            SeatView(3, "cyd", True, 400, "here", True, folded=True),
            SeatView(5, "dee", True, 400, "here", True),
        ],
        "turn": Prompt(
            2, 4, "bet", 30_000, 0, [Option("fold"), Option("check"), Option("raise", 20, 20)]
        ),
    }
    return Snapshot(**(fields | changes))


class Scripted(Bot):
    """Does what the test says, and keeps the turns it saw."""

    def __init__(self, *actions: Action) -> None:
        super().__init__(1)
        self.script = list(actions)
        self.turns: list[Turn] = []
        self.refusals: list[str] = []

    def decide(self, turn: Turn) -> Action:
        self.turns.append(turn)
        return self.script.pop(0)

    def refused(self, view: Any, action: Action, code: str) -> None:
        self.refusals.append(code)


def test_a_turn_says_what_the_seat_knows() -> None:
    bot = Scripted(Action("check"))
    BotSeat(bot, 1, "bob").receive(snapshot())
    (turn,) = bot.turns
    assert turn.cards == ("As", "2h", "3d", "Kc")
    assert (turn.game, turn.kind, turn.street, turn.pot, turn.stack) == (
        "badugi",
        "bet",
        0,
        15,
        300,
    )
    assert [seat.name for seat in turn.opponents] == ["dee", "ada"]
    assert turn.seats_after == 0, "the button folded, and seat 2 is the last before it"


def test_an_answer_names_hand_and_turn() -> None:
    seat = BotSeat(Scripted(Action("raise", 20)), 1, "bob")
    assert seat.receive(snapshot()) == Act(0, 1, 7, 4, "raise", 20)


def test_a_prompt_is_answered_once() -> None:
    bot = Scripted(Action("check"))
    seat = BotSeat(bot, 1, "bob")
    seat.receive(snapshot())
    assert seat.receive(Update(1, 6, [])) is None
    assert seat.receive(Update(1, 6, [])) is None, "and a message that came twice changes nothing"
    assert len(bot.turns) == 1


def test_a_new_picture_of_the_table_asks_again() -> None:
    seat = BotSeat(Scripted(Action("check"), Action("raise", 20)), 1, "bob")
    seat.receive(snapshot())
    assert seat.receive(snapshot()) == Act(0, 1, 7, 4, "raise", 20)


def test_a_refused_action_is_followed_by_the_safe_one_and_no_third() -> None:
    bot = Scripted(Action("bet", 999))
    seat = BotSeat(bot, 1, "bob")
    seat.receive(snapshot())
    assert seat.refused("bad-amount") == Act(0, 1, 7, 4, "check")
    assert seat.refused("bad-amount") is None
    assert bot.refusals == ["bad-amount", "bad-amount"]


def test_a_bot_that_raises_gets_the_safe_action_each_time() -> None:
    seat = BotSeat(Scripted(), 1, "bob")
    prompt = snapshot().turn
    assert prompt is not None
    for turn in (4, 5, 6):
        with pytest.raises(IndexError):
            seat.receive(snapshot(turn=msgspec.structs.replace(prompt, turn=turn)))
        assert seat.safe() == Act(0, 1, 7, turn, "check")


def test_at_a_paused_table_the_prompt_is_answered_when_play_goes_on() -> None:
    bot = Scripted(Action("check"), Action("check"))
    seat = BotSeat(bot, 1, "bob")
    first = seat.receive(snapshot())
    assert seat.refused("table-paused") is None
    assert bot.refusals == []
    prompt = snapshot().turn
    assert prompt is not None
    assert seat.receive(Update(1, 6, [Notice("resumed", ""), prompt])) == first


def test_after_the_prompt_is_gone_a_refusal_needs_no_answer() -> None:
    seat = BotSeat(Scripted(Action("check")), 1, "bob")
    seat.receive(snapshot())
    seat.receive(Update(1, 6, [Acted(2, "check")]))
    assert seat.refused("stale-action") is None


def test_a_watcher_is_never_asked() -> None:
    seat = BotSeat(Scripted(), 1, "eve")
    assert seat.receive(snapshot(you=0)) is None
    assert seat.receive(Update(1, 6, [HandBegan(8, "badugi", 1, [1, 2], [200, 300], "")])) is None


def test_names_of_strategies() -> None:
    known = strategy_names()
    assert {"steady", "solid", "flat-bettor"} <= set(known)
    for name in known:
        assert issubclass(load_strategy(name), Bot)
    with pytest.raises(UnknownStrategy, match=", ".join(known)):
        load_strategy("solidd")


def test_a_strategy_in_a_file(tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from greenfelt.client.bot import Action, Bot, Turn\n"
        "class Mine(Bot):\n"
        "    def decide(self, turn: Turn) -> Action:\n"
        "        return turn.legal.safe()\n"
    )
    assert load_strategy(str(file)).__name__ == "Mine"
    file.write_text("x = 1\n")
    with pytest.raises(UnknownStrategy, match="one subclass of Bot; found: none"):
        load_strategy(str(file))
    with pytest.raises(UnknownStrategy, match="no file"):
        load_strategy(str(tmp_path / "none.py"))


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (
            "import json\nimport nothing_like_this\n",
            "line 2, fails: ModuleNotFoundError: No module",
        ),
        ("x = 1\nclass (\n", "line 2, fails: SyntaxError: invalid syntax$"),
    ],
)
def test_a_file_whose_code_fails_is_named_with_its_line(
    tmp_path: Path, code: str, says: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(code)
    with pytest.raises(Unloadable, match=says):
        load_strategy(str(file))
