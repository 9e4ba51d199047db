"""A whole table: seats, betting, shoes, meters and rounds, in any order of commands."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.blackjack_table import MAIN, SeededDeck, command
from support.random_blackjack import GAMES, random_rules

from greenfelt.server.engine.errors import Refused
from greenfelt.server.games.blackjack import events as in_round
from greenfelt.server.games.blackjack import rules_of
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
from greenfelt.server.games.casino.errors import (
    NoMainWager,
    NotAllowed,
    NoWager,
    OutsideLimit,
    RulesError,
    WrongPhase,
    WrongSeat,
)
from greenfelt.server.games.casino.meters import TICKS, Linked, Meter, Standing

SEEDS = st.integers(min_value=0, max_value=2**32)


class Session:
    """A table, its record and its books, kept up command by command."""

    def __init__(self, rules: Any, seed: int = 1) -> None:
        self.rules = rules
        self.game = Game(rules)
        self.deck = SeededDeck(seed)
        self.record: list[happened.AnyEvent] = []
        self.books: Counter[str] = Counter()

    def do(self, seat: int, asked: Any) -> list[happened.AnyEvent]:
        events = act(self.game, seat, asked, self.deck)
        self.record += events
        for event in events:
            for move in movements(event):
                assert move.ticks > 0
                self.books[move.source] -= move.ticks
                self.books[move.target] += move.ticks
        return events

    def check(self) -> None:
        """Books, table and record say the same."""
        game = self.game
        for seat, chips in game.chips.items():
            assert self.books[f"seat:{seat}"] == chips * TICKS
        assert self.books["held"] == sum(game.held.values()) * TICKS
        for name, meter in game.meters.items():
            started = getattr(self.rules, f"{name}_seed") * TICKS
            assert started + self.books[f"meter:{name}"] == meter.value + meter.reserve
        on_layout = sum(wager.amount for wager in game.layout.wagers.values())
        if game.round is not None and not game.round.finished:
            for seat in game.round.seats:
                for hand in seat.hands:
                    if hand.result is None:
                        on_layout += hand.at_risk
                on_layout += seat.insurance + sum(w.amount for w in seat.sides.values())
        assert self.books["layout"] == on_layout * TICKS
        assert sum(self.books.values()) == 0

    def check_replay(self) -> None:
        again = Game(self.rules)
        for event in self.record:
            evolve(again, event)
        assert dump(again) == dump(self.game)
        loaded = load(self.rules, dump(self.game))
        assert dump(loaded) == dump(self.game)
        assert loaded.round == self.game.round
        assert loaded.shoes == self.game.shoes


def a_table(**rules: Any) -> Session:
    session = Session(rules_of("blackjack", rules))
    session.do(1, cmd.Sit(100_000))
    session.do(2, cmd.Sit(100_000))
    return session


def bet(session: Session, *wagers: tuple[int, str, int]) -> None:
    session.do(0, cmd.OpenBets())
    for seat, kind, amount in wagers:
        session.do(seat, cmd.Place(kind, amount))


def finish(session: Session) -> None:
    while session.game.phase == "round":
        session.do(0, cmd.ClockRanOut())


def random_step(session: Session, chance: random.Random) -> None:
    game = session.game
    if chance.random() < 0.05:
        asked = chance.choice(
            (
                (chance.randint(1, 8), cmd.Sit(chance.choice((0, 500, 50_000)))),
                (chance.randint(1, 7), cmd.Leave()),
                (chance.randint(1, 7), cmd.AddChips(1_000)),
                (0, cmd.ChangeDealer()),
                (0, cmd.Release(1, "straight_jack")),
                (chance.randint(1, 7), command("hit")),
                (0, cmd.OpenBets()),
            )
        )
        try:
            session.do(*asked)
        except Refused:
            return
    elif game.phase == "idle":
        for seat, wager in list(game.held):
            session.do(0, cmd.Release(seat, wager))
        session.do(0, cmd.OpenBets())
    elif game.phase == "betting":
        _bet_or_close(session, chance)
    elif chance.random() < 0.1:
        session.do(0, cmd.ClockRanOut())
    else:
        seat = chance.choice(awaited(game))
        option = chance.choice(legal(game, seat))
        amount = chance.choice((option.low, option.high)) if option.high else None
        session.do(seat, command(option.do, amount))


def _bet_or_close(session: Session, chance: random.Random) -> None:
    game = session.game
    seat = chance.choice([*game.chips, 0, 0])
    options = legal(game, seat)
    if not seat or not options:
        session.do(0, cmd.CloseBets())
        return
    option = chance.choice(options)
    if option.do == "withdraw":
        session.do(seat, cmd.Withdraw(option.what))
        return
    amount = chance.choice((option.low, min(option.high, option.low + 333)))
    coupon = chance.choice((0, 0, 100))
    try:
        session.do(seat, cmd.Place(option.what, amount, coupon, "no. 7" if coupon else ""))
    except Refused:
        assert coupon


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_books_record_and_snapshots_agree_whatever_is_asked(seed: int) -> None:
    chance = random.Random(seed)
    game = chance.choice(GAMES)
    given_rules = random_rules(game, chance)
    if game == "blackjack":
        given_rules["bad_beat_paytable"] = {"any_20": "METER"}
        given_rules["magic_card_pays"] = 20
        given_rules["shoe"] = chance.choice(("shoe", "double_shoe"))
        given_rules["decks"] = chance.choice((2, 4, 6))
    given_rules["burn"] = chance.choice(("by_first_card", "one", "none"))
    given_rules["hands_after_cut"] = chance.choice((0, 1))
    session = Session(rules_of(game, given_rules), seed)
    for seat in chance.sample(range(1, 7), 3):
        session.do(seat, cmd.Sit(chance.choice((400, 20_000))))
    for _ in range(120):
        if chance.random() < 0.1:
            session.game = load(session.rules, dump(session.game))
        random_step(session, chance)
        session.check()
    session.check_replay()


def test_a_round_is_bet_on_dealt_played_and_paid() -> None:
    session = a_table()
    bet(session, (1, "blackjack", 1_000), (2, "blackjack", 500), (1, "hit_and_run", 100))
    session.do(0, cmd.CloseBets())
    finish(session)
    kinds = [type(event) for event in session.record]
    assert kinds.count(in_round.RoundStarted) == kinds.count(in_round.RoundEnded) == 1
    assert session.game.meters["hit_and_run"].cents == 100_000 + 10
    session.check()
    session.check_replay()


def test_bets_are_checked_and_can_be_taken_back_until_they_are_closed() -> None:
    session = a_table(bad_beat_paytable={"any_20": 3}, magic_card_pays=20)
    with pytest.raises(WrongPhase):
        session.do(1, cmd.Place("blackjack", 500))
    session.do(0, cmd.OpenBets())
    with pytest.raises(NoMainWager):
        session.do(1, cmd.Place("bad_beat", 500))
    with pytest.raises(OutsideLimit):
        session.do(1, cmd.Place("blackjack", 100_001))
    session.do(1, cmd.Place("blackjack", 100_000))
    assert session.game.chips[1] == 0
    session.do(1, cmd.Withdraw("1"))
    session.do(1, cmd.Place("blackjack", 500))
    session.do(1, cmd.Place("bad_beat", 100))
    session.do(1, cmd.Place("magic_card", 100))
    with pytest.raises(NoMainWager):
        session.do(1, cmd.Withdraw("2"))
    with pytest.raises(NoMainWager):
        session.do(1, cmd.Withdraw("3"))
    with pytest.raises(NoWager):
        session.do(2, cmd.Withdraw("4"))
    with pytest.raises(NotAllowed):
        session.do(1, cmd.Leave())
    session.do(2, cmd.Leave())
    assert session.books["outside"] == -100_000 * TICKS


@pytest.mark.parametrize(
    ("seat", "asked", "refusal"),
    [
        (1, cmd.OpenBets(), WrongSeat),
        (0, cmd.Place("blackjack", 500), WrongSeat),
        (1, cmd.Sit(500), WrongSeat),
        (8, cmd.Sit(500), WrongSeat),
        (3, cmd.Sit(-1), OutsideLimit),
        (3, cmd.AddChips(5), WrongSeat),
        (1, cmd.AddChips(0), OutsideLimit),
        (1, command("hit"), WrongPhase),
        (0, cmd.ClockRanOut(), WrongPhase),
        (0, cmd.Release(1, "straight_jack"), NoWager),
    ],
)
def test_what_is_asked_at_the_wrong_time_or_place_is_refused(
    seat: int, asked: Any, refusal: type[Refused]
) -> None:
    session = a_table()
    before = dump(session.game)
    with pytest.raises(refusal):
        session.do(seat, asked)
    assert dump(session.game) == before


@pytest.mark.parametrize("more", [0, 1])
def test_the_shoe_ends_as_many_rounds_after_the_cut_card_as_the_rules_say(more: int) -> None:
    session = a_table(decks=1, cut_card=40, hands_after_cut=more)
    for _ in range(12):
        bet(session, (1, "blackjack", 100), (2, "blackjack", 100))
        session.do(0, cmd.CloseBets())
        finish(session)
    story = [
        {happened.NewShoe: "S", happened.BettingOpened: "r", happened.CutCardCame: "c"}.get(
            type(event), ""
        )
        for event in session.record
    ]
    shoes = "".join(story).split("S")[1:-1]
    assert len(shoes) > 2
    assert all(shoe.endswith("c" + more * "r") and shoe.count("c") == 1 for shoe in shoes)


def test_both_sides_of_a_double_shoe_are_dealt_from() -> None:
    session = a_table(decks=4, shoe="double_shoe")
    for _ in range(20):
        bet(session, (1, "blackjack", 100))
        session.do(0, cmd.CloseBets())
        finish(session)
    sides = {event.side for event in session.record if isinstance(event, happened.SideChosen)}
    assert sides == {0, 1}
    assert [len(shoe.cards) for shoe in session.game.shoes] == [104, 104]
    session.check_replay()
    with pytest.raises(RulesError):
        Game(rules_of("blackjack", {"decks": 3, "shoe": "double_shoe"}))


def test_a_new_dealer_burns_a_card() -> None:
    session = a_table()
    bet(session, (1, "blackjack", 100))
    session.do(0, cmd.CloseBets())
    finish(session)
    left = session.game.shoe.left
    session.do(0, cmd.ChangeDealer())
    assert session.game.shoe.left == left - 1
    session.check_replay()


def test_a_win_of_the_whole_meter_is_held_until_the_floor_has_seen_it() -> None:
    session = a_table()
    bet(session, (1, "blackjack", 100), (1, "hit_and_run", 100))
    dealer = "2h2c2d2s3h3cAhAc3d"
    order = "Th" + dealer[:2] + "9h" + dealer[2:]
    rigged = tuple(
        "23456789TJQKA".index(order[at]) * 4 + "cdhs".index(order[at + 1])
        for at in range(0, len(order), 2)
    )
    session.game.shoe.load(rigged)
    session.do(0, cmd.CloseBets())
    finish(session)
    (won,) = [
        event
        for event in session.record
        if isinstance(event, in_round.Settled) and event.wager == "hit_and_run"
    ]
    assert won.row == "dealer_8_or_more_cards"
    assert won.verification == "pending"
    assert session.game.held == {(1, "hit_and_run"): 100_010}
    session.check()
    with pytest.raises(NotAllowed):
        session.do(0, cmd.OpenBets())
    with pytest.raises(NotAllowed):
        session.do(1, cmd.Leave())
    chips = session.game.chips[1]
    session.do(0, cmd.Release(1, "hit_and_run"))
    assert session.game.chips[1] == chips + 100_010
    session.check()
    session.do(0, cmd.OpenBets())


def test_a_linked_meter_is_read_at_the_closing_of_bets_and_grows_by_the_stakes() -> None:
    session = a_table()
    session.game.linked = Linked({"straight_jack": lambda: Standing(4, 7_000_000 * TICKS, 0)})
    bet(session, (1, "blackjack", 100), (1, "straight_jack", 1_000))
    events = session.do(0, cmd.CloseBets())
    (read,) = [event for event in events if isinstance(event, happened.MeterRead)]
    assert read.stands == Meter.of_cents(7_000_000, seed=500_000)
    (started,) = [event for event in events if isinstance(event, in_round.RoundStarted)]
    assert started.setup.meters["straight_jack"] == Meter.of_cents(7_000_100, seed=500_000)


def test_nobody_is_told_the_hole_card_the_shoe_or_anothers_coupon() -> None:
    session = a_table()
    session.do(0, cmd.OpenBets())
    session.do(1, cmd.Place("blackjack", 500, 500, "serial-77"))
    session.do(2, cmd.Place("blackjack", 500))
    session.do(0, cmd.CloseBets())
    hole = session.game.round.hole if session.game.round is not None else -1
    for viewer in (0, 1, 2):
        for event in session.record:
            seen = told(event, viewer)
            assert type(seen) is type(event)
            if isinstance(seen, in_round.HoleDealt):
                assert seen.card == -1 != hole
            elif isinstance(seen, (happened.NewShoe, in_round.Shuffled)):
                assert seen.order == ()
            assert ("serial-77" in repr(seen)) == ("serial-77" in repr(event) and viewer == 1)
            if isinstance(seen, in_round.RoundStarted):
                assert all(not meter.reserve for meter in seen.setup.meters.values())


@pytest.mark.parametrize("game", GAMES)
def test_options_are_accepted_as_they_are_listed(game: str) -> None:
    session = Session(rules_of(game))
    session.do(1, cmd.Sit(10_000))
    assert legal(session.game, 1) == ()
    session.do(0, cmd.OpenBets())
    while options := [option for option in legal(session.game, 1) if option.do == "place"]:
        session.do(1, cmd.Place(options[0].what, options[0].low))
    assert session.game.layout.has_main(1)
    assert {option.what for option in legal(session.game, 1)} <= set(session.game.layout.wagers)
    session.do(0, cmd.CloseBets())
    while session.game.phase == "round":
        (seat,) = awaited(session.game)
        option = legal(session.game, seat)[0]
        session.do(seat, command(option.do, option.high or None))
    assert MAIN[game] in {wager.type for wager in session.game.round.setup.wagers}  # type: ignore[union-attr]
