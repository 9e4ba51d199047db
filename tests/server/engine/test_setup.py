"""What a hand may be set up with, where forced bets fall, and what the store keeps of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from engine_play import SeededDeck, command_for, random_option, random_setup

from greenfelt.server.engine import (
    HandSetup,
    Kill,
    MissedPost,
    Rules,
    Straddle,
    act,
    begin,
    evolve,
    legal,
)
from greenfelt.server.engine import events as ev
from greenfelt.server.engine.errors import BadSetup
from greenfelt.server.engine.pots import cut
from greenfelt.server.engine.variant import Opening, Share, Street, Variant, VariantError
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.room.deck import SystemDeck


def setup(**changes: Any) -> HandSetup:
    fields: dict[str, Any] = {
        "hand": 1,
        "game": "badugi",
        "rules": Rules(),
        "button": 1,
        "stacks": dict.fromkeys(range(1, 6), 200),
    }
    return HandSetup(**{**fields, **changes})


def posts(made: HandSetup) -> list[tuple[int, str, int]]:
    _, events = begin(made, VARIANTS[made.game], SystemDeck())
    return [(one.seat, one.kind, one.amount) for one in events if isinstance(one, ev.Posted)]


def test_blinds_follow_from_the_button() -> None:
    assert posts(setup()) == [(2, "small-blind", 5), (3, "big-blind", 10)]
    assert posts(setup(button=5)) == [(1, "small-blind", 5), (2, "big-blind", 10)]


def test_one_or_three_blinds() -> None:
    assert posts(setup(rules=Rules(blinds=(10,)))) == [(2, "big-blind", 10)]
    assert posts(setup(rules=Rules(blinds=(5, 5, 10)))) == [
        (2, "blind", 5),
        (3, "blind", 5),
        (4, "big-blind", 10),
    ]


def test_a_dead_small_blind_and_a_dead_button() -> None:
    made = setup(button=2, blind_seats=(0, 4), stacks=dict.fromkeys((1, 2, 4, 5), 200))
    assert posts(made) == [(4, "big-blind", 10)]
    made = setup(button=3, blind_seats=(4, 5), stacks=dict.fromkeys((1, 2, 4, 5), 200))
    assert posts(made) == [(4, "small-blind", 5), (5, "big-blind", 10)]


def test_missed_blinds_are_live_up_to_one_big_blind_and_dead_beyond() -> None:
    made = setup(posts=(MissedPost(5, live=10, dead=5),))
    hand, _ = begin(made, VARIANTS["badugi"], SystemDeck())

    assert posts(made)[2:] == [(5, "live", 10), (5, "dead", 5)]
    assert hand.by_seat[5].bet == 10
    assert hand.dead == 5


@pytest.mark.parametrize(
    ("changes", "entry"),
    [
        ({"stacks": {1: 200}}, "seats"),
        ({"stacks": {0: 200, 1: 200}}, "seats"),
        ({"stacks": {1: 200, 2: 0}}, "seats"),
        ({"button": 0}, "button"),
        ({"rules": Rules(blinds=())}, "rules"),
        ({"blind_seats": (2,)}, "rules.blinds"),
        ({"blind_seats": (2, 2)}, "rules.blinds"),
        ({"blind_seats": (2, 9)}, "rules.blinds"),
        ({"straddle": Straddle(3, 20)}, "rules.straddle"),
        ({"straddle": Straddle(9, 20)}, "rules.straddle"),
        ({"straddle": Straddle(4, 10)}, "rules.straddle"),
        ({"straddle": Straddle(4, 20), "kill": Kill(5)}, "rules.kill"),
        ({"kill": Kill(9)}, "rules.kill"),
        ({"posts": (MissedPost(5, live=20),)}, "actions"),
        ({"posts": (MissedPost(9, live=10),)}, "actions"),
        ({"posts": (MissedPost(2, live=10),)}, "actions"),
        ({"game": "stud"}, ""),
        ({"stacks": dict.fromkeys(range(1, 15), 200)}, ""),
    ],
)
def test_a_setup_that_cannot_be_dealt_is_refused(changes: dict[str, Any], entry: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        begin(setup(**changes), VARIANTS["badugi"], SystemDeck())

    assert refusal.value.entry == entry
    assert str(refusal.value)


def test_a_bring_in_above_the_small_bet_is_refused() -> None:
    with pytest.raises(BadSetup, match="bring-in"):
        begin(setup(game="stud", rules=Rules(bring_in=11)), VARIANTS["stud"], SystemDeck())


@pytest.mark.parametrize("cards", [range(51), [0, *range(51)], [*range(52), 0], range(1, 53)])
def test_a_deck_that_is_not_52_different_cards_is_refused(cards: Sequence[int]) -> None:
    """Case 30."""

    class Bad:
        def shuffle(self, given: Sequence[int], why: str) -> tuple[int, ...]:
            return tuple(cards)

    with pytest.raises(BadSetup, match="deck source"):
        begin(setup(), VARIANTS["badugi"], Bad())


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"streets": ()}, "at least one street"),
        ({"streets": (Street("draw", draw=3),)}, "first street"),
        ({"streets": (Street("deal", down=4), Street("idle"))}, "must do one"),
        ({"streets": (Street("deal", down=2, discard=2),)}, "face down"),
        ({"opening": Opening.BRING_IN}, "up-card"),
        ({"seats": range(1, 6)}, "two seats"),
        ({"shares": ()}, "one or two shares"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(changes: dict[str, Any], says: str) -> None:
    badugi = VARIANTS["badugi"]
    fields = {name: getattr(badugi, name) for name in badugi.__struct_fields__}

    with pytest.raises(VariantError, match=says):
        Variant(**{**fields, **changes})


@pytest.mark.parametrize("code", sorted(VARIANTS))
def test_every_game_serves_its_largest_table(code: str) -> None:
    variant = VARIANTS[code]
    dealt = sum(street.down + street.up for street in variant.streets[:1])
    board = sum(street.board for street in variant.streets)

    assert variant.max_seats * dealt + board <= 52
    assert all(isinstance(share, Share) for share in variant.shares)


@pytest.mark.parametrize("code", sorted(VARIANTS))
def test_the_stored_events_rebuild_the_hand(code: str) -> None:
    rng = random.Random(code)
    variant = VARIANTS[code]
    codec = msgspec.msgpack.Decoder(list[ev.HandEvent])
    for _ in range(20):
        deck = SeededDeck(rng)
        hand, record = begin(random_setup(variant, rng), variant, deck)
        while not hand.finished:
            option = random_option(legal(hand, hand.to_act).options, rng)
            command = command_for(option, hand.by_seat[hand.to_act], rng)
            record += act(hand, hand.to_act, command, deck)
        again = None
        for event in codec.decode(msgspec.msgpack.encode(record)):
            again = evolve(again, event, variant)
        assert again == hand


def test_a_record_must_begin_at_the_beginning() -> None:
    with pytest.raises(ValueError, match="begins with HandStarted"):
        evolve(None, ev.Folded(1), VARIANTS["badugi"])


def test_odd_chips_go_one_each_to_the_first() -> None:
    assert cut(303, 3, 1) == [101, 101, 101]
    assert cut(305, 3, 1) == [102, 102, 101]
    assert cut(310, 3, 5) == [105, 105, 100]
    assert cut(312, 3, 5) == [107, 105, 100]


def test_defaults_follow_from_the_small_bet() -> None:
    rules = Rules(small_bet=30)
    assert (rules.blind_sizes(), rules.big_bet_size()) == ((15, 30), 60)
    assert (rules.stud_ante_size(), rules.bring_in_size()) == (6, 9)
    assert Rules(small_bet=15).blind_sizes() == (7, 15)
    assert Rules(small_bet=1).blind_sizes() == (1,)
    assert Rules(limit="no", min_bet=50).blind_sizes() == (25, 50)


def test_the_rake_cap_goes_by_the_players_dealt_in() -> None:
    rules = Rules(rake_cap={2: 1, 4: 3})
    assert [rules.rake_cap_for(players) for players in (2, 3, 4, 9)] == [1, 1, 3, 3]
    assert Rules(rake_cap=5).rake_cap_for(9) == 5
    assert Rules().rake_cap_for(9) is None
