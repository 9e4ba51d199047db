"""Plain mode: what is read out, which words act, and that pasted or early lines never do."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable

import pytest
from support.house_rig import Rig, config_of
from twisted.internet.defer import Deferred, fail, succeed

from greenfelt.client import plain, plain_house
from greenfelt.client.amounts import in_words
from greenfelt.client.connection import Link
from greenfelt.client.errors import Nonsense, RequestRefused
from greenfelt.client.layouts.layout import Plain, gain_words
from greenfelt.client.model import TableView
from greenfelt.client.plain import PlainTerminal
from greenfelt.client.plain_help import ACTIONS
from greenfelt.client.widgets import speech
from greenfelt.protocol.messages import (
    Act,
    Acted,
    AnyTableEvent,
    AskHand,
    AskHands,
    AskStatistics,
    Board,
    Done,
    GameFigures,
    Hands,
    HandText,
    ListTables,
    Option,
    PlayedHand,
    Request,
    Say,
    SitIn,
    SitOut,
    Snapshot,
    StandUp,
    Statistics,
    TableRow,
    TopUp,
    Turn,
    Update,
)
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.kinds import TABLE_GAME
from greenfelt.server.tables.outcome import Outcome

FoldInto = Callable[[TableView, list[AnyTableEvent]], Update]


class Client:
    """Stands in for the connection."""

    def __init__(self, view: TableView) -> None:
        self.views = {view.table: view}
        self.sent: list[object] = []
        self.listener: object = None
        self.address = "example.org:7770"
        self.name = "anna"
        self.refuse = ""
        self.gave_up: BaseException | None = None
        self.balance = 9_500

    def clock_ms(self) -> int:
        return 2000

    def request(self, request: Request) -> Deferred[object]:
        self.sent.append(request)
        return fail(RequestRefused("no", self.refuse)) if self.refuse else succeed(Done(1))

    def list_tables(self, wanted: ListTables | None = None) -> Deferred[list[TableRow]]:
        row = TableRow(1, "Os\x1blo", "badugi", "Badugi", "10/20", 6, 5, 0, 200, 1000)
        return succeed([] if wanted is not None and wanted.game == "chess" else [row])

    def sit(self, table: int, buy_in: int) -> Deferred[int]:
        self.sent.append((table, buy_in))
        return succeed(4)


class Talk:
    """A plain terminal, what it has said, and its clock."""

    def __init__(self, view: TableView, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000
        monkeypatch.setattr(plain, "_monotonic_ms", lambda: self.now)
        self.client = Client(view)
        self.view = view
        self.out = io.StringIO()
        self.terminal = PlainTerminal(self.client, io.StringIO(), self.out)  # type: ignore[arg-type]
        self.terminal.table_changed(view, Update(view.table, view.version, []))
        self.now += plain.SETTLE_MS

    def type(self, *lines: str, alone: bool = True) -> str:
        """Type lines; return what is said to them."""
        before = len(self.out.getvalue())
        for line in lines:
            self.terminal.command(line, alone=alone)
        return self.out.getvalue()[before:]

    def happens(self, fold_into: FoldInto, *events: AnyTableEvent) -> str:
        before = len(self.out.getvalue())
        self.terminal.table_changed(self.view, fold_into(self.view, list(events)))
        return self.out.getvalue()[before:]


@pytest.fixture
def talk(
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[TableView], Talk]:
    return lambda view: Talk(view, monkeypatch)


Start = Callable[[TableView], Talk]


def test_the_prompt_is_read_out_with_cards_clock_and_amounts(
    talk: Start, bet_turn: TableView
) -> None:
    said = talk(bet_turn).out.getvalue()
    assert (
        "You hold ace of spades, three of hearts, six of diamonds, nine of clubs: "
        "nine-six-three-ace badugi.\n" in said
    )
    assert said.endswith("Your turn, 18 seconds. fold, call 20, raise to 60.\n")


def test_nothing_of_a_hostile_server_moves_the_cursor(
    talk: Start, bet_turn: TableView, fold_into: FoldInto
) -> None:
    evil = "\x1b[2J\x1b]0;pwned\x07\x9b31m\u202e\r\nBob folds."
    here = talk(bet_turn)
    here.happens(fold_into, Board("Th" + evil))
    here.happens(fold_into, Turn(bet_turn.you, 9, "bet" + evil, 18_000, 0, [Option("fold" + evil)]))
    here.type("", "hand", "board", "where", "turn", "fold")
    here.terminal.link_changed(Link.WAITING, "gone" + evil)
    said = here.out.getvalue()
    assert "pwned" in said
    assert not set(said) & set("\x1b\x07\x9b\u202e\r")
    assert not [line for line in said.splitlines() if line.startswith("Bob")]


def test_where_the_table_stands(bet_turn: TableView, board_game: TableView) -> None:
    assert (
        speech.where(bet_turn)
        == "Oslo, Badugi, hand 1284. Second draw. Pot 285: main 150, side 35."
    )
    assert "Board: ten of hearts, seven of hearts, deuce of clubs, queen of hearts" in speech.where(
        board_game
    )


def test_the_log_is_spoken() -> None:
    assert (
        speech.spoken("anna shows As 2h 3d Kc: three-card 3-2-A")
        == "anna shows ace of spades, deuce of hearts, three of diamonds, king of clubs: "
        "three-card three-deuce-ace"
    )
    assert speech.spoken("hand 7 at 10/20") == "hand 7 at 10/20"


def test_seats_are_told(talk: Start, bet_turn: TableView) -> None:
    said = talk(bet_turn).type("seats")
    assert "Seat 2: anna, you, 995, bet 20, drew 2, 1.\n" in said
    assert "Seat 4: maria, 0, all in, drew 2, 1.\n" in said
    assert "Seat 5: kojo, 300, folded.\n" in said


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("fold", Act(0, 1, 1284, 12, "fold")),
        ("call", Act(0, 1, 1284, 12, "call")),
        ("CALL 20", Act(0, 1, 1284, 12, "call")),
        ("call 40", None),
        ("raise", Act(0, 1, 1284, 12, "raise", 60)),
        ("raise 60", Act(0, 1, 1284, 12, "raise", 60)),
        ("raise to 60", Act(0, 1, 1284, 12, "raise", 60)),
        ("raise 80", None),
        ("check", None),
        ("/fold", None),
        ("hi", None),
        ("pat", None),
    ],
)
def test_words_act_as_offered_or_not_at_all(
    talk: Start, bet_turn: TableView, line: str, act: Act | None
) -> None:
    playing = talk(bet_turn)
    said = playing.type(line)
    assert playing.client.sent == ([act] if act else [])
    assert bool(said) == (act is None)


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("draw 4", "Kd"),
        ("draw 4, 1", "AsKd"),
        ("throw 2", "3h"),
        ("pat", ""),
        ("draw", None),
        ("draw 5", None),
        ("draw 1 x", None),
        ("draw 1 1", None),
    ],
)
def test_cards_are_thrown_by_number(
    talk: Start, draw_turn: TableView, line: str, cards: str | None
) -> None:
    playing = talk(draw_turn)
    playing.type(line)
    expected = [] if cards is None else [Act(0, 1, 1284, 8, "draw", 0, cards)]
    assert playing.client.sent == expected


def test_a_bet_must_lie_in_its_range(talk: Start, board_game: TableView) -> None:
    playing = talk(board_game)
    assert "not allowed" in playing.type("bet", "bet 9", "bet 1002", "bet -5")
    playing.type("bet 125")
    assert playing.client.sent == [Act(0, 3, 4000, 14, "bet", 125)]


def test_folding_for_nothing_takes_the_word_twice(talk: Start, board_game: TableView) -> None:
    playing = talk(board_game)
    assert "You can check" in playing.type("fold")
    playing.type("cards", "fold")
    assert playing.client.sent == [], "something else came between"
    playing.type("fold")
    assert playing.client.sent == [Act(0, 3, 4000, 14, "fold")]


def test_lines_that_come_together_do_not_act(talk: Start, bet_turn: TableView) -> None:
    playing = talk(bet_turn)
    assert "nothing was done" in playing.type("hi", "fold", alone=False)
    assert playing.client.sent == []


def test_a_line_typed_before_the_prompt_does_not_act(
    talk: Start, bet_turn: TableView, fold_into: FoldInto
) -> None:
    playing = talk(bet_turn)
    playing.type("call")
    playing.happens(fold_into, Turn(2, 13, "bet", 9000, 0, [Option("fold"), Option("check")]))
    assert "too early" in playing.type("check")
    playing.now += plain.SETTLE_MS
    playing.type("check")
    assert [act.turn for act in playing.client.sent if isinstance(act, Act)] == [12, 13]


def test_a_connection_given_up_is_told_once_and_by_the_session(
    talk: Start, bet_turn: TableView
) -> None:
    playing = talk(bet_turn)
    playing.client.gave_up = Nonsense("seat 7000")
    playing.client.refuse = "the connection broke"
    assert playing.type("raise") == ""


def test_one_answer_per_turn_until_it_is_refused(talk: Start, bet_turn: TableView) -> None:
    playing = talk(bet_turn)
    playing.client.refuse = "the cap is reached"
    assert "Refused: the cap is reached" in playing.type("raise")
    playing.client.refuse = ""
    playing.type("call", "call")
    assert [act.do for act in playing.client.sent if isinstance(act, Act)] == ["raise", "call"]


def test_what_happens_is_read_out_once(
    talk: Start, bet_turn: TableView, fold_into: FoldInto
) -> None:
    playing = talk(bet_turn)
    assert playing.happens(fold_into, Turn(3, 13, "bet", 9000, 0)) == ""
    bet_turn.seats[3].name = "le\x1bna"
    assert playing.happens(fold_into, Acted(3, "fold")) == "lena folds\n"


def test_seat_commands(talk: Start, bet_turn: TableView) -> None:
    playing = talk(bet_turn)
    playing.type("say hello there", "out", "in", "top 50", "leave", "top x")
    assert playing.client.sent == [
        Say(0, 1, "hello there"),
        SitOut(0, 1),
        SitIn(0, 1),
        TopUp(0, 1, 50),
        StandUp(0, 1),
    ]


@pytest.mark.parametrize(("line", "buy_in"), [("sit", 1000), ("sit 500", 500), ("sit 5", None)])
def test_sitting_down_within_the_limits(
    talk: Start, watching: TableView, line: str, buy_in: int | None
) -> None:
    playing = talk(watching)
    playing.type(line)
    assert playing.client.sent == ([(1, buy_in)] if buy_in else [])


def test_a_table_that_is_called_as_its_game_is_named_once() -> None:
    assert speech.name_and_game("Razz", "razz", "Razz") == "Razz"
    assert speech.name_and_game("Razz, 6 seats", "razz", "Razz") == "Razz, 6 seats"
    assert speech.name_and_game("Razzmatazz", "razz", "Razz") == "Razzmatazz, Razz"
    assert speech.name_and_game("Os\x1blo", "razz", "Razz") == "Oslo, Razz"


def test_tables_are_listed_inertly(talk: Start, watching: TableView) -> None:
    said = talk(watching).type("tables")
    assert said.startswith("Table 1: Oslo, Badugi, 10/20, 5 of 6 seats taken")
    assert said.endswith("Your balance 9,500.\n")
    assert "No table is like that." in talk(watching).type("tables chess")


def test_quitting_in_a_hand_takes_the_word_twice(talk: Start, bet_turn: TableView) -> None:
    playing = talk(bet_turn)
    assert "in a hand" in playing.type("quit")
    assert not playing.terminal._done.is_set()
    playing.type("quit")
    assert playing.terminal._done.is_set()


def test_a_lost_connection_is_told(talk: Start, watching: TableView) -> None:
    playing = talk(watching)
    playing.terminal.link_changed(Link.WAITING, "connection reset")
    playing.terminal.link_changed(Link.SIGNED_IN, "")
    said = playing.out.getvalue()
    assert "The connection is lost (connection reset). Trying again.\n" in said
    assert said.endswith("Connected again.\n")


def test_a_snapshot_reads_the_prompt_out_again(talk: Start, bet_turn: TableView) -> None:
    playing = talk(bet_turn)
    before = len(playing.out.getvalue())
    again = Snapshot(1, 9, "", "", "", "", 6, 2, 1284, 1, 1, "", "", [], [], [])
    playing.terminal.table_changed(bet_turn, again)
    assert playing.out.getvalue()[before:].count("Your turn") == 1


def test_own_hands_one_of_them_and_figures_are_read_out(
    bet_turn: TableView, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(bet_turn, monkeypatch)
    answers = {
        AskHands: Hands(1, [PlayedHand("7-3", 0, "badugi", -40, "vs")]),
        AskHand: HandText(1, "7-3", "json", '{"round": 3}'),
        AskStatistics: Statistics(1, [GameFigures("badugi", "Badugi", 1200, -120, 12, 3, 8, 2)]),
    }

    def request(request: Request) -> Deferred[object]:
        talk.client.sent.append(request)
        if isinstance(request, AskHand) and request.form == "tracker":
            return succeed(HandText(1, "7-3", "tracker", "Round 3\nNo more bets"))
        return succeed(answers[type(request)])

    talk.client.request = request  # type: ignore[method-assign]
    assert talk.type("hands") == "Hand 7-3: Badugi, -40, played, showdown.\n"
    told = talk.type("hand 7-3")
    assert told == "Round 3\nNo more bets\n", "what cannot be told again is read as text"
    told = talk.type("figures all")
    assert told == "Badugi: 1,200 hands, net -120, played 12, raised 3, 8 showdowns, 2 won.\n"
    assert talk.client.sent == [
        AskHands(0, 10),
        AskHand(0, "7-3", "json"),
        AskHand(0, "7-3", "tracker"),
        AskStatistics(0, -1),
    ]
    assert talk.type("hand") == "hand NAME: hands lists their names, such as 7-123.\n"
    assert talk.type("figures never") == "figures, figures day or figures all.\n"


def test_a_hand_is_told_again_in_sentences(
    bet_turn: TableView, past_hand: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(bet_turn, monkeypatch)
    talk.client.request = lambda request: succeed(  # type: ignore[method-assign]
        HandText(1, "7-3", "json", json.dumps(past_hand))
    )
    told = talk.type("hand 7-3").splitlines()
    assert told[0] == "Hand 7-3:"
    assert "you fold" in told
    assert "lena wins 10" in told


def test_a_line_that_does_nothing_says_why(
    bet_turn: TableView, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(bet_turn, monkeypatch)
    talk.type("call")
    assert talk.type("call") == "You have acted already.\n"
    bet_turn.turn = Turn(3, 13, "bet", 20_000, 0)
    assert talk.type("call") == "It is not your turn. lena is to act, 18 seconds.\n"
    assert talk.type("dance") == "'dance' is no command. help lists the commands.\n"


@pytest.mark.parametrize("columns", [40, 80])
def test_help_is_wrapped_at_the_terminal_s_width(
    bet_turn: TableView, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    told = Talk(bet_turn, monkeypatch).type("help")
    widest = max(map(len, told.splitlines()))
    assert columns - 12 < widest <= columns
    for word in ("bring-in", "rotation", "figures all", "invite", "bet banker 25"):
        assert word in " ".join(told.split())


def test_one_hand_is_not_hands(bet_turn: TableView, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(bet_turn, monkeypatch)
    one = Statistics(1, [GameFigures("badugi", "Badugi", 1, 5, 1, 0, 1, 1)])
    talk.client.request = lambda request: succeed(one)  # type: ignore[method-assign]
    assert talk.type("figures") == (
        "Badugi: 1 hand, net +5, played 1, raised 0, 1 showdown, 1 won.\n"
    )


def test_figures_of_table_games_tell_what_was_wagered(
    bet_turn: TableView, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(bet_turn, monkeypatch)
    games = Statistics(1, [GameFigures("blackjack", "Blackjack", 12, -750, 0, 0, 0, 0, 30_000)])
    talk.client.request = lambda request: succeed(games)  # type: ignore[method-assign]
    assert talk.type("figures") == (
        "Blackjack: 12 rounds, net -$7.50, wagered $300, the house held 2.5%.\n"
    )


def test_at_a_table_game_quit_asks_while_bets_lie_and_done_without_one_is_not_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = Rig(config_of("minibaccarat", pause_ms=3_000))
    rig.do(cmd.Sit("anna", "anna", 100_000))
    view = TableView(1, me="anna")
    view.fold(rig.look("anna"), 0)
    assert speech.turn_words(view, 0).startswith("Between rounds, 3 seconds")
    rig.fire()
    view.expect_snapshot()
    view.fold(rig.look("anna"), 0)
    talk = Talk(view, monkeypatch)
    assert speech.turn_words(view, 0).startswith("Place your bets. bet banker $1 to $1,000")
    talk.type("done", "bet banker 5")
    done, bet = talk.client.sent
    assert isinstance(done, Act)
    assert isinstance(bet, Act)
    assert (done.do, bet.do, bet.on, bet.amount) == ("done", "wager", "banker", 500)
    rig.do(cmd.Act("anna", bet.hand, bet.turn, bet.do, bet.amount, (), bet.on))
    view.expect_snapshot()
    view.fold(rig.look("anna"), 0)
    assert talk.type("quit") == "Your bets lie in this round. Type quit again to leave it.\n"


class HouseTalk:
    """A plain terminal at a table game that is played on."""

    def __init__(self, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rig = Rig(config_of(game, pause_ms=3_000))
        self.rig.do(cmd.Sit("anna", "anna", 100_000))
        self.rig.fire()
        view = TableView(1, me="anna")
        view.fold(self.rig.look("anna"), 0)
        self.talk = Talk(view, monkeypatch)
        self.heard = ""

    def carry_out(self, *lines: str) -> None:
        """Type lines, and do at the table what comes of them."""
        for line in lines:
            before = len(self.talk.client.sent)
            self.heard = self.talk.type(line)
            for act in self.talk.client.sent[before:]:
                assert isinstance(act, Act)
                self.tell(
                    self.rig.do(cmd.Act("anna", act.hand, act.turn, act.do, act.amount, (), act.on))
                )

    def tell(self, outcome: Outcome | None) -> None:
        assert outcome is not None, "refused"
        told = TABLE_GAME.updates(self.rig.table, outcome.events, self.rig.now_ms)
        message = told.private.get(1, told.public)
        self.talk.view.fold(message, self.rig.now_ms)
        before = len(self.talk.out.getvalue())
        self.talk.terminal.table_changed(self.talk.view, message)
        self.heard = self.talk.out.getvalue()[before:]
        self.talk.now += plain.SETTLE_MS


def test_at_a_table_game_pays_cards_and_results_are_read_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = HouseTalk("minibaccarat", monkeypatch)
    talk = house.talk
    pays = talk.type("pays")
    assert "Banker, $1 to $10,000: 1 to 1.\n" in pays
    assert "Harmony Progressive, $1 to $1,000: Six of a kind, the meter; " in pays
    assert "5 percent vigorish" in pays
    assert talk.type("felt") == "Nothing lies on the felt.\n"
    house.carry_out("bet banker 5", "bet tie 1")
    assert talk.type("felt") == "anna: $5 on Banker, $1 on Tie.\n"
    house.carry_out("done")
    gain = house.rig.table.stack(1) - 100_000
    last = house.heard.splitlines()
    said = next(line for line in last if line.startswith("You: "))
    assert said.startswith(f"You: {gain_words(gain)} (")
    assert f"You have {in_words(house.rig.table.stack(1), cents=True)}." in said
    told = talk.type("cards").splitlines()
    assert told[0].startswith("Player: ")
    assert " of " in told[0], "cards are in words"
    assert told[2].startswith("The last rounds: ")


def test_the_last_bets_are_laid_again_in_plain_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    house = HouseTalk("minibaccarat", monkeypatch)
    house.carry_out("again")
    assert house.heard.startswith("There is nothing to lay again. bet banker $1 to ")
    house.carry_out("bet player 5", "bet dragon_bonus:player 2", "done")
    house.tell(house.rig.fired())
    stack = house.rig.table.stack(1)
    house.carry_out("again")
    assert house.rig.table.stack(1) == stack - 700
    assert "again" in ACTIONS
    assert house.talk.type("again").startswith("There is nothing to lay again.")
    anew = TableView(1, me="anna")
    anew.fold(house.rig.look("anna"), 0)
    house.talk.terminal.table_changed(anew, house.rig.look("anna"))
    assert house.talk.terminal._desk(anew).view is anew, (
        "a table that is watched anew has a view anew"
    )


def test_the_book_and_the_hands_are_read_out_at_blackjack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = HouseTalk("blackjack", monkeypatch)
    assert house.talk.type("book") == "The book says nothing here.\n"
    for _ in range(60):
        house.carry_out("bet blackjack 5")
        house.carry_out("done")
        if house.talk.view.window is not None and house.talk.view.window.kind == "turns":
            break
        while house.talk.view.window is None or house.talk.view.window.kind != "betting":
            house.tell(house.rig.fired())
    dealer, mine, bet = house.talk.type("felt").splitlines()
    assert dealer.startswith("The dealer has ")
    assert dealer.endswith(", and a card face down.")
    assert mine.startswith("anna: ")
    assert bet == "anna: $5 on Blackjack."
    assert re.fullmatch(
        r"The book: (hit|stand|double|split|surrender)\.\n", house.talk.type("book")
    )


def test_of_a_layout_without_sentences_is_read_out_what_it_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = HouseTalk("minibaccarat", monkeypatch)
    house.carry_out("bet banker 5")
    monkeypatch.setattr(plain_house, "layout_for", lambda game: Plain())
    said = house.talk.type("felt").splitlines()
    assert "phase: betting" in said
    assert any(line.startswith("wagers: id 1; seat 1; type banker; amount 500") for line in said)


def test_a_table_game_says_on_coming_how_to_hear_its_pays(
    monkeypatch: pytest.MonkeyPatch, bet_turn: TableView
) -> None:
    rig = Rig(config_of("minibaccarat"))
    view = TableView(1, me="anna")
    view.fold(rig.look("anna"), 0)
    talk = Talk(bet_turn, monkeypatch)
    before = len(talk.out.getvalue())
    talk.terminal.current = 1
    talk.terminal.table_changed(view, rig.look("anna"))
    assert "pays reads out what every wager pays.\n" in talk.out.getvalue()[before:]
    assert "pays" in talk.type("help")
