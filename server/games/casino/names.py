"""The table games by their codes, and the groups that the rules speak of."""

from __future__ import annotations

from typing import Final

MINIBACCARAT: Final = "minibaccarat"
MIDIBACCARAT: Final = "midibaccarat"
BACCARAT: Final = "baccarat"
RISING_PHOENIX: Final = "rising_phoenix"
BLACKJACK: Final = "blackjack"
SPANISH_21: Final = "spanish_21"
DOUBLE_ATTACK: Final = "double_attack_blackjack"

NAMES: Final[dict[str, str]] = {
    MINIBACCARAT: "Minibaccarat",
    MIDIBACCARAT: "Midibaccarat",
    BACCARAT: "Baccarat",
    RISING_PHOENIX: "Rising Phoenix Baccarat",
    BLACKJACK: "Blackjack",
    SPANISH_21: "Spanish 21",
    DOUBLE_ATTACK: "Double Attack Blackjack",
}

CLASSIC_BACCARAT: Final = (MINIBACCARAT, MIDIBACCARAT, BACCARAT)
BACCARAT_FAMILY: Final = (*CLASSIC_BACCARAT, RISING_PHOENIX)
BLACKJACK_FAMILY: Final = (BLACKJACK, SPANISH_21, DOUBLE_ATTACK)
ALL_GAMES: Final = (*BACCARAT_FAMILY, *BLACKJACK_FAMILY)
