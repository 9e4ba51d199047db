"""The door of a baccarat game: carry out a command, and run on until somebody must act."""

from __future__ import annotations

from collections.abc import Callable

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat.choices import may_press
from greenfelt.server.games.baccarat.decide import decide
from greenfelt.server.games.baccarat.drawing import POINTS, banker_draws, player_draws, total
from greenfelt.server.games.baccarat.evolve import FOLDS
from greenfelt.server.games.baccarat.outcome import outcome_of
from greenfelt.server.games.baccarat.settling import (
    collect_markers,
    house_money_losers,
    house_money_winners,
    linked_meters_hit,
    settle_wagers,
)
from greenfelt.server.games.baccarat.squeeze import first_holder
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.casino.shoe import ShoeExhausted, shuffled_shoe
from greenfelt.server.games.casino.wagers import SIDES, Side

Record = list[happened.AnyEvent]


def act(game: Game, seat: int, command: cmd.AnyCommand, deck: DeckSource) -> Record:
    """Carry out a command of a seat (0: the table) and run on to what is awaited next.

    Returns what happened; all of it is folded into ``game``. Raises the refusals of
    casino/errors.py, and then nothing has changed.
    """
    record: Record = []
    _emit_all(game, record, decide(game, seat, command))
    follow = _AFTER.get(type(command))
    if follow is not None:
        follow(game, record, deck)
    return record


def _emit(game: Game, record: Record, event: happened.AnyEvent) -> None:
    FOLDS[type(event)](game, event)
    record.append(event)


def _emit_all(game: Game, record: Record, events: Record) -> None:
    for event in events:
        FOLDS[type(event)](game, event)
    record += events


def _open(game: Game, record: Record, deck: DeckSource) -> None:
    if game.shoe_is_over:
        rules = game.rules
        order = shuffled_shoe(rules.decks, deck)
        _emit(game, record, happened.Shuffled(order, max(0, len(order) - rules.cut_card)))
        if rules.burn == "by_first_card":
            _emit(game, record, happened.Burned(order[0], POINTS[order[0]] or 10))
        elif rules.burn == "one":
            _emit(game, record, happened.Burned(order[0], 0))
    _emit(game, record, happened.BettingOpened(game.round + 1))


def _next(game: Game, record: Record, count: int) -> tuple[int, ...]:
    """Return the next cards of the shoe; the cut card is shown when it comes before one of them.

    As the first card of a round it makes that round the last (rules 1.2).
    """
    cards = game.order[game.at : game.at + count]
    if len(cards) < count:
        raise ShoeExhausted("no card is left in the shoe")
    if game.at + count > game.cut and game.rounds_left is None:
        at_once = game.at >= game.cut and not game.player
        _emit(game, record, happened.CutCardCame(0 if at_once else game.rules.hands_after_cut))
    return cards


def _deal_third(game: Game, record: Record, hand: Side) -> None:
    """Deal a third card, face down to the seat that handled the hand, face up where none did."""
    (card,) = _next(game, record, 1)
    _emit(game, record, happened.DealtThird(hand, card, not game.holders.get(hand)))


def _deal_four(game: Game, record: Record, deck: DeckSource) -> None:
    face_up = game.rules.face_up
    first, second, third, fourth = _next(game, record, 4)
    _emit(game, record, happened.DealtFour((first, third), (second, fourth), face_up))
    if game.rules.squeeze:
        holders = (first_holder(game, side) for side in SIDES)
        _emit(game, record, happened.HoldersNamed(*holders))
        _after_turn(game, record, deck)
        return
    if not face_up:
        for hand in SIDES:
            _emit(game, record, happened.Turned(hand, 0, game.face_down(hand)))
    _offer_house_money(game, record)


def _after_turn(game: Game, record: Record, deck: DeckSource) -> None:
    """Go on once no hand is left to be turned."""
    if _await_holder(game, record):
        return
    if len(game.player) + len(game.banker) == 4:
        _offer_house_money(game, record)
    else:
        _draw(game, record)


def _await_holder(game: Game, record: Record) -> bool:
    """Return whether a hand is waited for; it has been passed to its holder then.

    The dealer turns at once what nobody holds, but for a script that may yet say who gives up what.
    """
    while (hand := game.squeezing) is not None:
        cards = game.face_down(hand)
        holder = game.holders[hand]
        if holder:
            if game.passed_to.get(hand) != holder:
                _emit(game, record, happened.Passed(hand, holder, cards))
            return True
        if game.open_windows and game.phase == "squeeze":
            return True
        _emit(game, record, happened.Turned(hand, 0, cards))
    return False


def _offer_house_money(game: Game, record: Record) -> None:
    """Collect what lost; ask the winners, where one of them has a choice."""
    _emit_all(game, record, house_money_losers(game))
    seats = [wager.seat for wager in game.layout.of_type("house_money")]
    scripted = game.open_windows and "house_money" in game.offers
    if scripted or any(may_press(game, seat) for seat in seats):
        _emit(game, record, happened.HouseMoneyOffered(tuple(sorted(seats, reverse=True))))
    else:
        _pay_house_money(game, record)


def _after_choice(game: Game, record: Record, deck: DeckSource) -> None:
    seats = game.layout.seats
    if not game.open_windows and not any(may_press(game, seat) for seat in seats):
        _pay_house_money(game, record)


def _pay_house_money(game: Game, record: Record) -> None:
    _emit_all(game, record, house_money_winners(game))
    _draw(game, record)


def _draw(game: Game, record: Record) -> None:
    """Deal the third cards that are due; stop where a holder must turn one."""
    player, banker = game.player, game.banker
    two, other = total(player[:2]), total(banker[:2])
    if len(player) == 2 and player_draws(two, other):
        _deal_third(game, record, "player")
        if _await_holder(game, record):
            return
    third = POINTS[player[2]] if len(player) == 3 else None
    if len(banker) == 2 and banker_draws(two, other, third):
        _deal_third(game, record, "banker")
        if _await_holder(game, record):
            return
    _finish(game, record)


def _finish(game: Game, record: Record) -> None:
    """Announce, settle, and end the round, and the shoe where the cut card has come."""
    outcome = outcome_of(game.player, game.banker)
    _emit(game, record, happened.Announced(outcome.player, outcome.banker))
    if game.linked:
        _emit_all(game, record, linked_meters_hit(game, outcome))
    _emit_all(game, record, settle_wagers(game, outcome))
    _emit(game, record, happened.RoundEnded(game.round))
    if game.shoe_is_over:
        _emit(game, record, happened.ShoeEnded())
        _emit_all(game, record, collect_markers(game))


def _after_time_out(game: Game, record: Record, deck: DeckSource) -> None:
    if game.phase == "house_money":
        _pay_house_money(game, record)
    else:
        _after_turn(game, record, deck)


_AFTER: dict[type[cmd.Command], Callable[[Game, Record, DeckSource], None]] = {
    cmd.OpenBets: _open,
    cmd.CloseBets: _deal_four,
    cmd.Turn: _after_turn,
    cmd.Decline: _after_turn,
    cmd.DealerTurns: _after_turn,
    cmd.Press: _after_choice,
    cmd.Take: _after_choice,
    cmd.TimeOut: _after_time_out,
}
