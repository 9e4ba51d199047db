"""Hands recorded elsewhere, and our own, played through the engine again."""

from __future__ import annotations

import ast
import random
import textwrap
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pokerkit
import pytest
from phh_elsewhere import CODES as ELSEWHERE
from phh_elsewhere import hand_from_elsewhere
from pokerkit import HandHistory
from random_play import play_hand

from greenfelt.server.engine import Rules
from greenfelt.server.engine import events as ev
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history import phh
from greenfelt.server.tables.history.phh_file import PhhError, PhhHand, read_phh
from greenfelt.server.tables.history.replay import Replayed, replay

HANDS = 15


def only(text: str, **changes: Any) -> Replayed:
    (hand,) = read_phh(text)
    assert isinstance(hand, PhhHand), hand
    return replay(hand, changes)


def hand(variant: str = "NT", **fields: str) -> str:
    """The text of a hand: a no-limit raise that everybody folds to, with other fields as given."""
    values = {
        "variant": f"'{variant}'",
        "antes": "[0, 0, 0]",
        "blinds_or_straddles": "[5, 10, 0]",
        "min_bet": "10",
        "starting_stacks": "[500, 500, 500]",
        "actions": "['d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d', 'p3 cbr 30', 'p1 f', 'p2 f']",
        **fields,
    }
    return "\n".join(f"{key} = {value}" for key, value in values.items() if value)


@pytest.mark.parametrize("code", ELSEWHERE)
def test_hands_of_another_program_come_out_the_same(code: str) -> None:
    for seed in range(HANDS):
        result = only(hand_from_elsewhere(code, seed, (2_000, 3_000)))
        assert (result.refused, result.equal) == ("", True), f"hand {seed}"


@pytest.mark.parametrize("code", ELSEWHERE)
def test_only_short_all_ins_are_ruled_otherwise_here(code: str) -> None:
    """PokerKit counts every short bet as a full one; by the books it must be half of one."""
    for seed in range(HANDS):
        result = only(hand_from_elsewhere(code, seed, (20, 200)))
        if not result.right:
            assert "cbr" in result.refused
            assert "no complete to" in result.refused or "no bet or raise now" in result.refused


def test_famous_hands_that_come_with_pokerkit_end_as_they_do_there() -> None:
    played = 0
    for text in famous_hands():
        (read,) = read_phh(text)
        if isinstance(read, PhhError):
            assert "'NS' is not played here" in str(read)
            continue
        result = replay(read)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, last = HandHistory.loads(text)
        assert result.refused == ""
        assert list(result.stacks) == [Decimal(str(stack)) for stack in last.stacks]
        played += 1
    assert played >= 5


def famous_hands() -> list[str]:
    """The PHH texts in the tests that PokerKit's package ships."""
    file = Path(pokerkit.__file__).parent / "tests" / "test_papers.py"
    return [
        textwrap.dedent(node.value)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and "variant" in node.value
        and "actions" in node.value
    ]


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_hands_of_ours_come_out_the_same(game: str) -> None:
    rules = Rules(limit=VARIANTS[game].limit, small_bet=10, rake_per_mille=50, rake_cap=7)
    for seed in range(HANDS):
        events = play_hand(game, seed, stacks=(20, 300), rules=rules)
        result = only(phh.export(events))
        assert (result.refused, result.equal) == ("", True), f"hand {seed}"


@pytest.mark.parametrize(("game", "limit"), sorted(phh.CODES))
def test_hands_of_ours_need_no_field_of_our_own(game: str, limit: Any) -> None:
    """As another room would write them: rules and rake are found from PHH's fields alone."""
    rules = Rules(limit=limit, small_bet=10, rake_per_mille=50, rake_cap=7, burn=False)
    for seed in range(HANDS):
        events = play_hand(game, seed, stacks=(2_000, 3_000), rules=rules)
        if sum(isinstance(event, ev.Shuffled) for event in events) > 1:
            continue  # what of the discards is shuffled in again is another room's own rule
        text = "\n".join(
            line for line in phh.export(events).splitlines() if not line.startswith("_")
        )
        result = only(text, rake_no_draw_no_drop=True)
        assert (result.refused, result.equal) == ("", True), f"hand {seed}"


