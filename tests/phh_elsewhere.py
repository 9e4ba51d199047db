"""Hands of another program: PokerKit plays at random and writes its own PHH files."""

from __future__ import annotations

import random
import warnings
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    HandHistory,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)

BLIND_LIMIT = {
    "FB": FixedLimitBadugi,
    "F2L3D": FixedLimitDeuceToSevenLowballTripleDraw,
    "FT": FixedLimitTexasHoldem,
}
STUD = {
    "FR": FixedLimitRazz,
    "F7S": FixedLimitSevenCardStud,
    "F7S/8": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
}
BIG_BET = {
    "N2L1D": NoLimitDeuceToSevenLowballSingleDraw,
    "NT": NoLimitTexasHoldem,
    "PO": PotLimitOmahaHoldem,
}
CODES = (*BLIND_LIMIT, *STUD, *BIG_BET)
_AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
)


def hand_from_elsewhere(code: str, seed: int, stacks: tuple[int, int]) -> str:
    """Return a PHH text of a hand that PokerKit played; stacks are drawn from a range."""
    chance = random.Random(f"{code} {seed}")
    players = chance.randint(2, 5)
    amounts = [chance.randint(*stacks) for _ in range(players)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        random.seed(seed)  # PokerKit shuffles by the module's own generator
        if code in STUD:
            game = STUD[code](_AUTOMATIC, True, 2, 3, 10, 20)
        elif code in BLIND_LIMIT:
            game = BLIND_LIMIT[code](_AUTOMATIC, True, 0, (5, 10), 10, 20)
        else:
            game = BIG_BET[code](_AUTOMATIC, True, 0, (5, 10), 10)
        state = game(amounts, players)
        while state.status:
            _step(state, chance)
        stacks_after = list(state.stacks)
        history = HandHistory.from_game_state(game, state, finishing_stacks=stacks_after)
        return history.dumps()


def _step(state: Any, chance: random.Random) -> None:
    """Let whoever is to act do something at random, mostly not folding."""
    if state.can_stand_pat_or_discard():
        cards = list(state.hole_cards[state.stand_patter_or_discarder_index])
        state.stand_pat_or_discard(chance.sample(cards, chance.randint(0, min(3, len(cards)))))
    elif state.can_post_bring_in() and chance.random() < 0.8:
        state.post_bring_in()
    elif state.can_complete_bet_or_raise_to() and chance.random() < 0.4:
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(chance.choice((low, chance.randint(low, high))))
    elif state.can_check_or_call() and (chance.random() < 0.85 or not state.can_fold()):
        state.check_or_call()
    elif state.can_fold():
        state.fold()
    else:
        state.post_bring_in()
