"""A hand in tracker format: the text that hand-history tools read, in the shape of the largest room's.

The header begins with that room's name because the tools' patterns ask for it; it is a file format and
no claim about who dealt the hand. Games that the tools do not know keep the name that they have here.
What the shape has no line for is written as the nearest thing that it has: a kill as a straddle, a big
blind ante as an ante. A voided hand is called cancelled, which the tools skip.
"""

from __future__ import annotations

from collections.abc import Sequence

from greenfelt.evaluators.cards import format_card
from greenfelt.server.engine import events as ev
from greenfelt.server.engine.rules import Limit
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.calendar import instant
from greenfelt.server.tables.history.record import HandRecord, hand_of
from greenfelt.server.tables.history.seen import PUBLIC, Sight
from greenfelt.server.tables.history.tracker_summary import Summary, bracket
from greenfelt.server.tables.texts import shown_hand

GAMES = {
    "badugi": "Badugi",
    "27td": "Triple Draw 2-7 Lowball",
    "27sd": "Single Draw 2-7 Lowball",
    "5draw": "5 Card Draw",
    "stud": "7 Card Stud",
    "stud8": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "holdem": "Hold'em",
    "omaha": "Omaha",
    "omaha8": "Omaha Hi/Lo",
    "5omaha": "5 Card Omaha",
    "5omaha8": "5 Card Omaha Hi/Lo",
}
"""Names of the games that trackers know."""

MIXES = {"horse": "HORSE", "8game": "8-Game"}
_LIMITS: dict[Limit, str] = {"fixed": "Limit", "pot": "Pot Limit", "no": "No Limit"}
_POSTS = {
    "ante": "the ante",
    "bb-ante": "the ante",
    "small-blind": "small blind",
    "blind": "small blind",
    "dead": "small blind",
    "big-blind": "big blind",
    "live": "big blind",
    "straddle": "straddle",
    "kill": "straddle",
}
_DRAWS = ("FIRST", "SECOND", "THIRD")
_STUD_STREETS = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
_BOARD_STREETS = ("FLOP", "TURN", "RIVER")
_ALL_IN = " and is all-in"


def tracker_text(record: HandRecord, sight: Sight = PUBLIC) -> str:
    """Return a hand as its reader may see it; two blank lines belong between hands of a file."""
    return "\n".join(_Writer(record, sight).lines()) + "\n"


