"""What wagers and table games are called: as their signs call them, which records do not carry."""

from __future__ import annotations

from typing import Final

_WAGERS: Final = {
    "harmony": "Harmony Progressive",
    "twenty_point": "20-Point",
    "kings_bounty": "King's Bounty",
    "straight_jack": "Straight Jack Progressive",
    "hit_and_run": "Hit and Run Progressive",
    "bad_beat": "Bad Beat Progressive",
    "match_dealer": "Match the Dealer",
    "9_over_7": "9 over 7",
    "2card_8_over_2card_1": "2-card 8 over 2-card 1",
    "player_wins_3card_6": "Player wins with 3-card 6",
    "banker_wins_1_or_2": "Banker wins with 1 or 2",
    "both_8_or_9": "Both 8 or 9",
    "1_over_0": "1 over 0",
    "3card_6_over_3card_3": "3-card 6 over 3-card 3",
    "3card_8_over_3card_0": "3-card 8 over 3-card 0",
    "banker_over_2card_7": "Banker over Player 2-card 7",
    "3card_9_over_3card_6": "3-card 9 over 3-card 6",
    "3card_9_over_3card_8": "3-card 9 over 3-card 8",
    "player_3card_8_over_3card_0": "Player 3-card 8 over 3-card 0",
    "tie_0": "Tie on 0",
    "tie_1_2_3": "Tie on 1, 2 or 3",
    "tie_4_5_6_7": "Tie on 4, 5, 6 or 7",
    "tie_8_9": "Tie on 8 or 9",
}
"""By code, where the name is not the code's own words. A test holds them against the signs."""

_GAMES: Final = {"rising_phoenix": "Rising Phoenix Baccarat"}


def wager_name(code: str, on: str | None = None) -> str:
    """Return what a wager is called, with its side where it has one: Dragon Bonus Player."""
    name = _WAGERS.get(code) or _in_words(code)
    return f"{name} {_in_words(on)}" if on else name


def title_of(game: str) -> str:
    """Return what a table game is called by its code."""
    return _GAMES.get(game) or _in_words(game)


def _in_words(code: str) -> str:
    return code.replace("_", " ").title()
