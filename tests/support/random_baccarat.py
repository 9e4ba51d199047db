"""Random settle scripts of the baccarat games: well-formed, otherwise anything goes."""

from __future__ import annotations

import random
from typing import Any

from support.naive_baccarat import PHOENIX, SIDE_BETS

GAMES = ("minibaccarat", "midibaccarat", "baccarat", "rising_phoenix")
MAINS = ("banker", "player", "tie")
OTHERS = ("blackjack", "insurance", "match_dealer", "royal_match_21")
RANKS = "A23456789TJQK"
VERBS = ("press", "take", "leave", "hit", "stand", "split", "rescue", "even_money")


def random_script(rng: random.Random) -> dict[str, Any]:
    """Return one script. Few ranks now and then, so that pairs, ties and jackpots come up often."""
    game = rng.choice(GAMES)
    rules = random_rules(rng, game)
    seats = rules.get("seats", {"baccarat": 12}.get(game, 9))
    wagers = random_wagers(rng, game, seats)
    betting = [wager["seat"] for wager in wagers.values()]
    script = {
        "game": game,
        "rules": rules,
        "wagers": wagers,
        "cards": random_cards(rng, rules.get("decks", 8)),
        "actions": [random_action(rng, betting, seats) for _ in range(rng.randrange(6))],
        "meters": {"harmony": rng.randrange(1, 10_000_000)},
        "reserves": {"harmony": rng.choice((0, 5, 99_999))},
    }
    if rng.random() < 0.3:
        script["markers"] = {str(rng.randint(1, seats)): rng.randrange(0, 500)}
    return script


def random_rules(rng: random.Random, game: str) -> dict[str, Any]:
    choices: dict[str, tuple[Any, ...]] = {
        "decks": (6, 8),
        "min_bet": (100, 1, 500),
        "side_max_bet": (100_000, 2_000),
        "main_wager_required": (True, False),
        "coupon_keep_on_push": (True, False),
        "coupon_odds": ("as_wager", "even"),
        "tie_pays": (8, 9),
        "vig_rounding": ("up_25c", "nearest_25c", "none"),
        "vig_collect": ("now", "tracked"),
        "press_portion": ("1", "1/2", "2/3"),
        "press_when_decided": (True, False),
    }
    if game == "rising_phoenix":
        choices["commission_free"] = (True, False)
    else:
        choices["ez"] = (True, False)
        choices["dragon_bonus_paytable"] = tuple("ABC")
    if game in ("minibaccarat", "rising_phoenix"):
        choices["golden_talons_paytable"] = tuple("ABCDE")
        choices["harmony_paytable"] = tuple("ABCDEFGHI")
        choices["harmony_seed"] = (0, 12_345)
    if game == "baccarat":
        choices["squeeze"] = (True, False)
        choices["seats"] = (10, 14)
    rules = {key: rng.choice(values) for key, values in choices.items() if rng.random() < 0.5}
    if rng.random() < 0.3:
        known = sorted(SIDE_BETS[game] | {"house_money"})
        rules["wagers_offered"] = rng.sample(known, rng.randint(0, len(known)))
    return rules


def random_wagers(rng: random.Random, game: str, seats: int) -> dict[str, Any]:
    few = rng.sample(range(1, seats + 1), min(seats, rng.choice((1, 1, 2, 3))))
    types = [*MAINS, *sorted(SIDE_BETS[game]), "house_money"]
    strange = [*OTHERS, "sun_7", "dragon_7", "dragon_bonus", "harmony"]
    weights = [6, 6, 2, *[1] * (len(types) - 4), 6]
    wagers: dict[str, Any] = {}
    for number in range(rng.randint(1, 14)):
        kind = rng.choices(types, weights)[0] if rng.random() < 0.95 else rng.choice(strange)
        amount = rng.choice((0, -600, 7, 100, 101, 333, 500, 1000, 1030, 2000, 2_500_000))
        if rng.random() < 0.6:
            amount = rng.randrange(100, 5000)
        wager: dict[str, Any] = {"seat": rng.choice(few), "type": kind, "amount": amount}
        if kind in ("dragon_bonus", "golden_talons"):
            wager["on"] = rng.choice(("player", "banker"))
        letters = {"dragon_bonus": "ABC", "golden_talons": "ABCDE", "harmony": "ABCDEFGHI"}
        if kind in letters and rng.random() < 0.5:
            wager["paytable"] = rng.choice(letters[kind])
        if rng.random() < (0.3 if kind in MAINS else 0.03):
            wager["coupon"] = rng.choice((100, 501, 1000))
        wagers[f"w{number}"] = wager
    return wagers


def random_cards(rng: random.Random, decks: int) -> list[str]:
    ranks = RANKS if rng.random() < 0.5 else rng.sample(RANKS, rng.randint(1, 3))
    suits = "CDHS" if rng.random() < 0.7 else rng.choice(("CS", "DH"))
    shoe = [rank + suit for rank in ranks for suit in suits] * decks
    return rng.sample(shoe, 6)


def random_action(rng: random.Random, betting: list[int], seats: int) -> list[Any]:
    seat = rng.choice(betting) if rng.random() < 0.8 else rng.randint(1, seats)
    verb = rng.choice(("press",) * 6 + ("take", "decline", "decline", "leave", "shoe_end", *VERBS))
    if verb == "shoe_end":
        return [0, verb]
    if verb == "decline":
        return [seat, verb, rng.choice(("player", "banker"))]
    if verb == "press" and rng.random() < 0.6:
        return [seat, verb, rng.choice(("player", "banker"))]
    return [seat, verb]


ALL_TYPES = (
    *MAINS,
    *sorted({kind for kinds in SIDE_BETS.values() for kind in kinds} | set(PHOENIX)),
)
