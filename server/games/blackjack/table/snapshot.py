"""A table as bytes and back, so that it need not fold all of its shoes again."""

from __future__ import annotations

import msgspec

from greenfelt.server.games.blackjack import events as in_round
from greenfelt.server.games.blackjack.evolve import evolve
from greenfelt.server.games.blackjack.rules import Rules
from greenfelt.server.games.blackjack.shoe import Shoe
from greenfelt.server.games.blackjack.table.state import Game, Phase
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import Meter


class _Snapshot(msgspec.Struct, array_like=True):
    phase: Phase
    round_number: int
    placed: int
    chips: dict[int, int]
    held: list[tuple[int, str, int]]
    meters: dict[str, Meter]
    shoes: list[tuple[tuple[int, ...], int]]
    side: int
    rounds_left: int | None
    wagers: list[Wager]
    started: tuple[tuple[int, ...], int]
    record: list[in_round.RoundEvent]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Snapshot)


def dump(game: Game) -> bytes:
    """Return the whole state of a table; equal tables give equal bytes."""
    return _encoder.encode(
        _Snapshot(
            game.phase,
            game.round_number,
            game.placed,
            dict(sorted(game.chips.items())),
            sorted((seat, wager, amount) for (seat, wager), amount in game.held.items()),
            dict(sorted(game.meters.items())),
            [(shoe.order, shoe.dealt) for shoe in game.shoes],
            game.side,
            game.rounds_left,
            list(game.layout.wagers.values()),
            game.started,
            game.record if game.round is not None else [],
        )
    )


def load(rules: Rules, data: bytes) -> Game:
    """Return the table of a ``dump``. Raises msgspec.DecodeError when the bytes are no dump."""
    saved = _decoder.decode(data)
    game = Game(rules)
    game.phase, game.round_number, game.placed = saved.phase, saved.round_number, saved.placed
    game.chips = saved.chips
    game.held = {(seat, wager): amount for seat, wager, amount in saved.held}
    game.meters = saved.meters
    game.side, game.rounds_left = saved.side, saved.rounds_left
    for wager in saved.wagers:
        game.layout.add(wager)
    game.started, game.record = saved.started, saved.record
    _put(game.shoe, saved.started)
    for event in saved.record:
        game.round = evolve(game.round, event, game.shoe)
    for shoe, stands in zip(game.shoes, saved.shoes, strict=True):
        _put(shoe, stands)
    return game


def _put(shoe: Shoe, stands: tuple[tuple[int, ...], int]) -> None:
    order, dealt = stands
    shoe.load(order)
    shoe.burn(dealt)
