"""The client at table games: its bots play them, and its view is what the server would tell anew."""

from __future__ import annotations

import pytest
from support.house_rig import Rig, config_of

from greenfelt.client.amounts import read_amount
from greenfelt.client.bot_seat import BotSeat
from greenfelt.client.bots.house import BasicStrategy, FlatBettor, SideBetFan
from greenfelt.client.layouts import basic_strategy, layout_for, roads
from greenfelt.client.layouts.layout import Plain, gain_words, note_paid, sum_words
from greenfelt.client.layouts.names import title_of, wager_name
from greenfelt.client.model import TableView
from greenfelt.client.plain import game_action
from greenfelt.client.screens.asking import AskAmount
from greenfelt.client.screens.house import HouseDesk
from greenfelt.client.screens.keys import Keystroke
from greenfelt.client.screens.table import TableScreen
from greenfelt.client.widgets import speech
from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.table import draw_table
from greenfelt.protocol.messages import Act, Request, Snapshot, Update
from greenfelt.server.games.casino.wagers import WAGERS
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.kinds import TABLE_GAME
from greenfelt.server.tables.outcome import Outcome

GAMES = ("minibaccarat", "baccarat", "rising_phoenix", "blackjack", "spanish_21")


def test_a_table_that_is_open_again_shows_it() -> None:
    rig = Rig(config_of("blackjack"))
    view = TableView(1, me="ann")
    view.fold(rig.look("ann"))
    for command, shown in ((cmd.Close("late"), True), (cmd.Reopen(), False)):
        outcome = rig.do(command)
        assert outcome is not None
        view.fold(TABLE_GAME.updates(rig.table, outcome.events, rig.now_ms).public)
        assert bool(view.closing) is shown


class Evening:
    """Two bots and a person's view at one table."""

    def __init__(self, game: str) -> None:
        self.rig = Rig(config_of(game))
        self.sent: list[Request] = []
        bots = {"ann": FlatBettor(1), "bob": SideBetFan(2)}
        self.seats = {}
        self.waiting: dict[str, Act] = {}
        for who, bot in bots.items():
            self.rig.do(cmd.Sit(who, who, 100_000))
            self.seats[who] = BotSeat(bot, 1, who)
        self.view = TableView(1, me="ann")
        self.screen = TableScreen(self.view, self.sent.append)
        self._show({who: self.rig.look(who) for who in bots})

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if not self.waiting:
                self.tell(self.rig.fired())
                continue
            who, act = self.waiting.popitem()
            self.tell(self.rig.do(cmd.Act(who, act.hand, act.turn, act.do, act.amount, (), act.on)))

    def tell(self, outcome: Outcome | None) -> None:
        assert outcome is not None, "a bot was refused"
        told = TABLE_GAME.updates(self.rig.table, outcome.events, self.rig.now_ms)
        self._show(
            {who: told.private.get(self.rig.table.seat_of(who), told.public) for who in self.seats}
        )

    def _show(self, messages: dict[str, Snapshot | Update]) -> None:
        self.view.fold(messages["ann"], self.rig.now_ms)
        self.screen.changed(messages["ann"])
        for who, message in messages.items():
            act = self.seats[who].receive(message, self.rig.now_ms)
            if act is not None:
                self.waiting[who] = act

    def screen_text(self, width: int = 110, height: int = 44) -> str:
        canvas = Canvas(width, height)
        draw_table(canvas, self.view, self.screen.doing(), Look(), self.rig.now_ms)
        return canvas.text()


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_and_the_view_is_what_a_snapshot_says(game: str) -> None:
    evening = Evening(game)
    for _ in range(25):
        evening.play(20)
        felt = evening.rig.look("ann").felt
        assert felt is not None
        for name in ("phase", "round", "player", "banker", "dealer", "results", "meters"):
            if name in felt.view:
                assert evening.view.game_view[name] == felt.view[name], name
        lying = {wager["id"] for wager in felt.view["wagers"]}
        assert {wager["id"] for wager in evening.view.game_view["wagers"]} == lying
        for ours, theirs in zip(
            evening.view.game_view.get("seats", []), felt.view.get("seats", []), strict=True
        ):
            assert [hand["cards"] for hand in ours["hands"]] == [
                hand["cards"] for hand in theirs["hands"]
            ]
        assert evening.view.own is not None
        assert evening.view.own.stack == evening.rig.table.stack(1)
        assert evening.screen_text()
    assert evening.seats["ann"].statistics.hands > 5
    assert evening.seats["bob"].statistics.refused == 0


