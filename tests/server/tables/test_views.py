"""What each viewer is told of each event: its owner, another seat, a watcher."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest

from greenfelt.evaluators import format_cards, parse_cards
from greenfelt.protocol import messages as msg
from greenfelt.server.engine import events as he
from greenfelt.server.engine import legal
from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.simulation import RandomPlayer, Simulation
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import events as te
from greenfelt.server.tables import views
from greenfelt.server.tables.config import Clocks, TableConfig
from greenfelt.server.tables.rotation import Game, Rotation

Make = Callable[..., Any]

SECRET = parse_cards("As Kd")
OWN = format_cards(SECRET)


def members(union: Any) -> list[type]:
    return [kind for kind in get_args(union) if isinstance(kind, type)]


# Each event, what everybody is told, and what the owner (seat 1) is told where that is more.
EXPECTED: list[tuple[Any, list[Any], list[Any] | None]] = [
    (he.Shuffled("deal", tuple(range(52))), [], None),
    (he.Posted(1, "ante", 5), [msg.Posted(1, "ante", 5)], None),
    (he.Burned(SECRET[0]), [], None),
    (he.DealtDown(1, SECRET), [msg.Dealt(1, 2)], [msg.Dealt(1, 2, OWN)]),
    (he.DealtUp(1, SECRET), [msg.Dealt(1, 2, "", OWN)], None),
    (he.DealtBoard(SECRET), [msg.Board(OWN)], None),
    (he.TurnBegan(1, 1, "bet"), [], None),
    (he.Folded(1), [msg.Acted(1, "fold")], None),
    (he.Checked(1), [msg.Acted(1, "check")], None),
    (he.Called(1, 20, 10), [msg.Acted(1, "call", 20, 10)], None),
    (he.Wagered(1, "raise", 30, 20, True), [msg.Acted(1, "raise", 30, 20, True)], None),
    (he.BroughtIn(1, 3), [msg.Acted(1, "bring-in", 3, 3)], None),
    (he.Protected(1), [msg.Acted(1, "protected", 0, 0, True)], None),
    (he.Discarded(1, SECRET), [msg.Drew(1, 2)], [msg.Drew(1, 2, OWN)]),
    (he.Discarded(1, ()), [msg.Drew(1, 0)], None),
    (he.Returned(1, 5), [msg.Returned(1, 5)], None),
    (he.Mucked(1), [msg.Mucked(1)], None),
    (he.RakeTaken(0, 2), [msg.Raked(0, 2)], None),
    (he.Awarded(0, "all", 1, 30), [msg.Won(0, "all", 1, 30, "")], None),
    (te.LeaveAsked(1, "left"), [], None),
    (te.Left(1, "account", "ann", 5, "left"), [msg.Stood(1, "ann", "left")], None),
    (te.Left(1, "account", "ann", 5, "moved", to=9), [msg.Stood(1, "ann", "moved", 9)], None),
    (
        te.OutPlanned(1, True),
        [],
        [msg.Notice("out-planned", "you sit out when the big blind would be yours")],
    ),
    (te.OrbitMissed(1), [], None),
    (te.ProtectionUsed(1), [], None),
    (te.WaitBegun("account", "eve"), [msg.Waiters([])], None),
    (te.WaitEnded("account"), [msg.Waiters([])], None),
    (
        te.SeatOffered(3, "account", "eve", 1_043_000),
        [msg.Notice("offer", "seat 3 is offered to eve for 40 s")],
        None,
    ),
    (te.OfferEnded(3, "account"), [], None),
    (te.Admitted("account"), [], None),
    (te.HandShown(1, SECRET), [msg.Shown(1, OWN, "two-card K-A")], None),
    (
        te.Closing("late"),
        [msg.Notice("closing", "the table closes after this hand: late")],
        None,
    ),
    (te.Closing(""), [msg.Notice("reopened", "the table is open again")], None),
    (
        te.HandVoided(1, {1: 200, 2: 200}, "a fault"),
        [msg.Voided(1, [1, 2], [200, 200], "a fault")],
        None,
    ),
    (te.SatOut(1, "asked", 0), [msg.Presence(1, "out")], None),
    (te.SatOut(1, "dropped", 0), [], None),
    (te.SatIn(1, True), [msg.Presence(1, "here")], None),
    (te.TopUpTaken(1, "account", 5), [], None),
    (te.ToppedUp(1, "account", 5, 0), [msg.Stack(1, 200)], None),
    (te.StraddleWished(1, True), [], None),
    (te.PlayerDropped(1), [msg.Presence(1, "away")], None),
    (te.PlayerReturned(1), [msg.Presence(1, "here")], None),
    (te.HandScheduled(5, 0), [], None),
    (te.GameTurned(0, 0), [], None),
    (te.GameTimed(0), [], None),
    (te.GameChosen(1, 0), [], None),
    (te.LegMoved(1, False), [msg.Leg(1, False), msg.Notice("leg", "ann has a leg up")], None),
    (te.LegMoved(1, True), [msg.Leg(1, True), msg.Notice("kill", "ann kills the next pot")], None),
    (te.LegMoved(0, False), [msg.Leg(0, False)], None),
    (te.ButtonDrawn((1, 2), SECRET, 1), [msg.ButtonDrawn([1, 2], ["As", "Kd"], 1)], None),
    (te.ButtonMoved(1, (1, 2)), [], None),
    (te.BlindMissed(1, True, True), [], None),
    (te.TimeUsed(1, 5, 5), [], None),
    (te.BankFilled(1, 5), [], None),
    (te.Said("account", "ann", "hi"), [msg.Chat("ann", "hi")], None),
    (te.Paused("store away", 5), [msg.Notice("paused", "the table is paused: store away")], None),
    (te.Resumed(5), [msg.Notice("resumed", "the table goes on")], None),
    (
        te.PausePlanned(on=True),
        [msg.Notice("pausing", "when this hand is over the host pauses the table")],
        None,
    ),
    (
        te.PausePlanned(on=False),
        [msg.Notice("pausing", "the host does not pause the table after all")],
        None,
    ),
]
IN_CONTEXT = {
    he.HandStarted,
    he.StreetBegan,
    he.Shown,
    he.HandEnded,
    te.Seated,
    te.ClockStarted,
    te.TimeWarned,
}


def test_every_event_type_is_walked() -> None:
    kinds = set(members(te.AnyEvent))
    assert {type(event) for event, _, _ in EXPECTED} | IN_CONTEXT == kinds


@pytest.mark.parametrize(("event", "public", "own"), EXPECTED, ids=lambda value: str(value)[:40])
def test_viewers_are_told_what_they_may_know(
    driver: Make, event: Any, public: list[Any], own: list[Any] | None
) -> None:
    at = driver()
    at.sit("ann", "bob")
    at.deal()
    told = views.updates(at.table, [event], at.now)
    assert told.public.events == public
    assert {seat: update.events for seat, update in told.private.items()} == (
        {} if own is None else {1: own}
    )


def test_an_event_without_a_view_is_refused(driver: Make) -> None:
    class Peeked(te.TableEvent, frozen=True, tag="peek"):
        cards: tuple[int, ...]

    at = driver()
    with pytest.raises(TypeError, match="Peeked"):
        views.updates(at.table, [Peeked((1,))], at.now)  # type: ignore[list-item]


def test_account_names_never_leave_the_server(driver: Make) -> None:
    at = driver()
    outcome = at.do(cmd.Sit("secret-account", "ann", 200))
    outcome.events.extend(at.do(cmd.Say("secret-account", "ann", "hi")).events)
    outcome.events.extend(at.do(cmd.TopUp("secret-account", 10)).events)
    outcome.events.extend(at.do(cmd.StandUp("secret-account")).events)
    told = msgspec.json.encode(views.updates(at.table, outcome.events, at.now))
    assert b"secret-account" not in told
    assert b"ann" in told


class TestPrompts:
    def test_options_go_to_the_seat_to_act_alone(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat")
        outcome = at.fire("start")
        told = views.updates(at.table, outcome.events, at.now)
        assert told.public.events[-1] == msg.Turn(at.to_act), "its whole time is not told"
        for seat in (1, 2, 3):
            turn = told.private[seat].events[-1]
            expected = ["fold", "call", "raise"] if seat == at.to_act else []
            assert [option.do for option in turn.options] == expected
            assert turn.turn == (seat == at.to_act), "nobody else has an answer to number"

    def test_only_seats_that_see_more_have_a_message_of_their_own(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat")
        outcome = at.fire("start")
        assert set(views.updates(at.table, outcome.events, at.now).private) == {1, 2, 3}
        outcome = at.act("call")
        told = views.updates(at.table, outcome.events, at.now)
        assert set(told.private) == {at.to_act}

    def test_versions_are_a_chain(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat")
        version = at.table.version
        outcome = at.fire("start")
        told = views.updates(at.table, outcome.events, at.now)
        assert (told.public.since, told.public.version) == (version, at.table.version)

    def test_a_newcomer_alone_is_told_that_he_waits(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob")
        at.deal()
        outcome = at.do(cmd.Sit("dan", "dan", 200))
        told = views.updates(at.table, outcome.events, at.now)
        assert told.public.events == [msg.Seated(3, "dan", 200, False)]
        assert [type(event) for event in told.private[3].events] == [msg.Seated, msg.Notice]


class TestSnapshots:
    def test_a_viewer_sees_his_own_cards_and_the_backs_of_others(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob", "cat")
        at.deal()
        for viewer in (0, 1, 2, 3):
            picture = views.snapshot(at.table, viewer, at.now)
            assert picture.you == viewer
            for seat in picture.seats:
                own = format_cards(at.hand.by_seat[seat.seat].down)
                assert seat.down == (own if seat.seat == viewer else "")
                assert seat.count == 4

    def test_the_pending_decision_is_in_it_with_what_is_left_of_the_clock(
        self, driver: Make
    ) -> None:
        at = driver()
        at.sit("ann", "bob", "cat")
        at.deal()
        at.now += 10_000
        turn = views.snapshot(at.table, at.to_act, at.now).turn
        assert turn is not None
        assert (turn.clock_ms, turn.bank_ms, len(turn.options)) == (20_000, 30_000, 3)
        other = at.to_act % 3 + 1
        turn = views.snapshot(at.table, other, at.now).turn
        assert turn is not None
        assert turn.options == []
        turn = views.snapshot(at.table, 0, at.now + 25_000).turn
        assert turn is not None
        assert (turn.clock_ms, turn.bank_ms) == (0, 25_000)

    def test_between_hands_no_card_is_in_it(self, driver: Make) -> None:
        at = driver()
        at.sit("ann", "bob")
        at.deal()
        at.play_out()
        picture = views.snapshot(at.table, 1, at.now)
        assert (picture.street, picture.board, picture.turn) == (-1, "", None)
        assert all(not (seat.down or seat.up or seat.count) for seat in picture.seats)

    def test_it_counts_the_wagers_of_the_street_and_leaves_the_muck_alone(
        self, driver: Make, config: Make
    ) -> None:
        """Who comes back in a stud hand sees what lies on the table, and how often it was raised."""
        at = driver(config(code="stud", rules=Rules(small_bet=10)))
        at.sit("ann", "bob", "cat")
        at.deal()
        assert views.snapshot(at.table, 0, at.now).raises == 0, "the bring-in is to come"
        at.act("bring-in")
        at.act("complete", 10)
        folded = at.to_act
        at.act("fold")
        at.act("raise", 20)
        for viewer in (0, folded, at.to_act):
            picture = views.snapshot(at.table, viewer, at.now)
            assert picture.raises == 2
            assert {seat.seat: len(seat.up) for seat in picture.seats} == {
                seat.seat: 0 if seat.seat == folded else 2 for seat in picture.seats
            }
        at.act("call")
        assert views.snapshot(at.table, 0, at.now).raises == 0, "a new street"

    def test_an_empty_table_can_be_looked_at(self, driver: Make) -> None:
        at = driver()
        picture = views.snapshot(at.table, 0, at.now)
        assert (picture.game_name, picture.stakes) == ("Badugi", "10/20 fixed, blinds 5/10")
        assert (picture.min_buy_in, picture.max_buy_in, picture.max_seats) == (100, 400, 6)


def test_pots_of_a_showdown_add_up_to_what_is_won(driver: Make, config: Make) -> None:
    at = driver(config(rules=Rules(small_bet=10, rake_per_mille=50)))
    at.sit_at(1, "ann", 100)
    at.sit_at(2, "bob", 300)
    at.sit_at(3, "cat", 400)
    seen = 0
    for _ in range(40):
        if "start" not in at.timers:
            break
        at.deal()
        while not at.hand.finished:
            wager = next((do for do in ("raise", "bet") if do in _verbs(at)), None)
            outcome = at.act(wager, _verbs(at)[wager].high) if wager else at.cheaply()
        events = views.updates(at.table, outcome.events, at.now).public.events
        (pots,) = (event for event in events if isinstance(event, msg.Pots))
        for index, amount in enumerate(pots.amounts):
            paid = sum(
                event.amount
                for event in events
                if isinstance(event, msg.Won | msg.Raked) and event.pot == index
            )
            assert paid == amount
            winners = {
                event.seat for event in events if isinstance(event, msg.Won) and event.pot == index
            }
            assert winners <= set(pots.eligible[index])
        seen += len(pots.amounts) > 1
    assert seen


def _verbs(at: Any) -> dict[str, Any]:
    return {option.do: option for option in legal(at.hand, at.to_act).options}


CARD = re.compile(r"[2-9TJQKA][cdhs]")
CODES = re.compile("|".join(f'"{code}"' for code in VARIANTS))


def cards_in(message: Any) -> set[str]:
    """Return everything in a message that reads like a card; a game's code, such as 5stud, is none."""
    return set(CARD.findall(CODES.sub("", msgspec.json.encode(message).decode())))


