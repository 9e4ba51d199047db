"""The table view: what each message does to it, and which messages it will not take."""

from __future__ import annotations

from typing import Any

import pytest

from greenfelt.client.model import Folded, TableView
from greenfelt.protocol.messages import (
    Acted,
    AnyTableEvent,
    Chat,
    Coming,
    Dealt,
    Drew,
    HandBegan,
    HandEnded,
    Leg,
    Mucked,
    Notice,
    Option,
    Posted,
    Pots,
    Presence,
    Returned,
    Seated,
    SeatView,
    Shown,
    Snapshot,
    Stack,
    Stood,
    Street,
    Turn,
    Update,
    Voided,
    Waiters,
    Won,
)


def snapshot(version: int = 1, **changes: Any) -> Snapshot:
    fields: dict[str, Any] = {
        "table": 1,
        "version": version,
        "name": "Oslo",
        "game": "badugi",
        "game_name": "Badugi",
        "stakes": "10/20",
        "max_seats": 6,
        "you": 2,
        "hand": 0,
        "button": 1,
        "street": -1,
        "street_name": "",
        "board": "",
        "pot_amounts": [],
        "pot_eligible": [],
        "seats": [
            SeatView(1, "ada", False, 200, "here"),
            SeatView(2, "bob", False, 300, "here"),
            SeatView(3, "cyd", True, 400, "here"),
        ],
    }
    return Snapshot(**(fields | changes))


def view_at(*events: AnyTableEvent, me: str = "bob") -> TableView:
    view = TableView(1, me=me)
    assert view.fold(snapshot()) is Folded.APPLIED
    for version, event in enumerate(events, 2):
        assert view.fold(Update(1, version, [event])) is Folded.APPLIED
    return view


BEGUN: list[AnyTableEvent] = [
    HandBegan(7, "badugi", 1, [1, 2, 3], [200, 300, 400], "10/20"),
    Posted(2, "small-blind", 5),
    Posted(3, "big-blind", 10),
    Street(0, "deal"),
    Dealt(1, 4),
    Dealt(2, 4, "As2h3d4c"),
    Dealt(3, 4),
]


def test_updates_before_any_snapshot_ask_for_one() -> None:
    assert TableView(1).fold(Update(1, 5, [])) is Folded.GAP


def test_an_update_that_skips_a_version_is_a_gap_and_changes_nothing() -> None:
    view = view_at()
    assert view.fold(Update(1, 9, [Stack(1, 999)], steps=1)) is Folded.GAP
    assert (view.version, view.seats[1].stack) == (1, 200)


def test_an_update_that_came_already_changes_nothing() -> None:
    view = view_at(Stack(1, 250))
    assert view.fold(Update(1, 2, [Stack(1, 999)])) is Folded.STALE
    assert view.seats[1].stack == 250


def test_an_aside_is_shown_and_leaves_the_version_as_it_is() -> None:
    view = view_at()
    aside = Update(1, 1, [Notice("paused", "play is paused")], steps=0)
    assert view.fold(aside) is Folded.APPLIED
    assert (view.version, view.log[-1].text) == (1, "play is paused")
    view.fold(Update(1, 2, [], steps=1))
    assert view.fold(aside) is Folded.STALE


def test_a_late_snapshot_of_the_hand_before_is_ignored() -> None:
    view = view_at(*BEGUN)
    late = snapshot(3, hand=6, seats=[SeatView(2, "bob", False, 300, "here", down="KsQsJsTs")])
    assert view.fold(late) is Folded.STALE
    assert view.own is not None
    assert view.own.down == ["As", "2h", "3d", "4c"]


def test_after_a_new_connection_any_snapshot_counts() -> None:
    view = view_at(*BEGUN)
    view.expect_snapshot()
    assert view.fold(snapshot(2, hand=6)) is Folded.APPLIED
    assert (view.version, view.hand) == (2, 6)


def test_a_message_of_another_table_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="table 2"):
        view_at().fold(Update(2, 2, []))


def test_blinds_leave_the_stack_and_stand_before_the_seat() -> None:
    view = view_at(*BEGUN)
    assert [(s.stack, s.bet) for s in view.seats.values()] == [(200, 0), (295, 5), (390, 10)]
    assert view.pot == 15


