"""Every wager of the table games: one id for tables, settle scripts, odds and oracles (rules 0.8)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from greenfelt.server.games.casino import meters
from greenfelt.server.games.casino.names import (
    BACCARAT_FAMILY,
    BLACKJACK,
    BLACKJACK_FAMILY,
    CLASSIC_BACCARAT,
    DOUBLE_ATTACK,
    MINIBACCARAT,
    RISING_PHOENIX,
    SPANISH_21,
)

Side = Literal["player", "banker"]
SIDES: tuple[Side, ...] = ("player", "banker")


class WagerKind(msgspec.Struct, frozen=True, kw_only=True):
    """One type of wager.

    ``main``: counts as a main wager, has the main limits. ``two_sided``: placed on Player or Banker.
    ``by_action``: made by an action after the cards, never placed. ``paytable``: the rules key that
    names its table. ``needs``: rules keys that must be true, or not null, for it to be offered.
    ``on_request``: offered only where ``wagers_offered`` lists it, by game. ``coupon``: a Match Play
    Coupon may lie with it. ``needs_main``: needs a main wager whatever ``main_wager_required`` says.
    ``with_wager``: another side wager of the seat that it needs.
    """

    id: str
    name: str
    games: tuple[str, ...]
    main: bool = False
    two_sided: bool = False
    by_action: bool = False
    paytable: str | None = None
    needs: tuple[str, ...] = ()
    on_request: tuple[str, ...] = ()
    meter: str | None = None
    coupon: bool = False
    needs_main: bool = False
    with_wager: str | None = None


def _phoenix(wager: str, name: str) -> WagerKind:
    return WagerKind(id=wager, name=name, games=(RISING_PHOENIX,))


_MINI_AND_PHOENIX = (MINIBACCARAT, RISING_PHOENIX)
_BJ = (BLACKJACK,)

KINDS: tuple[WagerKind, ...] = (
    WagerKind(id="banker", name="Banker", games=BACCARAT_FAMILY, main=True, coupon=True),
    WagerKind(id="player", name="Player", games=BACCARAT_FAMILY, main=True, coupon=True),
    WagerKind(id="tie", name="Tie", games=BACCARAT_FAMILY, main=True),
    WagerKind(id="dragon_7", name="Dragon 7", games=CLASSIC_BACCARAT, needs=("ez",)),
    WagerKind(id="panda_8", name="Panda 8", games=CLASSIC_BACCARAT, needs=("ez",)),
    WagerKind(
        id="dragon_bonus",
        name="Dragon Bonus",
        games=CLASSIC_BACCARAT,
        two_sided=True,
        paytable="dragon_bonus_paytable",
    ),
    WagerKind(
        id="house_money",
        name="House Money",
        games=(*BACCARAT_FAMILY, BLACKJACK),
        on_request=(RISING_PHOENIX,),
    ),
    WagerKind(
        id="golden_talons",
        name="Golden Talons",
        games=_MINI_AND_PHOENIX,
        two_sided=True,
        paytable="golden_talons_paytable",
        needs_main=True,
    ),
    WagerKind(
        id="harmony",
        name="Harmony Progressive",
        games=_MINI_AND_PHOENIX,
        paytable="harmony_paytable",
        meter=meters.HARMONY,
        needs_main=True,
    ),
    _phoenix("sun_7", "Sun 7"),
    _phoenix("moon_8", "Moon 8"),
    _phoenix("9_over_7", "9 over 7"),
    _phoenix("2card_8_over_2card_1", "2-card 8 over 2-card 1"),
    _phoenix("player_wins_3card_6", "Player wins with 3-card 6"),
    _phoenix("banker_wins_1_or_2", "Banker wins with 1 or 2"),
    _phoenix("both_8_or_9", "Both 8 or 9"),
    _phoenix("1_over_0", "1 over 0"),
    _phoenix("3card_6_over_3card_3", "3-card 6 over 3-card 3"),
    _phoenix("3card_8_over_3card_0", "3-card 8 over 3-card 0"),
    _phoenix("banker_over_2card_7", "Banker over Player 2-card 7"),
    _phoenix("3card_9_over_3card_6", "3-card 9 over 3-card 6"),
    _phoenix("3card_9_over_3card_8", "3-card 9 over 3-card 8"),
    _phoenix("player_3card_8_over_3card_0", "Player 3-card 8 over 3-card 0"),
    _phoenix("tie_0", "Tie on 0"),
    _phoenix("tie_1_2_3", "Tie on 1, 2 or 3"),
    _phoenix("tie_4_5_6_7", "Tie on 4, 5, 6 or 7"),
    _phoenix("tie_8_9", "Tie on 8 or 9"),
    _phoenix("player_pair", "Player Pair"),
    _phoenix("banker_pair", "Banker Pair"),
    WagerKind(id="blackjack", name="Blackjack", games=_BJ, main=True, coupon=True),
    WagerKind(id="spanish_21", name="Spanish 21", games=(SPANISH_21,), main=True, coupon=True),
    WagerKind(id="bet", name="Bet", games=(DOUBLE_ATTACK,), main=True, coupon=True),
    WagerKind(id="double_attack", name="Double Attack", games=(DOUBLE_ATTACK,), by_action=True),
    WagerKind(
        id="insurance",
        name="Insurance",
        games=BLACKJACK_FAMILY,
        by_action=True,
        needs=("insurance",),
    ),
    WagerKind(
        id="royal_match_21", name="Royal Match 21", games=_BJ, paytable="royal_match_21_paytable"
    ),
    WagerKind(id="twenty_point", name="20-Point", games=_BJ, paytable="twenty_point_paytable"),
    WagerKind(id="kings_bounty", name="King's Bounty", games=_BJ, paytable="kings_bounty_paytable"),
    WagerKind(id="three_card_poker", name="Three Card Poker", games=_BJ),
    WagerKind(
        id="straight_jack", name="Straight Jack Progressive", games=_BJ, meter=meters.STRAIGHT_JACK
    ),
    WagerKind(
        id="hit_and_run", name="Hit and Run Progressive", games=_BJ, meter=meters.HIT_AND_RUN
    ),
    WagerKind(
        id="bad_beat",
        name="Bad Beat Progressive",
        games=_BJ,
        paytable="bad_beat_paytable",
        needs=("bad_beat_paytable",),
        meter=meters.BAD_BEAT,
    ),
    WagerKind(
        id="magic_card",
        name="Magic Card",
        games=_BJ,
        needs=("magic_card_pays",),
        with_wager="bad_beat",
    ),
    WagerKind(
        id="lucky_player",
        name="Lucky Player",
        games=_BJ,
        needs=("lucky_player_pays",),
        with_wager="bad_beat",
    ),
    WagerKind(
        id="match_dealer",
        name="Match the Dealer",
        games=(SPANISH_21,),
        paytable="match_dealer_paytable",
    ),
    WagerKind(id="bust_it", name="Bust It", games=(DOUBLE_ATTACK,)),
)

WAGERS: dict[str, WagerKind] = {kind.id: kind for kind in KINDS}


def side_wagers(game: str) -> tuple[str, ...]:
    """Return the ids of all side wagers that a game knows, offered or not."""
    return tuple(
        kind.id for kind in KINDS if game in kind.games and not kind.main and not kind.by_action
    )


def side_wagers_by_default(game: str) -> tuple[str, ...]:
    """Return the side wagers that a game offers when its rules list none."""
    return tuple(wager for wager in side_wagers(game) if game not in WAGERS[wager].on_request)


def is_offered(kind: WagerKind, game: str, rules: Any) -> bool:
    """Whether a wager may be placed in a game under its rules (the family's rules object)."""
    if game not in kind.games or kind.by_action:
        return False
    if not kind.main and kind.id not in rules.wagers_offered:
        return False
    return all(getattr(rules, key) not in (None, False) for key in kind.needs)


def offered(game: str, rules: Any) -> tuple[WagerKind, ...]:
    """Return the wagers that may be placed in a game under its rules, in the order of the rules."""
    return tuple(kind for kind in KINDS if is_offered(kind, game, rules))
