"""What happened at a table, in one plain sentence per event, for logs and for speech."""

from __future__ import annotations

from collections.abc import Callable

from greenfelt.client.amounts import chips
from greenfelt.protocol.messages import (
    Acted,
    AnyTableEvent,
    Board,
    ButtonDrawn,
    Chat,
    Coming,
    Dealt,
    Drew,
    HandBegan,
    Mucked,
    Notice,
    Posted,
    Presence,
    Raked,
    Returned,
    Seated,
    Shown,
    Stood,
    Street,
    Voided,
    Won,
)

NameOf = Callable[[int], str]

_POSTS = {
    "ante": "antes",
    "bb-ante": "posts the big blind ante of",
    "small-blind": "posts the small blind of",
    "big-blind": "posts the big blind of",
    "blind": "posts a blind of",
    "live": "posts",
    "dead": "posts dead",
    "straddle": "straddles",
    "kill": "posts the kill of",
}
_ALL_IN = " and is all-in"
_OF_HIS_OWN = "left"
"""Why somebody leaves who wants to: that need not be said."""

YOURSELF = "\ue000"
"""Stands for the reader's name in a sentence that does not know him."""

_STATES = {"here": "is back", "away": "has dropped off", "out": "sits out"}


def describe(
    event: AnyTableEvent,
    name_of: NameOf,
    you: int = 0,
    *,
    discarding: bool = False,
    split: bool = True,
    amount: Callable[[int], str] = chips,
) -> tuple[str, str] | None:
    """Return (kind of line, sentence) for an event, None for one that needs no line.

    Kinds: hand, street, ante, action, cards, result, seat, chat, notice. ``you`` is the reader's seat, 0
    for a watcher: he is told of himself as "you", and of others' cards no more than the event holds.
    ``discarding``: the prompt that is answered was for a discard, not a draw. ``split``: pots have
    several shares, so that each is named. ``amount`` writes amounts.
    """
    does = _does(event, discarding=discarding, split=split, amount=amount)
    if does is not None:
        kind, seat, phrase = does
        return kind, f"you {_yours(phrase)}" if seat == you != 0 else f"{name_of(seat)} {phrase}"
    match event:
        case HandBegan():
            stakes = f", {event.stakes}" if event.stakes else ""
            return (
                "hand",
                f"Hand {event.hand}: {event.game_name or event.game}{stakes}, button at seat {event.button}",
            )
        case Street(_, name):
            return "street", name
        case Board(cards):
            return "cards", f"board {spaced(cards)}"
        case Returned(seat, back):
            return "action", f"{amount(back)} returned to {_called(seat, you, name_of)}"
        case Raked(_, taken):
            return ("result", f"rake {amount(taken)}") if taken else None
        case Seated():
            bot = " (bot)" if event.bot else ""
            return "seat", f"{event.name}{bot} takes seat {event.seat} with {amount(event.stack)}"
        case Stood():
            why = f" ({event.why})" if event.why not in ("", _OF_HIS_OWN) else ""
            gone = (
                "you leave" if event.seat == you else f"{event.name or name_of(event.seat)} leaves"
            )
            return "seat", f"{gone}{why}"
        case ButtonDrawn():
            pairs = zip(event.seats, event.cards, strict=False)
            drawn = ", ".join(f"{_called(seat, you, name_of)} {card}" for seat, card in pairs)
            winner = _called(event.button, you, name_of)
            return "notice", f"for the button: {drawn}; it goes to {winner}"
        case Chat(name, text):
            return "chat", f"{name}: {text}"
        case Notice(_, text):
            return "notice", text
        case Coming(kill=kill) if kill:
            kills = "you kill" if kill == you else f"{name_of(kill)} kills"
            return "notice", f"next: {event.stakes}; {kills}"
        case Coming(hands=1, next_name=following) if following:
            return "notice", f"next: the last hand of {event.game_name}; then {following}"
        case Voided(hand, _, _, why):
            return "result", f"hand {hand} is void ({why}): all chips are back"
        case _:
            return None


def _does(
    event: AnyTableEvent, *, discarding: bool, split: bool, amount: Callable[[int], str]
) -> tuple[str, int, str] | None:
    """Return (kind of line, seat, what it does) of an event that is somebody's doing."""
    match event:
        case Posted(seat, kind, posted):
            line = "ante" if kind == "ante" else "action"
            return line, seat, f"{_POSTS.get(kind, 'posts')} {amount(posted)}"
        case Dealt() if event.down or event.up:
            return "cards", event.seat, f"is dealt {spaced(event.down + event.up)}"
        case Acted():
            return "action", event.seat, _action(event, amount)
        case Drew():
            thrown = f" ({spaced(event.cards)})" if event.cards else ""
            verb = "discards" if discarding else "draws"
            pat = "discards none" if discarding else "stands pat"
            return "action", event.seat, f"{verb} {event.count}{thrown}" if event.count else pat
        case Shown(seat, cards, text):
            makes = f": {text}" if text else ""
            return "result", seat, f"shows {spaced(cards)}{makes}"
        case Mucked(seat):
            return "result", seat, "mucks"
        case Won():
            share = f" ({event.share})" if split and event.share != "all" else ""
            pot = f" from side pot {event.pot}" if event.pot else ""
            text = f" with {event.text}" if event.text else ""
            return "result", event.seat, f"wins {amount(event.amount)}{share}{pot}{text}"
        case Presence(seat, state):
            return "seat", seat, _STATES.get(state, state)
        case _:
            return None


def _called(seat: int, you: int, name_of: NameOf) -> str:
    return "you" if seat == you else name_of(seat)


def to_himself(sentence: str) -> str:
    """Return a sentence about YOURSELF as it is said to him: "You bet $5 on Tie"."""
    if sentence.startswith(f"{YOURSELF} "):
        return f"You {_yours(sentence.removeprefix(YOURSELF).strip())}"
    if sentence.startswith(YOURSELF):
        sentence = sentence.replace(YOURSELF, "You", 1).replace("You's", "Your", 1)
    return sentence.replace(f"{YOURSELF}'s", "your").replace(YOURSELF, "you")


def _yours(phrase: str) -> str:
    """Return what somebody does as it is said to himself: "stand pat" of "stands pat"."""
    verb, blank, rest = phrase.partition(" ")
    ending = "es" if verb.endswith(("ches", "shes", "sses", "xes")) else "s"
    verb = {"is": "are", "has": "have"}.get(verb, verb.removesuffix(ending))
    return f"{verb}{blank}{rest.replace(_ALL_IN, _ALL_IN.replace('is', 'are'))}"


def coming_words(coming: Coming, name_of: NameOf) -> str:
    """Return what is dealt next, who kills it, how long it is dealt, and what follows it."""
    said = f"next: {coming.game_name}, {coming.stakes}"
    if coming.kill:
        said += f", {name_of(coming.kill)} kills"
    if coming.hands and coming.next_name:
        hands = "the last hand" if coming.hands == 1 else f"{coming.hands} hands"
        said += f"; {hands}, then {coming.next_name}"
    return said


def spaced(cards: str) -> str:
    """Return run-together cards with a space between them."""
    return " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))


def _action(event: Acted, amount: Callable[[int], str]) -> str:
    verb = {
        "fold": "folds",
        "check": "checks",
        "call": f"calls {amount(event.add)}",
        "bet": f"bets {amount(event.to)}",
        "complete": f"completes to {amount(event.to)}",
        "raise": f"raises to {amount(event.to)}",
        "bring-in": f"brings in for {amount(event.to)}",
    }.get(event.do, event.do)
    return verb + _ALL_IN if event.all_in else verb