@pytest.mark.parametrize("kind", ["ante", "bb-ante", "dead"])
def test_dead_posts_go_to_the_pot_and_are_no_bet(kind: str) -> None:
    view = view_at(BEGUN[0], Posted(1, kind, 5))
    assert (view.seats[1].bet, view.pot) == (0, 5)


def test_own_cards_are_seen_and_the_others_are_counted() -> None:
    view = view_at(*BEGUN)
    assert view.own is not None
    assert view.own.down == ["As", "2h", "3d", "4c"]
    assert (view.seats[1].down, view.seats[1].count) == ([], 4)


def test_a_round_of_betting() -> None:
    view = view_at(
        *BEGUN,
        Turn(1, 1, "bet", 30_000, 0),
        Acted(1, "raise", 20, 20),
        Acted(2, "fold"),
        Acted(3, "call", 20, 10),
    )
    assert view.raises == 1
    assert view.seats[1].last == "raise 20"
    assert [s.seat for s in view.live_seats] == [1, 3]
    assert view.pot == 45
    view.fold(Update(1, 20, [Pots([45], [[1, 3]]), Street(1, "first draw")]))
    assert (view.pot, view.seats[1].bet, view.raises, view.street) == (45, 0, 0, 1)
    assert view.pots[0].eligible == [1, 3]


def test_a_draw_throws_cards_and_counts_them() -> None:
    view = view_at(
        *BEGUN,
        Turn(2, 3, "draw", 30_000, 0),
        Drew(2, 2, "3d4c"),
        Dealt(2, 2, "KcKd"),
        Drew(3, 0),
    )
    assert view.own is not None
    assert view.own.down == ["As", "2h", "Kc", "Kd"]
    assert (view.own.draws, view.own.count, view.discarded) == ([2], 4, ["3d", "4c"])
    assert (view.seats[3].draws, view.seats[3].last) == ([0], "pat")


def test_the_clock_counts_from_when_the_prompt_came() -> None:
    view = view_at(*BEGUN)
    turn = Turn(2, 1, "bet", 30_000, 10_000, [Option("fold"), Option("call", 10, 10, 5)])
    view.fold(Update(1, 30, [turn]), now_ms=1_000)
    assert view.my_turn
    assert [option.do for option in view.options] == ["fold", "call"]
    assert view.clock_left_ms(11_000) == 20_000
    assert (view.clock_left_ms(36_000), view.bank_left_ms(36_000)) == (0, 5_000)
    view.fold(Update(1, 31, [Acted(2, "call", 10, 5)]), now_ms=5_000)
    assert not view.options


def test_showdown_and_the_end_of_a_hand_stay_seen_until_the_next() -> None:
    view = view_at(
        *BEGUN,
        Pots([30], [[1, 2, 3]]),
        Shown(2, "As2h3d4c", "4-3-2-A badugi"),
        Mucked(3),
        Won(0, "badugi", 2, 30, "4-3-2-A badugi"),
        HandEnded(7, [190, 320, 390]),
    )
    assert view.hand_over
    assert view.own is not None
    assert (view.own.stack, view.own.won, view.own.makes) == (320, 30, "4-3-2-A badugi")
    assert (view.pot, view.street) == (0, -1)
    view.fold(Update(1, 40, [HandBegan(8, "badugi", 2, [2, 3], [320, 390], "10/20")]))
    assert (view.own.down, view.own.shown, view.own.won) == ([], [], 0)
    assert not view.seats[1].in_hand


def test_an_uncalled_bet_goes_back() -> None:
    view = view_at(*BEGUN, Acted(3, "raise", 20, 10), Acted(2, "fold"), Returned(3, 15))
    assert (view.seats[3].stack, view.seats[3].bet, view.pot) == (395, 5, 10)


def test_people_come_and_go() -> None:
    view = view_at(
        Stood(2, "bob", ""),
        Seated(4, "dee", 500, True),
        Seated(5, "bob", 100),
        Presence(1, "away"),
        Chat("ada", "hello"),
    )
    assert (view.you, sorted(view.seats)) == (5, [1, 3, 4, 5])
    assert (view.seats[4].bot, view.seats[1].state) == (True, "away")


