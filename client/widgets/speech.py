"""A table in plain sentences: what a screen reader says, and what a simple terminal prints."""

from __future__ import annotations

import re
from collections.abc import Sequence

from greenfelt.client.amounts import chips, in_words
from greenfelt.client.model import Seat, TableView
from greenfelt.client.widgets.actions import card_action, choices
from greenfelt.client.widgets.hand import own_cards, own_words
from greenfelt.client.widgets.holding import game_title
from greenfelt.client.widgets.house import window_words
from greenfelt.client.widgets.table import turn_clock
from greenfelt.client.widgets.text import inert
from greenfelt.client.wording import coming_words

_RANKS = {
    "2": "deuce",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_CARD = re.compile(r"\b([2-9TJQKA])([cdhs])\b")
_CARD_BEFORE_CARD = re.compile(r"\b([2-9TJQKA][cdhs]) (?=[2-9TJQKA][cdhs]\b)")
# Ranks joined by hyphens, as descriptions have them: 9-6-3-A.
_RANK_RUN = re.compile(r"\b[2-9TJQKA](?:-[2-9TJQKA])+\b")


def spoken_card(card: str) -> str:
    """Return a card in words: ``ace of spades``; anything else as it is."""
    if len(card) == 2 and card[0] in _RANKS and card[1] in _SUITS:
        return f"{_RANKS[card[0]]} of {_SUITS[card[1]]}"
    return card


def spoken_cards(cards: Sequence[str]) -> str:
    """Return cards in words, with commas between them."""
    return ", ".join(map(spoken_card, cards))


def spoken(text: str) -> str:
    """Return a sentence with its cards and runs of ranks in words."""
    text = _CARD_BEFORE_CARD.sub(r"\1, ", text)
    text = _CARD.sub(lambda match: spoken_card(match.group()), text)
    return _RANK_RUN.sub(
        lambda match: "-".join(_RANKS[rank] for rank in match.group().split("-")), text
    )


def rotation(view: TableView) -> str:
    """Return the games of the table in order, when they turn, and what is dealt next."""
    if len(view.games) < 2:
        return f"{game_title(view.game, view.game_name)} only."
    names = ", ".join(f"{inert(game.name)} ({inert(game.stakes)})" for game in view.games)
    when = "the dealer chooses" if view.turns == "choice" else view.turns
    said = f"{names}; {when}."
    if view.coming is not None:
        words = inert(coming_words(view.coming, view.name_of))
        said += f" {words[0].upper()}{words[1:]}."
    return said


def name_and_game(name: str, game: str, game_name: str) -> str:
    """Return a table's name and its game's, once where the name is the game's or begins with it."""
    title = inert(game_title(game, game_name))
    return inert(name) if f"{inert(name)},".startswith(f"{title},") else f"{inert(name)}, {title}"


def where(view: TableView) -> str:
    """Return table, game, hand, street, board and pot."""
    parts = [name_and_game(view.name, view.game, view.game_name)]
    if view.hand:
        parts[0] += f", hand {view.hand}"
    if view.street_name:
        parts.append(inert(view.street_name).capitalize())
    if view.board:
        parts.append(f"Board: {spoken_cards(view.board)}")
    if view.hand and not view.hand_over:
        pot = f"Pot {chips(view.pot)}"
        if len(view.pots) > 1:
            pot += f": main {chips(view.pots[0].amount)}"
            pot += "".join(f", side {chips(side.amount)}" for side in view.pots[1:])
        parts.append(pot)
    return ". ".join(parts) + "."


def hold(view: TableView) -> str:
    """Return what the player holds, cards first and then what they make; empty without cards."""
    own = view.own
    cards = own_cards(view)
    if own is None or not cards or not own.in_hand:
        return ""
    words = own_words(view)
    makes = f": {spoken(words)}" if words else ""
    folded = " You have folded." if own.folded else ""
    return f"You hold {spoken_cards(cards)}{makes}.{folded}"


def choice_words(view: TableView) -> str:
    """Return what may be typed now, with the exact amounts."""
    out = []
    option = card_action(view.options)
    if option is not None:
        own = view.own
        count = len(own.down) if own is not None else 0
        out.append(f"{option.do} and the numbers of the cards to throw, 1 to {count}")
        if option.low == 0 and option.do == "draw":
            out.append("pat")
    for offered in view.choices:
        words = f"bet {offered.on}" if offered.do == "wager" else f"{offered.do} {offered.on}"
        low, high = (in_words(each, cents=view.cents) for each in (offered.low, offered.high))
        bounds = f" {low} to {high}" if offered.high else ""
        out.append(f"{words.strip()}{bounds}")
    for choice in choices(view.options):
        if choice.asks_amount:
            out.append(f"{choice.do} {chips(choice.low)} to {chips(choice.high)}")
        else:
            out.append(choice.label)
    return ", ".join(out) + "."


def turn_words(view: TableView, now_ms: int) -> str:
    """Return whose turn it is, how long he has, and what the player may do."""
    clock = turn_clock(view, now_ms)
    if view.turn is None or clock is None:
        return "Nobody is to act."
    time = (
        f", {clock.seconds} seconds"
        if clock.left_ms
        else f", time bank, {clock.bank_seconds} seconds"
    )
    if view.window is not None and not view.window.clock_ms:
        time = ""
    if view.my_turn:
        if view.window is not None:
            what = window_words(view.turn.kind).capitalize().rstrip("?")
        else:
            what = "Your turn" if view.turn.kind == "bet" else f"Your {view.turn.kind}"
        return f"{what}{time}. {choice_words(view)}"
    if not view.turn.seat:
        return f"{window_words(view.turn.kind).capitalize().rstrip('?')}{time}."
    return f"{inert(view.name_of(view.turn.seat))} is to act{time}."


def seat_words(view: TableView, seat: Seat) -> str:
    """Return one seat: name, stack, bet, draws, cards that are seen, and what became of it."""
    parts = [f"Seat {seat.seat}: {inert(seat.name)}{' (bot)' if seat.bot else ''}"]
    if seat.seat == view.you:
        parts[0] += ", you"
    parts.append(in_words(seat.stack, cents=view.cents))
    if seat.seat == view.button:
        parts.append("button")
    if seat.seat == view.leg:
        parts.append("must kill" if view.kill else "has a leg up")
    if seat.folded:
        parts.append("folded")
    elif seat.all_in:
        parts.append("all in")
    elif not seat.in_hand:
        parts.append("not in the hand")
    if seat.bet:
        parts.append(f"bet {chips(seat.bet)}")
    if seat.draws and seat.live:
        parts.append(
            "drew " + ", ".join("none" if not count else str(count) for count in seat.draws)
        )
    if seat.up:
        parts.append(f"shows {spoken_cards(seat.up)}")
    if seat.state != "here":
        parts.append({"out": "sitting out"}.get(seat.state, inert(seat.state)))
    return ", ".join(parts) + "."
