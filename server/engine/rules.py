"""Table rules: every option that the rule books leave open, with our default.

A table's configuration, a hand's frozen setup and a settle script all use these names. Amounts are
integer chips. What is None follows from the other rules and the game: see the method of its name.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Chips = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]

Limit = Literal["fixed", "pot", "no"]


class Rules(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    cache_hash=True,
):
    """The rules of one table; frozen into each hand at the deal."""

    # Betting.
    limit: Limit = "fixed"
    small_bet: Positive = 10
    big_bet: Positive | None = None  # None: twice the small bet
    min_bet: Chips = 0  # pot and no limit; 0: the largest blind, in stud the bring-in
    cap: Positive = 4  # bets a round in fixed limit: one bet and three raises
    cap_heads_up: bool = False
    limit_short_raise: Literal["add", "complete"] = "add"
    completion_base: Literal["small_bet", "bring_in"] = "small_bet"
    open_pair_double: bool = False
    allow_limp: bool = True

    # Forced bets.
    blinds: tuple[Positive, ...] | None = None  # None: half the small bet, and the small bet
    ante: Chips | None = None  # None: a fifth of the small bet in stud, else nothing
    bb_ante: Chips = 0
    bring_in: Positive | None = None  # None: three tenths of the small bet
    straddle: Literal["off", "utg", "button", "mississippi"] = "off"
    straddle_counts_as_raise: bool = False
    kill: Literal["off", "half", "full"] = "off"
    kill_order: Literal["in_turn", "last"] = "in_turn"

    # Button.
    first_button: Literal["high_card", "dealer_right"] = "high_card"
    button: Literal["moving", "dead"] = "moving"

    # Cards.
    burn: bool = True
    draw_timing: Literal["sequential", "together"] = "sequential"
    five_card_draw_split: bool = False
    five_card_draw_opener: Literal["button", "opener"] = "button"
    reshuffle_stub: Literal["first", "merged"] = "first"
    reshuffle_folded: bool = True
    reshuffle_current: Literal["included", "if_short"] = "included"
    reshuffle_own: Literal["never", "earlier_draws"] = "never"
    reshuffle_burns: Literal["if_short", "included"] = "if_short"
    deal_last_card: bool = True
    stud_board_tie: Literal["position", "suit"] = "position"
    stud_short: Literal["tda", "roberts", "community"] = "tda"
    hilo_nq_order: Literal["stud", "razz"] = "stud"
    super_discard: Literal["before_betting", "before_4th"] = "before_betting"

    # Showdown.
    badeucey_ace: Literal["high", "low"] = "high"
    odd_chip: Literal["position", "suit-tda", "suit-roberts"] | None = None  # None: the game's own
    chip: Positive = 1
    muck_losing: bool = True
    face_up_allin: bool = False

    # House.
    rake_per_mille: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    rake_cap: Chips | dict[int, Chips] | None = None  # by number of players dealt in; None: no cap
    rake_no_draw_no_drop: bool = True

    # Clocks.
    reconnect_grace: Chips = 30
    all_in_protection: bool = False

    def big_bet_size(self) -> int:
        """Return the big bet of a fixed-limit game: twice the small bet unless it is given."""
        return 2 * self.small_bet if self.big_bet is None else self.big_bet

    def blind_sizes(self) -> tuple[int, ...]:
        """Return the blinds, the first to be posted first: half the bet, rounded down, and the bet.

        The bet is the small bet, in pot and no limit the smallest bet when that is given.
        """
        if self.blinds is not None:
            return self.blinds
        bet = self.min_bet if self.limit != "fixed" and self.min_bet else self.small_bet
        small = bet // 2 // self.chip * self.chip
        return (small, bet) if small else (bet,)

    def stud_ante_size(self) -> int:
        """Return the ante of a bring-in game: a fifth of the small bet unless it is given."""
        if self.ante is not None:
            return self.ante
        return max(1, self.small_bet // 5 // self.chip) * self.chip if self.small_bet >= 5 else 0

    def bring_in_size(self) -> int:
        """Return the bring-in: three tenths of the small bet unless it is given."""
        if self.bring_in is not None:
            return self.bring_in
        return max(self.chip, self.small_bet * 3 // 10 // self.chip * self.chip)

    def rake_cap_for(self, players: int) -> int | None:
        """Return the most the house takes from a hand of ``players`` dealt in, None for no cap.

        A cap by players holds for that number and more, up to the next one given.
        """
        if not isinstance(self.rake_cap, dict):
            return self.rake_cap
        fitting = [number for number in self.rake_cap if number <= players]
        return self.rake_cap[max(fitting, default=min(self.rake_cap))] if self.rake_cap else None