def test_the_log_says_it_in_words() -> None:
    view = view_at(*BEGUN, Acted(1, "raise", 20, 20), Drew(3, 0), Chat("ada", "nice"))
    texts = [line.text for line in view.log]
    assert texts == [
        "Hand 7: badugi, 10/20, button at seat 1",
        "you post the small blind of 5",
        "cyd posts the big blind of 10",
        "deal",
        "you are dealt As 2h 3d 4c",
        "ada raises to 20",
        "cyd stands pat",
        "ada: nice",
    ]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Posted(2, "ante", 2), "you ante 2"),
        (Posted(2, "straddle", 20), "you straddle 20"),
        (Acted(2, "fold"), "you fold"),
        (Acted(2, "call", 20, 20, all_in=True), "you call 20 and are all-in"),
        (Acted(2, "bring-in", 3, 3), "you bring in for 3"),
        (Drew(2, 1, "4c"), "you draw 1 (4c)"),
        (Drew(2, 0), "you stand pat"),
        (Returned(2, 10), "10 returned to you"),
        (Shown(2, "As2h3d4c", "4-3-2-A badugi"), "you show As 2h 3d 4c: 4-3-2-A badugi"),
        (Mucked(2), "you muck"),
        (Won(0, "badugi", 2, 40, ""), "you win 40"),
        (Presence(2, "here"), "you are back"),
        (Presence(2, "out"), "you sit out"),
    ],
)
def test_a_player_is_told_of_himself_as_you(event: AnyTableEvent, said: str) -> None:
    assert view_at(*BEGUN, event).log[-1].text == said


def test_a_watcher_is_nobody_of_the_table() -> None:
    view = TableView(1)
    view.fold(Snapshot(1, 1, "", "badugi", "", "", 2, 0, 0, 0, -1, "", "", [], [], []))
    view.fold(Update(1, 2, [Acted(1, "fold")]))
    assert view.log[-1].text == "seat 1 folds"


def test_the_log_writes_amounts_as_the_seats_do() -> None:
    view = view_at(
        *BEGUN, Acted(1, "raise", 2000, 1995), Returned(1, 1000), Won(0, "badugi", 1, 1020, "")
    )
    assert [line.text for line in view.log][-3:] == [
        "ada raises to 2,000",
        "1,000 returned to ada",
        "ada wins 1,020",
    ]


@pytest.mark.parametrize(("game", "said"), [("badugi", "wins 50"), ("badacey", "wins 50 (low)")])
def test_a_share_is_named_where_a_pot_has_several(game: str, said: str) -> None:
    view = TableView(1)
    view.fold(Snapshot(1, 1, "", game, "", "", 2, 0, 0, 0, -1, "", "", [], [], []))
    view.fold(Update(1, 2, [Won(0, "low", 1, 50, "number one")]))
    assert view.log[-1].text == f"seat 1 {said} with number one"


def test_a_snapshot_amid_a_hand_says_everything_needed_to_act() -> None:
    turn = Turn(2, 4, "draw", 9_000, 0, [Option("draw", 0, 4)])
    seats = [
        SeatView(1, "ada", False, 180, "here", True, True),
        SeatView(2, "bob", False, 280, "here", True, False, False, 0, 4, "As2h3d4c", "", [1]),
        SeatView(3, "cyd", True, 380, "away", True, False, False, 0, 4, "", "", [2]),
    ]
    view = TableView(1, me="bob")
    view.fold(
        snapshot(
            50, hand=9, street=2, pot_amounts=[60], pot_eligible=[[2, 3]], seats=seats, turn=turn
        ),
        now_ms=100,
    )
    assert view.my_turn
    assert view.pot == 60
    assert view.own is not None
    assert (view.own.down, view.own.draws) == (["As", "2h", "3d", "4c"], [1])
    assert not view.hand_over


def test_blinds_stay_in_front_of_their_seats_when_the_first_street_begins() -> None:
    view = TableView(1)
    view.fold(Snapshot(1, 1, "", "badugi", "", "", 2, 0, 0, 0, -1, "", "", [], [], []))
    began = [
        HandBegan(1, "badugi", 1, [1, 2], [100, 100], ""),
        Posted(1, "small-blind", 5),
        Posted(2, "big-blind", 10),
        Street(0, "before the draw"),
    ]
    view.fold(Update(1, 2, began))
    assert [view.seats[1].bet, view.seats[2].bet, view.pot] == [5, 10, 15]
    view.fold(Update(1, 3, [Street(1, "first draw")]))
    assert [view.seats[1].bet, view.seats[2].bet, view.pot] == [0, 0, 15]


