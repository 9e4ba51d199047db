"""The terminal client as a whole: lobby and tables on one screen, fed by one connection.

Runs under Twisted's asyncio reactor, which must be installed before this module's caller imports
``twisted.internet.reactor``; prompt_toolkit and the connection then share one event loop.
"""

from __future__ import annotations

import asyncio
import errno
import time
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import ColorDepth, Output
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from greenfelt.client.connection import Client, Link
from greenfelt.client.errors import Nonsense
from greenfelt.client.model import TableView
from greenfelt.client.orders import answered
from greenfelt.client.screens.asking import Confirm
from greenfelt.client.screens.calls import link_words, quit_question, turn_elsewhere
from greenfelt.client.screens.keys import Keystroke, keystroke_bindings
from greenfelt.client.screens.lobby import LobbyScreen
from greenfelt.client.screens.past import PastScreen
from greenfelt.client.screens.table import TableScreen
from greenfelt.client.screens.window import CanvasWindow
from greenfelt.client.widgets.canvas import Canvas
from greenfelt.client.widgets.help import Place, draw_help
from greenfelt.client.widgets.holding import read_beside
from greenfelt.client.widgets.lobby import draw_lobby
from greenfelt.client.widgets.look import Look
from greenfelt.client.widgets.past import draw_past
from greenfelt.client.widgets.table import draw_table, turn_clock
from greenfelt.client.widgets.text import fit, inert
from greenfelt.protocol.messages import (
    LOBBY,
    Offer,
    Request,
    Sit,
    Snapshot,
    Stood,
    TableRow,
    Talk,
    Update,
    Watch,
)

WIDEST = 132
"""On wider terminals the table stays together in the middle."""

REDRAW_SECONDS = 1 / 30
LOBBY_SECONDS = 5.0


