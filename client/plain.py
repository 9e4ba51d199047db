"""Plain mode: the table in lines of text, for screen readers and simple terminals.

Lines come as things happen; commands are words ended by Enter. An action is taken only for a prompt
that had been read out before the line came, and never from several lines that come at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import time
from collections.abc import Callable
from typing import TextIO

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from greenfelt.client import plain_house
from greenfelt.client.amounts import balance_words, chips, in_words, read_amount
from greenfelt.client.connection import Client, Link
from greenfelt.client.layouts import in_cents, layout_for
from greenfelt.client.layouts.layout import bets_lie
from greenfelt.client.model import LogLine, TableView
from greenfelt.client.orders import BadOrder, answered, order, wanted_tables
from greenfelt.client.plain_help import help_text, not_now
from greenfelt.client.plain_past import past_request, tell_past
from greenfelt.client.safe_line import safe_line
from greenfelt.client.screens.house import HouseDesk
from greenfelt.client.widgets import speech
from greenfelt.client.widgets.actions import can_check, card_action, choices
from greenfelt.client.widgets.hand import own_cards
from greenfelt.client.widgets.text import inert
from greenfelt.protocol.messages import (
    LOBBY,
    Act,
    Answer,
    HandEnded,
    ListTables,
    Offer,
    Request,
    Say,
    Snapshot,
    StandUp,
    Stood,
    TableRow,
    Talk,
    TopUp,
    Update,
    Watch,
)

SETTLE_MS = 200
"""How long a prompt must have been read out before a line counts for it."""

_TOGETHER_MS = 30
"""Lines closer together than this were pasted."""

ANSWER_SECONDS = 2.0
"""How long the end waits for what was still asked."""


class PlainTerminal:
    """One client in lines of text: ``reader`` gives commands, ``writer`` gets what happens."""

    def __init__(self, client: Client, reader: TextIO, writer: TextIO) -> None:
        self.client = client
        self.current: int | None = None
        self._reader = reader
        self._writer = writer
        self._done: asyncio.Event = asyncio.Event()
        self._partial = b""
        self._told: LogLine | None = None
        self._announced: tuple[int, int] | None = None
        self._announced_ms = 0
        self._sent: tuple[int, int] | None = None
        self._line_ms = -_TOGETHER_MS
        self._sure = ""
        self._chose_to_quit = False
        self._said_all = False
        self._desks: dict[int, HouseDesk] = {}
        client.listener = self
        client.news = self._news

    async def run(self) -> bool:
        """Read commands until quit or the end of the input; return whether it was by quit."""
        loop = asyncio.get_running_loop()
        file = self._reader.fileno()
        reading = None
        try:
            loop.add_reader(file, self._readable, file)
        except OSError:
            # No event loop waits for a plain file: there is always something to read, or its end.
            reading = loop.create_task(self._read_file(file))
        self.client.request(Watch(0, LOBBY)).addErrback(lambda _: None)
        try:
            if self.current is None:
                self.print("help lists the commands.")
                self._list_tables()
            await self._done.wait()
            if self._said_all:
                with contextlib.suppress(asyncio.TimeoutError):
                    answered = self.client.settled().asFuture(loop)
                    await asyncio.wait_for(answered, ANSWER_SECONDS)
        finally:
            if reading is None:
                loop.remove_reader(file)
            else:
                await reading
        return self._chose_to_quit

    async def _read_file(self, file: int) -> None:
        try:
            while not self._done.is_set():
                self._readable(file)
                await asyncio.sleep(0)
        finally:
            self.stop()

    def stop(self) -> None:
        """End ``run``."""
        self._done.set()

    def print(self, text: str) -> None:
        """Write one line and hand it to the terminal at once; all it does there is to be shown."""
        self._writer.write(safe_line(text) + "\n")
        self._writer.flush()

    def _help(self) -> None:
        for line in help_text(shutil.get_terminal_size().columns).split("\n"):
            self.print(line)

    # What the connection tells.

    def table_changed(self, view: TableView, message: Snapshot | Update) -> None:
        """Listener: read out what happened at the table that is followed."""
        if self.current is None:
            self.current = view.table
        if view.table != self.current:
            return
        self._moved(message)
        self._desk(view).changed()
        if isinstance(message, Snapshot):
            self._announced = self._sent = None
            if message.delay_ms:
                self.print(f"What you hear is {message.delay_ms // 1000} seconds old.")
            self.print(speech.where(view))
            if view.felt is not None:
                self.print(plain_house.POINTER)
            if not view.my_turn:
                self._read_out(view)
        else:
            for text in self._untold(view):
                self.print(speech.spoken(inert(text)))
            if view.felt is not None and any(isinstance(one, HandEnded) for one in message.events):
                self._say(plain_house.result(view))
        self._told = view.log[-1] if view.log else None
        self._announce(view)

    def link_changed(self, link: Link, why: str) -> None:
        """Listener: the connection came or went."""
        if link is Link.WAITING:
            self.print(f"The connection is lost ({inert(why)}). Trying again.")
        elif link is Link.CLOSED:
            self.stop()  # why is said when the client ends
        elif link is Link.SIGNED_IN and self.current is not None:
            self.print("Connected again.")

    def _desk(self, view: TableView) -> HouseDesk:
        """Return what is kept of a table's wagers, to be laid again."""
        desk = self._desks.get(view.table)
        if desk is None or desk.view is not view:
            desk = self._desks[view.table] = HouseDesk(view)
        return desk

    def _untold(self, view: TableView) -> list[str]:
        """Return what the log holds since the last time, oldest first."""
        fresh: list[str] = []
        for line in reversed(view.log):
            if line is self._told:
                break
            fresh.append(line.text)
        return fresh[::-1]

    def _announce(self, view: TableView) -> None:
        """Read the player's own prompt out, once."""
        stamp = _stamp(view)
        if stamp is None or stamp == self._announced:
            return
        self._announced, self._announced_ms = stamp, _monotonic_ms()
        self._read_out(view)

    def _read_out(self, view: TableView) -> None:
        """Read out what the player holds, and whose turn it is."""
        for words in (speech.hold(view), speech.turn_words(view, self.client.clock_ms())):
            self._say(words)

    def _say(self, words: str) -> None:
        if words:
            self.print(words)

    # What the player types.

    def _readable(self, file: int) -> None:
        data = os.read(file, 4096)
        if not data:
            self._end()
            return
        *lines, self._partial = (self._partial + data).split(b"\n")
        now = _monotonic_ms()
        alone = len(lines) == 1 and now - self._line_ms >= _TOGETHER_MS
        if lines:
            self._line_ms = now
        for line in lines:
            self.command(line.decode("utf-8", "replace").strip(), alone=alone)

    def command(self, text: str, *, alone: bool = True) -> None:
        """Carry out one line; ``alone`` is false for lines that came together with others."""
        verb, _, rest = text.partition(" ")
        verb, rest = verb.lower(), rest.strip()
        sure, self._sure = self._sure, ""
        if not verb:
            return
        if verb in ("quit", "exit"):
            self._quit(sure)
            return
        general: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._help(),
            "tables": self._list_tables,
            "watch": self._watch,
        }
        if verb in general:
            general[verb](rest)
            return
        if self._past(verb, rest) or self._ordered(text):
            return
        view = self.client.views.get(self.current) if self.current is not None else None
        if view is None:
            self.print(
                "You are at no table: tables lists them, watch N goes to one. help says more."
            )
        elif not self._tell(view, verb) and not self._seat_command(view, verb, rest):
            self._action(view, verb, rest, alone=alone, sure=sure)

    def _tell(self, view: TableView, verb: str) -> bool:
        match verb:
            case "cards" | "felt" if view.felt is not None:
                for line in plain_house.felt(view):
                    self.print(line)
            case "pays" if view.felt is not None:
                for line in plain_house.pays(view):
                    self.print(inert(line))
            case "book" if view.felt is not None:
                said = layout_for(view.game).hint(view)
                self.print(f"The book: {said}." if said else "The book says nothing here.")
            case "cards":
                self.print(speech.hold(view) or "You hold no cards.")
            case "table" | "pot":
                self.print(speech.where(view))
            case "rotation":
                self.print(speech.rotation(view))
            case "turn":
                self.print(speech.turn_words(view, self.client.clock_ms()))
            case "seats":
                for number in sorted(view.seats):
                    self.print(speech.seat_words(view, view.seats[number]))
            case _:
                return False
        return True

    def _seat_command(self, view: TableView, verb: str, rest: str) -> bool:
        match verb:
            case "say":
                if rest:
                    self._send(Say(0, view.table, rest))
            case "sit":
                self._sit_down(view, rest)
            case "top":
                amount = read_amount(rest, cents=view.cents)
                if amount is None:
                    self.print("top N adds N chips to your stack.")
                else:
                    self._send(TopUp(0, view.table, amount))
            case "leave":
                self._send(StandUp(0, view.table))
            case _:
                return False
        return True

    def _action(self, view: TableView, verb: str, rest: str, *, alone: bool, sure: str) -> None:
        stamp = _stamp(view)
        if stamp is None or stamp == self._sent:
            whose = speech.turn_words(view, self.client.clock_ms())
            self.print(not_now(inert(verb), sent=stamp is not None, whose=whose))
            return
        early = stamp != self._announced or _monotonic_ms() - self._announced_ms < SETTLE_MS
        if early or not alone:
            self.print("That came too early or together with other lines: nothing was done.")
            return
        if verb == "again" and view.felt is not None:
            self._bet_again(view)
            return
        act = self._read_action(view, verb, rest)
        if isinstance(act, str):
            self.print(act)
        elif act.do == "fold" and can_check(view.options) and sure != "fold":
            self._sure = "fold"
            self.print("You can check for nothing. Type fold again to fold all the same.")
        else:
            # Who is done without a bet may bet after all: the round may wait for a first one.
            if act.do != "done" or bets_lie(view):
                self._sent = stamp
            self._send(act)

    def _bet_again(self, view: TableView) -> None:
        """Lay the wagers of the last round once more."""
        turn, bets = view.turn, self._desk(view).repeatable
        if turn is None or not bets:
            self.print(f"There is nothing to lay again. {speech.choice_words(view)}")
            return
        for on, amount in bets:
            self._send(Act(0, view.table, view.hand, turn.turn, "wager", amount, "", on))

    def _read_action(self, view: TableView, verb: str, rest: str) -> Act | str:
        """Return the action that a line names, or why it names none that is allowed."""
        turn = view.turn
        option = card_action(view.options)
        assert turn is not None
        if option is not None and verb in (option.do, "throw", "pat"):
            cards = own_cards(view)[: len(view.own.down) if view.own is not None else 0]
            places = [] if verb == "pat" else rest.replace(",", " ").split()
            wanted = {int(place) for place in places if place.isascii() and place.isdigit()}
            known = len(wanted) == len(places) and all(1 <= at <= len(cards) for at in wanted)
            if not known or not option.low <= len(wanted) <= option.high:
                return f"{option.low} to {option.high} cards by their numbers, 1 to {len(cards)}."
            if not wanted and verb != "pat":
                return "Say which cards to throw, or pat."
            thrown = "".join(cards[at - 1] for at in sorted(wanted))
            return Act(0, view.table, view.hand, turn.turn, option.do, 0, thrown)
        if view.felt is not None:
            return game_action(view, verb, rest)
        offered = [choice for choice in choices(view.options) if choice.do == verb]
        for choice in offered:
            if choice.asks_amount:
                amount = _amount(rest)
                if amount is not None and choice.low <= amount <= choice.high:
                    return Act(0, view.table, view.hand, turn.turn, verb, amount)
            elif (
                not rest or _amount(rest) == choice.amount or _same(f"{verb} {rest}", choice.label)
            ):
                return Act(0, view.table, view.hand, turn.turn, verb, choice.amount)
        if offered:
            return f"That amount is not allowed. {speech.choice_words(view)}"
        return f"{inert(verb)!r} is not offered. {speech.choice_words(view)}"

    def _quit(self, sure: str) -> None:
        views = self.client.views.values()
        in_hand = any(view.in_hand for view in views)
        if (in_hand or any(bets_lie(view) for view in views)) and sure != "quit":
            self._sure = "quit"
            where = "You are in a hand" if in_hand else "Your bets lie in this round"
            self.print(f"{where}. Type quit again to leave it.")
        else:
            self._chose_to_quit = True
            self._end()

    def _end(self) -> None:
        """Stop by the player's word or the end of his lines, once what he asked is answered."""
        self._said_all = True
        self.stop()

    # Tables.

    def open_table(self, table: int) -> None:
        """Follow a table; what happens there is read out from now on."""
        self.current = table
        known = self.client.views.get(table)
        if known is not None and known.version:
            self.table_changed(known, Update(table, known.version, []))
            self.print(speech.where(known))
        else:
            self.client.watch(table).addErrback(self._failed)

    def sit(self, table: int, buy_in: int) -> None:
        """Sit down at a table with ``buy_in`` chips and follow it."""
        self.current = table
        self.client.sit(table, buy_in).addCallbacks(
            lambda seat: self.print(f"You have seat {seat}."), self._failed
        )

    def _sit_down(self, view: TableView, rest: str) -> None:
        amount = read_amount(rest, cents=view.cents) if rest else view.max_buy_in
        if amount is None or not view.min_buy_in <= amount <= view.max_buy_in:
            least, most = view.min_buy_in, view.max_buy_in
            low, high = (in_words(each, cents=view.cents) for each in (least, most))
            self.print(f"sit N sits down with N chips, {low} to {high}.")
        else:
            self.sit(view.table, amount)

    def _watch(self, rest: str) -> None:
        table = _amount(rest)
        if table is None:
            self.print("watch N goes to table number N; tables lists them.")
        else:
            self.open_table(table)

    def _list_tables(self, words: str = "") -> None:
        try:
            wanted = wanted_tables(words)
        except BadOrder as error:
            self.print(f"{error}.")
            return
        none = "No table is like that." if wanted != ListTables(0) else "This room has no tables."
        self.client.list_tables(wanted).addCallbacks(
            self._listed, self._failed, callbackArgs=(none,)
        )

    def _past(self, verb: str, rest: str) -> bool:
        """Ask for hands that are over or for figures; return whether the line was about them."""
        try:
            request = past_request(verb, rest)
        except BadOrder as error:
            self.print(f"{error}.")
            return True
        if request is None:
            return False
        self._ask_past(request)
        return True

    def _ask_past(self, request: Request) -> None:
        def told(answer: Answer) -> None:
            instead = tell_past(answer, self.client.name, self.print)
            if instead is not None:
                self._ask_past(instead)

        asked: Deferred[Answer] = self.client.request(request)
        asked.addCallback(told).addErrback(self._failed)

    def _ordered(self, text: str) -> bool:
        """Carry out what is no action in a hand; return whether the line was an order."""
        try:
            request = order(text, self.current or 0)
        except BadOrder as error:
            self.print(f"{error}.")
            return True
        if request is not None:
            self._send(request)
        return request is not None

    def _news(self, message: Talk | Offer) -> None:
        """Read out lobby talk, and seats that are kept for the player."""
        if isinstance(message, Offer):
            seconds = message.clock_ms // 1000
            self.print(
                f"Seat {message.seat} at {inert(message.name)} is kept for you for {seconds} seconds: "
                f"watch {message.table}, then sit."
            )
        else:
            who = inert(message.name) or "the house"
            self.print(f"Lobby, {who}: {inert(message.text)}")

    def _moved(self, message: Snapshot | Update) -> None:
        """Follow the player to the table that he was brought to."""
        if isinstance(message, Update):
            for event in message.events:
                if isinstance(event, Stood) and event.to and event.name == self.client.name:
                    self.current = event.to

    def _listed(self, rows: list[TableRow], none: str) -> None:
        for row in rows:
            self.print(
                f"Table {row.table}: {speech.name_and_game(row.name, row.game, row.game_name)}, "
                f"{inert(row.stakes)}, {row.players} of {row.seats} seats taken, "
                f"buy-in {_buy_in(row)}"
                + (f", average pot {chips(row.average_pot)}" if row.average_pot else "")
                + (f", {row.waiting} waiting" if row.waiting else "")
                + (", private." if row.private else ".")
            )
        if not rows:
            self.print(none)
        dollars = any(row.limit == "house" and in_cents(row.game) for row in rows)
        self.print(f"Your {balance_words(self.client.balance, dollars=dollars)}.")

    def _send(self, request: Request) -> None:
        answer: Deferred[Answer] = self.client.request(request)

        def refused(failure: Failure) -> None:
            if isinstance(request, Act):
                self._sent = None
            self._failed(failure)

        def done(answer: Answer) -> None:
            said = answered(request, answer, self.client.address)
            if said:
                self.print(inert(said))

        answer.addCallbacks(done, refused)

    def _failed(self, failure: Failure) -> None:
        if self.client.gave_up is None:
            self.print(f"Refused: {inert(failure.getErrorMessage())}")


