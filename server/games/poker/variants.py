"""The poker games, each declared as data. Sources: POKER-RULES 9."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from greenfelt.evaluators import BADUGI, BADUGI_ACE_HIGH, HIGH, LOW_8, LOW_27, LOW_A5
from greenfelt.server.engine.variant import (
    Bet,
    BoardOrder,
    DoorCard,
    HandUse,
    Opening,
    Share,
    Street,
    Variant,
)

_HIGH = Share("high", HIGH)
_LOW_A5 = Share("low", LOW_A5)
_LOW_8 = Share("low", LOW_8)
_LOW_27 = Share("low", LOW_27)
_BADUGI = Share("badugi", BADUGI)
_BADUGI_ACE_HIGH = Share("badugi", BADUGI_ACE_HIGH, ace_low=BADUGI)


def _triple_draw(cards: int) -> tuple[Street, ...]:
    return (
        Street("before the draw", down=cards),
        Street("first draw", draw=cards),
        Street("second draw", draw=cards, bet=Bet.BIG),
        Street("third draw", draw=cards, bet=Bet.BIG),
    )


def _single_draw() -> tuple[Street, ...]:
    return (Street("before the draw", down=5), Street("draw", draw=5, bet=Bet.BIG))


def _seven_card(down: int = 2, discard: int = 0) -> tuple[Street, ...]:
    return (
        Street("third street", down=down, up=1, discard=discard),
        Street("fourth street", up=1),
        Street("fifth street", up=1, bet=Bet.BIG),
        Street("sixth street", up=1, bet=Bet.BIG),
        Street("seventh street", down=1, bet=Bet.BIG),
    )


def _five_card_stud() -> tuple[Street, ...]:
    return (
        Street("second street", down=1, up=1),
        Street("third street", up=1),
        Street("fourth street", up=1, bet=Bet.BIG),
        Street("fifth street", up=1, bet=Bet.BIG),
    )


def _board(cards: int) -> tuple[Street, ...]:
    return (
        Street("pre-flop", down=cards),
        Street("flop", board=3),
        Street("turn", board=1, bet=Bet.BIG),
        Street("river", board=1, bet=Bet.BIG),
    )


def _draw_game(
    code: str, name: str, most: int, streets: tuple[Street, ...], *shares: Share
) -> Variant:
    return Variant(
        code=code,
        name=name,
        seats=range(2, most + 1),
        opening=Opening.BLINDS,
        streets=streets,
        shares=shares,
    )


_GAMES = (
    _draw_game("badugi", "Badugi", 9, _triple_draw(4), _BADUGI),
    _draw_game("27td", "2-7 Triple Draw", 6, _triple_draw(5), _LOW_27),
    _draw_game("a5td", "A-5 Triple Draw", 6, _triple_draw(5), _LOW_A5),
    _draw_game("badeucey", "Badeucey", 6, _triple_draw(5), _LOW_27, _BADUGI_ACE_HIGH),
    _draw_game("badacey", "Badacey", 6, _triple_draw(5), _LOW_A5, _BADUGI),
    Variant(
        code="27sd",
        name="2-7 Single Draw",
        seats=range(2, 8),
        opening=Opening.BLINDS,
        streets=_single_draw(),
        shares=(_LOW_27,),
        limit="no",
    ),
    _draw_game("5draw", "Five-card Draw", 7, _single_draw(), _HIGH),
    Variant(
        code="stud",
        name="Seven-card Stud",
        seats=range(2, 9),
        opening=Opening.BRING_IN,
        streets=_seven_card(),
        shares=(_HIGH,),
        odd_chip="suit-tda",
        open_pair_doubles=True,
    ),
    Variant(
        code="stud8",
        name="Seven-card Stud Hi-Lo Eight or Better",
        seats=range(2, 9),
        opening=Opening.BRING_IN,
        streets=_seven_card(),
        shares=(_HIGH, _LOW_8),
        odd_chip="suit-tda",
    ),
    Variant(
        code="studhl",
        name="Seven-card Stud Hi-Lo",
        seats=range(2, 9),
        opening=Opening.BRING_IN,
        streets=_seven_card(),
        shares=(_HIGH, _LOW_A5),
        odd_chip="suit-tda",
        razz_order_optional=True,
    ),
    Variant(
        code="superstud8",
        name="Super Seven-card Stud Hi-Lo Eight or Better",
        seats=range(2, 7),
        opening=Opening.BRING_IN,
        streets=_seven_card(down=4, discard=2),
        shares=(_HIGH, _LOW_8),
        odd_chip="suit-tda",
    ),
    Variant(
        code="razz",
        name="Razz",
        seats=range(2, 9),
        opening=Opening.BRING_IN,
        streets=_seven_card(),
        shares=(_LOW_A5,),
        door_card=DoorCard.HIGHEST_ACE_LOW,
        board_order=BoardOrder.LOW_A5,
        odd_chip="suit-tda",
    ),
    Variant(
        code="27razz",
        name="2-7 Razz",
        seats=range(2, 9),
        opening=Opening.BRING_IN,
        streets=_seven_card(),
        shares=(_LOW_27,),
        door_card=DoorCard.HIGHEST,
        board_order=BoardOrder.LOW_27,
        odd_chip="suit-tda",
    ),
    Variant(
        code="5stud",
        name="Five-card Stud",
        seats=range(2, 10),
        opening=Opening.BRING_IN,
        streets=_five_card_stud(),
        shares=(_HIGH,),
        odd_chip="suit-tda",
    ),
    Variant(
        code="holdem",
        name="Hold'em",
        seats=range(2, 11),
        opening=Opening.BLINDS,
        streets=_board(2),
        shares=(_HIGH,),
    ),
    Variant(
        code="omaha",
        name="Omaha",
        seats=range(2, 11),
        opening=Opening.BLINDS,
        streets=_board(4),
        shares=(_HIGH,),
        hand_use=HandUse.TWO_AND_THREE,
        limit="pot",
    ),
    Variant(
        code="omaha8",
        name="Omaha Hi-Lo Eight or Better",
        seats=range(2, 11),
        opening=Opening.BLINDS,
        streets=_board(4),
        shares=(_HIGH, _LOW_8),
        hand_use=HandUse.TWO_AND_THREE,
    ),
    Variant(
        code="5omaha",
        name="Five-card Omaha",
        seats=range(2, 9),
        opening=Opening.BLINDS,
        streets=_board(5),
        shares=(_HIGH,),
        hand_use=HandUse.TWO_AND_THREE,
        limit="pot",
    ),
    Variant(
        code="5omaha8",
        name="Five-card Omaha Hi-Lo Eight or Better",
        seats=range(2, 9),
        opening=Opening.BLINDS,
        streets=_board(5),
        shares=(_HIGH, _LOW_8),
        hand_use=HandUse.TWO_AND_THREE,
        limit="pot",
    ),
)

VARIANTS: Mapping[str, Variant] = MappingProxyType({game.code: game for game in _GAMES})
"""Every poker game by its code."""
