"""A second, naive settlement of the baccarat games, written from the rule text alone.

Texts and dicts, no state machine, no code of the product: it only has to be plain, so that it can
be read against the rules. It settles the same scripts and answers the same objects, without
messages; scripts must be well-formed.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "data" / "casino"
TABLES = json.loads((DATA / "baccarat_paytables.json").read_text(encoding="utf-8"))
PHOENIX = TABLES["rising_phoenix"]

DEFAULTS = {
    "min_bet": 100,
    "max_bet": 1_000_000,
    "side_min_bet": 100,
    "side_max_bet": 100_000,
    "main_wager_required": True,
    "coupon_keep_on_push": False,
    "tie_pays": 8,
    "vig_rounding": "up_25c",
    "vig_collect": "now",
    "press_portion": "1",
    "press_when_decided": True,
    "ez": False,
    "commission_free": False,
    "dragon_bonus_paytable": "A",
    "golden_talons_paytable": "A",
    "harmony_paytable": "A",
    "harmony_seed": 0,
}
SIDE_BETS = {
    "minibaccarat": {
        "dragon_7",
        "panda_8",
        "dragon_bonus",
        "house_money",
        "golden_talons",
        "harmony",
    },
    "midibaccarat": {"dragon_7", "panda_8", "dragon_bonus", "house_money"},
    "baccarat": {"dragon_7", "panda_8", "dragon_bonus", "house_money"},
    "rising_phoenix": {"golden_talons", "harmony", *PHOENIX},
}


def total(cards: list[str]) -> int:
    return sum("0A23456789".find(card[0]) for card in cards if card[0] in "A23456789") % 10


class Deal:
    """The cards of one round and how they came."""

    def __init__(self, cards: list[str]) -> None:
        self.player = [cards[0], cards[2]]
        self.banker = [cards[1], cards[3]]
        rest = cards[4:]
        first_player, first_banker = total(self.player), total(self.banker)
        self.over_after_four = True
        if first_player < 8 and first_banker < 8:
            if first_player <= 5:
                third = rest.pop(0)
                self.player.append(third)
                worth = str(total([third]))
                if first_banker <= TABLES["third_card"][worth]:
                    self.banker.append(rest.pop(0))
                self.over_after_four = False
            elif first_banker <= 5:
                self.banker.append(rest.pop(0))
                self.over_after_four = False
        self.used = len(self.player) + len(self.banker)
        self.cards = self.player + self.banker
        self.p, self.b = total(self.player), total(self.banker)
        self.pc, self.bc = len(self.player), len(self.banker)
        self.p_pair = self.player[0][0] == self.player[1][0]
        self.b_pair = self.banker[0][0] == self.banker[1][0]


def phoenix_wins(name: str, d: Deal) -> bool:
    both = {d.p, d.b}
    three = d.pc == d.bc == 3
    return {
        "sun_7": d.b > d.p and d.b == 7 and d.bc == 3,
        "moon_8": d.p > d.b and d.p == 8 and d.pc == 3,
        "9_over_7": both == {9, 7},
        "2card_8_over_2card_1": both == {8, 1} and d.pc == d.bc == 2,
        "player_wins_3card_6": d.p > d.b and d.p == 6 and d.pc == 3,
        "banker_wins_1_or_2": d.b > d.p and d.b in (1, 2),
        "both_8_or_9": both <= {8, 9},
        "1_over_0": both == {1, 0},
        "3card_6_over_3card_3": both == {6, 3} and three,
        "3card_8_over_3card_0": both == {8, 0} and three,
        "banker_over_2card_7": d.p == 7 and d.pc == 2 and d.b > d.p,
        "3card_9_over_3card_6": both == {9, 6} and three,
        "3card_9_over_3card_8": both == {9, 8} and three,
        "player_3card_8_over_3card_0": d.p == 8 and d.b == 0 and three,
        "tie_0": d.p == d.b == 0,
        "tie_1_2_3": d.p == d.b and d.p in (1, 2, 3),
        "tie_4_5_6_7": d.p == d.b and 4 <= d.p <= 7,
        "tie_8_9": d.p == d.b and d.p >= 8,
        "player_pair": d.p_pair,
        "banker_pair": d.b_pair,
    }[name]


def margin_pay(d: Deal, on: str, table: dict[str, Any]) -> Any:
    """Return 'lose', 'push' or the odds to 1."""
    mine, other = (d.p, d.b) if on == "player" else (d.b, d.p)
    my_cards, other_cards = (d.pc, d.bc) if on == "player" else (d.bc, d.pc)
    my_natural = my_cards == 2 and mine in (8, 9)
    other_natural = other_cards == 2 and other in (8, 9)
    if my_natural and other_natural and mine == other:
        return table["natural_tie"]
    if my_natural and mine > other:
        return table["natural_win"]
    if not my_natural and 4 <= mine - other <= 9:
        return table[str(mine - other)]
    return "lose"


def harmony_row(d: Deal, table: dict[str, Any]) -> str:
    """Return the first row that holds; the hands tie."""
    ranks = {card[0] for card in d.cards}
    colors = {"red" if card[1] in "DH" else "black" for card in d.cards}
    holds = {
        "six_of_a_kind": len(d.cards) == 6 and len(ranks) == 1,
        "four_8s_4cards": len(d.cards) == 4 and ranks == {"8"},
        "four_of_a_kind_4cards": len(d.cards) == 4 and len(ranks) == 1,
        "six_zero_value": len(d.cards) == 6 and ranks <= set("TJQK"),
        "tie_0": d.p == 0,
        "tie_1_5": d.p in (1, 2, 3, 4, 5),
        "tie_6_9": d.p in (6, 7, 8, 9),
        "tie_same_color": len(colors) == 1,
        "any_tie": True,
        "tie_4cards": len(d.cards) == 4,
        "tie_5cards": len(d.cards) == 5,
        "tie_6cards": len(d.cards) == 6,
    }
    return next(row for row in table if holds[row])


def vig(won: int, rounding: str) -> int:
    raw = Fraction(won, 20)
    if rounding == "none":
        return int(raw)
    quarters, rest = divmod(raw, 25)
    if rounding == "up_25c":
        return int(quarters + (1 if rest else 0)) * 25
    return max(25, int(quarters + (1 if rest >= Fraction(25, 2) else 0)) * 25)


def place(script: dict[str, Any], rules: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """Return the accepted wagers and the refusals, both in the order of the script."""
    game, wagers = script["game"], script["wagers"]
    listed = rules.get("wagers_offered", SIDE_BETS[game])
    mains = ("banker", "player", "tie")
    accepted: dict[str, Any] = {}
    codes: dict[str, str] = {}

    def offered(kind: str) -> bool:
        if kind in mains:
            return True
        if kind in ("dragon_7", "panda_8") and not rules["ez"]:
            return False
        known = SIDE_BETS[game] | ({"house_money"} if game == "rising_phoenix" else set())
        return kind in known and kind in listed

    def refusal(wager: dict[str, Any]) -> str | None:
        kind, seat = wager["type"], wager["seat"]
        mine = [other for other in accepted.values() if other["seat"] == seat]
        if not offered(kind):
            return "not_offered"
        if kind not in mains:
            always = kind in ("golden_talons", "harmony")
            if (always or rules["main_wager_required"]) and not any(
                other["type"] in mains for other in mine
            ):
                return "no_main_wager"
        if any((other["type"], other.get("on")) == (kind, wager.get("on")) for other in mine):
            return "duplicate"
        prefix = "" if kind in mains else "side_"
        if not rules[prefix + "min_bet"] <= wager["amount"] <= rules[prefix + "max_bet"]:
            return "limit"
        if "coupon" in wager and (
            kind not in ("banker", "player")
            or any("coupon" in other for other in mine)
            or wager["coupon"] > wager["amount"]
        ):
            return "coupon"
        return None

    for first in (True, False):
        for name, wager in wagers.items():
            if (wager["type"] in mains) == first:
                code = refusal(wager)
                if code:
                    codes[name] = code
                else:
                    accepted[name] = wager
    errors = [{"wager": name, "code": codes[name]} for name in wagers if name in codes]
    return {name: wagers[name] for name in wagers if name in accepted}, errors


class Squeeze:
    """Who holds each hand, and who gave it up."""

    def __init__(self, accepted: dict[str, Any], on: bool) -> None:
        self.on = on
        self.seats = sorted({wager["seat"] for wager in accepted.values()})
        self.out: dict[str, list[int]] = {"player": [], "banker": []}
        self.holder: dict[str, Any] = {}
        for hand in ("player", "banker"):
            bets = [w for w in accepted.values() if w["type"] == hand]
            most = max((w["amount"] for w in bets), default=0)
            self.holder[hand] = max(
                (w["seat"] for w in bets if w["amount"] == most), default="dealer"
            )

    def decline(self, seat: int, hand: str) -> str | None:
        if self.holder[hand] != seat:
            return "wrong_seat"
        self.out[hand].append(seat)
        ring = list(range(seat - 1, 0, -1)) + list(range(14, seat, -1))
        self.holder[hand] = next(
            (other for other in ring if other in self.seats and other not in self.out[hand]),
            "dealer",
        )
        return None


def settle(script: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a well-formed script, without the messages of refusals."""
    game = script["game"]
    rules = {**DEFAULTS, **script.get("rules", {})}
    accepted, errors = place(script, rules)
    deal = Deal(script["cards"])
    squeezed = game == "midibaccarat" or bool(rules.get("squeeze"))
    squeeze = Squeeze(accepted, squeezed)
    house_money = {w["seat"]: name for name, w in accepted.items() if w["type"] == "house_money"}
    pay = 15 if deal.p_pair and deal.b_pair else 3 if deal.p_pair or deal.b_pair else 0
    has_house_money = (
        "house_money" in rules.get("wagers_offered", ["house_money"])
        if game != "rising_phoenix"
        else "house_money" in rules.get("wagers_offered", [])
    )
    choices: dict[int, str | None] = {}
    known = {w["seat"] for w in accepted.values()}
    owed = {int(seat): cents for seat, cents in script.get("markers", {}).items()}
    known |= set(owed)
    afterwards: list[tuple[int, int, str]] = []
    stage = 0
    for index, (seat, verb, *argument) in enumerate(script.get("actions", [])):
        stages = {"decline": 0, "press": 1, "take": 1, "leave": 2, "shoe_end": 2}
        exists = {0: squeezed, 1: has_house_money, 2: True}
        code: str | None = None
        if verb not in stages or not exists[stages[verb]] or stages[verb] < stage:
            code = "wrong_phase"
        else:
            stage = stages[verb]
            if verb == "decline":
                code = squeeze.decline(seat, argument[0])
            elif stage == 1:
                code = choose(
                    seat, verb, argument, accepted, house_money, pay, choices, rules, deal
                )
            else:
                afterwards.append((index, seat, verb))
        if code:
            errors.append({"index": index, "code": code})

    results: dict[str, Any] = {}
    pressed: dict[str, int] = {}
    for seat, name in house_money.items():
        stake = accepted[name]["amount"]
        if not pay:
            results[name] = {"stake": stake, "result": "lose", "profit": 0, "returned": 0}
            continue
        payout = stake * pay
        results[name] = {
            "stake": stake,
            "result": "win",
            "profit": payout,
            "returned": stake + payout,
        }
        onto = choices.get(seat)
        if onto:
            moved = int(payout * Fraction(rules["press_portion"]))
            pressed[onto] = moved
            results[name]["returned"] -= moved
            results[name]["pressed"] = moved

    meter = script.get("meters", {}).get("harmony")
    hits: list[str] = []
    for name, wager in accepted.items():
        if name in results:
            continue
        kind, stake = wager["type"], wager["amount"]
        risk = stake + pressed.get(name, 0)
        effective = risk + wager.get("coupon", 0)
        odds: Any = "lose"
        if kind == "banker":
            free = rules["ez"] or rules["commission_free"]
            if deal.p == deal.b or (free and deal.b == 7 and deal.bc == 3 and deal.p < 7):
                odds = "push"
            elif deal.b > deal.p:
                odds = 1
        elif kind == "player":
            odds = "push" if deal.p == deal.b else 1 if deal.p > deal.b else "lose"
        elif kind == "tie":
            odds = rules["tie_pays"] if deal.p == deal.b else "lose"
        elif kind == "dragon_7":
            odds = 40 if deal.b == 7 and deal.bc == 3 and deal.p < 7 else "lose"
        elif kind == "panda_8":
            odds = 25 if deal.p == 8 and deal.pc == 3 and deal.b < 8 else "lose"
        elif kind in ("dragon_bonus", "golden_talons"):
            letter = wager.get("paytable", rules[f"{kind}_paytable"])
            odds = margin_pay(deal, wager["on"], TABLES[kind][letter])
        elif kind == "harmony":
            table = TABLES["harmony"][wager.get("paytable", rules["harmony_paytable"])]
            if deal.p == deal.b:
                odds = table[harmony_row(deal, table)]
                if odds == "METER":
                    hits.append(name)
                    continue
                odds -= 1
        elif phoenix_wins(kind, deal):
            odds = PHOENIX[kind]
        result: dict[str, Any] = {"stake": stake, "profit": 0, "returned": 0}
        if odds == "lose":
            result["result"] = "lose"
        elif odds == "push":
            result |= {"result": "push", "returned": risk}
        else:
            result |= {"result": "win", "profit": effective * odds}
            result["returned"] = risk + result["profit"]
            if kind == "banker":
                free = rules["ez"] or rules["commission_free"]
                due = 0 if free else vig(result["profit"], rules["vig_rounding"])
                result["vig"] = due
                if rules["vig_collect"] == "tracked":
                    if due:
                        result["marker_added"] = due
                        owed[wager["seat"]] = owed.get(wager["seat"], 0) + due
                else:
                    result["vig"] = min(due, result["returned"])
                    result["returned"] -= result["vig"]
        if name in pressed:
            result["stake_after_press"] = risk
        if "coupon" in wager:
            stays = odds == "push" and rules["coupon_keep_on_push"]
            result["coupon"] = "kept" if stays else "surrendered"
        results[name] = result

    if hits:
        stakes = {accepted[name]["seat"]: accepted[name]["amount"] for name in hits}
        parts = {
            seat: int(Fraction(meter * stake, sum(stakes.values())))
            for seat, stake in stakes.items()
        }
        odd = meter - sum(parts.values())
        for seat in sorted(parts, reverse=True)[:odd]:
            parts[seat] += 1
        for name in hits:
            seat, stake = accepted[name]["seat"], accepted[name]["amount"]
            results[name] = {
                "stake": stake,
                "result": "win",
                "profit": parts[seat] - stake,
                "returned": parts[seat],
                "meter_paid": parts[seat],
            }

    paid: dict[int, int] = {}
    gone: set[int] = set()
    shoe_over = False
    for index, seat, verb in afterwards:
        if verb == "leave":
            if seat not in known or seat in gone:
                errors.append({"index": index, "code": "wrong_seat"})
                continue
            gone.add(seat)
            if owed.get(seat):
                paid[seat] = paid.get(seat, 0) + owed.pop(seat)
        elif shoe_over:
            errors.append({"index": index, "code": "not_allowed"})
        else:
            shoe_over = True
            for debtor in list(owed):
                if owed[debtor]:
                    paid[debtor] = paid.get(debtor, 0) + owed.pop(debtor)
    errors.sort(key=lambda error: error.get("index", -1))

    seats: dict[int, Any] = {}
    for seat in sorted(
        {w["seat"] for w in accepted.values()} | set(paid) | {s for s in owed if owed[s]}
    ):
        mine = [results[name] for name, w in accepted.items() if w["seat"] == seat]
        staked = sum(result["stake"] for result in mine)
        returned = sum(result["returned"] for result in mine)
        seats[seat] = {
            "staked": staked,
            "returned": returned,
            "net": returned - staked - paid.get(seat, 0),
        }
        if seat in paid:
            seats[seat]["marker_paid"] = paid[seat]
        if owed.get(seat):
            seats[seat]["marker"] = owed[seat]
    answer: dict[str, Any] = {
        "game": game,
        "final": {"player": deal.p, "banker": deal.b},
        "results": {name: results[name] for name in accepted},
        "seats": {str(seat): value for seat, value in seats.items()},
        "total_staked": sum(value["staked"] for value in seats.values()),
        "total_returned": sum(value["returned"] for value in seats.values()),
        "net": sum(value["net"] for value in seats.values()),
        "errors": errors,
        "cards_used": deal.used,
    }
    if squeezed:
        answer["squeeze"] = squeeze.holder
    if "meters" in script:
        left = dict(script["meters"])
        if hits:
            left["harmony"] = max(
                rules["harmony_seed"], script.get("reserves", {}).get("harmony", 0)
            )
        answer["meters"] = left
    return answer


def choose(
    seat: int,
    verb: str,
    argument: list[str],
    accepted: dict[str, Any],
    house_money: dict[int, str],
    pay: int,
    choices: dict[int, str | None],
    rules: dict[str, Any],
    deal: Deal,
) -> str | None:
    """Record a press or take in ``choices``; return the code when it is refused."""
    if seat not in house_money or not pay:
        return "no_wager"
    if seat in choices:
        return "not_allowed"
    if verb == "take":
        choices[seat] = None
        return None
    mine = {
        wager["type"]: name
        for name, wager in accepted.items()
        if wager["seat"] == seat and wager["type"] in ("player", "banker")
    }
    if argument:
        mine = {side: name for side, name in mine.items() if side == argument[0]}
    if len(mine) != 1:
        return "no_wager"
    if deal.over_after_four and not rules["press_when_decided"]:
        return "not_allowed"
    choices[seat] = next(iter(mine.values()))
    return None
