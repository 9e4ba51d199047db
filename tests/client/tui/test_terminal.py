"""The whole terminal with a piped keyboard: real key parsing, real drawing, a client that records."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output
from support.house_rig import Rig, config_of
from twisted.internet.defer import Deferred, fail, succeed

from greenfelt.client.connection import Link
from greenfelt.client.errors import RequestRefused
from greenfelt.client.model import TableView
from greenfelt.client.screens import terminal as terminal_module
from greenfelt.client.screens.calls import quit_question
from greenfelt.client.screens.keys import Keystroke
from greenfelt.client.screens.past import ROWS as ROWS_ASKED
from greenfelt.client.screens.terminal import Terminal
from greenfelt.client.widgets.look import Look
from greenfelt.protocol.messages import (
    Act,
    AskHands,
    Done,
    GameRow,
    ListTables,
    Request,
    Say,
    Sit,
    TableRow,
    Update,
)
from greenfelt.server.tables import commands as cmd

ROWS = [
    TableRow(1, "Oslo", "badugi", "Badugi", "10/20", 6, 5, 0, 200, 1000),
    TableRow(2, "Ber\x1b[31mgen", "stud8", "Stud Eight or Better", "10/20", 8, 3, 2, 200, 1000),
]


class RecordingClient:
    """Stands in for the connection: keeps what is asked, refuses what it is told to refuse."""

    def __init__(self, *views: TableView) -> None:
        self.name, self.balance, self.held_seats = "anna", 5000, [1]
        self.views = {view.table: view for view in views}
        self.listener: object = None
        self.gave_up: BaseException | None = None
        self.address = "example.org:7770"
        self.asked: list[object] = []
        self.refuse = ""

    def clock_ms(self) -> int:
        return 2000

    def request(self, request: Request) -> Deferred[object]:
        self.asked.append(request)
        return fail(RequestRefused("no", self.refuse)) if self.refuse else succeed(Done(1))

    def list_tables(self, wanted: ListTables | None = None) -> Deferred[list[TableRow]]:
        self.asked.append("tables")
        return succeed(ROWS)

    def watch(self, table: int) -> Deferred[object]:
        self.asked.append(("watch", table))
        return fail(RequestRefused("no-table", "there is no such table"))

    def sit(self, table: int, buy_in: int, seat: int = 0) -> Deferred[int]:
        self.asked.append(("sit", table, buy_in))
        return succeed(2)

    @property
    def actions(self) -> list[object]:
        return [request for request in self.asked if isinstance(request, Act | Say | Sit)]


class Screen(DummyOutput):
    """An output of a size that the test changes."""

    size = Size(rows=24, columns=80)

    def get_size(self) -> Size:
        return self.size


Play = Callable[[Terminal, RecordingClient, PipeInput], Awaitable[None]]


def played(play: Play, *views: TableView) -> RecordingClient:
    """Run a terminal, let ``play`` use it, quit, and return what was asked of the client."""
    client = RecordingClient(*views)

    async def whole() -> None:
        with create_pipe_input() as keyboard:
            terminal = Terminal(client, Look(), input=keyboard, output=Screen())  # type: ignore[arg-type]
            for view in views:
                terminal.table_changed(view, Update(view.table, view.version, []))
                terminal.current = view.table
            terminal.link_changed(Link.SIGNED_IN, "")
            running = asyncio.ensure_future(terminal.run())
            await drawn(terminal)
            try:
                await play(terminal, client, keyboard)
            finally:
                terminal.stop()
                await running

    asyncio.run(whole())
    return client


async def drawn(terminal: Terminal) -> None:
    """Wait until what is due has been drawn, and long enough for the next key to count."""
    for _ in range(3):
        await asyncio.sleep(0.02)
    terminal.app._redraw()


async def type_apart(terminal: Terminal, keyboard: PipeInput, *keys: str) -> None:
    for key in keys:
        keyboard.send_text(key)
        await drawn(terminal)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    # Prompts settle at once here; test_table_screen shows that they must settle.
    monkeypatch.setattr("greenfelt.client.screens.table.SETTLE_MS", 0)


def test_a_key_on_the_keyboard_becomes_the_action_shown(bet_turn: TableView) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        await type_apart(terminal, keyboard, "r")

    assert played(play, bet_turn).actions == [Act(0, 1, 1284, 12, "raise", 60)]


def test_cards_are_thrown_with_digits_and_space(draw_turn: TableView) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        await type_apart(terminal, keyboard, "4", " ")

    assert played(play, draw_turn).actions == [Act(0, 1, 1284, 8, "draw", 0, "Kd")]


BRACKETED = "\x1b[200~hi\n/fold\n\x1b[201~"
RAW = "hi\r/fold\r"


@pytest.mark.parametrize("paste", [BRACKETED, RAW, "fold\r", "\x1b[200~f\x1b[201~", "ff"])
@pytest.mark.parametrize("chatting", [False, True])
def test_a_paste_is_at_most_one_chat_message_and_never_an_action(
    bet_turn: TableView, paste: str, chatting: bool
) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        if chatting:
            await type_apart(terminal, keyboard, "\r")
        keyboard.send_text(paste)
        await drawn(terminal)

    sent = played(play, bet_turn).actions
    assert len(sent) <= 1
    assert all(isinstance(request, Say) for request in sent)


def test_hands_of_a_game_are_read_beside_the_screen_once(
    bet_turn: TableView, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[set[str]] = []
    monkeypatch.setattr(terminal_module, "read_beside", lambda games, done: asked.append(games))

    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        for row in ("razz", "badugi", "razz"):
            bet_turn.games = [GameRow(row, "", "")]
            terminal.table_changed(bet_turn, Update(bet_turn.table, bet_turn.version, []))

    played(play, bet_turn)
    assert asked == [{"badugi"}, {"razz"}]


@pytest.mark.parametrize("key", ["\x1bOP", "\x1b[11~"])
def test_f1_shows_help_and_any_key_closes_it(bet_turn: TableView, key: str) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        await type_apart(terminal, keyboard, key)
        assert "stand pat" in terminal.paint(80, 24).text()
        await type_apart(terminal, keyboard, "f")
        assert not terminal.helping

    assert played(play, bet_turn).actions == []


def test_quitting_in_a_hand_is_asked_about(bet_turn: TableView) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        await type_apart(terminal, keyboard, "\x03")
        assert "you are in a hand" in terminal.paint(80, 24).text()
        await type_apart(terminal, keyboard, "n")
        assert terminal.app.is_running
        assert not terminal.app.is_done
        await type_apart(terminal, keyboard, "\x03", "y")
        assert not terminal.app.is_running

    played(play, bet_turn)


def test_quitting_between_hands_is_not(showdown: TableView) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        await type_apart(terminal, keyboard, "\x03")
        assert not terminal.app.is_running

    played(play, showdown)


def test_the_lobby_lists_tables_and_sits_down() -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        text = terminal.paint(80, 24).text()
        assert "5/6 you" in text
        assert "Ber[31mgen" in text
        assert "\x1b" not in text
        await type_apart(terminal, keyboard, "\x1b[B", "s")
        assert "buy in for (200..1,000)" in terminal.paint(80, 24).text()
        await type_apart(terminal, keyboard, "\x15", "5", "0", "0", "\r")

    assert ("sit", 2, 500) in played(play).asked


def test_an_error_of_the_server_is_shown_in_its_words() -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        await type_apart(terminal, keyboard, "\r")
        assert "there is no such table" in terminal.paint(80, 24).text()

    played(play)


def test_a_refused_action_is_told_and_offered_again(bet_turn: TableView) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        client.refuse = "the cap is reached"
        await type_apart(terminal, keyboard, "r")
        text = terminal.paint(80, 24).text()
        assert "the cap is reached" in text
        assert "[R] raise to 60" in text

    played(play, bet_turn)


def test_a_lost_connection_is_told_until_it_is_back(bet_turn: TableView) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        terminal.link_changed(Link.WAITING, "connection reset")
        assert "no connection, trying again (connection reset)" in terminal.paint(80, 24).text()
        terminal.link_changed(Link.SIGNED_IN, "")
        assert "no connection" not in terminal.paint(80, 24).text()

    played(play, bet_turn)


def test_f2_goes_round_the_tables_and_another_turn_is_announced(
    bet_turn: TableView, stud: TableView
) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        assert terminal.current == 2
        assert "Oslo: your turn (F2)" in terminal.paint(80, 24).text()
        await type_apart(terminal, keyboard, "\x1bOQ")
        assert terminal.current == 1
        await type_apart(terminal, keyboard, "\x1bOQ")
        assert terminal.current == 2

    played(play, bet_turn, stud)


@pytest.mark.parametrize("name", ["draw_turn", "bet_turn", "showdown", "stud", "board_game"])
def test_resizing_keeps_what_was_typed(name: str, request: pytest.FixtureRequest) -> None:
    view: TableView = request.getfixturevalue(name)

    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        await type_apart(terminal, keyboard, "\r", "h", "i")
        for columns, rows in ((80, 24), (20, 3), (1, 1), (200, 60), (80, 24)):
            terminal.app.output.size = Size(rows=rows, columns=columns)  # type: ignore[attr-defined]
            terminal.app._on_resize()
            await drawn(terminal)
        assert "say › hi" in terminal.paint(80, 24).text()

    played(play, view)


def test_without_colour_no_colour_is_written(bet_turn: TableView) -> None:
    async def whole(look: Look) -> str:
        written = io.StringIO()
        output = Vt100_Output(written, lambda: Screen.size, term="xterm-256color")
        with create_pipe_input() as keyboard:
            client = RecordingClient(bet_turn)
            terminal = Terminal(client, look, input=keyboard, output=output)  # type: ignore[arg-type]
            terminal.table_changed(bet_turn, Update(1, bet_turn.version, []))
            terminal.current = 1
            running = asyncio.ensure_future(terminal.run())
            await drawn(terminal)
            terminal.stop()
            await running
        return written.getvalue()

    assert "38;5;" in asyncio.run(whole(Look()))
    plain = asyncio.run(whole(Look(colour=False)))
    assert "38;" not in plain
    assert "48;" not in plain


def test_nothing_ticks_while_no_clock_runs(showdown: TableView) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        assert terminal._tick is None

    played(play, showdown)


def test_a_running_clock_is_drawn_again_when_its_second_changes(bet_turn: TableView) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        assert terminal._tick is not None
        due = terminal._tick.when() - asyncio.get_running_loop().time()
        assert 0 < due <= 1

    played(play, bet_turn)


def test_wide_terminals_keep_the_table_together(bet_turn: TableView) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        canvas = terminal.paint(300, 50)
        assert canvas.width == 300
        margin = (300 - terminal_module.WIDEST) // 2
        assert all(char == " " for row in canvas.rows for _, char in row[:margin])

    played(play, bet_turn)


def test_f12_shows_own_hands_and_no_key_there_acts_at_the_table(bet_turn: TableView) -> None:
    """A prompt behind another page is no prompt that was seen."""

    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        await type_apart(terminal, keyboard, "\x1b[24~")
        assert terminal.past is not None
        assert "Oslo: your turn (F12)" in terminal.paint(80, 24).text()
        await type_apart(terminal, keyboard, "f", "c", "r", "\r")
        assert client.actions == []
        await type_apart(terminal, keyboard, "\x1b[24~")
        assert terminal.past is None
        await type_apart(terminal, keyboard, "\x12")
        assert terminal.past is not None
        await type_apart(terminal, keyboard, "\x1bOR")
        assert terminal.past is None
        assert terminal.screen is None, "F3 goes to the lobby from there, too"

    client = played(play, bet_turn)
    assert AskHands(0, ROWS_ASKED, 0) in client.asked


def test_a_turn_that_comes_while_the_past_is_shown_is_not_seen(
    bet_turn: TableView, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(terminal: Terminal, client: RecordingClient, keyboard: PipeInput) -> None:
        screen = terminal.screen
        assert screen is not None
        await type_apart(terminal, keyboard, "\x1b[24~")
        assert bet_turn.turn is not None
        bet_turn.turn = msgspec.structs.replace(bet_turn.turn, turn=99)
        screen.changed(None)
        seen = []
        monkeypatch.setattr(screen, "painted", seen.append)
        terminal.app.invalidate()
        await drawn(terminal)
        assert seen == []
        await type_apart(terminal, keyboard, "\x1b[24~")
        assert seen

    played(play, bet_turn)


def test_the_balance_is_told_in_dollars_too_where_there_are_table_games() -> None:
    terminal = Terminal(RecordingClient(), Look(), input=None, output=Screen())  # type: ignore[arg-type]
    terminal.lobby.rows = ROWS
    assert "balance 5,000\n" in terminal.paint(80, 24).text()
    game = TableRow(
        7, "Lido", "minibaccarat", "Minibaccarat", "$1", 6, 0, 0, 1000, 200_000, limit="house"
    )
    terminal.lobby.rows = [*ROWS, game]
    assert "balance 5,000 = $50\n" in terminal.paint(80, 24).text()


def test_a_betting_round_elsewhere_does_not_call_back_from_the_own_hands() -> None:
    rig = Rig(config_of("minibaccarat"))
    rig.do(cmd.Sit("ann", "ann", 100_000))
    rig.fire()
    view = TableView(1, me="ann")
    view.fold(rig.look("ann"))
    terminal = Terminal(RecordingClient(view), Look(), input=None, output=Screen())  # type: ignore[arg-type]
    terminal.table_changed(view, Update(1, view.version, []))
    assert view.window is not None
    assert view.window.kind == "betting"
    terminal.press(Keystroke("f12"))
    assert "your turn" not in terminal.paint(80, 24).text()


def test_escape_goes_back_from_the_lobby_to_the_table(bet_turn: TableView) -> None:
    terminal = Terminal(RecordingClient(bet_turn), Look(), input=None, output=Screen())  # type: ignore[arg-type]
    terminal.press(Keystroke("escape"))
    assert terminal.current is None, "there is no table to go back to"
    terminal.table_changed(bet_turn, Update(1, bet_turn.version, []))
    terminal.open_table(1)
    terminal.press(Keystroke("f3"))
    assert terminal.current is None
    terminal.press(Keystroke("/", "/"))
    terminal.press(Keystroke("escape"))
    assert terminal.current is None, "the line was called off"
    terminal.press(Keystroke("escape"))
    assert terminal.current == 1


def test_help_is_about_the_screen_at_hand(bet_turn: TableView) -> None:
    terminal = Terminal(RecordingClient(bet_turn), Look(), input=None, output=Screen())  # type: ignore[arg-type]
    terminal.table_changed(bet_turn, Update(1, bet_turn.version, []))
    for before, words in ((None, "choose a table"), ("f2", "straddle"), ("f12", "choose a hand")):
        if before is not None:
            terminal.press(Keystroke(before))
        terminal.press(Keystroke("f1"))
        assert words in terminal.paint(80, 24).text()
        terminal.press(Keystroke("f1"))


def test_quitting_with_bets_on_the_felt_is_asked_about_and_hides_nothing() -> None:
    rig = Rig(config_of("minibaccarat"))
    rig.do(cmd.Sit("ann", "ann", 100_000))
    rig.fire()
    view = TableView(1, me="ann")
    view.fold(rig.look("ann"))
    assert view.window is not None
    client = RecordingClient(view)
    terminal = Terminal(client, Look(), input=None, output=Screen())  # type: ignore[arg-type]
    assert quit_question([view]) == ""
    rig.do(cmd.Act("ann", view.window.hand, view.window.turn, "wager", 500, (), "banker"))
    view.expect_snapshot()
    view.fold(rig.look("ann"))
    terminal.table_changed(view, Update(1, view.version, []))
    terminal.open_table(1)
    before = terminal.paint(80, 24).text().splitlines()
    terminal.press(Keystroke("f10"))
    after = terminal.paint(80, 24).text().splitlines()
    assert after[:-1] == before[:-1]
    assert "your bets lie in this round: quit all the same?   [Y] yes" in after[-1]
    terminal.press(Keystroke("n", "n"))
    assert "quit all the same" not in terminal.paint(80, 24).text()