class Eavesdropper:
    """Checks every message against what its viewer may know of the hand."""

    def __init__(self) -> None:
        self.public: set[str] = set()
        self.own: dict[int, set[str]] = {}
        self.seen = 0

    def __call__(self, table: Any, outcome: Any, told: views.Updates) -> None:
        for event in outcome.events:
            match event:
                case he.HandStarted():
                    self.public, self.own = set(), {}
                case he.DealtDown(seat=seat, cards=cards):
                    self.own.setdefault(seat, set()).update(map(text, cards))
                case he.DealtUp(cards=cards) | he.DealtBoard(cards=cards) | he.Shown(cards=cards):
                    self.public.update(map(text, cards))
        drawn = {
            text(card)
            for event in outcome.events
            if isinstance(event, te.ButtonDrawn)
            for card in event.cards
        }
        assert cards_in(told.public) <= self.public | drawn
        for seat, update in told.private.items():
            assert cards_in(update) <= self.public | self.own.get(seat, set()) | drawn
        for viewer in (0, 1, 2):
            snapshot = views.snapshot(table, viewer, 0)
            assert cards_in(snapshot) <= self.public | self.own.get(viewer, set())
        self.seen += len(cards_in(told.private.get(1, told.public)))


def text(card: int) -> str:
    return format_cards((card,))


