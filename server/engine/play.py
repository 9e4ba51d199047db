"""The engine's door: begin a hand, act in it."""

from __future__ import annotations

from greenfelt.evaluators.cards import DECK
from greenfelt.server.engine import commands
from greenfelt.server.engine import events as happened
from greenfelt.server.engine.advance import after_bet, after_throw, begin_street
from greenfelt.server.engine.dealing import shuffle
from greenfelt.server.engine.decide import VERBS, decide_out_of_turn
from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.engine.errors import BadSetup
from greenfelt.server.engine.evolve import fold, posted, shuffled
from greenfelt.server.engine.hand import Hand
from greenfelt.server.engine.legal import legal
from greenfelt.server.engine.options import NOTHING
from greenfelt.server.engine.setup import HandSetup
from greenfelt.server.engine.variant import Variant


def begin(
    setup: HandSetup, variant: Variant, deck: DeckSource
) -> tuple[Hand, list[happened.HandEvent]]:
    """Start a hand and run it to its first decision, or to its end when nobody can act.

    Returns the hand and everything that happened. Raises BadSetup, before anything is recorded,
    when no hand can be dealt from the setup or the deck.
    """
    if setup.game != variant.code:
        raise BadSetup(f"the setup is for {setup.game}, not for {variant.code}")
    hand = Hand(setup, variant)
    first = variant.streets[0]
    needed = len(hand.players) * (first.down + first.up)
    if needed > len(DECK):
        raise BadSetup(f"{len(hand.players)} players need {needed} cards for the deal")
    order = happened.Shuffled("deal", shuffle(deck, DECK, "deal"))
    shuffled(hand, order)
    record: list[happened.HandEvent] = [happened.HandStarted(setup), order]
    for post in hand.forced.posts:
        stack = hand.by_seat[post.seat].stack
        if stack <= post.amount:
            post = happened.Posted(post.seat, post.kind, stack, True)
        if post.amount:
            record.append(post)
            posted(hand, post)
    begin_street(hand, 0, record, deck)
    return hand, record


def act(
    hand: Hand, seat: int, command: commands.Command, deck: DeckSource
) -> list[happened.HandEvent]:
    """Carry out a command of a seat and run on to the next decision; return what happened.

    Raises Refused (NotYourTurn, IllegalAction, BadAmount, BadDiscard, HandOver) when the rules do
    not allow it; then nothing has changed.
    """
    options = hand.known_legal
    if options is None or seat != hand.to_act:
        options = legal(hand, seat)
        if options is NOTHING:
            event = decide_out_of_turn(hand, seat, command)
            fold(hand, event)
            return [event]
    player = hand.by_seat[seat]
    decide, fold_it = VERBS[type(command)]
    event = decide(hand, player, command, options)
    fold_it(hand, event)
    if hand.turn_kind == "bet":
        pending, active = hand.pending, hand.active
        if pending and active & (active - 1) and not hand.killer:
            # The usual case: the next one clockwise who must still act, or the first around the
            # button. What turn_began does is little while a round goes on.
            hand.to_act = to_act = hand.first_of[pending & player.later or pending]
            hand.turn = number = hand.turn + 1
            hand.known_legal = None
            return [event, happened.TurnBegan(to_act, number, "bet")]
        record = [event]
        after_bet(hand, player, record, deck)
    else:
        record = [event]
        after_throw(hand, player, record, deck)
    return record
