"""When hands begin, who is dealt in, and who posts what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from greenfelt.server.engine.events import HandStarted
from greenfelt.server.engine.rules import Rules
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as ev
from greenfelt.server.tables.config import Clocks, TableConfig
from greenfelt.server.tables.errors import BadChoice
from greenfelt.server.tables.rotation import Game, Rotation

Make = Callable[..., Any]


def test_a_hand_begins_by_itself_once_two_can_play(driver: Make) -> None:
    at = driver()
    at.sit("ann")
    assert at.timers == {}
    at.sit("bob")
    assert at.timers["start"].at_ms == at.now + 3_000
    at.deal()
    assert at.to_act


def test_who_comes_restarts_the_countdown_only_so_often(driver: Make) -> None:
    """Case 71: coming and going must not keep a game from starting."""
    at = driver(clocks=Clocks(start_ms=3_000, start_restarts=2))
    at.sit("ann", "bob")
    for _ in range(5):
        at.now += 1_000
        at.sit("cat")
        at.do(cmd.StandUp("cat"))
    assert at.timers["start"].at_ms == 1_000_000 + 2_000 + 3_000


def test_a_start_without_players_waits_for_them(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob")
    at.do(cmd.SitOut("bob"))
    at.fire("start")
    assert not at.table.state.running
    at.do(cmd.SitIn("bob"))
    at.deal()


def test_a_stale_start_token_does_nothing(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob")
    token = at.timers["start"].token
    at.now += 1_000
    at.sit("cat")
    assert at.do(cmd.TimerFired(token)).events == []
    at.deal()
    assert at.do(cmd.TimerFired(token)).events == []


def test_the_next_hand_begins_after_the_pause(driver: Make) -> None:
    at = driver(clocks=Clocks(pause_ms=4_000))
    at.sit("ann", "bob")
    at.deal()
    at.fold_round()
    assert at.timers["start"].at_ms == at.now + 4_000
    at.deal()
    assert at.table.state.hand == 2


def test_the_first_button_is_drawn_by_high_card_and_the_deck_is_fresh(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    (drawn,) = at.happened(ev.ButtonDrawn)
    assert drawn.seats == (1, 2, 3)
    best = max(drawn.cards)
    assert drawn.button == drawn.seats[drawn.cards.index(best)] == at.hand.setup.button
    assert len(at.hand.order) == 52


def test_the_first_button_may_be_at_the_dealers_right(driver: Make, config: Make) -> None:
    at = driver(config(rules=Rules(first_button="dealer_right")))
    at.sit("ann", "bob", "cat")
    at.deal()
    assert at.hand.setup.button == 3


def test_the_button_moves_each_hand(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    buttons = []
    for _ in range(4):
        at.deal()
        buttons.append(at.hand.setup.button)
        at.fold_round()
    assert [b % 3 + 1 for b in buttons[:-1]] == buttons[1:]


def test_coming_down_to_two_nobody_has_the_big_blind_twice(driver: Make) -> None:
    """Case 5: the button has the small blind and acts first before the draw, last after it."""
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    big = at.hand.setup.blind_seats[-1]
    button = at.hand.setup.button
    at.do(cmd.SitOut(at.account(button)))
    at.fold_round()
    at.deal()
    assert at.hand.setup.blind_seats[-1] != big
    assert at.hand.setup.button == at.hand.setup.blind_seats[0] == big == at.to_act
    at.cheaply()
    at.cheaply()
    assert at.hand.turn_kind == "draw"
    assert at.to_act != at.hand.setup.button


def test_a_newcomer_waits_for_the_big_blind(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    at.sit("dan")
    for _ in range(8):
        at.fold_round()
        at.deal()
        if at.hand.is_live(4):
            break
    assert at.hand.setup.blind_seats[-1] == 4
    assert at.posted()[-1] == (4, "big-blind", 10)
    assert not at.seat_of("dan").new


def test_a_newcomer_who_posts_is_in_sooner_with_one_live_blind(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat")
    at.deal()
    at.sit("dan", post=True)
    hands = 0
    while not at.hand.setup.posts:
        at.fold_round()
        at.deal()
        hands += 1
    assert hands <= 2
    assert (4, "live", 10) in at.posted()
    assert at.hand.by_seat[4].bet == 10


def test_at_a_friendly_table_newcomers_are_dealt_in_free(driver: Make) -> None:
    at = driver(newcomers="free")
    at.sit("ann", "bob", "cat")
    at.deal()
    at.sit("dan")
    at.fold_round()
    at.deal()
    assert at.hand.is_live(4)
    assert at.hand.setup.posts == ()


def miss(at: Any, account: str, *, until: Callable[[Any], bool]) -> None:
    """Sit an account out until its seat owes what ``until`` says."""
    at.do(cmd.SitOut(account))
    for _ in range(12):
        at.fold_round()
        at.deal()
        if until(at.seat_of(account)):
            return
    raise AssertionError("the blinds never passed")


def test_missed_blinds_are_posted_one_live_the_rest_dead(driver: Make) -> None:
    """S14: both missed at 5/10: 10 live, 5 dead."""
    at = driver()
    at.sit("ann", "bob", "cat", "dan")
    at.deal()
    miss(at, "dan", until=lambda seat: seat.owes_small and seat.owes_big)
    at.do(cmd.SitIn("dan", post=True))
    for _ in range(4):
        at.fold_round()
        at.deal()
        if at.hand.is_live(4):
            break
    assert {post for post in at.posted() if post[0] == 4} == {(4, "live", 10), (4, "dead", 5)}
    assert at.seat_of("dan").regular


def test_who_missed_the_small_blind_alone_owes_that_dead(driver: Make) -> None:
    """Case 24: big blind posted, then sat out for the small one only."""
    at = driver()
    at.sit("ann", "bob", "cat", "dan")
    at.deal()
    while at.hand.setup.blind_seats[-1] != 4:
        at.fold_round()
        at.deal()
    miss(at, "dan", until=lambda seat: seat.owes_small)
    assert not at.seat_of("dan").owes_big
    at.do(cmd.SitIn("dan", post=True))
    for _ in range(3):
        at.fold_round()
        at.deal()
        if at.hand.is_live(4):
            break
    assert [post for post in at.posted() if post[0] == 4] == [(4, "dead", 5)]


def test_missed_blinds_may_be_waited_out(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat", "dan")
    at.deal()
    miss(at, "dan", until=lambda seat: seat.owes_big)
    at.do(cmd.SitIn("dan"))
    for _ in range(8):
        at.fold_round()
        at.deal()
        if at.hand.is_live(4):
            break
    assert at.hand.setup.blind_seats[-1] == 4
    assert at.hand.setup.posts == ()
    assert at.seat_of("dan").regular


def test_who_sits_out_between_the_blinds_owes_nothing(driver: Make) -> None:
    at = driver()
    at.sit("ann", "bob", "cat", "dan")
    at.deal()
    while at.hand.setup.button != 4:
        at.fold_round()
        at.deal()
    at.do(cmd.SitOut("dan"))
    at.fold_round()
    at.deal()
    assert not at.hand.is_live(4)
    at.do(cmd.SitIn("dan"))
    at.fold_round()
    at.deal()
    assert at.hand.is_live(4)
    assert at.hand.setup.posts == ()


def test_a_new_game_forgets_debts_and_draws_again(driver: Make) -> None:
    """When nobody who plays is left, those who come start a new game with a new draw."""
    at = driver()
    at.sit("ann", "bob")
    at.deal()
    at.do(cmd.StandUp("ann"))
    at.do(cmd.StandUp("bob"))
    at.sit("cat", "dan")
    at.deal()
    assert len(at.happened(ev.ButtonDrawn)) == 2
    assert len(at.hand.setup.stacks) == 2


def test_a_standing_wish_to_straddle_is_kept(driver: Make, config: Make) -> None:
    at = driver(config(rules=Rules(straddle="utg")))
    at.sit("ann", "bob", "cat", "dan")
    for account in ("ann", "bob", "cat", "dan"):
        at.do(cmd.WishStraddle(account, True))
    at.deal()
    big = at.hand.setup.blind_seats[-1]
    assert at.hand.setup.straddle.seat == big % 4 + 1
    assert at.hand.setup.straddle.amount == 20
    assert at.posted()[-1] == (big % 4 + 1, "straddle", 20)


def test_a_newcomers_post_is_part_of_his_straddle(driver: Make, config: Make) -> None:
    at = driver(config(rules=Rules(straddle="mississippi")))
    at.sit("ann", "bob", "cat", "dan")
    at.deal()
    at.fold_round()
    at.sit("eve", post=True)
    at.do(cmd.WishStraddle("eve", True))
    while "eve" not in {at.account(seat) for seat in at.hand.setup.stacks} or at.hand.finished:
        at.deal()
        if at.hand.setup.straddle is None:
            at.fold_round()
    eve = at.table.seat_of("eve")
    assert at.hand.setup.straddle.seat == eve
    assert [post for post in at.posted() if post[0] == eve] == [
        (eve, "live", 10),
        (eve, "straddle", 10),
    ]
    assert at.hand.by_seat[eve].bet == at.hand.price == 20


def test_nobody_straddles_who_cannot_pay_for_it_after_his_ante(driver: Make, config: Make) -> None:
    at = driver(config(rules=Rules(straddle="utg", small_bet=40, ante=25)))
    at.sit("ann", "bob", "cat", "dan", buy_in=100)
    for account in ("ann", "bob", "cat", "dan"):
        at.do(cmd.WishStraddle(account, True))
    at.deal()
    assert at.hand.setup.straddle is None


@pytest.mark.parametrize("rule", ["button", "mississippi"])
def test_the_button_has_the_first_right_to_straddle(driver: Make, config: Make, rule: Any) -> None:
    at = driver(config(rules=Rules(straddle=rule)))
    at.sit("ann", "bob", "cat", "dan")
    for account in ("ann", "bob", "cat", "dan"):
        at.do(cmd.WishStraddle(account, True))
    at.deal()
    assert at.hand.setup.straddle.seat == at.hand.setup.button


def test_nobody_straddles_heads_up(driver: Make, config: Make) -> None:
    at = driver(config(rules=Rules(straddle="mississippi")))
    at.sit("ann", "bob")
    at.do(cmd.WishStraddle("ann", True))
    at.do(cmd.WishStraddle("bob", True))
    at.deal()
    assert at.hand.setup.straddle is None


def mix(turns_by: Any, every: int, *codes: str) -> TableConfig:
    return TableConfig(
        name="Mix",
        rotation=Rotation(tuple(Game(code, Rules()) for code in codes), turns_by, every),
        max_seats=6,
        min_buy_in=100,
        max_buy_in=400,
    )


def games_of(at: Any) -> list[str]:
    return [event.setup.game for event in at.happened(HandStarted)]


def test_a_rotation_turns_after_so_many_hands(driver: Make) -> None:
    at = driver(mix("hands", 2, "badugi", "stud", "27td"))
    at.sit("ann", "bob", "cat")
    for _ in range(7):
        at.deal()
        at.play_out()
    assert games_of(at) == ["badugi"] * 2 + ["stud"] * 2 + ["27td"] * 2 + ["badugi"]


def test_an_orbit_is_a_hand_for_each_player(driver: Make) -> None:
    at = driver(mix("orbits", 1, "badugi", "27td"))
    at.sit("ann", "bob", "cat")
    for _ in range(4):
        at.deal()
        at.play_out()
    assert games_of(at) == ["badugi"] * 3 + ["27td"]


def test_a_rotation_by_time_turns_between_hands(driver: Make) -> None:
    at = driver(mix("minutes", 10, "badugi", "27td"))
    at.sit("ann", "bob")
    at.deal()
    at.now += 600_000
    at.fold_round()
    at.deal()
    assert games_of(at) == ["badugi", "27td"]


def test_the_button_stands_still_in_stud_and_moves_on_afterwards(driver: Make) -> None:
    at = driver(mix("hands", 2, "badugi", "stud"))
    at.sit("ann", "bob", "cat")
    buttons = []
    for _ in range(6):
        at.deal()
        buttons.append(at.table.state.button)
        at.play_out()
    assert buttons[1] == buttons[2] == buttons[3]
    assert buttons[4] == buttons[3] % 3 + 1


def test_newcomers_are_dealt_into_a_stud_hand_without_a_post(driver: Make) -> None:
    at = driver(mix("hands", 1, "badugi", "stud"))
    at.sit("ann", "bob", "cat")
    at.deal()
    at.sit("dan")
    at.play_out()
    at.deal()
    assert at.hand.is_live(4)
    assert at.seat_of("dan").new


class TestDealersChoice:
    def test_the_dealer_plays_what_he_chose(self, driver: Make) -> None:
        at = driver(mix("choice", 1, "badugi", "27td", "stud"))
        at.sit("ann", "bob", "cat")
        for account, game in (("ann", "stud"), ("bob", "27td")):
            at.do(cmd.ChooseGame(account, game))
        played = {}
        for _ in range(3):
            at.deal()
            played[at.account(at.hand.setup.button)] = at.hand.setup.game
            at.play_out()
        assert played["ann"] == "stud"
        assert played["bob"] == "27td"

    def test_a_dealer_without_a_wish_goes_on_with_the_game(self, driver: Make) -> None:
        at = driver(mix("choice", 1, "badugi", "27td"))
        at.sit("ann", "bob")
        for _ in range(3):
            at.deal()
            at.play_out()
        assert games_of(at) == ["badugi"] * 3

    def test_the_button_moves_in_stud_too(self, driver: Make) -> None:
        at = driver(mix("choice", 1, "stud", "badugi"))
        at.sit("ann", "bob", "cat")
        buttons = []
        for _ in range(3):
            at.deal()
            buttons.append(at.hand.setup.button)
            at.play_out()
        assert sorted(buttons) == [1, 2, 3]

    def test_only_games_of_the_table_can_be_chosen(self, driver: Make) -> None:
        at = driver(mix("choice", 1, "badugi", "27td"))
        at.sit("ann")
        with pytest.raises(BadChoice, match="choose one of badugi, 27td"):
            at.do(cmd.ChooseGame("ann", "stud"))
        at = driver()
        at.sit("ann")
        with pytest.raises(BadChoice, match="do not choose"):
            at.do(cmd.ChooseGame("ann", "badugi"))