@pytest.mark.parametrize("code", VARIANTS)
def test_no_card_reaches_a_viewer_who_may_not_see_it(code: str) -> None:
    """Cases 117, 119 and 122: bots play every game, every message to every seat is searched."""
    eavesdropper = Eavesdropper()
    config = TableConfig(
        name="Oslo",
        rotation=Rotation((Game(code, Rules(small_bet=10)),)),
        max_seats=6,
        min_buy_in=100,
        max_buy_in=400,
        clocks=Clocks(pause_ms=0),
    )
    players = {f"p{seat}": RandomPlayer(seat) for seat in range(5)}
    Simulation(config, players, seed=code, buy_in=150, watch=eavesdropper).run(15)
    assert eavesdropper.seen > 50


def test_the_search_finds_a_leak(monkeypatch: pytest.MonkeyPatch, driver: Make) -> None:
    """The test above can fail: down cards told to all are found."""

    def leak(to: Any, event: he.DealtDown) -> None:
        to.all(msg.Dealt(event.seat, len(event.cards), format_cards(event.cards)))

    monkeypatch.setitem(views._VIEWS, he.DealtDown, leak)
    simulation = Simulation(
        driver().table.config,
        {"ann": RandomPlayer(1), "bob": RandomPlayer(2)},
        watch=Eavesdropper(),
    )
    with pytest.raises(AssertionError):
        simulation.run(1)
