"""A second settlement of the blackjack family, written from the rule text alone, slow and plain.

It shares no line with the product: text cards, fractions, one long story. Only tests use it. It
answers a settle script with the whole result but for ``game`` and messages; a script that lacks
cards or a meter raises Faulty.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

MAIN = {"blackjack": "blackjack", "spanish_21": "spanish_21", "double_attack_blackjack": "bet"}
SIDES = {
    "blackjack": [
        "house_money",
        "royal_match_21",
        "twenty_point",
        "kings_bounty",
        "three_card_poker",
        "straight_jack",
        "hit_and_run",
        "bad_beat",
    ],
    "spanish_21": ["match_dealer"],
    "double_attack_blackjack": ["bust_it"],
}
RULES: dict[str, Any] = {
    "decks": 6,
    "seats": 7,
    "min_bet": 100,
    "max_bet": 1000000,
    "side_min_bet": 100,
    "side_max_bet": 100000,
    "coupon_keep_on_push": False,
    "coupon_odds": "as_wager",
    "dealer_soft_17": "stand",
    "peek": True,
    "surrender": "late",
    "double_on": "any_two",
    "double_after_split": True,
    "double_for_less": True,
    "split_by": "value",
    "max_hands": 4,
    "split_aces_one_card": True,
    "resplit_aces": False,
    "insurance": True,
    "insurance_pays": "2/1",
    "insurance_unit": 0,
    "complete_for_side_wagers": True,
    "press_portion": "1",
    "blackjack_pays": "3/2",
    "even_money": False,
    "rescue": False,
    "super_bonus": False,
    "envy_bonus": 0,
    "crown_treasure_pays": None,
    "three_card_poker_pays": 9,
    "twenty_point_paytable": "A",
    "bad_beat_paytable": None,
    "max_payout": None,
    "straight_jack_seed": 500000,
    "hit_and_run_seed": 100000,
    "bad_beat_seed": 0,
}
OWN: dict[str, dict[str, Any]] = {
    "blackjack": {"even_money": True},
    "spanish_21": {
        "double_on": "two_or_more",
        "split_aces_one_card": False,
        "resplit_aces": True,
        "insurance_unit": 100,
        "rescue": True,
        "super_bonus": True,
        "envy_bonus": 5000,
    },
    "double_attack_blackjack": {
        "decks": 8,
        "seats": 6,
        "surrender": "any_time",
        "double_on": "two_or_more",
        "insurance_pays": "5/2",
        "blackjack_pays": "1/1",
    },
}
PHASE = {
    "double_attack": 0,
    "insurance": 1,
    "even_money": 1,
    "press": 2,
    "take": 2,
    **dict.fromkeys(["hit", "stand", "double", "split", "surrender", "rescue"], 3),
}


class Faulty(Exception):
    """The script cannot be run."""


class No(Exception):
    """An action is refused; the argument is its code."""


def points(card: str) -> int:
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def total(cards: list[str]) -> int:
    low = sum(points(card) for card in cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def soft(cards: list[str]) -> bool:
    return total(cards) != sum(points(card) for card in cards)


def times(amount: int, odds: Any) -> int:
    return floor(amount * Fraction(str(odds)))


class Naive:
    def __init__(self, script: dict[str, Any]) -> None:
        self.game = script["game"]
        given = script.get("rules", {})
        self.r = {**RULES, **OWN[self.game], **given}
        self.offered = given.get("wagers_offered", SIDES[self.game])
        self.cards = list(script["cards"])
        self.used = 0
        self.meters = script.get("meters")
        self.reserves = script.get("reserves", {})
        self.errors: list[dict[str, Any]] = []
        self.results: dict[str, dict[str, Any]] = {}
        self.bets: dict[int, dict[str, tuple[str, dict[str, Any]]]] = {}
        self.hands: dict[int, list[dict[str, Any]]] = {}
        self.first: dict[int, list[str]] = {}
        self.envy: dict[int, int] = {}
        self.ins: dict[int, int] = {}
        self.even: set[int] = set()
        self.raised: set[int] = set()
        self.chosen: set[int] = set()
        self.phase = 0
        self.ended = False
        self.just_doubled: tuple[int, int] | None = None
        self.place(script["wagers"])
        self.main = MAIN[self.game]
        self.seats = sorted(seat for seat in self.bets if self.main in self.bets[seat])

    # wagers

    def place(self, wagers: dict[str, Any]) -> None:
        codes: dict[str, str] = {}
        main = MAIN[self.game]
        order = sorted(wagers, key=lambda key: wagers[key]["type"] != main)
        coupons: set[int] = set()
        for key in order:
            wager = wagers[key]
            seat, kind, amount = wager["seat"], wager["type"], wager["amount"]
            mine = self.bets.setdefault(seat, {})
            coupon = wager.get("coupon", 0)
            if kind != main and (
                kind not in SIDES[self.game]
                or kind not in self.offered
                or (kind == "bad_beat" and self.r["bad_beat_paytable"] is None)
            ):
                codes[key] = "not_offered"
            elif kind != main and main not in mine:
                codes[key] = "no_main_wager"
            elif kind in mine:
                codes[key] = "duplicate"
            elif (
                not self.r["min_bet" if kind == main else "side_min_bet"]
                <= amount
                <= self.r["max_bet" if kind == main else "side_max_bet"]
            ):
                codes[key] = "limit"
            elif coupon and (kind != main or coupon > amount or seat in coupons):
                codes[key] = "coupon"
            else:
                mine[kind] = (key, wager)
                if coupon:
                    coupons.add(seat)
        self.errors += [{"wager": key, "code": codes[key]} for key in wagers if key in codes]
        self.bets = {seat: mine for seat, mine in self.bets.items() if mine}

    def amount(self, seat: int, kind: str) -> int:
        return int(self.bets[seat][kind][1]["amount"])

    def open(self, seat: int, kind: str) -> bool:
        return kind in self.bets[seat] and self.bets[seat][kind][0] not in self.results

    def book(
        self, seat: int, kind: str, result: str, profit: int, returned: int, **more: Any
    ) -> None:
        self.results[self.bets[seat][kind][0]] = {
            "seat": seat,
            "stake": self.amount(seat, kind),
            "result": result,
            "profit": profit,
            "returned": returned,
            **more,
        }

    # cards

    def card(self) -> str:
        if self.used == len(self.cards):
            raise Faulty("cards")
        self.used += 1
        return self.cards[self.used - 1]

    def run(self, actions: list[list[Any]]) -> dict[str, Any]:
        if self.seats:
            if self.game == "double_attack_blackjack":
                self.up = self.card()
                for seat in self.seats:
                    self.hands[seat] = [self.new_hand(self.amount(seat, self.main))]
            else:
                self.phase = 1
                for seat in self.seats:
                    self.hands[seat] = [self.new_hand(self.amount(seat, self.main))]
                self.deal()
        left = False
        for index, action in enumerate(actions):
            seat, verb = action[0], action[1]
            argument = action[2] if len(action) > 2 else None
            try:
                if verb == "leave":
                    self.to_phase(4)
                    left = True
                    if seat not in self.hands:
                        raise No("wrong_seat")
                elif verb == "shoe_end":
                    raise No("wrong_phase")
                else:
                    if left and self.has_phase(verb):
                        raise No("wrong_phase")
                    self.do(seat, verb, argument)
            except No as no:
                self.errors.append({"index": index, "code": no.args[0]})
        self.to_phase(4)
        return self.answer()

    def new_hand(self, stake: int) -> dict[str, Any]:
        return {
            "cards": [],
            "stake": stake,
            "pressed": 0,
            "doubled": 0,
            "split": False,
            "aces": False,
            "over": "",
            "natural": False,
        }

    def deal(self) -> None:
        for seat in self.seats:
            self.hands[seat][0]["cards"].append(self.card())
        if self.game != "double_attack_blackjack":
            self.up = self.card()
        for seat in self.seats:
            hand = self.hands[seat][0]
            hand["cards"].append(self.card())
            hand["natural"] = total(hand["cards"]) == 21
            self.first[seat] = list(hand["cards"])
        self.hole = self.card()
        self.dealer = [self.up, self.hole]
        for seat in self.seats:
            self.first_wagers(seat)

    def scary(self) -> bool:
        return points(self.up) in (1, 10)

    def dealer_natural(self) -> bool:
        return self.scary() and total([self.up, self.hole]) == 21

    # wagers on the first cards

    def first_wagers(self, seat: int) -> None:
        a, b = self.first[seat]
        for kind in ("royal_match_21", "twenty_point", "kings_bounty"):
            if self.open(seat, kind) and self.row(seat, kind) is None:
                self.book(seat, kind, "lose", 0, 0)
        if self.open(seat, "three_card_poker"):
            self.pay(seat, "three_card_poker", self.poker(a, b))
        if self.open(seat, "straight_jack") and not self.neighbours(a, b):
            self.book(seat, "straight_jack", "lose", 0, 0)
        if self.open(seat, "house_money") and self.house_money(seat) is None:
            self.book(seat, "house_money", "lose", 0, 0)
        if self.open(seat, "match_dealer"):
            table = self.bets[seat]["match_dealer"][1].get("paytable") or self.r.get(
                "match_dealer_paytable", "six" if self.r["decks"] == 6 else "eight"
            )
            suited, unsuited = {"six": (9, 4), "eight": (12, 3)}[table]
            odds = sum(
                suited if card == self.up else unsuited for card in (a, b) if card[0] == self.up[0]
            )
            self.pay(seat, "match_dealer", odds or None)

    def pay(self, seat: int, kind: str, odds: Any) -> None:
        if odds is None:
            self.book(seat, kind, "lose", 0, 0)
        else:
            stake = self.amount(seat, kind)
            profit = times(stake, odds)
            self.book(seat, kind, "win", profit, stake + profit)

    def neighbours(self, a: str, b: str) -> bool:
        gap = abs("A23456789TJQK".index(a[0]) - "A23456789TJQK".index(b[0]))
        return gap in (1, 12)

    def house_money(self, seat: int) -> int | None:
        a, b = self.first[seat]
        if a[0] == b[0]:
            return 3
        if not self.neighbours(a, b):
            return None
        if a[1] != b[1]:
            return 1
        if {a[0], b[0]} == {"A", "K"}:
            return 9
        return 5 if self.r["decks"] == 1 else 4

    def poker(self, a: str, b: str) -> int | None:
        ranks = sorted("23456789TJQKA".index(card[0]) for card in (a, b, self.up))
        trips = ranks[0] == ranks[2]
        straight = ranks in ([0, 1, 12], [ranks[0], ranks[0] + 1, ranks[0] + 2])
        flush = a[1] == b[1] == self.up[1]
        return int(self.r["three_card_poker_pays"]) if trips or straight or flush else None

    def row(self, seat: int, kind: str) -> Any:
        """Return (odds, odds of the top row or None) of a first-cards wager; None: it loses."""
        a, b = self.first[seat]
        table = self.bets[seat][kind][1].get("paytable")
        if kind == "royal_match_21":
            single = (
                table
                or self.r.get("royal_match_21_paytable")
                or ("single" if self.r["decks"] == 1 else "multi")
            ) == "single"
            if a[1] != b[1]:
                return None
            if {a[0], b[0]} == {"K", "Q"}:
                return (10 if single else 25), self.r["crown_treasure_pays"]
            return ("3" if single else "5/2"), None
        if total([a, b]) != 20:
            return None
        if kind == "twenty_point":
            letter = table or self.r["twenty_point_paytable"]
            pays = {"A": (200, 25, 10, 4), "B": (125, 19, 9, 4)}[letter]
            if a == b == "QH":
                return pays[0], 1000
            if a == b:
                return pays[1], None
            return (pays[2] if a[1] == b[1] else pays[3]), None
        name = table or self.r.get(
            "kings_bounty_paytable", "two_deck" if self.r["decks"] == 2 else "multi"
        )
        big = (200, 50, 25) if name == "two_deck" else (100, 30, 20)
        if a == b == "KS":
            return big[0], 1000
        if a == b:
            return (big[1] if a[0] == "K" else big[2]), None
        if a[1] == b[1]:
            return 9, None
        return (6 if a[0] == b[0] == "K" else 4), None

    def top_wagers(self) -> None:
        """Settle the three wagers with top rows, once all is known that can matter."""
        natural = self.dealer_natural()
        royal = {self.up[0], self.hole[0]} == {"K", "Q"} and self.up[1] == self.hole[1]
        top: list[tuple[int, str]] = []
        for seat in self.seats:
            for kind in ("royal_match_21", "twenty_point", "kings_bounty"):
                if not self.open(seat, kind):
                    continue
                odds, best = self.row(seat, kind)
                if best is not None and (royal if kind == "royal_match_21" else natural):
                    if kind == "royal_match_21":
                        self.pay(seat, kind, best)
                    else:
                        top.append((seat, kind))
                else:
                    self.pay(seat, kind, odds)
        stakes = sum(self.amount(*one) for one in top)
        limit = self.r["max_payout"]
        for seat, kind in top:
            stake = self.amount(seat, kind)
            profit = 1000 * stake
            if limit is not None and 1000 * stakes > limit:
                profit = limit * stake // stakes
            self.book(seat, kind, "win", profit, stake + profit)

    # phases

    def has_phase(self, verb: str) -> bool:
        phase = PHASE[verb]
        if phase == 0:
            return bool(self.game == "double_attack_blackjack")
        return phase != 2 or bool(self.game == "blackjack")

    def to_phase(self, phase: int) -> None:
        while self.phase < phase and not self.ended:
            if not self.seats:
                return
            [self.deal, self.end_insurance, self.end_house_money, self.end_turns][self.phase]()
            self.phase += 1

    def end_insurance(self) -> None:
        if not (self.r["peek"] and self.scary()):
            return
        if self.dealer_natural():
            for seat in self.seats:
                self.settle_house_money(seat, 0)
            self.finish()
            return
        for seat in list(self.ins):
            self.insurance_result(seat)

    def end_house_money(self) -> None:
        for seat in self.seats:
            self.settle_house_money(seat, 0)

    def settle_house_money(self, seat: int, pressed: int) -> None:
        if self.open(seat, "house_money"):
            stake = self.amount(seat, "house_money")
            profit = stake * (self.house_money(seat) or 0)
            more = {"pressed": pressed} if seat in self.chosen and pressed >= 0 else {}
            pressed = max(pressed, 0)
            self.book(seat, "house_money", "win", profit, stake + profit - pressed, **more)

    def end_turns(self) -> None:
        while (turn := self.turn()) is not None:
            self.close_hand(turn)
        self.finish()

    def close_hand(self, turn: tuple[int, int]) -> None:
        self.just_doubled = None
        self.hands[turn[0]][turn[1]]["over"] = "stood"

    def turn(self) -> tuple[int, int] | None:
        """Return the hand on turn, after giving it the card that it waits for."""
        for seat in self.seats:
            for index, hand in enumerate(self.hands[seat]):
                if hand["over"] or hand["natural"]:
                    continue
                if len(hand["cards"]) == 1:
                    hand["cards"].append(self.card())
                    self.look(seat, hand)
                    if hand["over"]:
                        continue
                return seat, index
        return None

    def look(self, seat: int, hand: dict[str, Any]) -> None:
        if total(hand["cards"]) > 21:
            hand["over"] = "bust"
        elif total(hand["cards"]) == 21 or (
            hand["aces"] and self.r["split_aces_one_card"] and not self.pair(seat, hand)
        ):
            hand["over"] = "stood"

    def pair(self, seat: int, hand: dict[str, Any]) -> bool:
        cards = hand["cards"]
        if len(cards) != 2 or points(cards[0]) != points(cards[1]):
            return False
        if self.r["split_by"] == "rank" and cards[0][0] != cards[1][0]:
            return False
        if hand["aces"] and not self.r["resplit_aces"]:
            return False
        return len(self.hands[seat]) < int(self.r["max_hands"])

    # actions

    def do(self, seat: int, verb: str, argument: Any) -> None:
        if not self.has_phase(verb):
            raise No("wrong_phase")
        phase = PHASE[verb]
        early = verb == "surrender" and self.r["surrender"] == "early" and self.seats
        if early and self.phase <= 1 and self.scary() and not self.ended:
            phase = 1
        if self.ended and phase >= 2:
            raise No("round_over")
        if phase < self.phase or self.ended:
            raise No("wrong_phase")
        self.to_phase(phase)
        if not self.seats:
            raise No(("wrong_phase", "wrong_phase", "wrong_phase", "no_wager")[phase])
        if self.ended and phase >= 2:
            raise No("round_over")
        if verb == "press" and argument is not None:
            raise No("no_wager")
        if seat not in self.hands:
            raise No("no_wager")
        if phase < 3:
            getattr(self, f"do_{verb}" if verb != "surrender" else "do_early")(seat, argument)
        else:
            self.do_turn(seat, verb, argument)

    def do_double_attack(self, seat: int, amount: int) -> None:
        if seat in self.raised:
            raise No("not_allowed")
        if not 1 <= amount <= self.amount(seat, self.main):
            raise No("bad_amount")
        self.raised.add(seat)
        self.hands[seat][0]["stake"] += amount

    def do_insurance(self, seat: int, amount: int) -> None:
        hand = self.hands[seat][0]
        limit = self.amount(seat, self.main) // 2
        unit = self.r["insurance_unit"]
        if unit:
            half = Fraction(self.amount(seat, self.main), 2)
            limit = -floor(-half / unit) * unit
        if (
            not self.r["insurance"]
            or self.up[0] != "A"
            or seat in self.ins
            or hand["over"]
            or (self.game == "spanish_21" and hand["natural"])
            or limit == 0
        ):
            raise No("not_allowed")
        if not 1 <= amount <= limit:
            raise No("bad_amount")
        self.ins[seat] = amount

    def do_even_money(self, seat: int, _: Any) -> None:
        hand = self.hands[seat][0]
        if not (self.r["even_money"] and self.up[0] == "A" and hand["natural"]):
            raise No("not_allowed")
        if seat in self.ins or hand["over"]:
            raise No("not_allowed")
        hand["over"] = "even"
        self.even.add(seat)

    def do_early(self, seat: int, _: Any) -> None:
        hand = self.hands[seat][0]
        if hand["natural"] or hand["over"]:
            raise No("not_allowed")
        hand["over"] = "surrendered"

    def winner(self, seat: int) -> None:
        if seat in self.chosen:
            raise No("not_allowed")
        if not self.open(seat, "house_money"):
            raise No("no_wager")

    def do_press(self, seat: int, _: Any) -> None:
        self.winner(seat)
        hand = self.hands[seat][0]
        if hand["over"]:
            raise No("not_allowed")
        payout = self.amount(seat, "house_money") * (self.house_money(seat) or 0)
        hand["pressed"] = times(payout, self.r["press_portion"])
        self.chosen.add(seat)
        self.settle_house_money(seat, hand["pressed"])

    def do_take(self, seat: int, _: Any) -> None:
        self.winner(seat)
        self.chosen.add(seat)
        self.settle_house_money(seat, -1)

    def do_turn(self, seat: int, verb: str, argument: Any) -> None:
        if self.just_doubled is not None:
            mine, at = self.just_doubled
            hand = self.hands[mine][at]
            if mine == seat and (
                (verb == "rescue" and self.r["rescue"])
                or (verb == "surrender" and self.r["surrender"] == "any_time")
            ):
                hand["over"] = "rescued" if verb == "rescue" else "surrendered"
                self.just_doubled = None
                return
        open_hands = [hand for hand in self.hands[seat] if not hand["over"] and not hand["natural"]]
        if not open_hands:
            raise No("hand_over")
        before = self.used, [dict(hand, cards=list(hand["cards"])) for hand in self.all_hands()]
        turn = self.turn()
        waited = self.just_doubled
        try:
            if turn is None:
                raise No("hand_over")
            if turn[0] != seat:
                still = any(not hand["over"] and not hand["natural"] for hand in self.hands[seat])
                raise No("wrong_seat" if still else "hand_over")
            self.just_doubled = None
            getattr(self, f"turn_{verb}")(seat, self.hands[seat][turn[1]], turn[1], argument)
        except No:
            self.just_doubled = waited
            if waited is not None:
                self.used = before[0]
                for hand, old in zip(self.all_hands(), before[1], strict=True):
                    hand.update(old)
            raise
        if self.just_doubled is None:
            self.turn()

    def all_hands(self) -> list[dict[str, Any]]:
        return [hand for seat in self.seats for hand in self.hands[seat]]

    def drawing(self, hand: dict[str, Any]) -> bool:
        return not (hand["aces"] and self.r["split_aces_one_card"])

    def turn_hit(self, seat: int, hand: dict[str, Any], at: int, _: Any) -> None:
        if not self.drawing(hand):
            raise No("not_allowed")
        hand["cards"].append(self.card())
        self.look(seat, hand)

    def turn_stand(self, seat: int, hand: dict[str, Any], at: int, _: Any) -> None:
        hand["over"] = "stood"

    def turn_double(self, seat: int, hand: dict[str, Any], at: int, amount: Any) -> None:
        low = {"any_two": 0, "two_or_more": 0, "9_to_11": 9, "10_to_11": 10}[self.r["double_on"]]
        if (
            not self.drawing(hand)
            or (hand["split"] and not self.r["double_after_split"])
            or (len(hand["cards"]) != 2 and self.r["double_on"] != "two_or_more")
            or (low and not low <= total(hand["cards"]) <= 11)
        ):
            raise No("not_allowed")
        whole = hand["stake"] + hand["pressed"]
        amount = whole if amount is None else amount
        if not 1 <= amount <= whole:
            raise No("bad_amount")
        if amount != whole and (hand["pressed"] or not self.r["double_for_less"]):
            raise No("bad_amount")
        hand["stake"] += amount
        hand["doubled"] = amount
        hand["cards"].append(self.card())
        hand["over"] = "bust" if total(hand["cards"]) > 21 else "stood"
        if hand["over"] == "stood" and (self.r["rescue"] or self.r["surrender"] == "any_time"):
            self.just_doubled = seat, at

    def turn_split(self, seat: int, hand: dict[str, Any], at: int, _: Any) -> None:
        if not self.pair(seat, hand):
            raise No("not_allowed")
        other = self.new_hand(hand["stake"] + hand["pressed"])
        other["cards"] = [hand["cards"].pop()]
        hand["split"] = other["split"] = True
        hand["aces"] = other["aces"] = hand["cards"][0][0] == "A"
        self.hands[seat].insert(at + 1, other)

    def turn_surrender(self, seat: int, hand: dict[str, Any], at: int, _: Any) -> None:
        kind = self.r["surrender"]
        if kind == "none" or (kind != "any_time" and (hand["split"] or len(hand["cards"]) != 2)):
            raise No("not_allowed")
        hand["over"] = "surrendered"

    def turn_rescue(self, seat: int, hand: dict[str, Any], at: int, _: Any) -> None:
        raise No("not_allowed")

    # the end

    def finish(self) -> None:
        self.ended = self.phase != 3
        self.draw()
        self.top_wagers()
        for seat in list(self.ins):
            self.insurance_result(seat)
        self.progressives()
        for seat in self.seats:
            if self.open(seat, "bust_it"):
                self.pay(seat, "bust_it", self.bust_it())
            for index in range(len(self.hands[seat])):
                self.settle_hand(seat, index)
        self.bonuses()

    def draw(self) -> None:
        want = 2
        for seat in self.seats:
            for hand in self.hands[seat]:
                sure = self.game == "spanish_21" and total(hand["cards"]) == 21
                if hand["over"] == "stood" and not sure:
                    want = 99
            if self.r["complete_for_side_wagers"]:
                twenty = any(total(hand["cards"]) == 20 for hand in self.hands[seat])
                if self.open(seat, "hit_and_run") or (self.open(seat, "bad_beat") and twenty):
                    want = 99
                elif self.open(seat, "bust_it"):
                    want = max(want, 3)
        if self.dealer_natural():
            return
        while len(self.dealer) < want:
            worth = total(self.dealer)
            again = worth == 17 and soft(self.dealer) and self.r["dealer_soft_17"] == "hit"
            if worth >= 17 and not again:
                return
            self.dealer.append(self.card())

    def insurance_result(self, seat: int) -> None:
        key = f"{self.bets[seat][self.main][0]}.insurance"
        stake = self.ins.pop(seat)
        wins = self.dealer_natural()
        profit = times(stake, self.r["insurance_pays"]) if wins else 0
        self.results[key] = {
            "seat": seat,
            "stake": stake,
            "result": "win" if wins else "lose",
            "profit": profit,
            "returned": stake + profit if wins else 0,
        }

    def bust_it(self) -> int | None:
        cards = self.dealer[:3]
        if len(cards) < 3 or total(cards) <= 21:
            return None
        if [card[0] for card in cards] == ["8", "8", "8"]:
            if len({card[1] for card in cards}) == 1:
                return 200
            if all(card[1] in "DH" for card in cards) or all(card[1] in "CS" for card in cards):
                return 50
        return {"6": 15, "7": 10, "8": 8, "9": 6}.get(cards[2][0], 3)

    def straight(self, seat: int) -> tuple[int, str]:
        """Return the length of the straight and its ace's suit, "" without an ace."""
        cards = self.hands[seat][0]["cards"] if len(self.hands[seat]) == 1 else self.first[seat]
        run = [["A23456789TJQK".index(card[0]) for card in cards[:2]]]
        places = run[0]
        if sorted(places) == [0, 12]:
            places = [12, 13]
        kept = list(cards[:2])
        for at in range(2, len(cards)):
            if sum(points(card) for card in cards[: at + 1]) > 21:
                break
            here = "A23456789TJQK".index(cards[at][0])
            if here == 0 and max(places) == 12:
                here = 13
            if here not in (min(places) - 1, max(places) + 1):
                break
            places = [*places, here]
            kept.append(cards[at])
        aces = [card[1] for card in kept if card[0] == "A"]
        return len(kept), aces[0] if aces else ""

    def progressives(self) -> None:
        part: dict[str, dict[int, Fraction]] = {}
        fixed: dict[tuple[str, int], tuple[int, bool]] = {}
        natural, worth = self.dealer_natural(), total(self.dealer)
        for seat in self.seats:
            if self.open(seat, "straight_jack"):
                length, ace = self.straight(seat)
                odds = {2: 3, 3: 15, 4: 50}.get(length, 200)
                fixed["straight_jack", seat] = odds, True
                if length == 6:
                    share = Fraction(1) if ace == "S" else Fraction(1, 10)
                    part.setdefault("straight_jack", {})[seat] = share
            if self.open(seat, "hit_and_run"):
                count = len(self.dealer)
                if natural:
                    fixed["hit_and_run", seat] = 4, False
                elif 5 <= count < 8:
                    fixed["hit_and_run", seat] = {5: 8, 6: 25, 7: 200}[count], False
                elif count >= 8:
                    fixed["hit_and_run", seat] = 0, False
                    part.setdefault("hit_and_run", {})[seat] = Fraction(1)
            if self.open(seat, "bad_beat") and any(
                total(hand["cards"]) == 20 for hand in self.hands[seat]
            ):
                table = self.bets[seat]["bad_beat"][1].get("paytable")
                table = table or self.r["bad_beat_paytable"]
                name = "dealer_blackjack" if natural else "dealer_21" if worth == 21 else "any_20"
                pays = table.get(name, table.get("any_20"))
                if pays == "METER":
                    fixed["bad_beat", seat] = 0, False
                    part.setdefault("bad_beat", {})[seat] = Fraction(1)
                elif pays is not None:
                    fixed["bad_beat", seat] = pays, False
        for kind in ("straight_jack", "hit_and_run", "bad_beat"):
            paid = self.from_meter(kind, part.get(kind, {}))
            for seat in self.seats:
                if not self.open(seat, kind):
                    continue
                if (kind, seat) not in fixed:
                    self.book(seat, kind, "lose", 0, 0)
                    continue
                odds, to_1 = fixed[kind, seat]
                stake = self.amount(seat, kind)
                gets = odds * stake + paid.get(seat, 0) + (stake if to_1 else 0)
                more = {"meter_paid": paid[seat]} if paid.get(seat) else {}
                self.book(seat, kind, "win", gets - stake, gets, **more)

    def from_meter(self, kind: str, part: dict[int, Fraction]) -> dict[int, int]:
        if not part:
            return {}
        if self.meters is None or kind not in self.meters:
            raise Faulty("meters")
        self.meters = dict(self.meters)
        start = self.meters[kind]
        paid = {seat: floor(start * share) for seat, share in part.items() if share < 1}
        left = start - sum(paid.values())
        whole = [seat for seat, share in part.items() if share == 1]
        if whole:
            weights = {seat: self.amount(seat, kind) if kind == "bad_beat" else 1 for seat in whole}
            sum_of = sum(weights.values())
            for seat in whole:
                paid[seat] = left * weights[seat] // sum_of
            odd = left - sum(paid[seat] for seat in whole)
            for seat in sorted(whole, reverse=True)[:odd]:
                paid[seat] += 1
            left = max(self.r[f"{kind}_seed"], self.reserves.get(kind, 0))
        self.meters[kind] = left
        return paid

    def settle_hand(self, seat: int, index: int) -> None:
        hand = self.hands[seat][index]
        key, wager = self.bets[seat][self.main]
        stake, whole = hand["stake"], hand["stake"] + hand["pressed"]
        coupon = wager.get("coupon", 0) if index == 0 else 0
        result, odds, returned = self.verdict(hand, index, whole)
        profit = 0
        if result == "win":
            if coupon and self.r["coupon_odds"] == "even":
                profit = times(whole, odds) + coupon
            else:
                profit = times(whole + coupon, odds)
            returned = whole + profit
        more: dict[str, Any] = {}
        if (
            index == 0
            and seat in self.chosen
            and "pressed" in self.results[self.bets[seat]["house_money"][0]]
        ):
            more["stake_after_press"] = wager["amount"] + hand["pressed"]
        if coupon:
            keeps = self.r["coupon_keep_on_push"] and result == "push"
            more["coupon"] = "kept" if keeps else "surrendered"
        self.results[key if index == 0 else f"{key}.{index + 1}"] = {
            "seat": seat,
            "stake": stake,
            "result": result,
            "profit": profit,
            "returned": returned,
            **more,
        }

    def verdict(self, hand: dict[str, Any], index: int, whole: int) -> tuple[str, Any, int]:
        worth, dealer = total(hand["cards"]), total(self.dealer)
        if hand["over"] == "even":
            return "win", 1, 0
        if hand["over"] == "surrendered":
            return "surrender", 0, whole // 2
        if hand["over"] == "rescued":
            return "rescue", 0, hand["doubled"]
        if hand["over"] == "bust":
            return "lose", 0, 0
        if hand["natural"]:
            if self.dealer_natural() and self.game != "spanish_21":
                return "push", 0, whole
            return "win", self.r["blackjack_pays"], 0
        if worth == 21 and self.game == "spanish_21":
            return "win", 1 if hand["doubled"] else self.spanish(hand["cards"]), 0
        if self.dealer_natural():
            return ("push", 0, whole) if index else ("lose", 0, hand["doubled"])
        if dealer > 21 or worth > dealer:
            return "win", 1, 0
        return ("push", 0, whole) if worth == dealer else ("lose", 0, 0)

    def spanish(self, cards: list[str]) -> Any:
        if len(cards) > 4:
            return {5: "3/2", 6: 2}.get(len(cards), 3)
        if sorted(card[0] for card in cards) in (["6", "7", "8"], ["7", "7", "7"]):
            suits = {card[1] for card in cards}
            return "3/2" if len(suits) > 1 else 3 if suits == {"S"} else 2
        return 1

    def bonuses(self) -> None:
        if not self.r["super_bonus"] or self.up[0] != "7":
            return
        for seat in self.seats:
            hand = self.hands[seat][0]
            stake = self.amount(seat, self.main)
            if len(self.hands[seat]) > 1 or hand["doubled"] or stake < 500:
                continue
            if (
                len(hand["cards"]) == 3
                and len(set(hand["cards"])) == 1
                and hand["cards"][0][0] == "7"
            ):
                key = self.bets[seat][self.main][0]
                self.results[key]["fixed_bonus"] = 500000 if stake >= 2500 else 100000
                for other in self.seats:
                    if other != seat and self.r["envy_bonus"]:
                        self.envy[other] = self.envy.get(other, 0) + self.r["envy_bonus"]

    def answer(self) -> dict[str, Any]:
        seats: dict[str, dict[str, int]] = {}
        for result in self.results.values():
            line = seats.setdefault(str(result["seat"]), {"staked": 0, "returned": 0})
            line["staked"] += result["stake"]
            line["returned"] += result["returned"] + result.get("fixed_bonus", 0)
        for seat, amount in self.envy.items():
            seats[str(seat)]["envy_bonus"] = amount
            seats[str(seat)]["returned"] += amount
        for line in seats.values():
            line["net"] = line["returned"] - line["staked"]
        final: dict[str, Any] = {"dealer": total(self.dealer) if self.seats else 0}
        for seat in self.seats:
            final[str(seat)] = [total(hand["cards"]) for hand in self.hands[seat]]
        return {
            "final": final,
            "results": {
                key: {name: value for name, value in result.items() if name != "seat"}
                for key, result in self.results.items()
            },
            "seats": seats,
            "total_staked": sum(line["staked"] for line in seats.values()),
            "total_returned": sum(line["returned"] for line in seats.values()),
            "net": sum(line["net"] for line in seats.values()),
            **({} if self.meters is None else {"meters": dict(self.meters)}),
            "errors": self.errors,
            "cards_used": self.used,
        }


def settle(script: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a script. Raises Faulty when it lacks cards or a meter."""
    return Naive(script).run(script.get("actions", []))
