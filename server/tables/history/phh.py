"""Export a hand to PHH, the Poker Hand History format (TOML; arXiv 2312.11753).

The format has codes for eleven games only; hands of the others carry a code of ours that begins
with ``_`` (``_badacey-fixed``), so that no reader takes them for something else. What PHH has no
field for stands in fields that begin with an underscore, as the format asks: ``_rules`` holds the
table's rules that are not the default, ``_setup`` the places of button and blinds. The cap of fixed
limit has no field either, and PokerKit allows four bets and raises in a round, heads-up too, where the
rule books have no cap (POKER-RULES 1.6): ``_bets_in_a_round`` stands in a hand that it so cannot replay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from greenfelt.evaluators.cards import format_cards
from greenfelt.server.engine import events as ev
from greenfelt.server.engine.rules import Limit, Rules
from greenfelt.server.engine.setup import HandSetup, killed
from greenfelt.server.games.poker import VARIANTS
from greenfelt.server.tables.history.calendar import instant
from greenfelt.server.tables.history.record import HandRecord
from greenfelt.server.tables.history.seen import PUBLIC, Sight

CODES: dict[tuple[str, Limit], str] = {
    ("badugi", "fixed"): "FB",
    ("27td", "fixed"): "F2L3D",
    ("27sd", "no"): "N2L1D",
    ("stud", "fixed"): "F7S",
    ("stud8", "fixed"): "F7S/8",
    ("razz", "fixed"): "FR",
    ("holdem", "fixed"): "FT",
    ("holdem", "no"): "NT",
    ("omaha", "pot"): "PO",
    ("omaha8", "fixed"): "FO/8",
}
_ANTES = frozenset({"ante", "bb-ante", "dead"})
_UNKNOWN = "??"
_READERS_CAP = 4


class _LocalTime(str):
    """A text that stands in the file as TOML's local time."""

    __slots__ = ()


def phh_of(record: HandRecord, sight: Sight = PUBLIC) -> str:
    """Return a stored hand as the text of a ``.phh`` file, as its reader may see it.

    Fields of the house: ``_id`` is the hand's name, ``_mix`` the mix that it was part of, ``_voided``
    why it counts for nothing, ``_shown`` what players tabled afterwards though nobody asked.
    """
    began = instant(record.began_ms)
    extra: dict[str, object] = {
        "table": record.table_name,
        "year": began.year,
        "month": began.month,
        "day": began.day,
        "time": _LocalTime(began.time),
        "time_zone": "UTC",
        "_id": record.name,
    }
    if record.mix:
        extra["_mix"] = record.mix
    if record.voided:
        extra["_voided"] = record.voided
    if record.shown:
        extra["_shown"] = {
            f"seat_{seat}": format_cards(cards) for seat, cards in sorted(record.shown.items())
        }
    return export(
        record.events,
        names=record.names,
        seen_by=None if sight.everything else sight.seat,
        extra=extra,
        voided=bool(record.voided),
    )


def code_of(game: str, limit: Limit) -> str:
    """Return the PHH code of a game, or our own (it begins with ``_``) where PHH has none."""
    return CODES.get((game, limit), f"_{game}-{limit}")


def export(
    events: Sequence[ev.HandEvent],
    *,
    names: Mapping[int, str] | None = None,
    seen_by: int | None = None,
    extra: Mapping[str, object] | None = None,
    voided: bool = False,
) -> str:
    """Return one finished hand as the text of a ``.phh`` file.

    ``names`` maps seats to player names. ``seen_by`` is the seat whose own copy this is (0: nobody's):
    the cards that it did not see are written ``??``; None writes every card (for the archive).
    ``extra`` adds top-level fields, such as day, month and year or fields of the house that begin with
    ``_``. Of a hand that was ``voided`` all stand that happened until then, and the stacks from before it.
    Raises ValueError when the events do not begin with HandStarted or the hand is not finished.
    """
    if not events or not isinstance(events[0], ev.HandStarted):
        raise ValueError("a hand begins with its HandStarted event")
    if not (voided or isinstance(events[-1], ev.HandEnded)):
        raise ValueError("only a finished hand is exported: its last event is HandEnded")
    writer = _Writer(events[0].setup, seen_by)
    for at, event in enumerate(events):
        writer.write(event, events[at + 1 :])
    return writer.text(events, names or {}, extra or {})