def test_a_players_own_copy_is_played_with_made_up_cards() -> None:
    for seed in range(HANDS):
        events = play_hand("holdem", seed, stacks=(50, 300), rules=Rules(small_bet=10))
        first = events[0]
        assert isinstance(first, ev.HandStarted)
        result = only(phh.export(events, seen_by=min(first.setup.stacks)))
        assert (result.refused, result.equal) == ("", True), f"hand {seed}"


def test_the_first_refused_action_is_named_with_what_is_allowed() -> None:
    result = only(hand(actions="['d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d', 'p3 cbr 11']"))
    assert result.refused == (
        "action 4 (p3 cbr 11): no raise to 11: the seat may fold, call 10, raise 20 to 500"
    )
    assert result.equal is None
    assert not result.right
    early = only(hand(actions="['d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d', 'p1 f']"))
    assert "action 4 (p1 f)" in early.refused
    assert "p3 is to act" in early.refused


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("", "the file ends, and p1 is to bet"),
        (", 'p1 f', 'p2 f', 'p1 cc'", "action 7 (p1 cc): the hand is over here"),
    ],
)
def test_a_hand_that_ends_early_or_late_is_refused(end: str, said: str) -> None:
    actions = f"['d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d', 'p3 cbr 30'{end}]"
    assert only(hand(actions=actions)).refused == said


def test_two_players_amounts_stand_reversed() -> None:
    result = only(
        hand(
            antes="[0, 0]",
            blinds_or_straddles="[5, 10]",
            starting_stacks="[100, 200]",
            actions="['d dh p1 2c2d', 'd dh p2 3c3d', 'p2 f']",
            finishing_stacks="[105, 195]",
        )
    )
    assert result.equal is True, result


@pytest.mark.parametrize(
    ("blinds", "actions", "after"),
    [
        ("[5, 10, 20, 0]", "'p4 f', 'p1 f', 'p2 f'", "[495, 490, 515, 500]"),
        ("[5, 10, 0, 20]", "'p1 f', 'p2 f', 'p3 f'", "[495, 490, 500, 515]"),
        (
            "[5, 10, 0, -10]",
            "'p3 f', 'p4 cc', 'p1 f', 'p2 cc', FLOP, 'p2 f'",
            "[495, 490, 500, 515]",
        ),
        ("[0, 10, 0, 0]", "'p3 f', 'p4 f', 'p1 f'", "[500, 500, 500, 500]"),
    ],
    ids=["straddle", "button straddle", "missed blind", "no small blind"],
)
def test_straddles_posts_and_dead_small_blinds(blinds: str, actions: str, after: str) -> None:
    deal = "'d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d', 'd dh p4 5c5d', "
    text = hand(
        antes="[0, 0, 0, 0]",
        blinds_or_straddles=blinds,
        starting_stacks="[500, 500, 500, 500]",
        actions=f"[{deal}{actions.replace('FLOP', repr('d db 7h8h9h'))}]",
        finishing_stacks=after,
    )
    result = only(text)
    assert (result.refused, result.equal) == ("", True), result


def test_uneven_antes_are_dead_money() -> None:
    result = only(hand(antes="[0, 0, 5]", finishing_stacks="[495, 490, 515]"))
    assert result.equal is True, result
    blind = only(hand(antes="[0, 10, 0]", finishing_stacks="[495, 480, 525]"))
    assert blind.equal is True, blind


def test_a_kill_stands_as_a_large_post_with_the_limits_it_makes() -> None:
    text = hand(
        "FT",
        min_bet="",
        small_bet="20",
        big_bet="40",
        blinds_or_straddles="[5, 10, 0, -20]",
        antes="[0, 0, 0, 0]",
        starting_stacks="[500, 500, 500, 500]",
        actions="['d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d', 'd dh p4 5c5d',"
        "'p3 cbr 40', 'p4 f', 'p1 f', 'p2 f']",
        finishing_stacks="[495, 490, 535, 480]",
    )
    result = only(text)
    assert (result.refused, result.equal) == ("", True), result