def test_the_log_tells_the_player_of_himself_as_you() -> None:
    evening = Evening("baccarat")
    evening.play(12)
    told = [line.text for line in evening.view.log]
    assert any(text.startswith("You bet ") for text in told), told
    assert not any("ann" in text for text in told if " takes seat " not in text), told


def test_the_screen_shows_pays_roads_and_keys() -> None:
    evening = Evening("minibaccarat")
    evening.play(200)
    text = evening.screen_text(120, 60)
    wanted = ("bead plate", "big road", "cockroach", "Dragon Bonus", "8 to 1", "Harmony", "PLAYER")
    for words in wanted:
        assert words in text, words


def test_every_pay_can_be_read_on_a_small_screen() -> None:
    evening = Evening("minibaccarat")
    evening.screen.press(Keystroke("f7", ""), 0)
    seen = evening.screen_text(80, 24)
    for _ in range(4):
        evening.screen.press(Keystroke("pagedown", ""), 0)
        seen += evening.screen_text(80, 24)
    felt = evening.view.felt
    assert felt is not None
    flat = " ".join(seen.split())
    for row in felt.sign:
        for wins, pays in zip(row.wins, row.pays, strict=True):
            assert (f"{wins}: {pays}" if len(row.wins) > 1 else pays) in flat
    for notice in felt.notices:
        assert notice in flat


def test_the_pays_close_by_both_keys_and_say_so() -> None:
    evening = Evening("minibaccarat")
    for key in ("f7", "escape"):
        evening.screen.press(Keystroke("f7", ""), 0)
        text = evening.screen_text(80, 24)
        assert "F7 or Esc closes" in text
        assert "PLAYER" not in text
        evening.screen.press(Keystroke(key, ""), 0)
        assert "PLAYER" in evening.screen_text(80, 24)


def test_the_pays_can_be_looked_up_while_an_amount_is_asked_for() -> None:
    evening = Evening("minibaccarat")
    evening.screen.painted(0)
    evening.screen.press(Keystroke("b", "b"), 10_000)
    evening.screen.press(Keystroke("f7", ""), 10_000)
    evening.screen.press(Keystroke("5", "5"), 10_000)
    assert evening.screen.doing().pays
    question = evening.screen.question
    assert isinstance(question, AskAmount)
    assert question.amount == 500
    evening.screen.press(Keystroke("escape", ""), 10_000)
    assert evening.screen.question is None, "what was asked last is called off first"
    assert evening.screen.doing().pays


def test_the_pays_give_way_to_the_cards_when_it_is_the_player_s_turn() -> None:
    evening = Evening("blackjack")
    seen = set()
    for _ in range(400):
        evening.screen.press(Keystroke("f7", ""), 0)
        if not evening.screen.doing().pays:
            evening.screen.press(Keystroke("f7", ""), 0)
        before, hand = evening.screen.stamp, evening.view.hand
        evening.play(1)
        window = evening.view.window
        assert window is not None
        if evening.screen.stamp not in (None, before) and window.kind in ("turns", "insurance"):
            seen.add(window.kind)
            assert not evening.screen.doing().pays
        if evening.view.hand != hand and window.kind == "betting":
            seen.add("round")
            assert not evening.screen.doing().pays
    assert {"turns", "round"} <= seen


