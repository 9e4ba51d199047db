"""Random hands for the engine's tests: seeded decks, setups, and legal commands at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import compress, product

from greenfelt.server.engine import (
    WAGERS,
    Hand,
    HandSetup,
    MissedPost,
    Option,
    Player,
    Rules,
    Straddle,
    Variant,
    commands,
)
from greenfelt.server.engine.setup import Kill

DECK = frozenset(range(52))
_PLAIN: dict[str, commands.Command] = {
    "fold": commands.Fold(),
    "check": commands.Check(),
    "call": commands.Call(),
    "bring-in": commands.BringIn(),
}
_SUBSETS = tuple(product((False, True), repeat=5))


class SeededDeck:
    """A deck source with a generator of its own."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def shuffle(self, cards: Sequence[int], why: str) -> tuple[int, ...]:
        draw = self.rng.random
        return tuple(sorted(cards, key=lambda card: draw()))


def command_for(option: Option, player: Player, rng: random.Random) -> commands.Command:
    """Return a command that an option allows, its amount or cards at random."""
    plain = _PLAIN.get(option.do)
    if plain is not None:
        return plain
    low, high = option.low, option.high
    if option.do in WAGERS:
        which = int(rng.random() * 3) if low < high else 0
        return commands.Wager((low, high, rng.randint(low, high))[which] if which else low)
    if option.do == "draw" and high >= len(player.down):
        which_ones = _SUBSETS[int(rng.random() * len(_SUBSETS))]
        return commands.Draw(tuple(compress(player.down, which_ones)))
    cards = tuple(rng.sample(player.down, rng.randint(low, min(high, len(player.down)))))
    return commands.Draw(cards) if option.do == "draw" else commands.Discard(cards)


def random_option(options: Sequence[Option], rng: random.Random) -> Option:
    """Return one of the options; folding for free is rare, so that hands go on."""
    if (
        len(options) > 1
        and options[0].do == "fold"
        and options[1].do == "check"
        and rng.random() < 0.9
    ):
        options = options[1:]
    return options[int(rng.random() * len(options))]


def random_rules(variant: Variant, rng: random.Random) -> Rules:
    """Return rules with every option of play drawn at random."""
    either = rng.choice
    return Rules(
        limit=either(("fixed", "fixed", "pot", "no")),
        small_bet=10,
        blinds=either((None, None, (10,), (5, 10), (5, 5, 10), (3, 7))),
        ante=either((None, None, 1, 3)),
        bb_ante=0 if variant.is_stud else either((0, 0, 0, 10)),
        bring_in=either((None, 1, 3, 10)),
        min_bet=either((0, 0, 10)),
        cap=either((4, 4, 3)),
        cap_heads_up=either((False, True)),
        limit_short_raise=either(("add", "complete")),
        completion_base=either(("small_bet", "small_bet", "bring_in")),
        open_pair_double=either((False, True)),
        allow_limp=either((True, True, False)),
        straddle_counts_as_raise=either((False, True)),
        kill_order=either(("in_turn", "last")),
        burn=either((True, True, False)),
        draw_timing=either(("sequential", "together")),
        five_card_draw_split=either((False, True)),
        five_card_draw_opener=either(("button", "opener")),
        reshuffle_stub=either(("first", "merged")),
        reshuffle_folded=either((True, False)),
        reshuffle_current=either(("included", "if_short")),
        reshuffle_own=either(("never", "earlier_draws")),
        reshuffle_burns=either(("if_short", "included")),
        deal_last_card=either((True, False)),
        stud_board_tie=either(("position", "suit")),
        stud_short=either(("tda", "roberts", "community")),
        hilo_nq_order=either(("stud", "razz")),
        super_discard=either(("before_betting", "before_4th")),
        badeucey_ace=either(("high", "low")),
        odd_chip=either((None, "position", "suit-tda", "suit-roberts")),
        muck_losing=either((True, False)),
        face_up_allin=either((False, True)),
        rake_per_mille=either((0, 0, 50)),
        rake_cap=either((None, 3, {2: 1, 4: 6})),
    )


def random_setup(variant: Variant, rng: random.Random, rules: Rules | None = None) -> HandSetup:
    """Return a hand with random seats, short and deep stacks, and now and then a live extra bet."""
    rules = rules or random_rules(variant, rng)
    most = variant.max_seats
    if not rules.burn and variant.code == "5stud":
        most = 10
    seats = sorted(rng.sample(range(1, 11), rng.randint(2, most)))
    depth = rng.choice(((1, 12), (1, 60), (40, 200), (500, 3000)))
    stacks = {
        seat: rng.randint(*depth) if rng.random() < 0.9 else rng.randint(1, 20) for seat in seats
    }
    blinds = rules.blind_sizes()
    button = rng.choice((*seats, rng.randint(1, 10)))
    extra = rng.random()
    after = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
    free = after[len(blinds) :] if len(after) > max(2, len(blinds)) else []
    straddle = kill = None
    posts: tuple[MissedPost, ...] = ()
    if free and not variant.is_stud:
        if extra < 0.1:
            straddle = Straddle(free[0], 2 * max(blinds))
        elif extra < 0.2:
            kill = Kill(rng.choice(seats), "full" if rng.random() < 0.5 else "half")
        elif extra < 0.3:
            posts = (MissedPost(free[-1], live=max(blinds), dead=rng.choice((0, min(blinds)))),)
    return HandSetup(
        hand=1,
        game=variant.code,
        rules=rules,
        button=button,
        stacks=stacks,
        straddle=straddle,
        kill=kill,
        posts=posts,
    )


def check_hand(hand: Hand) -> None:
    """Hold a hand against what is true at every event: chips conserved, 52 different cards."""
    brought = sum(hand.setup.stacks.values())
    behind = sum(player.stack for player in hand.players)
    assert behind + hand.chips_in_pots + hand.rake == brought
    assert all(player.stack >= 0 and player.bet >= 0 for player in hand.players)
    if hand.order:
        held = [card for player in hand.players for card in (*player.down, *player.up)]
        cards = [*held, *hand.board, *hand.stub, *hand.burns, *hand.discarded, *hand.folded]
        assert len(cards) == 52
        assert set(cards) == DECK
    assert hand.active & ~hand.live == 0
    assert hand.pending & ~hand.active == 0
