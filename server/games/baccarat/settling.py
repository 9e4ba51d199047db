"""From an outcome to money: House Money, all other wagers, meters, coupons, markers, in their order.

Losers are collected and winners paid from the dealer's right, the highest seat first (rules 1.9).
"""

from __future__ import annotations

from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.choices import payout
from greenfelt.server.games.baccarat.outcome import Outcome
from greenfelt.server.games.baccarat.pays import LOSE, METER, PUSH
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import METERS, owed_by_house, shared
from greenfelt.server.games.casino.money import moved_by_press, vigorish


def house_money_losers(game: Game) -> list[happened.AnyEvent]:
    """Return the collecting of House Money when neither hand has a pair."""
    if payout(game) != LOSE:
        return []
    return [
        happened.HouseMoneyCollected(wager.id, wager.seat, wager.amount)
        for wager in _of_type(game, "house_money")
    ]


def house_money_winners(game: Game) -> list[happened.AnyEvent]:
    """Return the paying of House Money, pressed where the seat chose to."""
    events: list[happened.AnyEvent] = []
    for wager in _of_type(game, "house_money"):
        profit = wager.amount * payout(game)
        onto = game.chosen.get(wager.seat, "")
        moved = moved_by_press(profit, game.rules.press_portion) if onto else 0
        events.append(
            happened.HouseMoneyPaid(
                wager.id,
                wager.seat,
                wager.amount,
                profit,
                moved,
                onto,
                wager.amount + profit - moved,
            )
        )
    return events


def _of_type(game: Game, type_of: str) -> list[Wager]:
    return sorted(game.layout.of_type(type_of), key=_from_the_right)


def _from_the_right(wager: Wager) -> int:
    return -wager.seat


def settle_wagers(game: Game, outcome: Outcome) -> list[happened.AnyEvent]:
    """Return the settlement of every wager that still lies on the layout."""
    lost: list[happened.AnyEvent] = []
    kept: list[happened.AnyEvent] = []
    hits: list[Wager] = []
    coupons: list[happened.AnyEvent] = []
    pays, pressed, rules = game.pays, game.pressed, game.rules
    for wager in sorted(game.layout.wagers.values(), key=_from_the_right):
        odds = pays(wager, outcome)
        at_risk = wager.amount
        if wager.id in pressed:
            at_risk += pressed[wager.id]
        if wager.coupon:
            kept_it = odds == PUSH and rules.coupon_keep_on_push
            coupons.append(
                happened.CouponTaken(wager.id, wager.seat, wager.coupon, wager.serial, kept_it)
            )
        if odds == LOSE:
            lost.append(happened.Settled(wager.id, wager.seat, "lose", at_risk, 0, 0))
        elif odds == PUSH:
            kept.append(happened.Settled(wager.id, wager.seat, "push", at_risk, 0, at_risk))
        elif odds == METER:
            hits.append(wager)
        elif wager.type == "banker":
            kept.append(_banker_win(game, wager, at_risk))
        else:
            profit = (at_risk + wager.coupon) * odds
            returned = at_risk + profit
            held = wager.type in METERS and rules.holds(returned)
            kept.append(
                happened.Settled(
                    wager.id, wager.seat, "win", at_risk, profit, returned, pending=held
                )
            )
    return [*lost, *kept, *_meter_hits(game, hits), *coupons]


def _banker_win(game: Game, wager: Wager, at_risk: int) -> happened.Settled:
    """Pay a Banker win: even money on chips, pressed chips and coupon, less vig rounded once.

    Vig taken now is no more than what lies there, which a table with bets below 13 cents may need.
    """
    rules = game.rules
    won = at_risk + wager.coupon
    vig = 0 if rules.banker_seven_pushes else vigorish(won, rules.vig_rounding)
    if rules.vig_collect == "tracked":
        return happened.Settled(
            wager.id, wager.seat, "win", at_risk, won, at_risk + won, vig, marker=vig
        )
    vig = min(vig, at_risk + won)
    return happened.Settled(wager.id, wager.seat, "win", at_risk, won, at_risk + won - vig, vig)


def _meter_hits(game: Game, hits: list[Wager]) -> list[happened.AnyEvent]:
    """Pay hits of a whole meter, shared in proportion to the stakes, and start the meter again."""
    events: list[happened.AnyEvent] = []
    by_meter: dict[str, list[Wager]] = {}
    for wager in hits:
        by_meter.setdefault(game.kind(wager).meter or "", []).append(wager)
    for name, winners in by_meter.items():
        meter = game.meters[name]
        parts = shared(meter.cents, {wager.seat: wager.amount for wager in winners}, equally=False)
        for wager in winners:
            part = parts[wager.seat]
            events.append(
                happened.Settled(
                    wager.id,
                    wager.seat,
                    "win",
                    wager.amount,
                    part - wager.amount,
                    part,
                    meter_paid=part,
                    meter=name,
                    pending=game.rules.holds(part),
                )
            )
        paid = meter.without(meter.cents)
        left = paid.restarted()
        events.append(
            happened.MeterPaid(
                name, meter.cents, owed_by_house(paid, left), left, meter.reserve - left.reserve
            )
        )
    return events


def linked_meters_hit(game: Game, outcome: Outcome) -> list[happened.AnyEvent]:
    """Return how the linked meters stand that are hit: other tables may have moved them meanwhile."""
    events: list[happened.AnyEvent] = []
    for name, meter in game.meters.items():
        if any(game.pays(wager, outcome) == METER for wager in game.layout.of_type(name)):
            stands = game.linked.news(name, meter.seed)
            if stands is not None:
                events.append(happened.MeterRead(name, stands))
    return events


def collect_marker(game: Game, seat: int) -> list[happened.AnyEvent]:
    """Return the paying of a seat's marker with what chips it has; nothing when it owes nothing."""
    owed = game.markers.get(seat, 0)
    if not owed:
        return []
    paid = min(owed, game.chips[seat])
    return [happened.MarkerPaid(seat, paid, owed - paid)]


def collect_markers(game: Game) -> list[happened.AnyEvent]:
    """Return the paying of all markers, from the dealer's right."""
    return [
        event for seat in sorted(game.markers, reverse=True) for event in collect_marker(game, seat)
    ]
