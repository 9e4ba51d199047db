"""Kill pots: legs, who kills, and when everything is neutral again (POKER-RULES 1.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenfelt.server.engine.events import Awarded
from greenfelt.server.engine.rules import Rules
from greenfelt.server.tables import commands as cmd

Make = Callable[..., Any]


def table(driver: Make, config: Make, code: str = "badugi", seed: int = 1) -> Any:
    """Four players, all kills full, blinds 5/10."""
    at = driver(config(code=code, rules=Rules(kill="full", small_bet=10)), seed)
    at.sit("ann", "bob", "cat", "dan")
    at.deal()
    return at


def win(at: Any, winner: int, *, raising: bool = True) -> None:
    """Play the running hand so that everybody folds to one seat, which has bet if it can."""
    raised = not raising
    while not at.hand.finished:
        if at.hand.turn_kind != "bet":
            at.act("draw")
        elif at.to_act != winner:
            at.cheaply() if not raised else at.act("fold")
        elif not raised:
            price = at.hand.price
            at.act("raise" if price else "bet", price + at.hand.forced.small)
            raised = True
        else:
            at.cheaply()


def legs(at: Any) -> tuple[int, bool]:
    return at.table.state.leg, at.table.state.kill


def test_the_first_whole_pot_is_a_leg(driver: Make, config: Make) -> None:
    at = table(driver, config)
    win(at, 2)
    assert legs(at) == (2, False)
    at.deal()
    assert at.hand.setup.kill is None


def test_two_whole_pots_running_kill_the_next(driver: Make, config: Make) -> None:
    at = table(driver, config)
    win(at, 2)
    at.deal()
    win(at, 2)
    assert legs(at) == (2, True)
    at.deal()
    assert (at.hand.setup.kill.seat, at.hand.setup.kill.size) == (2, "full")
    assert (at.hand.forced.small, at.hand.forced.big, at.hand.price) == (20, 40, 20)
    assert at.hand.by_seat[2].bet == 20


def test_the_second_pot_must_hold_a_full_bet_beyond_the_blinds(driver: Make, config: Make) -> None:
    at = driver(config(rules=Rules(kill="full", small_bet=10)))
    at.sit("ann", "bob")
    at.deal()
    winner = at.hand.setup.blind_seats[-1]
    at.act("fold")
    assert legs(at) == (winner, False)
    at.deal()
    assert at.to_act == winner
    at.act("call")
    at.act("fold")
    assert legs(at) == (winner, False)


def test_another_winner_takes_the_leg_over(driver: Make, config: Make) -> None:
    at = table(driver, config)
    win(at, 2)
    at.deal()
    win(at, 3)
    assert legs(at) == (3, False)


def test_a_killer_who_wins_kills_again_for_the_same(driver: Make, config: Make) -> None:
    at = table(driver, config)
    for _ in range(2):
        win(at, 2)
        at.deal()
    win(at, 2)
    assert legs(at) == (2, True)
    at.deal()
    assert at.hand.forced.small == 20


def test_a_killer_who_loses_has_nothing_left(driver: Make, config: Make) -> None:
    at = table(driver, config)
    for _ in range(2):
        win(at, 2)
        at.deal()
    win(at, 4)
    assert legs(at) == (4, False)


def test_who_sits_out_still_owes_the_kill(driver: Make, config: Make) -> None:
    at = table(driver, config)
    win(at, 2)
    at.deal()
    at.do(cmd.SitOut(at.account(2)))
    win(at, 2)
    assert legs(at) == (2, True)
    at.deal()
    assert at.hand.setup.kill is None
    win(at, 3)
    assert legs(at) == (2, True)
    at.do(cmd.SitIn(at.account(2), post=True))
    for _ in range(6):
        at.deal()
        if at.hand.is_live(2):
            break
        win(at, 3)
    assert at.hand.setup.kill.seat == 2
    assert at.hand.by_seat[2].bet == 20


def test_nobody_has_a_leg_when_the_winner_has_left(driver: Make, config: Make) -> None:
    at = table(driver, config)
    win(at, 2)
    at.do(cmd.StandUp(at.account(2)))
    assert legs(at) == (0, False)


def scoop(at: Any, winner: int, chips: int) -> None:
    """Everybody calls until the pot holds so many chips; then all fold to the winner's bet."""
    while not at.hand.finished:
        in_pot = sum(player.total for player in at.hand.players)
        if at.hand.turn_kind != "bet":
            at.act("draw")
        elif at.to_act != winner:
            facing = at.hand.price > at.hand.by_seat[at.to_act].bet
            at.act("fold") if facing and in_pot >= chips else at.cheaply()
        elif at.hand.street and not at.hand.raises:
            at.act("bet", at.hand.unit)
        else:
            at.cheaply()


def test_in_a_split_game_a_scoop_of_a_large_pot_kills(driver: Make, config: Make) -> None:
    """Large is five times the upper limit: 100 at 10/20."""
    at = table(driver, config, code="badacey")
    scoop(at, 2, 40)
    assert legs(at) == (0, False)
    at.deal()
    scoop(at, 2, 130)
    assert legs(at) == (2, True)
    at.deal()
    assert at.hand.setup.kill.seat == 2


def after_a_kill_pot(driver: Make, config: Make, seed: int) -> tuple[set[int], tuple[int, bool]]:
    """Seat 2 scoops a large pot of Badacey and kills the next; return who won of that, and the legs."""
    at = table(driver, config, code="badacey", seed=seed)
    scoop(at, 2, 130)
    at.deal()
    assert at.hand.setup.kill.seat == 2
    at.play_out()
    return {award.seat for award in at.table.hand_events if isinstance(award, Awarded)}, legs(at)


def test_a_killer_who_splits_a_split_game_kills_again(driver: Make, config: Make) -> None:
    assert after_a_kill_pot(driver, config, 3) == ({2, 4}, (2, True))


def test_a_killer_who_scoops_a_small_split_pot_kills_again(driver: Make, config: Make) -> None:
    """80 chips, less than five times the upper limit: whoever is no killer yet would need 100."""
    assert after_a_kill_pot(driver, config, 15) == ({2}, (2, True))


def test_a_kill_ends_with_a_killer_who_wins_nothing(driver: Make, config: Make) -> None:
    assert after_a_kill_pot(driver, config, 10) == ({1, 4}, (0, False))


def test_a_kill_pot_takes_no_straddle(driver: Make, config: Make) -> None:
    at = driver(config(rules=Rules(kill="half", straddle="mississippi", small_bet=10)))
    at.sit("ann", "bob", "cat", "dan")
    for account in ("ann", "bob", "cat", "dan"):
        at.do(cmd.WishStraddle(account, True))
    at.deal()
    assert at.hand.setup.straddle is not None
    win(at, 2)
    at.deal()
    win(at, 2)
    at.deal()
    assert at.hand.setup.straddle is None
    assert at.hand.setup.kill.size == "half"
    assert (at.hand.forced.small, at.hand.forced.big) == (15, 30)