def _stamp(view: TableView) -> tuple[int, int] | None:
    """Return hand and turn of the player's open prompt."""
    return (view.hand, view.turn.turn) if view.turn is not None and view.my_turn else None


def _amount(text: str) -> int | None:
    digits = text.removeprefix("to ").replace(",", "")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None


def _same(typed: str, label: str) -> bool:
    """Whether a line says what is offered, as it was read out ("call 20")."""
    return typed.replace(",", "") == label.replace(",", "")


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _buy_in(row: TableRow) -> str:
    cents = row.limit == "house" and in_cents(row.game)
    return " to ".join(in_words(each, cents=cents) for each in (row.min_buy_in, row.max_buy_in))


def game_action(view: TableView, verb: str, rest: str) -> Act | str:
    """Return what a line at a table game means: a verb, what it is done on, and an amount."""
    assert view.turn is not None
    words = rest.split()
    amount = read_amount(words[-1], cents=view.cents) if words else None
    on = " ".join(words[:-1] if amount is not None else words)
    do = "wager" if verb == "bet" else verb
    for choice in view.choices:
        wanted_coupon = do == "coupon" and choice.on.startswith(f"{on}+")
        if choice.do != do or (on and choice.on != on and not wanted_coupon):
            continue
        bets = do in ("wager", "coupon")
        wanted = choice.high if amount is None and not bets else amount or 0
        if not choice.high or choice.low <= wanted <= choice.high:
            return Act(0, view.table, view.hand, view.turn.turn, do, wanted, "", choice.on)
        low, high = (in_words(each, cents=view.cents) for each in (choice.low, choice.high))
        return f"{low} to {high}. {speech.choice_words(view)}"
    return f"{inert(verb)!r} is not offered. {speech.choice_words(view)}"
