"""Evaluators: every ranking that mixed poker needs, as integer strengths where greater is better."""

from greenfelt.evaluators.boards import (
    ace_low_order,
    board_strength_high,
    board_strength_low_27,
    board_strength_low_a5,
)
from greenfelt.evaluators.cards import (
    CardError,
    HandError,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
)
from greenfelt.evaluators.ranking import BadugiRanking, FiveCardRanking, Ranking
from greenfelt.evaluators.rankings import (
    BADUGI,
    BADUGI_ACE_HIGH,
    HIGH,
    LOW_8,
    LOW_27,
    LOW_A5,
    RANKINGS,
    prepare,
)
from greenfelt.evaluators.texts import describe_few

__all__ = [
    "BADUGI",
    "BADUGI_ACE_HIGH",
    "HIGH",
    "LOW_8",
    "LOW_27",
    "LOW_A5",
    "RANKINGS",
    "BadugiRanking",
    "CardError",
    "FiveCardRanking",
    "HandError",
    "Ranking",
    "ace_low_order",
    "board_strength_high",
    "board_strength_low_27",
    "board_strength_low_a5",
    "describe_few",
    "format_card",
    "format_cards",
    "parse_card",
    "parse_cards",
    "prepare",
]
