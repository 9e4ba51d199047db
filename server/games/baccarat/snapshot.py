"""A game as bytes and back, so that a table need not fold all of its shoes again."""

from __future__ import annotations

import msgspec

from greenfelt.server.games.baccarat.rules import BaccaratRules
from greenfelt.server.games.baccarat.state import Game, Phase
from greenfelt.server.games.casino.betting import Wager
from greenfelt.server.games.casino.meters import Meter


class _Snapshot(msgspec.Struct, array_like=True):
    phase: Phase
    round: int
    placed: int
    chips: dict[int, int]
    markers: dict[int, int]
    meters: dict[str, Meter]
    order: tuple[int, ...]
    at: int
    cut: int
    rounds_left: int | None
    wagers: list[Wager]
    player: list[int]
    banker: list[int]
    down: dict[str, int]
    holders: dict[str, int]
    declined: dict[str, list[int]]
    held: dict[str, int]
    chosen: dict[int, str]
    pressed: dict[str, int]
    pending: list[tuple[int, str, int]] = []


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Snapshot)


def dump(game: Game) -> bytes:
    """Return the whole state of a game; equal games give equal bytes."""
    return _encoder.encode(
        _Snapshot(
            game.phase,
            game.round,
            game.placed,
            dict(sorted(game.chips.items())),
            dict(sorted(game.markers.items())),
            dict(sorted(game.meters.items())),
            game.order,
            game.at,
            game.cut,
            game.rounds_left,
            list(game.layout.wagers.values()),
            game.player,
            game.banker,
            game.down,
            game.holders,
            dict(sorted(game.declined.items())),
            dict(sorted(game.passed_to.items())),
            dict(sorted(game.chosen.items())),
            dict(sorted(game.pressed.items())),
            sorted((seat, wager, amount) for (seat, wager), amount in game.held.items()),
        )
    )


def load(rules: BaccaratRules, data: bytes) -> Game:
    """Return the game of a ``dump``. Raises msgspec.DecodeError when the bytes are no dump."""
    saved = _decoder.decode(data)
    game = Game(rules)
    game.phase, game.round, game.placed = saved.phase, saved.round, saved.placed
    game.chips, game.markers, game.meters = saved.chips, saved.markers, saved.meters
    game.order, game.at, game.cut = saved.order, saved.at, saved.cut
    game.rounds_left = saved.rounds_left
    for wager in saved.wagers:
        game.layout.add(wager)
    game.player, game.banker = saved.player, saved.banker
    game.down, game.holders, game.declined = saved.down, saved.holders, saved.declined
    game.passed_to, game.chosen, game.pressed = saved.held, saved.chosen, saved.pressed
    game.held = {(seat, wager): amount for seat, wager, amount in saved.pending}
    return game