def test_a_wager_keeps_its_key_when_others_are_offered() -> None:
    evening = Evening("minibaccarat")
    keys: dict[str, str] = {}
    for _ in range(100):
        evening.play(1)
        for choice in HouseDesk(evening.view).choices():
            if choice.do == "wager":
                assert keys.setdefault(choice.on, choice.key) == choice.key
    assert {keys["banker"], keys["player"], keys["tie"]} == {"b", "p", "t"}
    assert len(set(keys.values())) == len(keys)


def test_what_the_player_is_up_counts_no_stake_as_brought() -> None:
    evening = Evening("minibaccarat")
    for _ in range(30):
        evening.play(10)
        own = evening.view.own
        assert own is not None
        if evening.view.window is not None and not evening.view.game_view["wagers"]:
            assert evening.screen.doing().net == own.stack - 100_000


def test_amounts_are_typed_in_dollars() -> None:
    assert [read_amount(text, cents=True) for text in ("25", "12.5", "$1,000.05", ".5", "1.005")] == [
        2_500, 1_250, 100_005, None, None,
    ]  # fmt: skip
    assert [read_amount(text, cents=False) for text in ("2,500", "12.5")] == [2_500, None]
    question = AskAmount("bet", 100, 5_000, lambda amount: None, cents=True)
    for char in "12.50":
        question.press(Keystroke(char, char))
    assert question.amount == 1_250
    assert question.offered[0] == ("Enter", "bet $12.50")


def test_one_key_lays_the_last_round_s_bets_again() -> None:
    evening = Evening("minibaccarat")
    first = evening.view.window
    assert first is not None
    while evening.view.hand == first.hand:
        evening.play(1)
    evening.screen.painted(0)
    evening.screen.press(Keystroke("r", "r"), 10_000)
    acts = [request for request in evening.sent if isinstance(request, Act)]
    assert [(act.do, act.on, act.amount) for act in acts] == [("wager", "banker", 100)]


def test_hints_are_off_until_asked_for() -> None:
    evening = Evening("blackjack")
    assert not evening.screen.doing().hint
    for key in ("/", *"/hints", "c-m"):
        evening.screen.press(Keystroke(key, key if len(key) == 1 else ""), 0)
    for _ in range(200):
        evening.play(1)
        window = evening.view.window
        if window is not None and window.kind == "turns" and window.options:
            plays = ("hit", "stand", "double", "split", "surrender")
            assert evening.screen.doing().hint in plays
            return
    raise AssertionError("no turn in 200 steps")


def test_a_game_without_a_layout_has_the_plain_one() -> None:
    layout = layout_for("canasta")
    assert isinstance(layout, Plain)
    game = {"pot": 1}
    layout.fold(game, "grew", {"pot": 5, "seat": 2})
    assert game["pot"] == 5
    assert layout.say("grew", {"pot": 5, "seat": 2}, lambda seat: "Bob") == "Bob: grew pot 5"


@pytest.mark.parametrize(
    ("cards", "up", "says"),
    [
        ("Th 6s", "Td", "surrender"),
        ("8h 8s", "Td", "split"),
        ("Ah 7s", "6d", "double"),
        ("Ah 7s", "9d", "hit"),
        ("5h 6s", "Kd", "double"),
        ("Th 2s", "4d", "stand"),
        ("Th 2s", "2d", "hit"),
        ("Th 7s", "Ad", "stand"),
        ("9h 9s", "7d", "stand"),
    ],
)
def test_the_book_s_play(cards: str, up: str, says: str) -> None:
    every = ("hit", "stand", "double", "split", "surrender")
    assert basic_strategy.advice(cards.split(), up, every) == says


def test_basic_strategy_plays_blackjack_only() -> None:
    assert BasicStrategy.games == {"blackjack", "spanish_21", "double_attack_blackjack"}


RESULTS = ["B4", "B7", "T3", "P8", "P9", "P6", "B5", "P7", "B9", "B8"]