class Terminal:
    """The screens of one client. It listens to the client and draws when something has changed."""

    def __init__(
        self,
        client: Client,
        look: Look,
        *,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self.client = client
        self.look = look
        self.screens: dict[int, TableScreen] = {}
        self.current: int | None = None
        self.lobby = LobbyScreen(
            self.open_table, self.sit, self.refresh_lobby, self._order, self._purse
        )
        self._left = 0
        self.helping = False
        self.past: PastScreen | None = None
        self._quitting: Confirm | None = None
        self._chose_to_quit = False
        self._link, self._why = Link.CONNECTING, ""
        self._tick: asyncio.TimerHandle | None = None
        self._window = CanvasWindow(self.paint)
        self.app: Application[None] = Application(
            layout=Layout(self._window),
            key_bindings=keystroke_bindings(self.press, _monotonic_ms),
            style=look.style(),
            color_depth=None if look.colour else ColorDepth.DEPTH_1_BIT,
            full_screen=True,
            min_redraw_interval=REDRAW_SECONDS,
            after_render=self._after_render,
            input=input,
            output=output,
        )
        # An Escape of its own is told from the start of a key's sequence by this wait.
        self.app.ttimeoutlen = 0.05
        client.listener = self
        client.news = self._news
        self._brought_to = 0
        self._games_read: set[str] = set()

    async def run(self) -> bool:
        """Show the screens until the end, and return whether the player chose to quit.

        The terminal is as it was afterwards.
        """
        try:
            await self.app.run_async(handle_sigint=False)
        except (EOFError, OSError) as error:
            # A terminal that is gone ends the input, or refuses what is written to restore it.
            if isinstance(error, OSError) and error.errno != errno.EIO:
                raise
        finally:
            if self._tick is not None:
                self._tick.cancel()
        return self._chose_to_quit

    def quit(self) -> None:
        """End ``run`` by the player's choice."""
        self._chose_to_quit = True
        self.stop()

    def stop(self) -> None:
        """End ``run``, if it runs."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    # What the connection tells.

    def table_changed(self, view: TableView, message: Snapshot | Update) -> None:
        """Listener: a view was folded on."""
        screen = self.screens.get(view.table)
        if screen is None or screen.view is not view:
            screen = self.screens[view.table] = TableScreen(view, self._send)
        screen.changed(message)
        self._read(view)
        self._follow(view, message)
        self.app.invalidate()

    def _read(self, view: TableView) -> None:
        """Have the hands of a game that is met for the first time, and of a whole rotation, told in words."""
        games = {view.game, *(row.code for row in view.games)} - self._games_read
        if games:
            self._games_read |= games
            read_beside(games, self.app.invalidate)

    def _follow(self, view: TableView, message: Snapshot | Update) -> None:
        """Show the table to which the house brings the player, as soon as it can be seen."""
        if isinstance(message, Update) and view.table == self.current:
            for event in message.events:
                if isinstance(event, Stood) and event.to and event.name == self.client.name:
                    self._brought_to = event.to
        if self._brought_to in self.screens:
            self.current, self._brought_to = self._brought_to, 0

    def _news(self, message: Talk | Offer) -> None:
        """Lobby talk is for the lobby; what the house says, and kept seats, are told anywhere."""
        if isinstance(message, Offer):
            seconds = message.clock_ms // 1000
            name = self.look.shown(inert(message.name))
            self._tell(f"seat {message.seat} at {name} is yours for {seconds} s: sit down there")
        elif not message.name:
            self._tell(self.look.shown(inert(message.text)))
        elif self.screen is None:
            self.lobby.tell(self.look.shown(inert(f"{message.name}: {message.text}")))
        self.app.invalidate()

    def _tell(self, text: str) -> None:
        self.lobby.tell(text, alert=True)
        if self.screen is not None:
            self.screen.tell(text, alert=True)

    def link_changed(self, link: Link, why: str) -> None:
        """Listener: the connection came, went or was given up."""
        self._link, self._why = link, why
        if isinstance(self.client.gave_up, Nonsense):
            # Nothing on the screen is worth reading on; the sentence stands in the shell afterwards.
            self.stop()
        if link is Link.SIGNED_IN:
            self.client.request(Watch(0, LOBBY)).addErrback(lambda _: None)
        if link is Link.SIGNED_IN and self.current is None:
            self.refresh_lobby()
        self.app.invalidate()

    @property
    def banner(self) -> str:
        """What is wrong with the connection, empty when nothing is."""
        return link_words(self._link, self._why)

    # Screens.

    @property
    def screen(self) -> TableScreen | None:
        """The table that is shown, None in the lobby."""
        return self.screens.get(self.current) if self.current is not None else None

    def open_table(self, table: int) -> None:
        """Show a table, following it if that is not done yet."""
        if table in self.client.views and table in self.screens:
            self.current = table
            self.app.invalidate()
            return

        def shown(_: object) -> None:
            self.current = table
            self.app.invalidate()

        self.client.watch(table).addCallbacks(shown, self._lobby_error)

    def sit(self, table: int, buy_in: int) -> None:
        """Sit down at a table and show it."""

        def shown(_: object) -> None:
            self.current = table
            self.app.invalidate()

        self.client.sit(table, buy_in).addCallbacks(shown, self._lobby_error)

    def refresh_lobby(self) -> None:
        """Ask for the list of tables again."""

        def listed(rows: list[TableRow]) -> None:
            self.lobby.rows = rows
            self.app.invalidate()

        self.client.list_tables(self.lobby.wanted).addCallbacks(listed, self._lobby_error)

    def _purse(self) -> int:
        return self.client.balance

    def _lobby_error(self, failure: Failure) -> None:
        self.lobby.tell(failure.getErrorMessage(), alert=True)
        if self.screen is not None:
            self.screen.tell(failure.getErrorMessage(), alert=True)
        self.app.invalidate()

    def _order(self, request: Request) -> None:
        """Send an order from the lobby and show what comes of it there."""

        def done(answer: Any) -> None:
            said = answered(request, answer, self.client.address)
            if said:
                self.lobby.tell(self.look.shown(inert(said)))
            self.refresh_lobby()

        asked: Deferred[Any] = self.client.request(request)
        asked.addCallbacks(done, self._lobby_error)

    def _send(self, request: Request) -> None:
        table = getattr(request, "table", 0)
        answer: Deferred[Any]
        if isinstance(request, Sit):
            answer = self.client.sit(table, request.buy_in, request.seat)
        else:
            answer = self.client.request(request)

        def refused(failure: Failure) -> None:
            screen = self.screens.get(table)
            if screen is not None:
                screen.refused(request, failure.getErrorMessage())
            self.app.invalidate()

        def done(outcome: Any) -> None:
            said = (
                "" if isinstance(request, Sit) else answered(request, outcome, self.client.address)
            )
            screen = self.screens.get(table)
            if said and screen is not None:
                screen.tell(self.look.shown(inert(said)))
                self.app.invalidate()

        answer.addCallbacks(done, refused)

    # Keys.

    def press(self, stroke: Keystroke) -> None:
        """Take one key, wherever the player is."""
        if self.helping:
            self.helping = False
        elif self._quitting is not None:
            quitting, self._quitting = self._quitting, None
            quitting.press(stroke)
        elif not self._press_global(stroke):
            screen = self.screen
            if self.past is not None:
                self.past.press(stroke)
                if self.past.over:
                    self.past = None
            elif screen is not None:
                screen.press(stroke, _monotonic_ms())
            elif stroke.key == "escape" and self.lobby.question is None:
                self._back_to_table()
            else:
                self.lobby.press(stroke)
        self.app.invalidate()

    def _press_global(self, stroke: Keystroke) -> bool:
        match stroke.key:
            case "f1":
                self.helping = True
            case "f2":
                self._next_table()
            case "f3":
                self._to_lobby()
            case "f12" | "c-r":
                self._turn_to_past()
            case "f10" | "c-c" | "c-q":
                self._ask_quit()
            case "c-l":
                self.app.renderer.clear()
            case "c-z":
                self.app.suspend_to_background()
            case _:
                return False
        return True

    def _turn_to_past(self) -> None:
        """Show the player's own hands and figures, or what was shown before them."""
        if self.past is None:
            self.past = PastScreen(self.client.name, self.client.request, self.app.invalidate)
            self.refresh_lobby()  # for the balance on top
        else:
            self.past = None

    def _next_table(self) -> None:
        self.past = None
        tables = [table for table in sorted(self.screens) if table in self.client.views]
        if not tables:
            return
        later = [table for table in tables if self.current is None or table > self.current]
        self.current = later[0] if later else tables[0]

    def _back_to_table(self) -> None:
        """Go back from the lobby to the table that was left for it, or to the player's first."""
        if self._left in self.screens and self._left in self.client.views:
            self.current = self._left
        else:
            self._next_table()

    def _to_lobby(self) -> None:
        """Go to the lobby; a table without a seat of the player's is not followed any longer."""
        screen, self._left = self.screen, self.current or self._left
        self.current = self.past = None
        if screen is not None and screen.view.own is None:
            del self.screens[screen.view.table]
            self.client.unwatch(screen.view.table).addErrback(self._lobby_error)
        self.refresh_lobby()

    def _ask_quit(self) -> None:
        question = quit_question(self.client.views.values())
        if question:
            self._quitting = Confirm(question, self.quit)
        else:
            self.quit()

    # Drawing.

    def paint(self, width: int, height: int) -> Canvas:
        """Draw what is shown now on a canvas of this size."""
        inner = Canvas(min(width, WIDEST), height)
        screen = self.screen
        account = (self.client.name, self.client.balance)
        if self.past is not None:
            banner = self.banner or turn_elsewhere(self.screens.values(), "F12")
            draw_past(inner, self.past.shown(), account, banner, self.look)
        elif screen is not None:
            self._paint_table(inner, screen)
        else:
            seated = frozenset(
                table for table, view in self.client.views.items() if view.own is not None
            ) | frozenset(self.client.held_seats)
            doing = self.lobby.doing(self.banner)
            draw_lobby(inner, self.lobby.rows, self.lobby.chosen, seated, account, doing, self.look)
        if self._quitting is not None:
            self._paint_question(inner, self._quitting)
        if self.helping:
            draw_help(inner, self.look, self._place())
        return inner.centred(width)

    def _place(self) -> Place:
        if self.past is not None:
            return "past"
        if self.screen is None:
            return "lobby"
        return "poker" if self.screen.view.felt is None else "house"

    def _paint_table(self, canvas: Canvas, screen: TableScreen) -> None:
        others = (other for other in self.screens.values() if other is not screen)
        banner = self.banner or turn_elsewhere(others, "F2")
        now = self.client.clock_ms()
        draw_table(canvas, screen.view, screen.doing(banner), self.look, now)

    def _paint_question(self, canvas: Canvas, question: Confirm) -> None:
        # In the last line, where no cards are hidden by it.
        text = f" {self.look.arrow} {question.question}   [Y] yes   [N] no"
        line = fit(text, canvas.width, self.look.more)
        canvas.put(0, canvas.height - 1, line, "class:chosen")
        canvas.cursor = None

    def _after_render(self, _: object) -> None:
        if self.screen is not None and self.past is None:
            self.screen.painted(_monotonic_ms())
        self._set_tick()

    def _set_tick(self) -> None:
        """Ask to be drawn again when the clock that is shown next changes, and at no other time."""
        loop = asyncio.get_running_loop()
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        if self.screen is None:
            self._tick = loop.call_later(LOBBY_SECONDS, self._tick_lobby)
            return
        clock = turn_clock(self.screen.view, self.client.clock_ms())
        if clock is None or clock.over:
            return
        running = clock.left_ms or clock.bank_ms
        wait = (running % 1000 or 1000) / 1000
        self._tick = loop.call_later(wait, self.app.invalidate)

    def _tick_lobby(self) -> None:
        if self._link is Link.SIGNED_IN:
            self.refresh_lobby()


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000
