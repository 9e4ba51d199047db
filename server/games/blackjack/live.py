"""The blackjack family at a live table: the module's game behind the door that all table games have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.blackjack import commands as in_round
from greenfelt.server.games.blackjack import events as round_events
from greenfelt.server.games.blackjack.rules import Rules
from greenfelt.server.games.blackjack.sign import most_owed, notices, posted
from greenfelt.server.games.blackjack.state import Hand, Round
from greenfelt.server.games.blackjack.table import (
    Game,
    act,
    awaited,
    dump,
    evolve,
    legal,
    load,
    movements,
    told,
)
from greenfelt.server.games.blackjack.table import commands as cmd
from greenfelt.server.games.blackjack.table import events as happened
from greenfelt.server.games.casino.accounts import Movement
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.errors import NotAllowed
from greenfelt.server.games.casino.live_table import LiveTable
from greenfelt.server.games.casino.livekit import HIDDEN_TEXT, card_text, facts, kind_of, plain
from greenfelt.server.games.casino.sign import Posted
from greenfelt.server.games.casino.voiding import taken_back
from greenfelt.server.games.live import BETTING, PAUSE, Choice, Play, Told, Wait

_CARDS: Final[Mapping[type, tuple[str, ...]]] = {
    happened.Burned: ("shown",),
    round_events.UpCardDealt: ("card",),
    round_events.HoleDealt: ("card",),
    round_events.HoleShown: ("card",),
    round_events.Dealt: ("card",),
    round_events.DealerDrew: ("card",),
}
_PLAYS: Final[Mapping[str, in_round.Command]] = {
    "even_money": in_round.TakeEvenMoney(),
    "press": in_round.Press(),
    "take": in_round.Take(),
    "hit": in_round.Hit(),
    "stand": in_round.Stand(),
    "split": in_round.Split(),
    "surrender": in_round.Surrender(),
    "rescue": in_round.Rescue(),
    "pass": in_round.Pass(),
}
_KINDS: Final[Mapping[type, str]] = {round_events.Shuffled: "reshuffle"}
_encoder = msgspec.msgpack.Encoder()
_in_round: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(round_events.RoundEvent)
_at_table: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(happened.TableEvent)


class LiveBlackjack(LiveTable):
    """One table of the blackjack family."""

    _game: Game

    def __init__(self, rules: Rules) -> None:
        self._game = Game(rules)

    @property
    def round(self) -> int:
        return self._game.round_number

    def count_on(self, number: int) -> None:
        self._game.round_number = number

    @property
    def running(self) -> bool:
        game = self._game
        return game.phase == "round" or bool(game.layout.wagers)

    def busy(self, seat: int) -> bool:
        game = self._game
        return game.plays(seat) or game.has_held(seat)

    def wait(self) -> Wait:
        game = self._game
        if game.phase == "idle":
            return Wait("verification" if game.held else PAUSE, key=str(game.round_number))
        if game.phase == "betting":
            return Wait(BETTING, tuple(sorted(game.chips)), str(game.round_number))
        round_ = game.round
        assert round_ is not None
        key = str(round_.turn) if round_.to_act else ""
        return Wait(round_.phase.name.lower(), awaited(game), key)

    def options(self, seat: int) -> Sequence[Choice]:
        return [
            Choice("wager", option.what, option.low, option.high)
            if option.do == "place"
            else Choice(option.do, option.what, option.low, option.high)
            for option in legal(self._game, seat)
        ]

    def time_out(self, deck: DeckSource) -> list[Any]:
        if self._game.phase == "idle":
            return [] if self._game.held else self._act(0, cmd.OpenBets(), deck)
        if self._game.phase == "betting":
            return self._act(0, cmd.CloseBets(), deck)
        return self._act(0, cmd.ClockRanOut(), deck)

    def drop(self, seat: int, deck: DeckSource) -> list[Any]:
        """The clock of a turn runs on: the player may come back before it ends."""
        return []

    def void(self, flow: Mapping[str, int]) -> list[Any]:
        event = happened.RoundVoided(taken_back(flow))
        evolve(self._game, event)
        return [event]

    def _lying(self) -> Iterable[Wager]:
        game = self._game
        if game.round is not None and not game.round.finished:
            return game.round.setup.wagers
        return game.layout.wagers.values()

    def _most_owed(self, wager: Wager) -> int:
        return most_owed(self._game.rules, wager)

    def more_owed(self, seat: int, play: Play) -> int:
        if play.do == "insurance":
            return self._game.rules.insurance_pays.of(max(0, play.amount))
        return super().more_owed(seat, play)

    def _command(self, play: Play) -> Any:
        return _command(play)

    def surrendered(self, event: Any) -> str:
        taken = isinstance(event, round_events.CouponLeft) and not event.kept
        return event.serial if taken else ""

    def sign(self) -> Sequence[Posted]:
        return posted(self._game.rules)

    def notices(self) -> Sequence[str]:
        return notices(self._game.rules)

    def view(self, seat: int) -> dict[str, Any]:
        game = self._game
        round_ = game.round
        lying = round_ is not None and not round_.finished
        return {
            "phase": round_.phase.name.lower() if round_ is not None and lying else game.phase,
            "round": game.round_number,
            "wagers": [
                _wager(wager)
                for wager in self._lying()
                if round_ is None or not lying or _undecided(round_, wager)
            ],
            "dealer": "" if round_ is None else _dealer(round_),
            "seats": [] if round_ is None else _seats(round_),
            "turn": [] if round_ is None or not round_.to_act else [round_.to_act, round_.hand_at],
            "meters": game.linked.shown(game.meters),
            "held": [[holder, wager, amount] for (holder, wager), amount in game.held.items()],
            "rules": {
                name: plain(getattr(game.rules, name))
                for name in ("decks", "dealer_soft_17", "double_after_split", "surrender")
            },
        }

    def told(self, event: Any, seat: int) -> Told | None:
        if type(event) is happened.RoundVoided:
            return Told(kind_of(event), {})
        seen = told(event, seat)
        if isinstance(seen, round_events.RoundStarted):
            setup = seen.setup
            meters = {name: meter.cents for name, meter in setup.meters.items()}
            wagers = [_wager(each) for each in setup.wagers]
            return Told("round", {"round": setup.round, "wagers": wagers, "meters": meters})
        data = facts(seen, _CARDS.get(type(event), ()))
        data.pop("order", None)
        return Told(_KINDS.get(type(event)) or kind_of(event), data)

    def began(self, event: Any) -> bool:
        return type(event) is round_events.RoundStarted

    def ended(self, event: Any) -> bool:
        return type(event) is round_events.RoundEnded

    def movements(self, event: Any) -> list[Movement]:
        return movements(event)

    def encode(self, event: Any) -> bytes:
        kind = b"R" if isinstance(event, round_events.Event) else b"T"
        return kind + _encoder.encode(event)

    def decode(self, data: bytes) -> Any:
        return (_in_round if data[:1] == b"R" else _at_table).decode(data[1:])

    def evolve(self, event: Any) -> None:
        evolve(self._game, event)

    def dump(self) -> bytes:
        return dump(self._game)

    def load(self, data: bytes) -> None:
        self._game = load(self._game.rules, data)

    def _act(self, seat: int, command: Any, deck: DeckSource | None) -> list[Any]:
        return list(act(self._game, seat, command, deck))  # type: ignore[arg-type]  # seats need none


def _wager(wager: Wager) -> dict[str, Any]:
    return {
        "id": wager.id,
        "seat": wager.seat,
        "type": wager.type,
        "amount": wager.amount,
        "coupon": wager.coupon,
    }


def _undecided(round_: Round, wager: Wager) -> bool:
    """Whether a wager of the round still lies: the main one as long as one of its hands does."""
    seat = round_.by_seat[wager.seat]
    if wager.type == round_.game.main:
        return any(hand.result is None for hand in seat.hands)
    return wager.type in seat.sides


def _dealer(round_: Round) -> str:
    """Return the dealer's cards as all may see them."""
    open_cards = round_.dealer.cards or ([round_.up] if round_.up >= 0 else [])
    hidden = round_.hole >= 0 and len(round_.dealer.cards) < 2
    return card_text(open_cards) + (HIDDEN_TEXT if hidden else "")


def _seats(round_: Round) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat.number,
            "insurance": seat.insurance,
            "hands": [_hand(hand) for hand in seat.hands],
        }
        for seat in round_.seats
    ]


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "cards": card_text(hand.cards),
        "total": hand.total,
        "soft": hand.soft,
        "stake": hand.at_risk,
        "state": hand.state.name.lower(),
        "result": hand.result or "",
    }


def _command(play: Play) -> Any:
    """Return what a seat asks for. Raises NotAllowed for what makes no sense."""
    match play.do:
        case "wager":
            return cmd.Place(play.on, play.amount, play.coupon, play.serial)
        case "withdraw":
            return cmd.Withdraw(play.on)
        case "insurance":
            return in_round.Insure(play.amount)
        case "double_attack":
            return in_round.DoubleAttack(play.amount)
        case "double":
            return in_round.Double(play.amount or None)
    command = _PLAYS.get(play.do)
    if command is None:
        raise NotAllowed(f"{play.do!r} is nothing that can be done at blackjack")
    return command