def test_the_big_road_begins_a_column_with_each_new_winner() -> None:
    assert roads.columns(RESULTS) == [
        ["B", "BT"], ["P", "P", "P"], ["B"], ["P"], ["B", "B"],
    ]  # fmt: skip
    grid = roads.big_road(RESULTS)
    assert grid[0, 1] == "BT"
    assert grid[4, 1] == "B"


def test_a_long_run_turns_right_at_the_bottom() -> None:
    grid = roads.big_road(["B1"] * 8 + ["P1"])
    assert grid[0, 5] == grid[1, 5] == grid[2, 5] == "B"
    assert grid[1, 0] == "P"


def test_derived_roads_say_whether_patterns_repeat() -> None:
    # Columns of 2, 3, 1, 1, 2: each next column begins red where the two before it were alike.
    assert roads.derived(RESULTS, roads.BIG_EYE) == ["R", "B", "B", "B", "R", "B"]


def test_the_bead_plate_goes_down_and_on() -> None:
    plate = roads.bead_plate(["B1"] * 6 + ["T0"])
    assert plate[0, 5] == "B"
    assert plate[1, 0] == "T"


def test_a_line_of_plain_mode_bets_and_says_what_may_be_bet() -> None:
    evening = Evening("minibaccarat")
    assert "bet player $1 to $1,000" in speech.choice_words(evening.view)
    act = game_action(evening.view, "bet", "player 2.50")
    assert isinstance(act, Act)
    assert (act.do, act.on, act.amount) == ("wager", "player", 250)
    assert str(game_action(evening.view, "bet", "player 1,001")).startswith("$1 to $1,000. ")
    assert not isinstance(game_action(evening.view, "bet", "player 2.505"), Act)
    done = game_action(evening.view, "done", "")
    assert isinstance(done, Act)
    assert done.do == "done"


def test_a_coupon_has_a_key_and_words_and_is_laid_with_its_chips() -> None:
    evening = Evening("minibaccarat")
    evening.waiting.clear()
    offered = {each.on: each for each in HouseDesk(evening.view).choices() if each.do == "coupon"}
    choice = offered["player+ann-500"]
    assert choice.key
    assert choice.label == "Player with coupon ann-500 from $5"
    assert str(game_action(evening.view, "coupon", "player+ann-500")).startswith("$5 to ")
    short = game_action(evening.view, "coupon", "player 12")
    assert isinstance(short, Act)
    assert short.on.startswith("player+ann-"), "nobody has to type a coupon's number"
    act = game_action(evening.view, "coupon", "player+ann-500 7")
    assert isinstance(act, Act)
    assert (act.do, act.on, act.amount) == ("coupon", "player+ann-500", 700)
    evening.tell(evening.rig.do(cmd.Act("ann", act.hand, act.turn, act.do, act.amount, (), act.on)))
    (wager,) = evening.view.game_view["wagers"]
    assert (wager["coupon"], wager["amount"]) == (500, 700)


def test_wagers_and_games_are_called_as_their_signs_call_them() -> None:
    for game in (*GAMES, "midibaccarat", "double_attack_blackjack"):
        evening = Evening(game)
        assert title_of(game) == evening.view.game_name
        assert evening.view.felt is not None
        for row in evening.view.felt.sign:
            assert wager_name(row.wager) == row.name
    for kind in WAGERS.values():
        assert wager_name(kind.id) == kind.name


def test_who_is_done_without_a_bet_may_bet_after_all() -> None:
    evening = Evening("minibaccarat")
    evening.screen.painted(0)
    for key in "db":
        evening.screen.press(Keystroke(key, key), 10_000)
    done = evening.sent[-1]
    assert isinstance(done, Act)
    assert done.do == "done"
    assert isinstance(evening.screen.question, AskAmount)