def test_amounts_with_fractions_and_stacks_without_end() -> None:
    cents = only(
        hand(
            blinds_or_straddles="[0.25, 0.5, 0]",
            min_bet="0.5",
            starting_stacks="[10.75, inf, 20]",
            actions="['d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d',"
            " 'p3 cbr 1.25', 'p1 f', 'p2 f']",
            finishing_stacks="[10.5, inf, 20.75]",
        )
    )
    assert cents.equal is True
    assert cents.stacks[::2] == (Decimal("10.5"), Decimal("20.75"))


def test_winnings_say_what_was_raked() -> None:
    text = hand(
        actions="['d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d', 'p3 cbr 30', 'p1 f', 'p2 cc',"
        " 'd db 7h8h9h', 'p2 cc', 'p3 cbr 50', 'p2 f']",
        winnings="[0, 0, 62]",
    )
    result = only(text)
    assert result.equal is True
    assert result.stacks == (495, 470, 532)


def test_a_hand_that_was_mucked_unseen_loses() -> None:
    text = hand(
        actions="['d dh p1 ????', 'd dh p2 ????', 'd dh p3 2c2d', 'p3 cbr 30', 'p1 f', 'p2 cc',"
        " 'd db 7h8h9h', 'p2 cc', 'p3 cc', 'd db Th', 'p2 cc', 'p3 cc', 'd db Kc',"
        " 'p2 cc', 'p3 cc', 'p2 sm', 'p3 sm -']",
        finishing_stacks="[495, 470, 535]",
    )
    result = only(text)
    assert (result.equal, result.unknown) == (True, True)


def test_cards_shown_later_are_those_that_were_dealt() -> None:
    text = hand(
        "FB",
        min_bet="",
        small_bet="10",
        big_bet="20",
        antes="[0, 0]",
        blinds_or_straddles="[5, 10]",
        starting_stacks="[100, 100]",
        actions="['d dh p1 ????????', 'd dh p2 AsKsQsJs', 'p2 cc', 'p1 cc', 'p1 sd ????', 'p2 sd',"
        "'d dh p1 ????', 'p1 cc', 'p2 cc', 'p1 sd', 'p2 sd', 'p1 cc', 'p2 cc', 'p1 sd', 'p2 sd',"
        "'p1 cc', 'p2 cc', 'p1 sm Ac2d3h4s', 'p2 sm']",
        finishing_stacks="[110, 90]",
    )
    assert only(text).equal is True


def test_other_rules_can_be_asked_for() -> None:
    text = hand(
        "FT",
        min_bet="",
        small_bet="10",
        big_bet="20",
        actions="['d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d', 'p3 cbr 20', 'p1 cbr 30',"
        " 'p2 cbr 40', 'p3 cbr 50', 'p1 f', 'p2 f']",
        finishing_stacks="[470, 460, 570]",
    )
    assert only(text).equal is True
    assert "action 7 (p3 cbr 50)" in only(text, cap=4).refused
    assert "rules" in only(text, cap=0).refused
    assert "rules" in only(text, no_such_rule=1).refused


