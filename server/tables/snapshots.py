"""A whole table as one viewer may see it at this moment; ``views`` tells what happens after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from greenfelt.evaluators import format_cards
from greenfelt.protocol import messages as msg
from greenfelt.server.engine import Hand, legal, pots
from greenfelt.server.engine import events as he
from greenfelt.server.engine.pots import Pot
from greenfelt.server.tables.buying import buy_in_range
from greenfelt.server.tables.coming import coming_hand, needs_button
from greenfelt.server.tables.rotation import Game
from greenfelt.server.tables.seats import Seat
from greenfelt.server.tables.table import Table
from greenfelt.server.tables.texts import game_name, stakes, turns


def presence(seat: Seat) -> str:
    """Return a seat's state as everybody may know it: here, away (disconnected), out."""
    if seat.away:
        return "away"
    return "out" if seat.out else "here"


def options_of(hand: Hand, seat: int) -> list[msg.Option]:
    """Return what a seat may do now."""
    return [
        msg.Option(option.do, option.low, option.high, option.add)
        for option in legal(hand, seat).options
    ]


def turn_of(seat: int, clock: Any, now_ms: int) -> msg.Turn:
    """Time left of the clock, and after it of the bank; disconnect time is the house's affair."""
    left = max(0, clock.until_ms - now_ms)
    bank = max(0, clock.bank_ms - max(0, now_ms - clock.until_ms))
    return msg.Turn(seat, clock.turn, clock.kind, left, bank)


def pots_message(standing: Sequence[Pot]) -> msg.Pots:
    """Return the pots; who can win which is told where there are several."""
    amounts = [pot.amount for pot in standing]
    return msg.Pots(amounts, [list(pot.eligible) for pot in standing] if len(amounts) > 1 else [])


def waiters_of(table: Table) -> msg.Waiters:
    """Return who waits for a seat."""
    return msg.Waiters([waiter.name for waiter in table.state.waiters])


def is_always_the_same(table: Table) -> bool:
    """Whether every hand has the game and the stakes that the snapshot tells."""
    games = table.config.rotation.games
    return len(games) == 1 and games[0].rules.kill == "off"


def coming_of(table: Table, now_ms: int) -> msg.Coming | None:
    """Return what is dealt next; None where that is always the same, or too few are ready."""
    state, rotation = table.state, table.config.rotation
    mixed = len(rotation.games) > 1
    if is_always_the_same(table):
        return None
    if len(table.ready()) < 2 or needs_button(state):
        return None
    coming = coming_hand(state, table.config, now_ms)
    kill = coming.kill
    players = len(table.ready())
    hands, following = 0, ""
    if mixed and rotation.turns_by != "choice":
        following = game_name(rotation.games[(coming.place + 1) % len(rotation.games)].code)
        begun = 0 if coming.turned else state.game_hands
        hands = rotation.hands_left(begun, players, moving=bool(coming.game.blinds()))
    text = stakes(coming.game, kill.size if kill else "")
    killer = kill.seat if kill else 0
    code = coming.game.code
    return msg.Coming(code, game_name(code), text, killer, hands, following)


def snapshot(
    table: Table, viewer_seat: int, now_ms: int, account: str = "", delay_ms: int = 0
) -> msg.Snapshot:
    """Return the whole table as one seat, or a watcher (0), may see it now.

    ``account`` is the viewer's key, for what he may buy in with; ``delay_ms`` is how old the table is
    that he is shown.
    """
    state, config = table.state, table.config
    hand = table.hand if state.running else None
    game = config.rotation.games[min(state.game, len(config.rotation.games) - 1)]
    code = game.code
    standing: Sequence[Pot] = ()
    street, street_name, board, kill = -1, "", "", ""
    turn = None
    games = config.rotation.games
    low, high = buy_in_range(state, config, account, now_ms)
    if hand is not None:
        game = Game(hand.setup.game, hand.setup.rules)
        code = game.code
        kill = hand.setup.kill.size if hand.setup.kill else ""
        standing = pots(hand)
        street, street_name = hand.street, hand.street_now.name
        board = format_cards(hand.board)
        if state.clock is not None:
            seat = state.clock.seat
            turn = turn_of(seat, state.clock, now_ms)
            if seat == viewer_seat:
                turn = msgspec.structs.replace(turn, options=options_of(hand, seat))
            else:
                turn = msgspec.structs.replace(turn, turn=0)
    return msg.Snapshot(
        table=table.id,
        version=state.version,
        name=config.name,
        game=code,
        game_name=game_name(code),
        stakes=stakes(game, kill),
        max_seats=config.max_seats,
        you=viewer_seat,
        hand=state.hand,
        button=state.button,
        street=street,
        street_name=street_name,
        board=board,
        pot_amounts=[pot.amount for pot in standing],
        pot_eligible=[list(pot.eligible) for pot in standing],
        seats=[
            _seat_view(number, state.seats[number], hand, own=number == viewer_seat)
            for number in sorted(state.seats)
        ],
        turn=turn,
        min_buy_in=low,
        max_buy_in=high,
        games=[msg.GameRow(each.code, game_name(each.code), stakes(each)) for each in games],
        turns=turns(config.rotation),
        coming=None if state.running else coming_of(table, now_ms),
        leg=state.leg,
        kill=state.kill,
        waiting=waiters_of(table).names,
        paused=state.paused,
        closing=state.closing,
        host=bool(config.host) and account == config.host,
        delay_ms=delay_ms,
        turn_ms=config.clocks.turn_ms,
        draw_ms=config.clocks.draw_ms,
        bank_ms=config.clocks.bank_ms,
        raises=_wagers_of_street(table) if hand is not None else 0,
    )


def _wagers_of_street(table: Table) -> int:
    """Return how many bets, completions and raises were made since the street began."""
    count = 0
    for event in reversed(table.hand_events):
        if isinstance(event, he.StreetBegan):
            break
        count += isinstance(event, he.Wagered)
    return count


def _seat_view(number: int, seat: Seat, hand: Hand | None, *, own: bool) -> msg.SeatView:
    if hand is None or not seat.in_hand:
        return msg.SeatView(number, seat.name, seat.bot, seat.stack, presence(seat))
    player = hand.by_seat[number]
    return msg.SeatView(
        seat=number,
        name=seat.name,
        bot=seat.bot,
        stack=player.stack,
        state=presence(seat),
        in_hand=True,
        folded=not hand.is_live(number),
        all_in=hand.is_all_in(number),
        bet=player.bet,
        count=len(player.down) + len(player.up),
        down=format_cards(player.down) if own else "",
        up=format_cards(player.up),
        draws=list(player.draws),
    )