def test_wagers_that_were_decided_lie_no_longer_and_are_all_laid_again() -> None:
    evening = Evening("blackjack")
    fan = TableView(1, me="bob")
    desk = HouseDesk(fan)
    laid, fewer = 0, 0
    for _ in range(400):
        evening.play(1)
        fan.expect_snapshot()
        fan.fold(evening.rig.look("bob"), 0)
        desk.changed()
        lying = [each for each in fan.game_view["wagers"] if each["seat"] == fan.you]
        if fan.window is not None and fan.window.kind == "betting":
            laid = len(lying)
        elif fan.window is not None and fan.window.kind != "pause" and laid:
            assert len(lying) <= laid
            fewer += len(lying) < laid
            assert len(desk._bets) == laid, "R lays all of them again"
    assert fewer, "side wagers are decided before the hands are played"


def test_whoever_holds_a_hand_in_a_squeeze_is_told_its_cards() -> None:
    say = layout_for("baccarat").say
    data = {"hand": "banker", "seat": 1, "cards": "Tc7h"}
    assert say("pass", data, lambda seat: "ann") == "The banker hand goes to ann: Tc 7h"
    unseen = say("pass", data | {"cards": "????"}, lambda seat: "ann")
    assert unseen == "The banker hand goes to ann"


def test_sums_of_nothing_are_no_push() -> None:
    assert (sum_words(0), sum_words(-150), gain_words(0)) == ("even", "-$1.50", "push")


def test_what_an_amount_is_for_is_asked_in_words() -> None:
    evening = Evening("double_attack_blackjack")
    while not any(each.do == "double_attack" for each in evening.view.choices):
        evening.play(1)
    evening.screen.painted(0)
    evening.screen.press(Keystroke("a", "a"), 10_000)
    asked = evening.screen_text(80, 24)
    assert "double attack (" in asked
    assert "double_attack" not in asked


def test_a_seat_s_row_has_the_sum_and_the_winners_before_what_is_cut() -> None:
    evening = Evening("minibaccarat")
    names = ("House Money", "Banker", "Tie", "Dragon Bonus Banker", "Golden Talons Player")
    for name in names:
        note_paid(evening.view.game_view, 2, f"{name} -$1", -100)
    note_paid(evening.view.game_view, 2, "Player +$30", 3_000)
    (row,) = (line for line in evening.screen_text(80, 24).splitlines() if line[1:6] == "2 bob")
    assert "bob $1,000   +$25:   Player +$30   House Money -$1" in row
    assert row.endswith("…")
    (whole,) = (line for line in evening.screen_text(130, 24).splitlines() if line[1:6] == "2 bob")
    assert "…" not in whole


@pytest.mark.parametrize(("count", "says"), [(1, "1 card is burnt"), (7, "7 cards are burnt")])
def test_one_burnt_card_is_not_cards(count: int, says: str) -> None:
    said = layout_for("baccarat").say("burn", {"first": "Ac", "count": count}, lambda seat: "")
    assert said == f"Ac is shown and {says}"


def test_side_wagers_are_promised_until_the_main_one_lies() -> None:
    evening = Evening("blackjack")
    promise = "side wagers after the main bet"
    assert promise in evening.screen_text(80, 24)
    (main,) = (each for each in evening.view.choices if each.do == "wager")
    window = evening.view.window
    assert window is not None
    evening.waiting.clear()
    evening.tell(
        evening.rig.do(cmd.Act("ann", window.hand, window.turn, "wager", 500, (), main.on))
    )
    text = evening.screen_text(80, 24)
    assert promise not in text
    assert "20-Point" in text
    assert "King's Bounty" in text


def test_a_wager_that_a_crash_swallowed_is_laid_again() -> None:
    evening = Evening("minibaccarat")
    seat = evening.seats["ann"]
    assert evening.waiting.pop("ann").do == "wager"
    answer = seat.receive(evening.rig.look("ann"), evening.rig.now_ms)
    assert answer is not None
    assert (answer.do, answer.on) == ("wager", "banker")
