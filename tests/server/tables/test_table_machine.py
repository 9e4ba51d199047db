"""Anything that can happen at a table, in any order: chips, folds and snapshots always agree."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from support.of_players import OfPlayers

from greenfelt.evaluators.cards import DECK
from greenfelt.server.engine import legal
from greenfelt.server.engine.errors import Refused
from greenfelt.server.engine.rules import Rules
from greenfelt.server.simulation import SeededDeck
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables import views
from greenfelt.server.tables.codec import decode_events, encode_events
from greenfelt.server.tables.config import Clocks, TableConfig
from greenfelt.server.tables.outcome import Outcome, SetTimer
from greenfelt.server.tables.rotation import Game, Rotation
from greenfelt.server.tables.table import Table

ACCOUNTS = tuple("abcdefg")
accounts = st.sampled_from(ACCOUNTS)

GAMES = {
    "badugi": Game("badugi", Rules(rake_per_mille=30)),
    "kills": Game("badugi", Rules(kill="full", straddle="button")),
    "split kills": Game("badacey", Rules(kill="half", kill_order="last")),
    "dead button": Game("badugi", Rules(button="dead", straddle="utg")),
    "three blinds": Game("27td", Rules(blinds=(2, 5, 10), ante=1, straddle="mississippi")),
    "one blind": Game("a5td", Rules(blinds=(10,), button="dead")),
    "no limit": Game("27sd", Rules(limit="no", blinds=(5, 10), bb_ante=10)),
    "pot limit": Game("5omaha8", Rules(limit="pot", rake_per_mille=50, rake_cap=7)),
    "stud": Game("stud", Rules()),
    "discards": Game("superstud8", Rules()),
}
ROTATIONS = st.one_of(
    st.sampled_from(list(GAMES.values())).map(lambda game: Rotation((game,))),
    st.builds(
        Rotation,
        st.permutations(list(GAMES.values())).map(lambda games: tuple(games[:4])),
        st.sampled_from(["hands", "orbits", "minutes", "choice"]),
        st.integers(1, 2),
    ),
)


class TableMachine(RuleBasedStateMachine):
    """``table`` lives; ``shadow`` only ever folds what its log says, one event at a time."""

    @initialize(
        rotation=ROTATIONS,
        seed=st.integers(0, 2**20),
        newcomers=st.sampled_from(["wait", "post", "free"]),
        pause_ms=st.sampled_from([0, 4_000]),
        out_orbits=st.integers(0, 2),
        seats=st.sampled_from([3, 6]),
    )
    def open(
        self,
        rotation: Rotation,
        seed: int,
        newcomers: Any,
        pause_ms: int,
        out_orbits: int,
        seats: int,
    ) -> None:
        self.config = TableConfig(
            name="Oslo",
            rotation=rotation,
            max_seats=seats,
            min_buy_in=20,
            max_buy_in=200,
            newcomers=newcomers,
            out_orbits=out_orbits,
            clocks=Clocks(pause_ms=pause_ms),
        )
        self.deck = SeededDeck(seed)
        self.table = Table(1, self.config, self.deck)
        self.shadow = Table(1, self.config, SeededDeck(0))
        self.now = 1_000_000
        self.outside = 0
        self.of_players = OfPlayers()
        self.timers: dict[str, SetTimer] = {}
        for account in ACCOUNTS[: 2 + seed % (seats - 1)]:
            self.sit(account, 60, 0, None)

    def took(self, outcome: Outcome) -> None:
        """Fold an outcome's bytes into the shadow; chips must be conserved at every event."""
        self.of_players.take(self.table, outcome)
        moved = {move.id: move.amount for move in outcome.moves}
        assert len(moved) == len(outcome.moves)
        for event in decode_events(encode_events(outcome.events)):
            self.shadow.evolve(event)
            self.outside += moved.pop(f"1-{self.shadow.version}", 0)
            assert self.shadow.chips() + self.outside == 0
        assert moved == {}
        self.timers.update({timer.slot: timer for timer in outcome.timers})
        views.updates(self.table, outcome.events, self.now)

    def do(self, command: cmd.AnyCommand) -> bool:
        """Carry out a command; a refused one must leave no trace."""
        before = self.table.dump()
        try:
            outcome = self.table.handle(command, self.now)
        except Refused as error:
            refused = error
        else:
            self.took(outcome)
            return True
        assert str(refused)
        assert refused.code != Refused.code
        assert self.table.dump() == before
        return False

    def playing(self) -> bool:
        return self.table.state.running and not self.table.state.paused

    @rule(
        account=accounts,
        buy_in=st.integers(20, 200),
        seat=st.integers(0, 6),
        post=st.sampled_from([None, True, False]),
    )
    def sit(self, account: str, buy_in: int, seat: int, post: bool | None) -> None:
        self.do(cmd.Sit(account, account, buy_in, seat, False, post))

    @rule(account=accounts)
    def stand_up(self, account: str) -> None:
        assert self.do(cmd.StandUp(account)) or not self.table.seat_of(account)

    @rule(account=accounts)
    def sit_out(self, account: str) -> None:
        assert self.do(cmd.SitOut(account)) or not self.table.seat_of(account)

    @rule(account=accounts, post=st.sampled_from([None, True, False]))
    def sit_in(self, account: str, post: bool | None) -> None:
        self.do(cmd.SitIn(account, post))

    @rule(account=accounts, amount=st.integers(-5, 250))
    def top_up(self, account: str, amount: int) -> None:
        self.do(cmd.TopUp(account, amount))

    @rule(account=accounts, on=st.booleans(), text=st.text(max_size=20))
    def say_or_wish(self, account: str, on: bool, text: str) -> None:
        self.do(cmd.WishStraddle(account, on))
        self.do(cmd.ChooseGame(account, "badugi" if on else "stud"))
        self.do(cmd.Say(account, account, text))

    @rule(account=accounts)
    def drop_or_come_back(self, account: str) -> None:
        seat = self.table.state.seats.get(self.table.seat_of(account))
        away = seat is not None and seat.away
        assert self.do(cmd.Return(account) if away else cmd.Drop(account))

    @rule(data=st.data(), count=st.integers(1, 30), folds=st.booleans())
    def play_on(self, data: st.DataObject, count: int, folds: bool) -> None:
        """Begin a hand when one is due; then seats do what they may."""
        if not self.table.state.running and "start" in self.timers:
            self.fire("start")
        for _ in range(count):
            if not self.playing():
                return
            hand = self.table.hand
            assert hand is not None
            seat = hand.to_act
            options = [
                option for option in legal(hand, seat).options if folds or option.do != "fold"
            ]
            option = data.draw(st.sampled_from(options))
            amount = data.draw(st.integers(option.low, option.high)) if option.high else 0
            cards: tuple[int, ...] = ()
            if option.do in ("draw", "discard"):
                down = hand.by_seat[seat].down
                cards = tuple(data.draw(st.permutations(down))[: min(amount, len(down))])
            assert self.do(self.action(option.do, amount, cards))

    def action(self, do: str, amount: int = 0, cards: tuple[int, ...] = ()) -> cmd.Act:
        hand, state = self.table.hand, self.table.state
        assert hand is not None
        account = state.seats[hand.to_act].account
        return cmd.Act(account, state.hand, hand.turn, do, amount, cards)

    @precondition(lambda self: self.playing())
    @rule(
        do=st.sampled_from(["bet", "raise", "draw", "discard", "dance"]),
        amount=st.integers(-5, 2**64),
        cards=st.lists(st.sampled_from(DECK), max_size=6).map(tuple),
    )
    def act_at_random(self, do: str, amount: int, cards: tuple[int, ...]) -> None:
        self.do(self.action(do, amount, cards))

    @precondition(lambda self: self.playing())
    @rule(account=accounts, turns=st.sampled_from([-1, 1]))
    def act_stale(self, account: str, turns: int) -> None:
        hand = self.table.hand
        assert hand is not None
        assert not self.do(cmd.Act(account, self.table.state.hand, hand.turn + turns, "fold"))

    @precondition(lambda self: bool(self.timers))
    @rule()
    def let_time_run_out(self) -> None:
        """The timer that is due first fires."""
        timer = min(self.timers.values(), key=lambda timer: (timer.at_ms, timer.slot))
        self.fire(timer.slot)

    def fire(self, slot: str) -> None:
        timer = self.timers.pop(slot)
        self.now = max(self.now, timer.at_ms)
        assert self.do(cmd.TimerFired(timer.token))

    @rule(account=accounts)
    def wait_or_stop_waiting(self, account: str) -> None:
        if not self.do(cmd.Wait(account, account)):
            self.do(cmd.StopWaiting(account))

    @rule(account=accounts, brought=st.booleans(), stack=st.integers(0, 500))
    def move(self, account: str, brought: bool, stack: int) -> None:
        """A player goes to another table, or comes from one with his stack."""
        if not brought:
            self.do(cmd.MoveAway(account, 9))
        elif self.do(cmd.Reserve(account, account)):
            assert self.do(cmd.Sit(account, account, stack, moved="house"))

    @rule(account=accounts, way=st.sampled_from(["plan", "show", "admit"]))
    def plan_or_show(self, account: str, way: str) -> None:
        if way == "plan":
            self.do(cmd.SitOut(account, at_big_blind=True))
        elif way == "show":
            self.do(cmd.Show(account))
        else:
            assert self.do(cmd.Admit(account))

    @rule()
    def void(self) -> None:
        """Every seat has what it had before the deal."""
        hand = self.table.hand
        voided = self.do(cmd.VoidHand("a fault"))
        if voided:
            assert hand is not None
            for number, stack in hand.setup.stacks.items():
                seat = self.table.state.seats.get(number)
                assert seat is None or seat.stack >= stack

    @rule(again=st.booleans())
    def close(self, again: bool) -> None:
        assert self.do(cmd.Close("late"))
        if not self.table.state.running:
            assert not self.table.state.seats
        if again:
            assert self.do(cmd.Reopen())

    @rule(passed=st.integers(0, 90_000))
    def wait(self, passed: int) -> None:
        """Time passes, though no further than to the next timer."""
        due = min((timer.at_ms for timer in self.timers.values()), default=self.now + passed)
        self.now = max(self.now, min(self.now + passed, due))

    @rule()
    def host_pauses_or_resumes(self) -> None:
        state = self.table.state
        done = self.do(cmd.HostResume() if state.paused or state.pausing else cmd.HostPause())
        assert done or (state.paused and not state.paused_by_host)
        assert not (state.paused_by_host and state.running)

    @rule()
    def pause_or_resume(self) -> None:
        assert self.do(cmd.Resume() if self.table.state.paused else cmd.Pause("floor"))

    @rule(from_log=st.booleans())
    def restart(self, from_log: bool) -> None:
        """The server is killed and starts again, from its log or from a snapshot."""
        if from_log:
            self.table, self.shadow = self.shadow, self.table
            self.table.deck = self.deck
        else:
            self.table = Table.load(self.table.dump(), 1, self.config, self.deck)
        self.timers.clear()
        self.took(self.table.recovered(self.now))

    @invariant()
    def folding_the_log_gives_the_same_table(self) -> None:
        assert self.shadow.state == self.table.state
        if self.table.state.running:
            assert self.shadow.hand == self.table.hand

    @invariant()
    def a_snapshot_is_the_table(self) -> None:
        loaded = Table.load(self.table.dump(), 1, self.config, self.deck)
        assert loaded.state == self.table.state
        if self.table.state.running:
            assert loaded.hand == self.table.hand

    @invariant()
    def chips_are_conserved(self) -> None:
        assert self.table.chips() + self.outside == 0
        assert all(seat.stack >= 0 for seat in self.table.state.seats.values())

    @invariant()
    def every_stack_is_what_moves_and_hands_come_to(self) -> None:
        self.of_players.check(self.table)

    @invariant()
    def the_game_never_gets_stuck(self) -> None:
        """A hand waits for a decision that has a timer; between hands a start is due or too few are ready."""
        state = self.table.state
        if state.paused:
            return
        if state.running:
            hand = self.table.hand
            assert hand is not None
            assert state.clock is not None
            assert (state.clock.seat, state.clock.turn) == (hand.to_act, hand.turn)
            assert self.timers["turn"].at_ms == state.clock.end_ms
        elif len(self.table.ready()) >= 2:
            assert self.timers["start"].token == f"start:{state.start_at_ms}"

    @invariant()
    def a_free_seat_is_offered_while_somebody_waits(self) -> None:
        state = self.table.state
        offered = {offer.account for offer in state.offers.values()}
        assert not state.offers.keys() & state.seats.keys()
        assert len(offered) == len(state.offers)
        for seat, offer in state.offers.items():
            assert self.timers[f"offer-{seat}"].at_ms == offer.until_ms
        if any(waiter.account not in offered for waiter in state.waiters):
            assert len(state.seats) + len(state.offers) == self.config.max_seats

    @invariant()
    def every_viewer_can_be_shown_the_table(self) -> None:
        for viewer in (0, 1, 2):
            views.snapshot(self.table, viewer, self.now)


@pytest.mark.parametrize("steps", [60])
def test_a_table_survives_anything(steps: int) -> None:
    run_state_machine_as_test(
        TableMachine,
        settings=settings(
            max_examples=60,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
