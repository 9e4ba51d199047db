"""The same hand played in PokerKit: its state is driven by our events, cards and actions alike.

Where PokerKit plays by another rule than ours on purpose, a difference has a name (see REASONS);
every other difference fails the test.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter

from engine_play import SeededDeck, command_for
from pokerkit.hands import (
    BadugiHand,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
)
from pokerkit.state import Automation, BettingStructure, Opening, State, Street
from pokerkit.utilities import Deck

from greenfelt.evaluators.cards import format_cards
from greenfelt.server.engine import (
    WAGERS,
    Hand,
    HandSetup,
    Option,
    Rules,
    Variant,
    act,
    begin,
    commands,
    legal,
)
from greenfelt.server.engine import events as ev
from greenfelt.server.engine.variant import Bet, BoardOrder, DoorCard
from greenfelt.server.games.poker import VARIANTS

UNIT = 1680
"""Every amount is a multiple of it, so that no odd chips hide a wrong share: half of it divides by 2 to 8.

PokerKit gives all odd chips of a tie to one seat; we give one each (POKER-RULES 1.10).
"""

REASONS = {
    "half-bet": "fixed limit: PokerKit lets no short all-in reopen, and raises by a full bet on top"
    " of it; we follow the half-bet rule of the rule books (POKER-RULES 1.6)",
    "short-price": "PokerKit's price is the largest bet on the table; a short all-in blind or"
    " bring-in does not lower ours (POKER-RULES 1.3, 5.2)",
    "bring-in-duty": "PokerKit makes the seat left of an all-in bring-in seat bring in; it may fold"
    " here (POKER-RULES 5.2)",
    "short-stub": "PokerKit has its own procedure when the stub cannot serve seventh street;"
    " ours is TDA RP-10H (POKER-RULES 5.6)",
    "all-in-bring-in": "PokerKit lists an all-in for the bring-in as a completion too; it is one action here",
    "pointless-raise": "PokerKit forbids a raise that no opponent has the chips to answer; the rule"
    " books do not, and the excess goes back (POKER-RULES 1.8)",
    "idle-check": "PokerKit asks the last seat with chips to check although nobody can bet any more;"
    " here there is no betting (POKER-RULES 1.3)",
    "side-pot-low": "when one pot has a qualifying low, PokerKit also halves the other pots that have"
    " none, and shares that half; a pot without a low goes to the high hand (POKER-RULES 1.10)",
    "short-raise": "no limit: PokerKit forbids any raise, also by a seat that has not acted, when"
    " the call is smaller than the last raise; ours is TDA 47A (POKER-RULES 1.7)",
}

HAND_TYPES = {
    "badugi": (BadugiHand,),
    "27td": (StandardLowHand,),
    "a5td": (RegularLowHand,),
    "badeucey": (StandardLowHand, StandardBadugiHand),
    "badacey": (RegularLowHand, BadugiHand),
    "27sd": (StandardLowHand,),
    "5draw": (StandardHighHand,),
    "stud": (StandardHighHand,),
    "stud8": (StandardHighHand, EightOrBetterLowHand),
    "studhl": (StandardHighHand, RegularLowHand),
    "razz": (RegularLowHand,),
    "5stud": (StandardHighHand,),
    "holdem": (StandardHighHand,),
    "omaha": (OmahaHoldemHand,),
    "omaha8": (OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "5omaha": (OmahaHoldemHand,),
    "5omaha8": (OmahaHoldemHand, OmahaEightOrBetterLowHand),
}
_LIMITS = {
    "fixed": BettingStructure.FIXED_LIMIT,
    "pot": BettingStructure.POT_LIMIT,
    "no": BettingStructure.NO_LIMIT,
}
_DOORS = {DoorCard.LOWEST: Opening.LOW_CARD, DoorCard.HIGHEST_ACE_LOW: Opening.HIGH_CARD}
_BOARDS = {BoardOrder.HIGH: Opening.HIGH_HAND, BoardOrder.LOW_A5: Opening.LOW_HAND}
_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class Different(AssertionError):
    """The engines disagree, and no named reason covers it."""


class Abandoned(Exception):
    """A named difference left no action that both engines allow alike."""


def twin_state(variant: Variant, hand: Hand) -> State:
    """Return a PokerKit state for the hand's seats, stacks and rules.

    Built from PokerKit's general state: its ready-made fixed-limit games allow four raises over the
    big blind, where the rule books, and we, count the blind as the first of four bets.
    """
    rules, stud = hand.rules, variant.is_stud
    fixed = rules.limit == "fixed"
    small = 4 * UNIT if fixed else 2 * UNIT
    streets = []
    for index, street in enumerate(variant.streets):
        opening = Opening.POSITION
        if stud:
            opening = _BOARDS[variant.board_order] if index else _DOORS[variant.door_card]
        bet = small if street.bet is Bet.SMALL or not fixed else 2 * small
        most = None
        if fixed:
            most = 4 if index or stud else 3
        streets.append(
            Street(
                bool(index) and rules.burn,
                (False,) * street.down + (True,) * street.up,
                street.board,
                bool(street.draw),
                opening,
                bet,
                most,
            )
        )
    count = len(hand.players)
    blinds = [] if stud else list(rules.blind_sizes())
    return State(
        _AUTOMATIONS,
        Deck.STANDARD,
        HAND_TYPES[variant.code],
        tuple(streets),
        _LIMITS[rules.limit],
        True,
        rules.ante or 0,
        blinds,
        rules.bring_in or 0 if stud else 0,
        [hand.setup.stacks[player.seat] for player in hand.players],
        count,
    )


class Twin:
    """One hand in both engines."""

    def __init__(self, code: str, rng: random.Random) -> None:
        self.rng = rng
        self.variant = VARIANTS[code]
        self.deck = SeededDeck(rng)
        limit = rng.choice(("fixed", "fixed", "fixed", "pot", "no"))
        stud = self.variant.is_stud
        if stud or code in ("badugi", "27td", "a5td", "badeucey", "badacey"):
            limit = "fixed"
        seats = rng.randint(2, min(8, self.variant.max_seats))
        depth = rng.choice((10, 40, 200))
        setup = HandSetup(
            hand=1,
            game=code,
            rules=Rules(
                limit=limit,
                small_bet=4 * UNIT,
                big_bet=8 * UNIT,
                min_bet=0 if limit == "fixed" else 2 * UNIT,
                blinds=(2 * UNIT, 4 * UNIT) if limit == "fixed" else (UNIT, 2 * UNIT),
                ante=UNIT if stud else rng.choice((0, 0, UNIT)),
                bring_in=2 * UNIT,
                cap_heads_up=True,
                draw_timing="together",
            ),
            button=seats,
            stacks={seat: UNIT * rng.randint(1, depth) for seat in range(1, seats + 1)},
        )
        self.burns: list[str] = []
        self.high_pots: set[int] = set()
        self.low_pots: set[int] = set()
        self.short_bet = False
        self.differences: Counter[str] = Counter()
        self.hand, happened = begin(setup, self.variant, self.deck)
        self.short_price = any(
            self.hand.by_seat[post.seat].bet < post.amount
            for post in self.hand.forced.posts
            if "blind" in post.kind
        )
        self.state = twin_state(self.variant, self.hand)
        self.follow(happened)

    def play(self) -> Counter[str]:
        """Play to the end; return the named differences on the way. Raises Different."""
        hand = self.hand
        while not hand.finished:
            command = self.choose()
            self.follow(act(hand, hand.to_act, command, self.deck))
        got = [player.stack for player in hand.players]
        if self.low_pots and self.high_pots - self.low_pots and sum(got) == sum(self.state.stacks):
            self.differences["side-pot-low"] += got != list(self.state.stacks)
        elif self.state.status or got != list(self.state.stacks):
            raise Different(
                f"stacks {got}, PokerKit {self.state.stacks}, over {not self.state.status}"
            )
        return self.differences

    def choose(self) -> commands.Command:
        """Compare what is allowed, and return an action that both engines allow."""
        hand, state = self.hand, self.state
        options = {option.do: option for option in legal(hand, hand.to_act).options}
        player = hand.by_seat[hand.to_act]
        if hand.turn_kind == "draw":
            if state.stand_patter_or_discarder_index != player.position:
                raise Different(
                    f"seat {player.position} draws, PokerKit {state.stand_patter_or_discarder_index}"
                )
            return command_for(options["draw"], player, self.rng)
        if state.actor_index != player.position:
            self.explain(f"seat {player.position} acts, PokerKit {state.actor_index}", "")
            raise Abandoned
        same = []
        if "bring-in" in options:
            if "fold" in options:
                self.differences["bring-in-duty"] += 1
            if not state.can_post_bring_in():
                raise Different("PokerKit asks for no bring-in")
            same.append(options["bring-in"])
        elif state.can_post_bring_in():
            raise Different("PokerKit asks for a bring-in")
        else:
            passive = options.get("check") or options["call"]
            owed = state.checking_or_calling_amount
            if passive.add == owed:
                same.append(passive)
            else:
                self.explain(f"call {passive.add}, PokerKit {owed}", "short-price")
            if "call" in options and state.can_fold():
                same.append(options["fold"])
            elif "call" in options:
                self.explain("fold, PokerKit none", "short-price")
        wager = next((options[do] for do in WAGERS if do in options), None)
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        if (wager and (wager.low, wager.high)) == (low and (low, high)):
            if wager:
                same.append(wager)
        else:
            self.explain_wager(wager, low, high)
        if not same:
            raise Abandoned
        option = self.rng.choice(same)
        if option.do in WAGERS:
            steps = (option.high - option.low) // UNIT
            to = option.low + UNIT * self.rng.randint(0, min(steps, self.rng.choice((0, 3, 1000))))
            return commands.Wager(option.high if self.rng.random() < 0.1 else to)
        return command_for(option, player, self.rng)

    def explain_wager(self, wager: Option | None, low: int | None, high: int | None) -> None:
        """Name why one engine allows a wager that the other does not."""
        hand = self.hand
        me = hand.by_seat[hand.to_act]
        others = [one for one in hand.players if hand.active & one.bit and one is not me]
        if hand.bring_in_due and wager is None and low == me.stack <= hand.forced.bring_in:
            self.differences["all-in-bring-in"] += 1
        elif low is None and all(one.stack + one.bet <= hand.price for one in others):
            self.differences["pointless-raise"] += 1
        else:
            self.explain(f"wager {wager}, PokerKit {low} to {high}", "wager")

    def explain(self, what: str, kind: str) -> None:
        """Count a difference under its reason. Raises Different when there is none."""
        hand = self.hand
        high = max(player.bet for player in hand.players)
        if self.short_price and (hand.price > high or hand.rules.limit == "pot"):
            self.differences["short-price"] += 1
        elif self.short_bet and hand.rules.limit == "fixed":
            self.differences["half-bet"] += 1
        elif self.short_bet:
            self.differences["short-raise"] += 1
        else:
            raise Different(f"{what} ({kind})")

    def follow(self, happened: list[ev.HandEvent]) -> None:
        """Do in PokerKit what happened in our engine."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for event in happened:
                self.follow_one(event)

    def follow_one(self, event: ev.HandEvent) -> None:
        hand, state = self.hand, self.state
        if isinstance(event, (ev.Returned, ev.StreetBegan, ev.HandEnded)):
            self.check_idly()
        self.burn(event)
        match event:
            case ev.StreetBegan(index) if index:
                self.short_bet = self.short_price = False
            case ev.Shuffled(why="scramble"):
                self.differences["short-stub"] += 1
                raise Abandoned
            case ev.Burned(card):
                self.burns.append(format_cards((card,)))
            case ev.DealtDown(seat, cards) | ev.DealtUp(seat, cards):
                state.deal_hole(format_cards(cards), hand.by_seat[seat].position)
            case ev.DealtBoard(cards):
                if not hand.variant.has_board:
                    self.differences["short-stub"] += 1
                    raise Abandoned
                state.deal_board(format_cards(cards))
            case ev.Discarded(_, cards):
                state.stand_pat_or_discard(format_cards(cards))
            case ev.Awarded(pot, "high"):
                self.high_pots.add(pot)
            case ev.Awarded(pot, "low"):
                self.low_pots.add(pot)
            case ev.Folded():
                state.fold()
            case ev.Checked() | ev.Called():
                state.check_or_call()
            case ev.BroughtIn(_, amount):
                state.post_bring_in()
                if amount < hand.forced.bring_in:
                    self.short_price = True
            case ev.Wagered(_, _, to, _, all_in):
                before = max(state.bets)
                state.complete_bet_or_raise_to(to)
                step = hand.unit if hand.rules.limit == "fixed" else hand.min_raise
                # Over a short blind PokerKit's bets say too little: then our price is no full bet.
                if all_in and (to - before < step or hand.price != hand.base):
                    self.short_bet = True

    def check_idly(self) -> None:
        """Let PokerKit's last seat with chips check where our round is over."""
        state = self.state
        if state.actor_index is not None and not state.checking_or_calling_amount:
            if self.hand.active.bit_count() > 1:
                raise Different(f"PokerKit still waits for seat {state.actor_index}")
            state.check_or_call()
            self.differences["idle-check"] += 1

    def burn(self, event: ev.HandEvent) -> None:
        """Burn as soon as PokerKit wants it: in draws that is after everybody has drawn.

        Where our stub had no card left to burn, PokerKit burns an unknown one.
        """
        while self.state.can_burn_card("??"):
            if not self.burns and isinstance(event, (ev.Burned, ev.StreetBegan, ev.Returned)):
                return
            self.state.burn_card(self.burns.pop(0) if self.burns else "??")


def compare(code: str, hands: int, seed: int) -> Counter[str]:
    """Play random hands in both engines; return how often each named difference came up."""
    total: Counter[str] = Counter(hands=0)
    for number in range(hands):
        rng = random.Random(f"{code} {seed} {number}")
        twin = None
        try:
            twin = Twin(code, rng)
            total.update(twin.play())
        except Abandoned:
            total["abandoned"] += 1
            if twin is not None:
                total.update(twin.differences)
        except Different as error:
            raise Different(f"{code} hand {number} of seed {seed}: {error}") from None
        total["hands"] += 1
    return total