class _Writer:
    """Walks the events of one hand."""

    def __init__(self, record: HandRecord, sight: Sight) -> None:
        self.record = record
        self.sight = sight
        self.setup = record.setup
        self.variant = VARIANTS[self.setup.game]
        self.hand = hand_of(record)
        self.name = record.names
        self.out: list[str] = []
        self.price = 0
        self.held: dict[int, list[str]] = {seat: [] for seat in self.setup.stacks}
        self.board: list[str] = []
        self.summary = Summary(record)
        self.fresh: dict[int, list[str]] = {}
        self.showdown = False

    def lines(self) -> list[str]:
        self._header()
        for event in self.record.events[1:]:
            self._write(event)
        self._flush_deal()
        if self.record.voided:
            self.out.append(f"Hand cancelled: {self.record.voided}")
        for seat, cards in sorted(self.record.shown.items()):
            self.out.append(f"{self.name[seat]}: shows {bracket(map(format_card, cards))}")
        return self.out + self.summary.lines(self.board)

    def _header(self) -> None:
        record, rules = self.record, self.setup.rules
        began = instant(record.began_ms)
        number = f"{record.table}{record.hand:09d}"
        game = f"{GAMES.get(self.setup.game, self.variant.name)} {_LIMITS[rules.limit]}"
        if rules.limit == "fixed":
            stakes = f"{rules.small_bet}/{rules.big_bet_size()}"
        elif self.variant.is_stud:
            stakes = f"{rules.bring_in_size()}/{rules.min_bet or rules.bring_in_size()}"
        else:
            blinds = rules.blind_sizes()
            stakes = f"{blinds[-2] if len(blinds) > 1 else blinds[-1]}/{blinds[-1]}"
        mix = MIXES.get(record.mix)
        what = f"{mix} ({game}, {stakes})" if mix else f" {game} ({stakes})"
        self.out.append(f"PokerStars Hand #{number}: {what} - {began.date} {began.time} UTC")
        table = f"Table '{record.table_name}' {record.max_seats}-max (Play Money)"
        if not self.variant.is_stud:
            table += f" Seat #{self.setup.button} is the button"
        self.out.append(table)
        for seat, stack in self.setup.stacks.items():
            self.out.append(f"Seat {seat}: {self.name[seat]} ({stack} in chips)")

    def _write(self, event: ev.HandEvent) -> None:
        if not isinstance(event, ev.DealtDown | ev.DealtUp):
            self._flush_deal()
        match event:
            case ev.Posted(seat, kind, amount, all_in):
                self.out.append(
                    f"{self.name[seat]}: posts {_POSTS[kind]} {amount}{_ALL_IN if all_in else ''}"
                )
                if kind not in ("ante", "bb-ante", "dead"):
                    self.price = max(self.price, amount)
            case ev.StreetBegan(index):
                self._street(index)
            case ev.DealtDown(seat, cards):
                self.fresh.setdefault(seat, []).extend(self.sight.cards(seat, cards))
            case ev.DealtUp(seat, cards):
                self.fresh.setdefault(seat, []).extend(map(format_card, cards))
            case ev.DealtBoard(cards):
                self._board([format_card(card) for card in cards])
            case ev.Returned(seat, amount):
                self.out.append(f"Uncalled bet ({amount}) returned to {self.name[seat]}")
            case ev.Shown(seat, cards):
                self._shown(seat, cards)
            case ev.Mucked(seat):
                self._begin_showdown()
                self.out.append(f"{self.name[seat]}: mucks hand")
            case ev.Awarded(pot, _, seat, amount):
                self.out.append(f"{self.name[seat]} collected {amount} from {self._pot(pot)}")
            case _:
                self._act(event)
        self.summary.note(event)

    def _act(self, event: ev.HandEvent) -> None:
        match event:
            case ev.Folded(seat):
                said = "folds"
            case ev.Checked(seat) | ev.Protected(seat):
                said = "checks"
            case ev.Called(seat, _, add, all_in):
                said = f"calls {add}{_ALL_IN if all_in else ''}"
            case ev.BroughtIn(seat, amount, all_in):
                said = f"brings in for {amount}{_ALL_IN if all_in else ''}"
                self.price = amount
            case ev.Wagered(seat, _, to, _, all_in):
                more = f"raises {to - self.price} to {to}" if self.price else f"bets {to}"
                said = f"{more}{_ALL_IN if all_in else ''}"
                self.price = max(self.price, to)
            case ev.Discarded(seat, cards):
                said = self._thrown(seat, cards)
            case _:
                return
        self.out.append(f"{self.name[seat]}: {said}")

    def _thrown(self, seat: int, cards: Sequence[int]) -> str:
        if not cards:
            return "stands pat"
        thrown = self.sight.cards(seat, cards)
        for card in thrown:
            self.held[seat].remove(card)
        count = f"{len(cards)} card{'s' if len(cards) > 1 else ''}"
        return (
            f"discards {count} {bracket(thrown)}" if self.sight.sees(seat) else f"discards {count}"
        )

    def _street(self, index: int) -> None:
        if index:
            self.price = 0
        if self.variant.is_stud:
            first = len(_STUD_STREETS) - len(self.variant.streets)
            self.out.append(f"*** {_STUD_STREETS[first + index]} ***")
        elif not index:
            self.out.append(
                f"*** {'HOLE CARDS' if self.variant.has_board else 'DEALING HANDS'} ***"
            )
        elif not self.variant.has_board and len(self.variant.streets) > 2:
            self.out.append(f"*** {_DRAWS[index - 1]} DRAW ***")

    def _board(self, cards: list[str]) -> None:
        if self.variant.has_board:
            street = _BOARD_STREETS[max(0, len(self.board) - 2)]
            before = f" {bracket(self.board)}" if self.board else ""
            self.out.append(f"*** {street} ***{before} {bracket(cards)}")
        else:
            self.out.append(f"Board {bracket(cards)}")
        self.board += cards

    def _flush_deal(self) -> None:
        """Write what was dealt to each seat, as far as its reader sees any of it."""
        fresh, self.fresh = self.fresh, {}
        for seat, cards in fresh.items():
            before = self.held[seat]
            seen = [card for card in cards if card != "??"]
            if seen:
                known = [card for card in before if card != "??"]
                old = f" {bracket(known)}" if known else ""
                self.out.append(f"Dealt to {self.name[seat]}{old} {bracket(seen)}")
            before += cards

    def _begin_showdown(self) -> None:
        if not self.showdown:
            self.showdown = True
            self.out.append("*** SHOW DOWN ***")

    def _shown(self, seat: int, cards: Sequence[int]) -> None:
        self._begin_showdown()
        made = shown_hand(self.hand, tuple(cards))
        text = bracket(map(format_card, cards))
        self.out.append(f"{self.name[seat]}: shows {text}" + (f" ({made})" if made else ""))

    def _pot(self, number: int) -> str:
        if self.summary.pots == 1:
            return "pot"
        if not number:
            return "main pot"
        return "side pot" if self.summary.pots == 2 else f"side pot-{number}"
