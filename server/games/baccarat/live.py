"""The baccarat family at a live table: the module's game behind the door that all table games have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.games.baccarat import commands as cmd
from greenfelt.server.games.baccarat import events as happened
from greenfelt.server.games.baccarat import snapshot
from greenfelt.server.games.baccarat.evolve import FOLDS
from greenfelt.server.games.baccarat.ledger import movements
from greenfelt.server.games.baccarat.legal import awaited, legal
from greenfelt.server.games.baccarat.play import act
from greenfelt.server.games.baccarat.rules import BaccaratRules
from greenfelt.server.games.baccarat.sign import most_owed, notices, posted
from greenfelt.server.games.baccarat.state import Game
from greenfelt.server.games.baccarat.telling import HIDDEN, told
from greenfelt.server.games.casino.accounts import Movement
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.errors import NotAllowed, NotOffered
from greenfelt.server.games.casino.live_table import LiveTable
from greenfelt.server.games.casino.livekit import card_text, facts, kind_of
from greenfelt.server.games.casino.sign import Posted
from greenfelt.server.games.casino.voiding import taken_back
from greenfelt.server.games.casino.wagers import SIDES, Side
from greenfelt.server.games.live import BETTING, PAUSE, Choice, Play, Told, Wait

_CARDS: Final[Mapping[type, tuple[str, ...]]] = {
    happened.Burned: ("first",),
    happened.DealtFour: ("player", "banker"),
    happened.DealtThird: ("card",),
    happened.Passed: ("cards",),
    happened.Turned: ("cards",),
}
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[happened.AnyEvent] = msgspec.msgpack.Decoder(happened.AnyEvent)


class _Saved(msgspec.Struct, array_like=True):
    game: bytes
    results: list[str]
    pairs: str = ""


class LiveBaccarat(LiveTable):
    """One baccarat table.

    ``results`` tells the rounds of this shoe for the roads, a letter for who won (P, B, T), then the
    winning total, then ``p`` and ``b`` for pairs in the first two cards.
    """

    _game: Game

    def __init__(self, rules: BaccaratRules) -> None:
        self._game = Game(rules)
        self.results: list[str] = []
        self._pairs = ""

    @property
    def round(self) -> int:
        return self._game.round

    def count_on(self, number: int) -> None:
        self._game.round = number

    @property
    def running(self) -> bool:
        game = self._game
        return game.phase not in ("idle", "betting") or bool(game.layout.wagers)

    def busy(self, seat: int) -> bool:
        game = self._game
        return bool(game.layout.of_seat(seat)) or game.has_held(seat)

    def wait(self) -> Wait:
        game = self._game
        if game.phase == "idle":
            return Wait("verification" if game.held else PAUSE, key=str(game.round))
        if game.phase == "betting":
            return Wait(BETTING, tuple(sorted(game.chips)), str(game.round))
        hand = game.squeezing
        if hand is not None:
            key = f"{hand}:{len(game.hand(hand))}"
            return Wait("squeeze", awaited(game), key, game.rules.squeeze_seconds * 1000)
        return Wait("house_money", awaited(game))

    def options(self, seat: int) -> Sequence[Choice]:
        choices = []
        for option in legal(self._game, seat):
            if option.do == "place":
                on = f"{option.what}:{option.on}" if option.on else option.what
                choices.append(Choice("wager", on, option.low, option.high))
            else:
                choices.append(Choice(option.do, option.what or option.on or ""))
        return choices

    def time_out(self, deck: DeckSource) -> list[Any]:
        command: cmd.AnyCommand = cmd.TimeOut()
        if self._game.phase == "idle" and self._game.held:
            return []
        if self._game.phase == "idle":
            command = cmd.OpenBets()
        elif self._game.phase == "betting":
            command = cmd.CloseBets()
        return self._act(0, command, deck)

    def drop(self, seat: int, deck: DeckSource) -> list[Any]:
        """The dealer turns the hand that a player holds whose line dropped."""
        game = self._game
        if game.squeezing is None or awaited(game) != (seat,):
            return []
        return self._act(0, cmd.DealerTurns(), deck)

    def void(self, flow: Mapping[str, int]) -> list[Any]:
        event = happened.RoundVoided(taken_back(flow))
        self.evolve(event)
        return [event]

    def _lying(self) -> Iterable[Wager]:
        return self._game.layout.wagers.values()

    def _most_owed(self, wager: Wager) -> int:
        return most_owed(self._game.rules, wager)

    def _command(self, play: Play) -> cmd.AnyCommand:
        return _command(play)

    def surrendered(self, event: Any) -> str:
        taken = isinstance(event, happened.CouponTaken) and not event.kept
        return event.serial if taken else ""

    def sign(self) -> Sequence[Posted]:
        return posted(self._game.rules)

    def notices(self) -> Sequence[str]:
        return notices(self._game.rules)

    def view(self, seat: int) -> dict[str, Any]:
        game = self._game
        hands = {side: self._seen(side, seat) for side in SIDES}
        return {
            "phase": game.phase,
            "round": game.round,
            **{side: card_text(cards) for side, cards in hands.items()},
            "holders": dict(game.holders),
            "wagers": [
                {
                    "id": wager.id,
                    "seat": wager.seat,
                    "type": wager.type,
                    "amount": wager.amount,
                    "on": wager.on,
                    "coupon": wager.coupon,
                    "pressed": game.pressed.get(wager.id, 0),
                }
                for wager in self._lying()
            ],
            "meters": game.linked.shown(game.meters),
            "held": [[seat, kind, amount] for (seat, kind), amount in game.held.items()],
            "results": list(self.results),
            "last_rounds": game.rounds_left,
        }

    def _seen(self, side: Side, seat: int) -> list[int]:
        game = self._game
        cards = game.hand(side)
        down = game.down[side]
        if not down or (seat and game.passed_to.get(side) == seat):
            return list(cards)
        return [*cards[: len(cards) - down], *[HIDDEN] * down]

    def told(self, event: Any, seat: int) -> Told | None:
        if type(event) is happened.RoundVoided:
            return Told(kind_of(event), {})
        seen = told(event, seat)
        data = facts(seen, _CARDS.get(type(event), ()))
        data.pop("order", None)
        return Told(kind_of(event), data)

    def began(self, event: Any) -> bool:
        return type(event) is happened.BetsClosed

    def ended(self, event: Any) -> bool:
        return type(event) is happened.RoundEnded

    def movements(self, event: Any) -> list[Movement]:
        return movements(event)

    def encode(self, event: Any) -> bytes:
        return _encoder.encode(event)

    def decode(self, data: bytes) -> Any:
        return _decoder.decode(data)

    def evolve(self, event: Any) -> None:
        FOLDS[type(event)](self._game, event)
        self._note(event)

    def dump(self) -> bytes:
        return _encoder.encode(_Saved(snapshot.dump(self._game), self.results, self._pairs))

    def load(self, data: bytes) -> None:
        saved = msgspec.msgpack.decode(data, type=_Saved)
        self._game = snapshot.load(self._game.rules, saved.game)
        self.results, self._pairs = saved.results, saved.pairs

    def _act(self, seat: int, command: cmd.AnyCommand, deck: DeckSource | None) -> list[Any]:
        events = act(self._game, seat, command, deck)  # type: ignore[arg-type]  # seats need none
        for event in events:
            self._note(event)
        return list(events)

    def _note(self, event: happened.AnyEvent) -> None:
        if isinstance(event, happened.Shuffled):
            self.results = []
        elif isinstance(event, happened.DealtFour):
            pairs = ("p", event.player), ("b", event.banker)
            self._pairs = "".join(mark for mark, (one, two) in pairs if one >> 2 == two >> 2)
        elif isinstance(event, happened.Announced):
            player, banker = event.player, event.banker
            winner = "T" if player == banker else "P" if player > banker else "B"
            self.results.append(f"{winner}{max(player, banker)}{self._pairs}")


def _command(play: Play) -> cmd.AnyCommand:
    """Return what a seat asks for. Raises NotOffered or NotAllowed for what makes no sense."""
    kind, _, side = play.on.partition(":")
    match play.do:
        case "wager":
            on = _side(side) if side else None
            return cmd.Place(kind, play.amount, on, play.coupon, play.serial)
        case "withdraw":
            return cmd.Withdraw(play.on)
        case "turn":
            return cmd.Turn(_side(play.on))
        case "decline":
            return cmd.Decline(_side(play.on))
        case "press":
            return cmd.Press(_side(play.on) if play.on else None)
        case "take":
            return cmd.Take()
    raise NotAllowed(f"{play.do!r} is nothing that can be done at baccarat")


def _side(text: str) -> Side:
    for side in SIDES:
        if text == side:
            return side
    raise NotOffered(f"{text!r} is no hand: {' or '.join(SIDES)}")
