"""The rules that keep a session safe: which key acts, on which turn, and what exactly is sent."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from greenfelt.client.model import TableView
from greenfelt.client.screens.keys import PASTE, Keystroke
from greenfelt.client.screens.table import SETTLE_MS, TableScreen
from greenfelt.protocol.messages import (
    Act,
    Acted,
    AnyTableEvent,
    Choose,
    HandBegan,
    HandEnded,
    Option,
    Request,
    Say,
    Seated,
    Sit,
    SitIn,
    SitOut,
    Stack,
    StandUp,
    Straddle,
    TopUp,
    Turn,
    Update,
)

FoldInto = Callable[[TableView, list[AnyTableEvent]], Update]


class Player:
    """A screen, the clock, and what was sent."""

    def __init__(self, view: TableView) -> None:
        self.sent: list[Request] = []
        self.now = 10_000
        self.screen = TableScreen(view, self.sent.append)
        self.look()

    def look(self, for_ms: int = SETTLE_MS) -> None:
        """See what is on the screen for a while."""
        self.screen.painted(self.now)
        self.now += for_ms

    def press(self, *keys: str) -> None:
        for key in keys:
            self.screen.press(Keystroke(key, key if len(key) == 1 else ""), self.now)
            self.look()

    @property
    def shown(self) -> list[str]:
        return [label for _, label in self.screen.doing().offered]


def act(turn: int, do: str, amount: int = 0, cards: str = "") -> Act:
    return Act(0, 1, 1284, turn, do, amount, cards)


def test_a_key_sends_exactly_what_it_shows(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    assert player.shown == ["fold", "call 20", "raise to 60"]
    player.press("r")
    assert player.sent == [act(12, "raise", 60)]


@pytest.mark.parametrize(("key", "do"), [("f", "fold"), ("c", "call"), ("C", "call")])
def test_fold_and_call(bet_turn: TableView, key: str, do: str) -> None:
    player = Player(bet_turn)
    player.press(key)
    assert player.sent == [act(12, do)]


def test_one_answer_per_turn(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("c", "c", "r", "f")
    assert player.sent == [act(12, "call")]
    assert player.shown == []
    assert player.screen.doing().sent


def test_a_key_before_the_turn_is_not_kept(watching: TableView, fold_into: FoldInto) -> None:
    watching.you = 2
    player = Player(watching)
    player.press("c", "f")
    options = [Option("fold"), Option("check")]
    player.screen.changed(fold_into(watching, [Turn(2, 9, "bet", 1000, 0, options)]))
    player.look()
    assert player.sent == []


def test_a_key_typed_ahead_of_a_later_turn_does_nothing(
    bet_turn: TableView, fold_into: FoldInto
) -> None:
    player = Player(bet_turn)
    player.press("c")
    again = [
        Acted(2, "call", 40, 20),
        Turn(2, 13, "bet", 20_000, 0, [Option("fold"), Option("call", 80, 0, 40)]),
    ]
    player.screen.changed(fold_into(bet_turn, again))
    player.screen.press(Keystroke("c", "c"), player.now)  # not painted yet
    player.look(SETTLE_MS - 1)
    player.screen.press(Keystroke("c", "c"), player.now)  # painted a moment ago
    assert player.sent == [act(12, "call")]
    player.now += 1
    player.press("c")
    assert player.sent[1:] == [act(13, "call")]


def test_keys_that_come_together_do_not_act(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.screen.press(Keystroke("f", "f", alone=False), player.now)
    assert player.sent == []
    assert player.screen.notice


def test_a_refused_action_opens_the_prompt_again(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("r")
    player.screen.refused(player.sent[0], "the cap is reached")
    assert player.screen.doing().notice == "the cap is reached"
    assert player.screen.doing().alert
    player.press("c")
    assert player.sent[1:] == [act(12, "call")]


def test_folding_for_nothing_is_asked_about(board_game: TableView) -> None:
    player = Player(board_game)
    player.press("f")
    assert player.sent == []
    assert "check" in player.screen.doing().question
    player.press("n")
    assert player.sent == []
    player.press("f", "y")
    assert player.sent == [Act(0, 3, 4000, 14, "fold")]


def test_a_pressed_twice_fold_is_not_confirmed_by_the_second(board_game: TableView) -> None:
    player = Player(board_game)
    player.press("f", "f")
    assert player.sent == []


def test_an_amount_is_typed_and_confirmed(board_game: TableView) -> None:
    player = Player(board_game)
    player.press("b", *"125")
    assert "bet 125" in player.shown
    player.press("c-m")
    assert player.sent == [Act(0, 3, 4000, 14, "bet", 125)]


@pytest.mark.parametrize("typed", ["", "9", "1002", "0", "99999999999999"])
def test_an_amount_that_is_not_allowed_cannot_be_sent(board_game: TableView, typed: str) -> None:
    player = Player(board_game)
    player.press("b", *typed, "c-m")
    assert player.sent == []
    assert "not allowed" in player.shown


@pytest.mark.parametrize(("key", "amount"), [("n", 10), ("p", 180), ("h", 90), ("x", 1001)])
def test_shortcuts_of_the_amount(board_game: TableView, key: str, amount: int) -> None:
    player = Player(board_game)
    player.press("b", key, "c-m")
    assert player.sent == [Act(0, 3, 4000, 14, "bet", amount)]


def test_escape_calls_an_amount_off(board_game: TableView) -> None:
    player = Player(board_game)
    player.press("b", "5", "0", "escape")
    assert player.screen.question is None
    assert player.sent == []
    assert "bet 10..1,001" in player.shown


def test_an_unfinished_amount_goes_with_its_turn(
    board_game: TableView, fold_into: FoldInto
) -> None:
    player = Player(board_game)
    player.press("b", "5", "0")
    timed_out: list[AnyTableEvent] = [Acted(1, "check"), Turn(2, 15, "bet", 10_000, 0)]
    player.screen.changed(fold_into(board_game, timed_out))
    assert player.screen.question is None
    assert "nothing was sent" in player.screen.notice
    player.press("c-m")
    assert player.sent == []


def test_cards_are_lifted_and_thrown(draw_turn: TableView) -> None:
    player = Player(draw_turn)
    player.press("4", "1", "1")
    assert player.screen.doing().lifted == {3}
    assert "draw 1" in player.shown
    player.press(" ")
    assert player.sent == [act(8, "draw", cards="Kd")]


def test_cards_go_in_the_order_of_the_hand(draw_turn: TableView) -> None:
    player = Player(draw_turn)
    player.press("4", "2", " ")
    assert player.sent == [act(8, "draw", cards="3hKd")]


def test_space_without_lifted_cards_does_nothing(draw_turn: TableView) -> None:
    player = Player(draw_turn)
    player.press(" ")
    assert player.sent == []
    assert "P stands pat" in player.screen.doing().notice


def test_p_stands_pat(draw_turn: TableView) -> None:
    player = Player(draw_turn)
    player.press("p")
    assert player.sent == [act(8, "draw")]


def test_p_with_lifted_cards_asks(draw_turn: TableView) -> None:
    player = Player(draw_turn)
    player.press("4", "p")
    assert player.sent == []
    player.press("y")
    assert player.sent == [act(8, "draw")]


def test_no_more_cards_than_allowed_are_lifted(draw_turn: TableView, fold_into: FoldInto) -> None:
    fold_into(draw_turn, [Turn(2, 9, "discard", 20_000, 0, [Option("discard", 1, 1)])])
    player = Player(draw_turn)
    player.press("1", "2")
    assert player.screen.doing().lifted == {0}
    assert "at most 1" in player.screen.doing().notice
    player.press("p")
    assert player.sent == []
    player.press(" ")
    assert player.sent == [act(9, "discard", cards="As")]


def test_lifted_cards_are_put_back_when_the_turn_passes(
    draw_turn: TableView, fold_into: FoldInto
) -> None:
    player = Player(draw_turn)
    player.press("1", "2")
    player.screen.changed(fold_into(draw_turn, [Turn(3, 9, "draw", 1000, 0)]))
    assert player.screen.doing().lifted == frozenset()


@pytest.mark.parametrize("key", ["0", "5", "9"])
def test_a_digit_without_a_card_lifts_nothing(draw_turn: TableView, key: str) -> None:
    player = Player(draw_turn)
    player.press(key)
    assert player.screen.doing().lifted == frozenset()


def test_chat_is_written_and_sent(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("c-m", *"fold call", "c-m")
    assert player.sent == [Say(0, 1, "fold call")]
    assert not player.screen.chatting


def test_a_slash_begins_an_order_and_no_talk(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press(*"/out big", "c-m")
    assert player.sent == [SitOut(0, 1, at_big_blind=True)]
    player.press(*"/nosuch", "c-m")
    assert len(player.sent) == 1, "what is no order is not said to the table either"
    assert player.screen.notice.startswith("orders: ")


def test_a_slash_leaves_what_was_written_as_it_was(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("c-m", *"nice", "escape", "/", *" one", "c-m")
    assert player.sent == [Say(0, 1, "nice one")]


def test_escape_keeps_what_was_written(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("c-m", *"nice", "escape", "c-m", *" one", "c-m")
    assert player.sent == [Say(0, 1, "nice one")]


@pytest.mark.parametrize("chatting", [False, True])
def test_a_paste_is_at_most_one_message_and_never_an_action(
    bet_turn: TableView, chatting: bool
) -> None:
    player = Player(bet_turn)
    player.screen.chatting = chatting
    player.screen.press(Keystroke(PASTE, "hi\n/fold\n", alone=False), player.now)
    assert player.sent == []
    player.press("c-m")
    assert player.sent == [Say(0, 1, "hi /fold")]


def test_pasted_digits_do_not_confirm_an_amount(board_game: TableView) -> None:
    player = Player(board_game)
    player.press("b")
    player.screen.press(Keystroke(PASTE, "1,00\n", alone=False), player.now)
    assert player.sent == []
    assert "bet 100" in player.shown


def test_sitting_down_asks_for_a_buy_in_in_range(watching: TableView) -> None:
    player = Player(watching)
    player.press("f4")
    assert "200..1,000" in player.screen.doing().question
    player.press("n", "c-m")
    assert player.sent == [Sit(0, 1, 200)]


def test_f4_sits_out_and_in(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("f4")
    bet_turn.seats[2].state = "out"
    player.press("f4")
    assert player.sent == [SitOut(0, 1), SitIn(0, 1)]


def test_leaving_the_seat_is_asked_about(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("f6")
    assert "give up this hand" in player.screen.doing().question
    player.press("y")
    assert player.sent == [StandUp(0, 1)]


def test_chips_are_added_up_to_the_limit(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("f5", "x", "c-m")
    assert player.sent == [TopUp(0, 1, 5)]
    bet_turn.seats[2].stack = 1000
    player.press("f5")
    assert player.screen.question is None


def test_what_the_player_is_up_counts_buy_ins(watching: TableView, fold_into: FoldInto) -> None:
    player = Player(watching)
    del watching.seats[2]

    def happens(*events: AnyTableEvent) -> int | None:
        player.screen.changed(fold_into(watching, list(events)))
        return player.screen.doing().net

    assert player.screen.doing().net is None
    assert happens(Seated(2, "anna", 500)) == 0
    assert happens(HandBegan(1285, "badugi", 4, [2, 3], [500, 880], "")) == 0
    assert happens(Acted(2, "bet", 20, 20)) == 0, "chips in a pot are not lost yet"
    assert happens(HandEnded(1285, [470, 910])) == -30
    assert happens(Stack(2, 700)) == -30
    assert happens(HandBegan(1286, "badugi", 4, [2, 3], [700, 910], "")) == -30
    assert happens(HandEnded(1286, [800, 810])) == 70


def test_the_log_scrolls_back_and_forth(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("pageup", "pageup", "pagedown")
    assert player.screen.doing().back == 3
    player.press("pagedown", "pagedown")
    assert player.screen.doing().back == 0


def test_posting_straddling_and_choosing_a_game(bet_turn: TableView) -> None:
    bet_turn.seats[2].in_hand = False
    player = Player(bet_turn)
    player.press("f7", "f8", "f8", "f9", *"razz", "c-m")
    assert player.sent == [
        SitIn(0, 1, post=True),
        Straddle(0, 1, True),
        Straddle(0, 1, False),
        Choose(0, 1, "razz"),
    ]


def test_whoever_is_in_the_hand_has_nothing_to_post(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("f7")
    assert player.sent == []
    assert "nothing to post" in player.screen.notice


@pytest.mark.parametrize("key", ["f5", "f6", "f7", "f8", "f9"])
def test_a_watcher_is_told_that_he_has_no_seat(watching: TableView, key: str) -> None:
    player = Player(watching)
    player.press(key)
    assert player.sent == []
    assert player.screen.question is None
    assert player.screen.notice


def test_whoever_has_no_chips_is_asked_for_a_whole_buy_in(showdown: TableView) -> None:
    showdown.seats[2].stack = 0
    player = Player(showdown)
    player.press("f4")
    assert "200..1,000" in player.screen.doing().question
    player.press("n", *"200", "c-m")
    assert player.sent == [TopUp(0, 1, 200)]


def test_a_refused_straddle_is_asked_for_again(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("f8")
    player.screen.refused(player.sent[0], "straddles are not allowed here")
    player.press("f8")
    assert player.sent == [Straddle(0, 1, True), Straddle(0, 1, True)]


def test_whoever_writes_when_his_turn_comes_is_told_how_to_act(bet_turn: TableView) -> None:
    player = Player(bet_turn)
    player.press("/", "c")
    assert player.sent == []
    assert player.shown[0] == "stop writing, to act"
    player.press("escape", "c")
    assert player.sent == [act(12, "call")]
