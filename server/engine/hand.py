"""The state of one hand. Only ``evolve`` changes it; everything else reads it."""

from __future__ import annotations

from typing import ClassVar

from greenfelt.evaluators import Ranking
from greenfelt.server.engine.events import TurnKind
from greenfelt.server.engine.forced import ForcedBets, forced_bets
from greenfelt.server.engine.options import Legal, Terms
from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.setup import HandSetup
from greenfelt.server.engine.variant import Street, Variant


class Player:
    """One seat of a hand. Chips: ``stack`` behind, ``bet`` this round, ``total`` in all rounds.

    ``position`` counts clockwise from the left of the button; ``bit`` is its bit in the hand's
    masks, ``later`` masks the bits of those after it. ``total`` holds antes and bets, not dead money. ``acted_to`` is the price when the seat
    last acted in this round. ``down`` and ``up`` hold cards in the order of the deal, ``discards``
    everything thrown, ``draws`` how many cards at each draw or discard, and ``owed`` how many
    replacements are still to come.
    """

    __slots__: ClassVar[tuple[str, ...]] = (
        "acted_to",
        "bet",
        "bit",
        "discards",
        "down",
        "draws",
        "later",
        "mucked",
        "owed",
        "position",
        "seat",
        "shown",
        "stack",
        "total",
        "up",
    )

    def __init__(self, seat: int, position: int, stack: int) -> None:
        self.seat = seat
        self.position = position
        self.bit = bit = 1 << position
        self.later = -2 * bit
        self.stack = stack
        self.bet = self.total = self.acted_to = self.owed = 0
        self.down: tuple[int, ...] = ()
        self.up: tuple[int, ...] = ()
        self.discards: tuple[int, ...] = ()
        self.draws: tuple[int, ...] = ()
        self.shown = self.mucked = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Player):
            return NotImplemented
        return all(getattr(self, slot) == getattr(other, slot) for slot in Player.__slots__)

    def __repr__(self) -> str:
        return f"<Player seat {self.seat}: stack {self.stack}, bet {self.bet}, down {self.down}, up {self.up}>"


class Hand:
    """One hand of poker, between any two of its events.

    Sets of players are bit masks over ``players``, which stand in the order of positions (``first_of``
    holds the first seat of each mask): ``live`` has not folded, ``active`` can still bet, ``pending`` must still act in this round, ``acted`` has
    acted since the last full bet or raise, ``drawing`` must still draw.

    The stub is ``order[dealt:]``, the next card first. ``discarded`` and ``folded`` hold the cards
    out of play, ``reshuffled`` says whether any came back into it, ``burns`` the burnt ones, ``board`` what all share. ``price`` is what a seat must
    have in this round, ``base`` the last full bet or raise, ``raises`` how many of them there were
    (the big blind is one), ``min_raise`` the smallest full raise of a pot- or no-limit round.
    ``killer`` is the bit of a killer who acts last in the first round, 0 without one.
    ``dead`` is dead money in the main pot, ``paid`` what left the pots already, ``rake`` the
    house's part of it.
    """

    __slots__: ClassVar[tuple[str, ...]] = (
        "acted",
        "active",
        "aggressor",
        "base",
        "board",
        "bring_in_due",
        "burns",
        "by_seat",
        "capped",
        "dead",
        "dealt",
        "discard_street",
        "discarded",
        "drawing",
        "finished",
        "first_of",
        "folded",
        "forced",
        "has_terms",
        "killer",
        "known_legal",
        "live",
        "min_raise",
        "opened",
        "opener",
        "opener_before",
        "order",
        "paid",
        "pending",
        "players",
        "price",
        "raises",
        "rake",
        "rankings",
        "reshuffled",
        "rules",
        "setup",
        "street",
        "terms",
        "to_act",
        "turn",
        "turn_kind",
        "unit",
        "variant",
    )

    def __init__(self, setup: HandSetup, variant: Variant) -> None:
        """Seat the players. Raises BadSetup when no hand can be dealt from this."""
        self.setup = setup
        self.variant = variant
        self.rules: Rules = setup.rules
        self.rankings: tuple[Ranking, ...] = variant.rankings(setup.rules)
        self.forced: ForcedBets = forced_bets(setup, variant)
        self.first_of = self.forced.first_of
        stacks = setup.stacks
        self.players = tuple(
            [
                Player(seat, position, stacks[seat])
                for position, seat in enumerate(self.forced.seats)
            ]
        )
        self.by_seat = dict(zip(self.forced.seats, self.players, strict=True))
        self.killer = 1 << self.forced.killer if self.forced.killer >= 0 else 0
        everybody = (1 << len(self.players)) - 1
        self.live = self.active = everybody
        self.pending = self.acted = self.drawing = 0
        self.order: tuple[int, ...] = ()
        self.dealt = 0
        self.board: tuple[int, ...] = ()
        self.burns: tuple[int, ...] = ()
        self.discarded: tuple[int, ...] = ()
        self.folded: tuple[int, ...] = ()
        self.street = -1
        self.discard_street = -1
        if variant.streets[0].discard:
            self.discard_street = 0 if setup.rules.super_discard == "before_betting" else 1
        self.price = self.base = self.raises = self.unit = self.min_raise = 0
        self.capped = self.bring_in_due = False
        self.aggressor = self.opener = self.opener_before = self.opened = -1
        self.dead = self.paid = self.rake = 0
        self.to_act = self.turn = 0
        self.turn_kind: TurnKind = "bet"
        self.finished = self.reshuffled = False
        self.known_legal: Legal | None = None
        self.has_terms = (
            self.rules.limit == "fixed"
            and self.rules.allow_limp
            and not self.rules.open_pair_double
        )
        self.terms: Terms | None = None

    def __eq__(self, other: object) -> bool:
        """Compare the whole state; what is only remembered to save work does not count."""
        if not isinstance(other, Hand):
            return NotImplemented
        return all(
            getattr(self, slot) == getattr(other, slot)
            for slot in Hand.__slots__
            if slot not in ("known_legal", "terms")
        )

    @property
    def street_now(self) -> Street:
        """The street being played; the first one before it has begun."""
        return self.variant.streets[max(self.street, 0)]

    @property
    def stub(self) -> tuple[int, ...]:
        """The cards not dealt yet, the next one first."""
        return self.order[self.dealt :]

    @property
    def chips_in_pots(self) -> int:
        """All chips in the pots and on the table, not yet paid out."""
        return sum(player.total for player in self.players) + self.dead - self.paid

    def is_live(self, seat: int) -> bool:
        """Whether a seat was dealt in and has not folded."""
        player = self.by_seat.get(seat)
        return player is not None and bool(self.live & player.bit)

    def is_all_in(self, seat: int) -> bool:
        """Whether a seat is live but can bet no more."""
        return self.is_live(seat) and not self.active & self.by_seat[seat].bit

    def in_order(self, mask: int, start: int = 0) -> list[Player]:
        """Return the players of a mask clockwise, from position ``start`` on."""
        turned = self.players[start:] + self.players[:start] if start else self.players
        return [player for player in turned if mask & player.bit]

    def cards_of(self, player: Player) -> tuple[int, ...]:
        """Return all cards a player holds, in the order of the deal."""
        if not player.up:
            return player.down
        first = self.variant.streets[0]
        kept = first.down - first.discard
        return player.down[:kept] + player.up + player.down[kept:]