BROKEN = {
    "no TOML": ("variant = ", "no TOML"),
    "nothing said": ("", None),
    "no hand": ("[1]\n", "variant: is missing"),
    "a number for a hand": ("1 = 2", "is no hand"),
    "a game of elsewhere": (hand("NS"), "variant 'NS' is not played here"),
    "no stacks": (hand(starting_stacks=""), "starting_stacks: must be a list"),
    "one player": (hand(starting_stacks="[500]"), "two players at least"),
    "too few antes": (hand(antes="[0, 0]"), "antes: 3 players need 3 amounts"),
    "no blinds": (hand(blinds_or_straddles=""), "blinds_or_straddles: is missing"),
    "no bet size": (hand(min_bet=""), "min_bet: is missing"),
    "words for chips": (hand(starting_stacks="[500, 'many', 500]"), "'many' is no amount"),
    "not a number": (hand(starting_stacks="[500, nan, 500]"), "is no amount"),
    "actions in one text": (hand(actions="'p1 f'"), "actions: must be a list"),
    "an action that is no text": (hand(actions="[1]"), "action 1: must be a text"),
    "an unknown verb": (hand(actions="['p1 dance']"), "'dance' is no action"),
    "half an action": (hand(actions="['p1']"), "cannot be read"),
    "no such player": (hand(actions="['p4 f']"), "there is no player 'p4'"),
    "half a card": (hand(actions="['d dh p1 2c2']"), "are no cards"),
    "no such card": (hand(actions="['d dh p1 1x2c']"), "action 1"),
    "a card twice": (hand(actions="['d dh p1 2c2c']"), "names a card twice"),
    "no amount": (hand(actions="['p3 cbr']"), "cannot be read"),
    "an endless amount": (hand(actions="['p3 cbr inf']"), "is no amount"),
    "seats twice": (hand(seats="[1, 1, 2]"), "seats"),
    "tiny fractions": (hand(min_bet="0.00000001"), "six decimal places"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_with_a_file_is_said(what: str) -> None:
    text, said = BROKEN[what]
    try:
        found = [each for each in read_phh(text) if isinstance(each, PhhError)]
    except PhhError as error:
        found = [error]
    assert (not found) if said is None else said in str(found[0])


REFUSED = {
    "a card for two": (
        hand(actions="['d dh p1 2c2d', 'd dh p2 2c3d', 'd dh p3 4c4d', 'p3 f', 'p1 f']"),
        "2c cannot be dealt to p2",
    ),
    "cards that are not held": (
        hand(
            actions="['d dh p1 2c2d', 'd dh p2 3c3d', 'd dh p3 4c4d', 'p3 f', 'p1 f', 'p2 sm AsAd']"
        ),
        "p2 does not hold",
    ),
    "two straddles": (
        hand(
            antes="[0, 0, 0, 0]",
            blinds_or_straddles="[5, 10, 20, 40]",
            starting_stacks="[500, 500, 500, 500]",
        ),
        "one straddle a hand",
    ),
    "a post of no size": (
        hand(
            antes="[0, 0, 0, 0]",
            blinds_or_straddles="[5, 10, 0, -17]",
            starting_stacks="[500, 500, 500, 500]",
        ),
        "half or twice it",
    ),
    "nobody to pay": (hand(blinds_or_straddles="[0, 0, 0]"), "nothing is at stake"),
    "too few cards": (
        hand(actions="['d dh p1 2c', 'd dh p2 3c3d', 'd dh p3 4c4d', 'p3 f', 'p1 f']"),
        "p1 gets 2 cards here, 1 in the file",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_hands_that_cannot_be_dealt_here_are_refused(what: str) -> None:
    text, said = REFUSED[what]
    result = only(text)
    assert said in result.refused
    assert not result.right


def test_one_bad_hand_does_not_hide_the_others() -> None:
    text = f"[1]\n{hand()}\n[2]\n{hand('NS')}\n[3]\n{hand()}"
    first, second, third = read_phh(text)
    assert isinstance(first, PhhHand)
    assert isinstance(second, PhhError)
    assert str(second).startswith("hand 2: ")
    assert isinstance(third, PhhHand)
    assert third.label == "3"


def test_damaged_files_never_do_worse_than_being_refused() -> None:
    chance = random.Random(7)
    texts = [hand_from_elsewhere(code, 1, (100, 400)) for code in ELSEWHERE]
    for number in range(400):
        text = list(chance.choice(texts))
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(text))
            text[at] = chance.choice("0123456789-'[],.pdbhcfs?# \n=ATK\x00")
        try:
            hands = list(read_phh("".join(text)))
        except PhhError:
            continue
        for each in hands:
            if isinstance(each, PhhHand):
                assert isinstance(replay(each), Replayed), number


def test_rules_of_ours_travel_with_the_hand() -> None:
    rules = Rules(small_bet=10, rake_per_mille=30, rake_cap={2: 1, 4: 3}, odd_chip="suit-tda")
    events = play_hand("badeucey", 3, stacks=(50, 90), rules=rules)
    (read,) = read_phh(phh.export(events))
    assert isinstance(read, PhhHand)
    assert msgspec.convert(read.own["_rules"], Rules, str_keys=True) == rules