class _Writer:
    """Walks the events of one hand and collects PHH actions in PHH's order."""

    def __init__(self, setup: HandSetup, seen_by: int | None) -> None:
        seats = sorted(setup.stacks)
        self.setup = setup
        self.seen_by = seen_by
        self.brings_in = VARIANTS[setup.game].is_stud
        self.order = [s for s in seats if s > setup.button] + [
            s for s in seats if s <= setup.button
        ]
        self.player = {seat: f"p{at}" for at, seat in enumerate(self.order, 1)}
        self.actions: list[str] = []
        self.antes = dict.fromkeys(seats, 0)
        self.blinds = dict.fromkeys(seats, 0)
        self.big_blind = self.rake = 0
        self.behind = dict(setup.stacks)
        self.bets = dict.fromkeys(seats, 0)
        self.acted: set[int] = set()
        self.wagers = self.most_wagers = 0
        self.held: dict[int, list[str]] = {seat: [] for seat in seats}
        self.cards: dict[int, list[int]] = {seat: [] for seat in seats}
        self.live = set(seats)
        self.pending_deals: list[str] = []
        self.drawing = False
        self.tabled: set[int] = set()
        self.closed = False

    def write(self, event: ev.HandEvent, rest: Sequence[ev.HandEvent]) -> None:
        if self.drawing and not isinstance(
            event, ev.Discarded | ev.DealtDown | ev.TurnBegan | ev.Shuffled
        ):
            self._end_of_draw()
        match event:
            case ev.StreetBegan(index):
                self.wagers = 0
                if index:
                    self.bets = dict.fromkeys(self.bets, 0)
                    self.acted = set()
            case ev.Posted():
                self._posted(event)
            case ev.DealtDown(seat, cards):
                self._dealt(seat, cards, hidden=seat != self.seen_by and self.seen_by is not None)
            case ev.DealtUp(seat, cards):
                self._dealt(seat, cards, hidden=False)
            case ev.DealtBoard(cards):
                self._table_when_all_in(rest)
                self.actions.append(f"d db {format_cards(cards)}")
            case ev.Burned():
                self._table_when_all_in(rest)
            case ev.BroughtIn(seat, amount):
                self._bet(seat, amount)
                self._act(seat, "pb")
            case ev.Folded(seat):
                self.live.discard(seat)
                self._act(seat, "f")
                self._check_of_the_last()
            case ev.Checked(seat):
                self.acted.add(seat)
                self._act(seat, "cc")
            case ev.Called(seat, _, add):
                self._bet(seat, add)
                self._act(seat, "cc")
            case ev.Wagered(seat, _, to, add):
                self.wagers += 1
                self.most_wagers = max(self.most_wagers, self.wagers)
                self._bet(seat, add)
                self._act(seat, f"cbr {to}")
            case ev.Discarded(seat, cards):
                self._discarded(seat, cards)
            case ev.Shown(seat, cards):
                if seat not in self.tabled:
                    self._act(
                        seat, "sm -" if self._all_known(seat) else f"sm {format_cards(cards)}"
                    )
            case ev.Mucked(seat):
                if seat not in self.tabled:
                    self._act(seat, "sm -" if self.closed else "sm")
            case ev.RakeTaken(_, amount):
                self.rake += amount
            case _:
                pass

    def _act(self, seat: int, text: str) -> None:
        self.actions.append(f"{self.player[seat]} {text}")

    def _bet(self, seat: int, add: int) -> None:
        self.behind[seat] -= add
        self.bets[seat] += add
        self.acted.add(seat)

    def _check_of_the_last(self) -> None:
        """Write the check that PHH wants of the last seat with chips when all others are all-in.

        Nobody is left to bet against, so the room does not ask; PHH's readers do.
        """
        with_chips = [seat for seat in self.live if self.behind[seat]]
        if len(with_chips) == 1 and len(self.live) > 1:
            last = with_chips[0]
            if last not in self.acted and self.bets[last] == max(self.bets.values()):
                self._act(last, "cc")

    def _posted(self, event: ev.Posted) -> None:
        self.behind[event.seat] -= event.amount
        if event.kind in _ANTES:
            self.antes[event.seat] += event.amount
            return
        self.bets[event.seat] += event.amount
        self.blinds[event.seat] = self._blind(event)

    def _blind(self, event: ev.Posted) -> int:
        """Return all that a seat has posted live by now, below zero where the turn does not begin behind it.

        That is so of a live post and of a kill, unless the killer has the big blind anyway.
        """
        amount = abs(self.blinds[event.seat]) + self._price(event)
        if event.kind == "big-blind":
            self.big_blind = event.seat
        in_turn = event.kind == "kill" and event.seat != self.big_blind
        return -amount if in_turn or event.kind == "live" else amount

    def _price(self, event: ev.Posted) -> int:
        """Return a blind's full size, which callers must match even when its owner is all-in."""
        if not event.all_in:
            return event.amount
        setup = self.setup
        sizes, before = setup.rules.blind_sizes(), abs(self.blinds[event.seat])
        match event.kind:
            case "small-blind":
                return max(sizes[0], event.amount)
            case "big-blind":
                return max(sizes[-1], event.amount)
            case "straddle" if setup.straddle is not None:
                return setup.straddle.amount - before
            case "kill" if setup.kill is not None:
                return killed(sizes[-1], setup.kill.size) - before
            case _:
                return event.amount

    def _dealt(self, seat: int, cards: tuple[int, ...], *, hidden: bool) -> None:
        text = _UNKNOWN * len(cards) if hidden else format_cards(cards)
        self.held[seat] += [_UNKNOWN] * len(cards) if hidden else [format_cards([c]) for c in cards]
        self.cards[seat] += cards
        self.tabled.discard(seat)
        line = f"d dh {self.player[seat]} {text}"
        if self.drawing:
            self.pending_deals.append(line)
        else:
            self.actions.append(line)

    def _discarded(self, seat: int, cards: tuple[int, ...]) -> None:
        """All discards of a draw come before its first replacement: PHH knows no other order."""
        self.drawing = True
        hidden = self.seen_by is not None and seat != self.seen_by
        thrown = [_UNKNOWN] * len(cards) if hidden else [format_cards([c]) for c in cards]
        for card in thrown:
            self.held[seat].remove(card)
        self.cards[seat] = [card for card in self.cards[seat] if card not in cards]
        self._act(seat, f"sd {''.join(thrown)}".rstrip())

    def _end_of_draw(self) -> None:
        self.actions += self.pending_deals
        self.pending_deals = []
        self.drawing = False

    def _table_when_all_in(self, rest: Sequence[ev.HandEvent]) -> None:
        """Without draws to come, PHH tables all hands as soon as the betting is over."""
        if self.closed or len(self.live) < 2:
            return
        if any(isinstance(event, ev.TurnBegan | ev.Discarded) for event in rest):
            return
        self.closed = True
        shown = {event.seat for event in rest if isinstance(event, ev.Shown)}
        for seat in self.order:
            if seat in self.live:
                self.tabled.add(seat)
                if seat in shown and not self._all_known(seat):
                    self.held[seat] = [format_cards([card]) for card in self.cards[seat]]
                    self._act(seat, f"sm {''.join(self.held[seat])}")
                else:
                    self._act(seat, "sm -")

    def _all_known(self, seat: int) -> bool:
        return _UNKNOWN not in self.held[seat]

    def text(
        self,
        events: Sequence[ev.HandEvent],
        names: Mapping[int, str],
        extra: Mapping[str, object],
    ) -> str:
        setup, rules = self.setup, self.setup.rules
        ended = events[-1]
        stacks = ended.stacks if isinstance(ended, ev.HandEnded) else setup.stacks
        fields: dict[str, object] = {
            "variant": code_of(setup.game, rules.limit),
            "antes": self._amounts(self.antes),
            **self._stakes(rules),
            "starting_stacks": [setup.stacks[seat] for seat in self.order],
            "actions": self.actions,
            "hand": setup.hand,
            "seats": self.order,
            "seat_count": max(self.order),
            "finishing_stacks": [stacks[seat] for seat in self.order],
        }
        if names:
            fields["players"] = [names.get(seat, f"seat {seat}") for seat in self.order]
        fields["_game"] = setup.game
        fields["_rules"] = msgspec.to_builtins(rules, str_keys=True)
        fields["_setup"] = _places(setup)
        if rules.limit == "fixed" and self.most_wagers > _READERS_CAP:
            fields["_bets_in_a_round"] = self.most_wagers
        if self.rake:
            fields["_rake"] = self.rake
        if setup.kill is not None:
            fields["_kill"] = {"player": self.player[setup.kill.seat], "size": setup.kill.size}
        fields |= extra
        return "".join(f"{key} = {_toml(value)}\n" for key, value in fields.items())

    def _stakes(self, rules: Rules) -> dict[str, object]:
        stakes: dict[str, object] = {}
        if self.brings_in:
            stakes["bring_in"] = rules.bring_in_size()
        else:
            stakes["blinds_or_straddles"] = self._amounts(self.blinds)
        if rules.limit == "fixed":
            size = self.setup.kill.size if self.setup.kill is not None else ""
            stakes["small_bet"] = killed(rules.small_bet, size)
            stakes["big_bet"] = killed(rules.big_bet_size(), size)
        else:
            stakes["min_bet"] = rules.min_bet or (
                rules.bring_in_size() if self.brings_in else max(rules.blind_sizes())
            )
        return stakes

    def _amounts(self, by_seat: Mapping[int, int]) -> list[int]:
        """Return amounts in player order; two players' stand reversed, as PHH posts them so."""
        amounts = [by_seat[seat] for seat in self.order]
        if len(amounts) == 2 and not self.brings_in:
            amounts.reverse()
        return amounts


def _places(setup: HandSetup) -> dict[str, object]:
    """Return what else a reader needs to deal the very same hand."""
    places: dict[str, object] = {"button": setup.button, "blind_seats": setup.blind_seats}
    if setup.posts:
        places["posts"] = msgspec.to_builtins(setup.posts)
    if setup.straddle is not None:
        places["straddle"] = msgspec.to_builtins(setup.straddle)
    if setup.kill is not None:
        places["kill"] = msgspec.to_builtins(setup.kill)
    return places


def _toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case _LocalTime():
            return str(value)
        case str():
            return _toml_string(value)
        case Mapping():
            inner = ", ".join(f"{key} = {_toml(item)}" for key, item in value.items())
            return f"{{ {inner} }}"
        case Sequence():
            return f"[{', '.join(_toml(item) for item in value)}]"
        case _:
            raise TypeError(f"PHH has no form for {type(value).__name__}")


def _toml_string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return (
        '"' + "".join(c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}" for c in escaped) + '"'
    )
