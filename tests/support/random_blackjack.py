"""Random settle scripts of the blackjack family: rules, wagers and actions, wise and foolish alike."""

from __future__ import annotations

import random
from typing import Any

GAMES = ("blackjack", "spanish_21", "double_attack_blackjack")
MAIN = {"blackjack": "blackjack", "spanish_21": "spanish_21", "double_attack_blackjack": "bet"}
SIDES = {
    "blackjack": (
        "house_money",
        "royal_match_21",
        "twenty_point",
        "kings_bounty",
        "three_card_poker",
        "straight_jack",
        "hit_and_run",
        "bad_beat",
    ),
    "spanish_21": ("match_dealer",),
    "double_attack_blackjack": ("bust_it",),
}
_FAMILY: dict[str, tuple[Any, ...]] = {
    "dealer_soft_17": ("stand", "hit"),
    "peek": (True, False),
    "surrender": ("none", "late", "early", "any_time"),
    "double_on": ("any_two", "9_to_11", "10_to_11", "two_or_more"),
    "double_after_split": (True, False),
    "double_for_less": (True, False),
    "split_by": ("value", "rank"),
    "max_hands": (2, 3, 4),
    "split_aces_one_card": (True, False),
    "resplit_aces": (True, False),
    "insurance": (True, False),
    "insurance_pays": ("2/1", "5/2"),
    "insurance_unit": (0, 25, 100),
    "complete_for_side_wagers": (True, False),
    "settle_order": ("collect_then_pay", "per_seat"),
    "coupon_odds": ("as_wager", "even"),
    "coupon_keep_on_push": (True, False),
}
_OWN: dict[str, dict[str, tuple[Any, ...]]] = {
    "blackjack": {
        "decks": (1, 2, 4, 6, 8),
        "blackjack_pays": ("3/2", "6/5"),
        "even_money": (True, False),
        "press_portion": ("1", "1/2", "1/3"),
        "max_payout": (None, 100_000_000),
        "royal_match_21_paytable": ("multi", "single"),
        "crown_treasure_pays": (None, 1000),
        "twenty_point_paytable": ("A", "B"),
        "kings_bounty_paytable": ("multi", "two_deck"),
        "three_card_poker_pays": (9, 8),
        "bad_beat_paytable": (
            None,
            {"dealer_blackjack": "METER", "dealer_21": 20},
            {"dealer_21": "METER", "any_20": 2},
            {"any_20": 3},
        ),
    },
    "spanish_21": {
        "decks": (6, 8),
        "rescue": (True, False),
        "super_bonus": (True, False),
        "envy_bonus": (0, 5000),
        "match_dealer_paytable": ("six", "eight"),
    },
    "double_attack_blackjack": {"decks": (6, 8)},
}
_PAYTABLES: dict[str, tuple[Any, ...]] = {
    "royal_match_21": ("multi", "single"),
    "twenty_point": ("A", "B"),
    "kings_bounty": ("multi", "two_deck"),
    "match_dealer": ("six", "eight"),
    "bad_beat": ({"any_20": 5}, {"dealer_blackjack": 50, "any_20": "METER"}),
}
_TURNS = ("hit", "hit", "stand", "stand", "double", "split", "split", "surrender", "rescue")
_WINDOWS = ("insurance", "even_money", "press", "take", "double_attack", "surrender")
_CARDS_IN_SCRIPT = 200


def random_rules(game: str, chance: random.Random, amount: float = 0.25) -> dict[str, Any]:
    """Return some rules keys of a game with random values; the others keep their defaults."""
    choices = {**_FAMILY, **_OWN[game]}
    return {
        key: chance.choice(values) for key, values in choices.items() if chance.random() < amount
    }


