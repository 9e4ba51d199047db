"""What each viewer of a table game may see: the game's module tells its own events, nothing else does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from greenfelt.protocol import messages as msg
from greenfelt.server.games.live import BETTING, SEAT, Choice
from greenfelt.server.tables import events as te
from greenfelt.server.tables import house_events as he
from greenfelt.server.tables.buying import buy_in_range
from greenfelt.server.tables.house_play import DONE
from greenfelt.server.tables.house_table import HouseTable, Window
from greenfelt.server.tables.snapshots import presence
from greenfelt.server.tables.views import Updates


class _Writer:
    """Writes one list of messages for the public and one for each seat that sees something else."""

    def __init__(self, table: HouseTable, now_ms: int) -> None:
        self.table = table
        self.now_ms = now_ms
        self.public: list[msg.AnyTableEvent] = []
        self.own: dict[int, list[msg.AnyTableEvent]] = {}
        self.moved: set[int] = set()

    def all(self, message: msg.AnyTableEvent) -> None:
        self.public.append(message)
        for own in self.own.values():
            own.append(message)

    def split(self, private: dict[int, msg.AnyTableEvent], public: msg.AnyTableEvent) -> None:
        """Show each seat in ``private`` its own message, everybody else the public one."""
        for seat in private:
            self.own.setdefault(seat, self.public.copy())
        for seat, own in self.own.items():
            own.append(private.get(seat, public))
        self.public.append(public)

    def only(self, seat: int, message: msg.AnyTableEvent) -> None:
        """Show a message to one seat, nothing to anybody else."""
        self.own.setdefault(seat, self.public.copy()).append(message)


def updates(table: HouseTable, events: Sequence[Any], now_ms: int) -> Updates:
    """Return what a step's events, just folded into ``table``, look like to each viewer.

    Raises TypeError for an event of a type it does not know.
    """
    to = _Writer(table, now_ms)
    for event in events:
        if type(event) is he.Played:
            _played(to, event)
        else:
            _told(to, event)
    for seat in sorted(to.moved):
        if seat in table.state.seats:
            to.all(msg.Stack(seat, table.stack(seat)))
    version, steps = table.version, len(events)
    return Updates(
        msg.Update(table.id, version, to.public, steps),
        {seat: msg.Update(table.id, version, own, steps) for seat, own in to.own.items()},
    )


def _played(to: _Writer, event: he.Played) -> None:
    """Tell an event of the game, and where a round begins and ends."""
    table, game = to.table, to.table.game
    decoded = game.decode(event.event)
    if game.began(decoded):
        _round_began(to)
    public = game.told(decoded, 0)
    private: dict[int, msg.AnyTableEvent] = {}
    for seat in table.state.seats:
        own = game.told(decoded, seat)
        if own is not None and own != public:
            private[seat] = msg.Played(own.kind, own.data)
    if public is not None and private:
        to.split(private, msg.Played(public.kind, public.data))
    elif public is not None:
        to.all(msg.Played(public.kind, public.data))
    else:
        for seat, message in private.items():
            to.only(seat, message)
    for move in game.movements(decoded):
        for account in (move.source, move.target):
            if account.startswith(SEAT):
                to.moved.add(int(account.removeprefix(SEAT)))
    if game.ended(decoded):
        stacks = [_stack_now(table, seat) for seat in table.house.begun]
        to.all(msg.HandEnded(table.house.begun_round, stacks))


def _stack_now(table: HouseTable, seat: int) -> int:
    return table.stack(seat) if seat in table.state.seats else 0


def _round_began(to: _Writer) -> None:
    table = to.table
    assert table.config.house is not None
    code = table.config.house.game
    begun = table.house.begun
    to.moved.update(begun)
    module = table.module
    stakes = module.stakes(code, table.config.house.rules)
    to.all(
        msg.HandBegan(
            table.house.begun_round,
            code,
            0,
            list(begun),
            list(begun.values()),
            stakes,
            module.games[code],
        )
    )


def _told(to: _Writer, event: Any) -> None:
    table = to.table
    match event:
        case he.WindowOpened():
            _window(to, event)
        case he.WindowClosed():
            to.all(msg.Window(table.state.hand, table.house.turn, "", [], 0))
        case he.RoundVoided(number, why):
            seats = sorted(table.state.seats)
            to.all(msg.Voided(number, seats, [table.stack(seat) for seat in seats], why))
        case he.SeatDone(seat):
            to.all(msg.Played(DONE, {"seat": seat}))
        case te.Seated():
            to.all(msg.Seated(event.seat, event.name, event.amount, event.bot))
        case te.Left():
            to.all(msg.Stood(event.seat, event.name, event.why, event.to))
        case te.SatOut(seat) | te.SatIn(seat) | te.PlayerDropped(seat) | te.PlayerReturned(seat):
            if seat in table.state.seats:
                to.all(msg.Presence(seat, presence(table.state.seats[seat])))
        case te.ToppedUp(seat):
            to.moved.add(seat)
        case te.Said():
            to.all(msg.Chat(event.name, event.text))
        case te.Paused(why):
            to.all(msg.Notice("paused", f"the table is paused: {why}"))
        case te.PausePlanned(on):
            text = "when this round is over the host pauses the table"
            none = "the host does not pause the table after all"
            to.all(msg.Notice("pausing", text if on else none))
        case te.Resumed():
            to.all(msg.Notice("resumed", "play goes on"))
        case te.Closing(why):
            text = f"the table closes: {why}" if why else "the table is open again"
            to.all(msg.Notice("closing" if why else "reopened", text))
        case te.WaitBegun() | te.WaitEnded():
            to.all(msg.Waiters([waiter.name for waiter in table.state.waiters]))
        case (
            he.MetersBooked()
            | he.RoundBegan()
            | te.LeaveAsked()
            | te.TopUpTaken()
            | te.SeatOffered()
            | te.OfferEnded()
            | te.Admitted()
        ):
            """Books, and what is told elsewhere."""
        case _:
            raise TypeError(f"no view says who may see {type(event).__name__}")


def _window(to: _Writer, event: he.WindowOpened) -> None:
    """Tell of a window as it now stands: a later one of the same step is told in its place."""
    window = to.table.house.window
    if window is None or window.first != event.first:
        return
    if event.to:
        to.only(event.to, _window_for(to.table, window, event.to, to.now_ms))
        return
    private: dict[int, msg.AnyTableEvent] = {
        seat: _window_for(to.table, window, seat, to.now_ms)
        for seat in window.seats
        if seat in to.table.state.seats
    }
    to.split(private, _window_for(to.table, window, 0, to.now_ms))


def _window_for(table: HouseTable, window: Window, seat: int, now_ms: int) -> msg.Window:
    left = max(0, window.until_ms - now_ms) if window.until_ms else 0
    return msg.Window(
        table.state.hand,
        table.turn_of(seat),
        window.kind,
        list(window.seats),
        left,
        _choices(table, window, seat),
    )


def _choices(table: HouseTable, window: Window, seat: int) -> list[msg.Choice]:
    if not seat or seat not in table.state.seats:
        return []
    choices = [_choice(each) for each in table.game.options(seat)]
    if window.kind == BETTING:
        choices += [_choice(each) for each in table.coupon_choices(seat)]
        choices.append(msg.Choice(DONE))
    return choices


def _choice(choice: Choice) -> msg.Choice:
    return msg.Choice(choice.do, choice.on, choice.low, choice.high)


def snapshot(
    table: HouseTable, viewer_seat: int, now_ms: int, account: str = "", delay_ms: int = 0
) -> msg.Snapshot:
    """Return the whole table as one seat, or a watcher (0), may see it now."""
    state, config = table.state, table.config
    assert config.house is not None
    code = config.house.game
    module = table.module
    low, high = buy_in_range(state, config, account, now_ms)
    window = table.house.window
    shown = None
    if window is not None:
        shown = _window_for(table, window, viewer_seat, now_ms)
    return msg.Snapshot(
        table=table.id,
        version=state.version,
        name=config.name,
        game=code,
        game_name=module.games[code],
        stakes=module.stakes(code, config.house.rules),
        max_seats=config.max_seats,
        you=viewer_seat,
        hand=state.hand,
        button=0,
        street=0 if state.running else -1,
        street_name="",
        board="",
        pot_amounts=[],
        pot_eligible=[],
        seats=[
            msg.SeatView(number, seat.name, seat.bot, table.stack(number), presence(seat))
            for number, seat in sorted(state.seats.items())
        ],
        min_buy_in=low,
        max_buy_in=high,
        waiting=[waiter.name for waiter in state.waiters],
        paused=state.paused,
        closing=state.closing,
        host=bool(config.host) and account == config.host,
        delay_ms=delay_ms,
        felt=msg.Felt(
            table.game.view(viewer_seat),
            [
                msg.SignRow(
                    row.wager,
                    row.name,
                    list(row.sides),
                    [wins for wins, _ in row.rows],
                    [pays for _, pays in row.rows],
                    row.low,
                    row.high,
                    row.meter,
                )
                for row in table.game.sign()
            ],
            list(table.game.notices()),
            shown,
        ),
    )
