"""Button and blinds from hand to hand (POKER-RULES 1.2, 1.3; scenario S14)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenfelt.server.tables.positions import (
    Placing,
    Players,
    ante_placing,
    clockwise,
    dead_placing,
    first_placing,
    moving_placing,
    passed,
)


def seats(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


def regular(*numbers: int) -> Players:
    return Players(seats(*numbers))


def after(button: int, *blinds: int) -> Placing:
    """The last hand's places."""
    return Placing(button, blinds, blinds, frozenset())


def test_clockwise_runs_upwards_and_round_the_table() -> None:
    assert clockwise({1, 4, 6, 8}, 4) == [6, 8, 1, 4]
    assert clockwise({1, 6}, 4) == [6, 1]


class TestFirstHand:
    def test_blinds_are_left_of_the_button(self) -> None:
        placing = first_placing(5, seats(1, 3, 5, 6), 2)
        assert (placing.button, placing.posted) == (5, (6, 1))

    def test_heads_up_the_button_has_the_small_blind(self) -> None:
        assert first_placing(4, seats(2, 4), 2).posted == (4, 2)

    def test_a_single_blind_is_posted_left_of_the_button(self) -> None:
        assert first_placing(4, seats(2, 4), 1).posted == (2,)
        assert first_placing(4, seats(2, 4, 5), 1).posted == (5,)

    def test_of_three_blinds_two_players_post_the_larger_two(self) -> None:
        assert first_placing(4, seats(2, 4), 3).posted == (0, 4, 2)


class TestDeadButton:
    def test_the_big_blind_always_moves_to_the_next_player(self) -> None:
        """S14: seat 3 leaves after its big blind; no small blind, then a button on its empty seat."""
        second = dead_placing(after(1, 2, 3), regular(1, 2, 4, 5), 2)
        assert (second.button, second.posted) == (2, (0, 4))
        third = dead_placing(second, regular(1, 2, 4, 5), 2)
        assert (third.button, third.posted) == (3, (4, 5))
        fourth = dead_placing(third, regular(1, 2, 4, 5), 2)
        assert (fourth.button, fourth.posted) == (4, (5, 1))

    def test_coming_down_to_two_nobody_has_the_big_blind_twice(self) -> None:
        placing = dead_placing(after(1, 2, 3), regular(2, 3), 2)
        assert (placing.button, placing.posted) == (3, (3, 2))

    def test_a_third_player_waits_until_the_big_blind_reaches_him(self) -> None:
        one = dead_placing(after(1, 1, 3), Players(seats(1, 3), waiting=seats(2)), 2)
        assert (one.button, one.posted, one.players) == (3, (3, 1), seats(1, 3))
        two = dead_placing(one, Players(seats(1, 3), waiting=seats(2)), 2)
        assert (two.button, two.posted, two.players) == (3, (1, 2), seats(1, 2, 3))

    def test_a_newcomer_posts_only_beyond_the_blinds_and_before_the_button(self) -> None:
        players = Players(seats(1, 2, 3, 6), posting=seats(4, 5))
        placing = dead_placing(after(6, 1, 2), players, 2)
        assert (placing.button, placing.posted) == (1, (2, 3))
        assert placing.posters == seats(4, 5)
        placing = dead_placing(after(4, 6, 1), Players(seats(1, 2, 3, 6), posting=seats(5)), 2)
        assert (placing.button, placing.posted, placing.posters) == (6, (1, 2), seats(5))
        placing = dead_placing(after(2, 3, 6), Players(seats(1, 2, 3, 6), posting=seats(4)), 2)
        assert (placing.button, placing.posted, placing.posters) == (3, (6, 1), seats())

    def test_three_blinds_after_two_players_stand_at_three_seats(self) -> None:
        placing = dead_placing(after(3, 0, 3, 2), regular(2, 3, 4, 5), 3)
        assert (placing.button, placing.posted) == (4, (5, 2, 3))
        placing = dead_placing(after(3, 0, 3, 2), regular(2, 3, 4), 3)
        assert (placing.button, placing.posted) == (3, (4, 2, 3))

    def test_nobody_posts_between_button_and_blinds_where_all_players_have_blinds(self) -> None:
        placing = dead_placing(after(4, 1, 3, 4), Players(seats(1, 3, 4), posting=seats(2)), 3)
        assert (placing.button, placing.posted, placing.posters) == (1, (3, 4, 1), seats())

    @given(st.data())
    def test_any_number_of_blinds_stands_whoever_comes_and_goes(self, data: st.DataObject) -> None:
        blinds = data.draw(st.integers(1, 4))
        placing = first_placing(1, seats(1, 2, 5), blinds)
        for _ in range(12):
            present = data.draw(st.sets(st.integers(1, 9), min_size=2))
            last, placing = placing, dead_placing(placing, regular(*present), blinds)
            posted = [seat for seat in placing.posted if seat]
            assert posted[-1] == clockwise(present, last.blinds[-1])[0] == placing.posted[-1]
            assert len(placing.posted) == blinds
            assert len(set(posted)) == len(posted)
            assert placing.button
            ring = [seat for seat in (placing.button, *placing.blinds) if seat]
            if len(present) > blinds:
                assert len(set(ring)) == len(ring)

    @given(st.data())
    def test_nobody_skips_the_big_blind_or_has_it_twice(self, data: st.DataObject) -> None:
        """Whoever leaves: the big blind goes round in order over all who are there."""
        present = data.draw(st.sets(st.integers(1, 9), min_size=2))
        placing = first_placing(min(present), frozenset(present), 2)
        bigs = [placing.posted[-1]]
        for _ in range(12):
            gone = data.draw(st.sampled_from([0, 0, *sorted(present)]))
            if len(present) > 2:
                present.discard(gone)
            before = bigs[-1]
            placing = dead_placing(placing, regular(*present), 2)
            bigs.append(placing.posted[-1])
            assert bigs[-1] == clockwise(present, before)[0]
            assert placing.players == present
            assert placing.button not in placing.posted or len(present) == 2
            posting = [seat for seat in placing.posted if seat]
            assert len(set(posting)) == len(posting)
        assert all(one != two for one, two in pairwise(bigs))