def random_wagers(game: str, seats: int, chance: random.Random) -> dict[str, dict[str, Any]]:
    """Return wagers of some seats: most of them good, a few to be refused."""
    wagers: dict[str, dict[str, Any]] = {}
    for seat in sorted(chance.sample(range(1, seats + 1), chance.randint(1, min(4, seats)))):
        if chance.random() < 0.95:
            wagers[f"m{seat}"] = _wager(seat, MAIN[game], chance)
            if chance.random() < 0.2:
                wagers[f"m{seat}"]["coupon"] = chance.choice((1, 501, 5000, 2_000_000))
        for kind in SIDES[game]:
            if chance.random() < 0.5:
                wagers[f"{kind}{seat}"] = _wager(seat, kind, chance)
                if kind in _PAYTABLES and chance.random() < 0.2:
                    wagers[f"{kind}{seat}"]["paytable"] = chance.choice(_PAYTABLES[kind])
        if chance.random() < 0.05:
            kind = chance.choice((*SIDES["blackjack"], "bust_it", "match_dealer", MAIN[game]))
            wagers[f"x{seat}"] = _wager(seat, kind, chance)
    names = list(wagers)
    chance.shuffle(names)
    return {name: wagers[name] for name in names}


def _wager(seat: int, kind: str, chance: random.Random) -> dict[str, Any]:
    amount = chance.choice((100, 101, 333, 500, 1001, 2500, 99_999, chance.randint(50, 1_100_000)))
    return {"seat": seat, "type": kind, "amount": amount}


def random_cards(game: str, decks: int, chance: random.Random) -> list[str]:
    """Return the top of a shuffled shoe; sometimes poor in ranks, so that rare things happen."""
    ranks = "A23456789JQK" if game != "blackjack" else "A23456789TJQK"
    shoe = [rank + suit for rank in ranks for suit in "CDHS"] * decks
    chance.shuffle(shoe)
    if chance.random() < 0.5:
        favoured = chance.sample(ranks, chance.choice((1, 2, 3)))
        shoe.sort(key=lambda card: (card[0] not in favoured, chance.random()))
        if chance.random() < 0.5:
            head = shoe[:30]
            chance.shuffle(head)
            shoe[:30] = head
    return shoe[: 14 if chance.random() < 0.05 else _CARDS_IN_SCRIPT]


def random_actions(
    playing: list[int], seats: int, cards: list[str], chance: random.Random
) -> list[list[Any]]:
    """Return actions, mostly by seats with wagers and in the order in which they could count."""
    ace = "A" in (cards[0][0], cards[len(playing)][0])
    actions: list[list[Any]] = []
    for _ in range(chance.randint(0, 5 if ace else 3)):
        who = chance.choice(playing)
        actions.append(_action(who, chance.choice(_WINDOWS), chance))
    for seat in playing:
        for _ in range(chance.randint(0, 7)):
            who = seat if chance.random() < 0.95 else chance.randint(1, seats)
            actions.append(_action(who, chance.choice(_TURNS), chance))
    if chance.random() < 0.1:
        verb = chance.choice(("leave", "leave", "take", "insurance", "shoe_end"))
        seat = 0 if verb == "shoe_end" else chance.randint(1, seats)
        actions.insert(chance.randint(0, len(actions)), _action(seat, verb, chance))
    return actions


def _action(seat: int, verb: str, chance: random.Random) -> list[Any]:
    if verb in ("insurance", "double_attack"):
        return [seat, verb, chance.choice((0, 1, 50, 166, 250, 500, 50_000))]
    if verb == "double" and chance.random() < 0.3:
        return [seat, verb, chance.choice((0, 1, 100, 500, 2_000_000))]
    return [seat, verb]


def random_script(seed: int) -> dict[str, Any]:
    """Return one whole script, the same for the same seed."""
    chance = random.Random(seed)
    game = chance.choice(GAMES)
    rules = random_rules(game, chance)
    decks = rules.get("decks", 8 if game == "double_attack_blackjack" else 6)
    seats = 6 if game == "double_attack_blackjack" else 7
    wagers = random_wagers(game, seats, chance)
    script: dict[str, Any] = {
        "game": game,
        "rules": rules,
        "wagers": wagers,
        "cards": random_cards(game, decks, chance),
    }
    playing = sorted({wager["seat"] for wager in wagers.values()}) or [1]
    script["actions"] = random_actions(playing, seats, script["cards"], chance)
    if game == "blackjack" and chance.random() < 0.9:
        script["meters"] = {
            name: chance.randint(1, 3_000_001)
            for name in ("straight_jack", "hit_and_run", "bad_beat")
        }
        script["reserves"] = {"bad_beat": chance.randint(0, 200_000)}
    return script