def test_a_discard_is_not_called_a_draw_in_the_log() -> None:
    view = TableView(1)
    view.fold(Snapshot(1, 1, "", "superstud8", "", "", 2, 0, 0, 0, -1, "", "", [], [], []))
    view.fold(
        Update(
            1, 2, [Turn(1, 1, "discard", 0, 0), Drew(1, 2), Turn(2, 2, "draw", 0, 0), Drew(2, 2)]
        )
    )
    assert [line.text for line in view.log] == ["seat 1 discards 2", "seat 2 draws 2"]


def test_the_name_of_a_game_goes_when_another_game_is_dealt() -> None:
    view = TableView(1)
    view.fold(Snapshot(1, 1, "", "badugi", "Badugi", "", 2, 0, 0, 0, -1, "", "", [], [], []))
    view.fold(Update(1, 2, [HandBegan(1, "badugi", 1, [], [], "")]))
    assert view.game_name == "Badugi"
    view.fold(Update(1, 3, [HandBegan(2, "razz", 1, [], [], "")]))
    assert (view.game, view.game_name) == ("razz", "")


class TestNewsOfTheTable:
    def test_legs_kills_and_what_comes_are_known(self) -> None:
        view = view_at(Leg(2, True), Coming("razz", "Razz", "20/40 fixed", 2, 1, "Stud"))
        assert (view.leg, view.kill) == (2, True)
        assert view.coming is not None
        assert view.coming.game_name == "Razz"
        assert view.log[-1].text == "next: 20/40 fixed; you kill"

    def test_a_game_that_ends_is_told_with_what_follows(self) -> None:
        view = view_at(Coming("razz", "Razz", "10/20 fixed", 0, 1, "Seven-card Stud"))
        assert view.log[-1].text == "next: the last hand of Razz; then Seven-card Stud"
        assert not view_at(Coming("razz", "Razz", "10/20 fixed", 0, 3, "Seven-card Stud")).log

    def test_a_voided_hand_leaves_nothing_behind(self) -> None:
        view = view_at(*BEGUN, Voided(7, [1, 2, 3], [200, 300, 400], "a fault"))
        assert view.hand_over
        assert view.pot == 0
        assert view.turn is None
        assert [view.seats[number].stack for number in (1, 2, 3)] == [200, 300, 400]
        assert all(not seat.down and not seat.in_hand for seat in view.seats.values())
        assert view.log[-1].text == "hand 7 is void (a fault): all chips are back"

    def test_who_waits_and_pauses_and_closing_are_known(self) -> None:
        view = view_at(Waiters(["Eve"]), Notice("paused", "lunch"), Notice("closing", "late"))
        assert (view.waiting, view.paused, view.closing) == (["Eve"], "lunch", "late")
        view = view_at(
            Notice("paused", "lunch"), Notice("resumed", "on"), Notice("reopened", "open")
        )
        assert (view.paused, view.closing) == ("", "")

    def test_a_table_without_a_past_is_known_at_version_nothing(self) -> None:
        view = TableView(1)
        assert view.fold(Update(1, 1, [], 1)) is Folded.GAP
        assert view.fold(snapshot(version=0)) is Folded.APPLIED
        assert view.fold(Update(1, 1, [], 1)) is Folded.APPLIED


def test_whole_times_and_the_seats_of_a_single_pot_need_not_be_told() -> None:
    view = TableView(1, me="bob")
    view.fold(snapshot(turn_ms=30_000, draw_ms=20_000, bank_ms=10_000))
    events = [*BEGUN, Acted(1, "fold"), Pots([15]), Turn(2, 1, "draw")]
    view.fold(Update(1, 2, events))
    assert view.turn is not None
    assert (view.turn.clock_ms, view.turn.bank_ms) == (20_000, 10_000)
    assert [(pot.amount, pot.eligible) for pot in view.pots] == [(15, [2, 3])]