class TestMovingButton:
    def test_button_and_blinds_go_to_the_next_players(self) -> None:
        """S14: with the moving button seat 4 skips the big blind."""
        placing = moving_placing(after(1, 2, 3), regular(1, 2, 4, 5), 2)
        assert (placing.button, placing.posted) == (2, (4, 5))

    def test_who_comes_behind_the_button_gives_nobody_the_big_blind_twice(self) -> None:
        """Case 24: where newcomers are dealt in free, or somebody is back who owes nothing."""
        placing = moving_placing(after(3, 1, 2), regular(1, 2, 3, 4), 2)
        assert (placing.button, placing.posted) == (1, (2, 3))

    def test_after_hands_without_blinds_the_button_passes_nobody(self) -> None:
        """In a mix of four the button may have gone round to the blinds of three hands before."""
        last = Placing(3, (1, 2), (), seats())
        placing = moving_placing(last, regular(1, 2, 3, 4), 2)
        assert (placing.button, placing.posted) == (4, (1, 2))
        heads_up = moving_placing(Placing(2, (3, 2), (), seats()), regular(2, 3), 2)
        assert (heads_up.button, heads_up.posted) == (3, (3, 2))

    def test_coming_down_to_two_nobody_has_the_big_blind_twice(self) -> None:
        """S14 and case 5."""
        placing = moving_placing(after(1, 2, 3), regular(2, 3), 2)
        assert (placing.button, placing.posted) == (3, (3, 2))

    def test_heads_up_the_button_alternates(self) -> None:
        placing = moving_placing(after(2, 2, 5), regular(2, 5), 2)
        assert (placing.button, placing.posted) == (5, (5, 2))
        placing = moving_placing(placing, regular(2, 5), 2)
        assert (placing.button, placing.posted) == (2, (2, 5))

    def test_a_seat_that_sits_out_does_not_hold_the_button(self) -> None:
        """Case 24: seats 1 and 2 play on while seat 3, which had the button, sits out."""
        one = moving_placing(after(3, 1, 2), regular(1, 2), 2)
        assert (one.button, one.posted) == (2, (2, 1))
        two = moving_placing(one, regular(1, 2), 2)
        assert (two.button, two.posted) == (1, (1, 2))

    def test_a_newcomer_comes_in_as_the_big_blind(self) -> None:
        placing = moving_placing(after(1, 2, 3), Players(seats(1, 2, 3), waiting=seats(4)), 2)
        assert (placing.button, placing.posted) == (2, (3, 4))
        assert placing.players == seats(1, 2, 3, 4)
        assert placing.posters == seats()

    def test_a_newcomer_is_not_dealt_in_between_button_and_big_blind(self) -> None:
        players = Players(seats(1, 4, 6), posting=seats(2))
        placing = moving_placing(after(6, 1, 4), players, 2)
        assert (placing.button, placing.posted, placing.players) == (1, (4, 6), seats(1, 4, 6))

    def test_a_newcomer_posts_beyond_the_big_blind(self) -> None:
        players = Players(seats(1, 2, 3), posting=seats(6))
        placing = moving_placing(after(3, 1, 2), players, 2)
        assert (placing.button, placing.posted, placing.posters) == (1, (2, 3), seats(6))

    def test_one_player_and_one_newcomer_play_heads_up(self) -> None:
        placing = moving_placing(after(3, 3, 5), Players(seats(3), waiting=seats(1)), 2)
        assert (placing.button, placing.posted) == (3, (3, 1))

    def test_a_newcomer_between_two_players_waits_until_the_button_has_passed(self) -> None:
        players = Players(seats(1, 3), waiting=seats(2))
        one = moving_placing(after(3, 3, 1), players, 2)
        assert (one.button, one.posted, one.players) == (1, (1, 3), seats(1, 3))
        two = moving_placing(one, players, 2)
        assert (two.button, two.posted, two.players) == (3, (1, 2), seats(1, 2, 3))

    @given(st.data())
    def test_every_hand_has_its_places(self, data: st.DataObject) -> None:
        """Over random comings and goings: one button, blinds in order, nobody twice, two big blinds
        running only while others were not due."""
        blinds = data.draw(st.integers(1, 3))
        placing = first_placing(1, seats(1, 2, 5), blinds)
        regulars = set(placing.players)
        for _ in range(15):
            regulars = data.draw(st.sets(st.sampled_from(sorted(placing.players)), min_size=1))
            others = data.draw(st.sets(st.integers(1, 9))) - regulars
            posting = {seat for seat in others if data.draw(st.booleans())}
            players = Players(frozenset(regulars), frozenset(others - posting), frozenset(posting))
            if len(players.everybody) < 2:
                continue
            last, placing = placing, moving_placing(placing, players, blinds)
            posted = [seat for seat in placing.posted if seat]
            assert len(placing.posted) == blinds
            assert len(set(posted)) == len(posted)
            assert set(posted) <= placing.players
            assert placing.posted[-1]
            assert placing.button in placing.players
            assert placing.players <= players.everybody
            assert regulars <= placing.players
            assert placing.posters <= posting
            if len(placing.players) == 2 and blinds > 1:
                assert placing.posted[-2] == placing.button
                if regulars == placing.players == last.players:
                    assert placing.posted[-1] != last.posted[-1]


class TestAnteGames:
    def test_the_button_stands_still_where_a_blind_game_comes_back(self) -> None:
        players = Players(seats(1, 2), waiting=seats(5))
        placing = ante_placing(2, players, frozen=True)
        assert (placing.button, placing.posted, placing.players) == (2, (), seats(1, 2, 5))

    def test_it_moves_where_there_are_ante_games_only(self) -> None:
        assert ante_placing(2, regular(1, 2, 5), frozen=False).button == 5


class TestMissedBlinds:
    @pytest.mark.parametrize(
        ("seat", "small", "big"), [(3, True, False), (4, False, True), (5, False, False)]
    )
    def test_a_seat_owes_what_passed_it(self, seat: int, small: bool, big: bool) -> None:
        assert passed(seat, after(1, 2, 3), after(2, 3, 4)) == (small, big)

    def test_one_hand_can_pass_a_seat_with_both(self) -> None:
        assert passed(4, after(1, 2, 3), after(2, 5, 6)) == (True, True)

    def test_an_ante_game_passes_nobody(self) -> None:
        assert passed(4, after(1, 2, 3), after(1)) == (False, False)
