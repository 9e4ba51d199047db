"""The lobby: its list and filters, its talk, and who does not hear whom."""

from __future__ import annotations

from typing import Any

import pytest
from support.room import TestRoom, event, of

from greenfelt.protocol import messages as msg
from greenfelt.server.engine.rules import Rules
from greenfelt.server.games.poker import MIXES
from greenfelt.server.net import rows
from greenfelt.server.room.lobby import lobby_row
from greenfelt.server.room.settings import Limits, Lobby, Settings
from greenfelt.server.tables.config import TableConfig
from greenfelt.server.tables.rotation import Rotation
from greenfelt.server.tables.table import Table


def code(answers: list[msg.Answer]) -> str:
    (error,) = of(answers, msg.Error)
    return error.code


def names(caller: Any, *wanted: Any) -> list[str]:
    (tables,) = of(caller.send(msg.ListTables, *wanted), msg.Tables)
    return [row.name for row in tables.rows]


@pytest.fixture(name="many")
def many_tables(room: TestRoom) -> TestRoom:
    """Oslo (Badugi), a razz, a heads-up no-limit hold'em, and HORSE."""
    room.add_table("Rome", "razz")
    room.add_table("Kyiv", "holdem", rules=Rules(small_bet=10, limit="no"), max_seats=2)
    horse = TableConfig(
        name="Ascot",
        rotation=Rotation.of(MIXES["horse"], Rules(small_bet=10)),
        max_seats=6,
        min_buy_in=100,
        max_buy_in=1_000,
    )
    room.room.add_table(Table(room.room.next_table_number(), horse, room.room.deck))
    return room


class TestList:
    def test_without_a_wish_all_tables_are_listed(self, many: TestRoom) -> None:
        (ann,) = many.signed_in("Ann")
        assert names(ann) == ["Oslo", "Rome", "Kyiv", "Ascot"]

    def test_the_balance_comes_with_it_as_it_is_now(self, many: TestRoom) -> None:
        (ann,) = many.signed_in("Ann")
        (before,) = of(ann.send(msg.ListTables), msg.Tables)
        ann.send(msg.Sit, 1, 400)
        (after,) = of(ann.send(msg.ListTables, "chess"), msg.Tables)
        assert after.balance == before.balance - 400

    @pytest.mark.parametrize(
        ("wanted", "expected"),
        [
            (("badugi",), ["Oslo"]),
            (("razz",), ["Rome", "Ascot"]),
            (("horse",), ["Ascot"]),
            (("chess",), []),
            (("", "no"), ["Kyiv"]),
            (("", "fixed"), ["Oslo", "Rome", "Ascot"]),
            (("", "", 2), ["Kyiv"]),
            (("razz", "fixed", 6), ["Rome", "Ascot"]),
            (("", "", 0, 1), ["Oslo", "Kyiv"]),
            (("", "", 0, 0, 1), []),
            (("", "", 0, 0, 0, True), ["Oslo", "Rome", "Ascot"]),
        ],
    )
    def test_it_can_be_narrowed(
        self, many: TestRoom, wanted: tuple[Any, ...], expected: list[str]
    ) -> None:
        many.seated("Bob", table=1)
        many.seated("Cid", "Dan", table=3)
        (ann,) = many.signed_in("Ann")
        assert names(ann, *wanted) == expected

    def test_only_lines_that_changed_are_made_again(
        self, many: TestRoom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (ann,) = many.signed_in("Ann")
        names(ann)
        made: list[str] = []

        def counted(table: Any, *arguments: Any) -> msg.TableRow:
            made.append(table.config.name)
            return lobby_row(table, *arguments)

        monkeypatch.setattr(rows, "lobby_row", counted)
        names(ann)
        assert made == []
        ann.send(msg.Watch, 2)
        many.seated("Bob", table=3)
        (tables,) = of(ann.send(msg.ListTables), msg.Tables)
        assert made == ["Rome", "Kyiv"]
        assert [(row.players, row.watchers) for row in tables.rows] == [
            (0, 0),
            (0, 1),
            (1, 0),
            (0, 0),
        ]

    def test_what_somebody_must_come_back_with_is_told_to_nobody_else(self, many: TestRoom) -> None:
        callers = many.seated("Ann", "Bob", buy_in=800)
        (before,) = of(callers[0].send(msg.ListTables), msg.Tables)
        many.begin_hand()
        callers[0].send(msg.StandUp, 1)
        many.clock.pump([10] * 8)
        cid = many.signed_in("Cid")[0]
        for caller in (cid, callers[0], cid):
            caller.read()
            (tables,) = of(caller.send(msg.ListTables), msg.Tables)
            own = many.table.state.departed["ann"].amount if caller is callers[0] else 100
            assert own > 100 or caller is cid
            assert tables.rows[0].min_buy_in == own
        assert before.rows[0].min_buy_in == 100

    def test_a_row_says_what_people_choose_by(self, many: TestRoom) -> None:
        (ann,) = many.signed_in("Ann")
        (tables,) = ann.send(msg.ListTables)
        oslo, _, kyiv, ascot = tables.rows
        assert (oslo.limit, oslo.mix, oslo.private, oslo.waiting) == ("fixed", "", False, 0)
        assert (kyiv.limit, kyiv.seats) == ("no", 2)
        assert (ascot.mix, ascot.game) == ("horse", "holdem")

    def test_the_average_pot_is_that_of_the_last_hands(self, room: TestRoom) -> None:
        ann, bob = room.seated("Ann", "Bob")
        for _ in range(2):
            room.clock.advance(10)
            room.turn()
            seat = room.table.state.clock.seat
            turn = room.table.hand.turn
            (ann, bob)[seat - 1].send(msg.Act, 1, room.table.state.hand, turn, "fold")
        (tables,) = of(ann.send(msg.ListTables), msg.Tables)
        assert tables.rows[0].average_pot == 10, "two small blinds of 5, one of them called dead"
        assert names(ann, "", "", 0, 0, 10) == ["Oslo"]
        assert names(ann, "", "", 0, 0, 11) == []

    def test_the_buy_in_is_the_askers_own(self, room: TestRoom) -> None:
        ann, bob = room.seated("Ann", "Bob", buy_in=700)
        ann.send(msg.StandUp, 1)
        (tables,) = of(ann.send(msg.ListTables), msg.Tables)
        assert (tables.rows[0].min_buy_in, tables.rows[0].max_buy_in) == (700, 1_000)
        (tables,) = of(bob.send(msg.ListTables), msg.Tables)
        assert tables.rows[0].min_buy_in == 100
        assert code(ann.send(msg.Sit, 1, 699)) == "short-return"
        assert isinstance(ann.send(msg.Sit, 1, 700)[-1], msg.Done)


class TestTalk:
    def test_what_is_said_is_heard_by_all_who_listen(self, room: TestRoom) -> None:
        ann, bob, cid = room.signed_in("Ann", "Bob", "Cid")
        ann.send(msg.Watch, 0)
        bob.send(msg.Watch, 0)
        answers = ann.send(msg.Say, 0, "hello")
        assert answers == [msg.Talk("Ann", "hello"), msg.Done(answers[-1].id)]
        assert bob.read() == [msg.Talk("Ann", "hello")]
        assert cid.read() == []
        bob.send(msg.Unwatch, 0)
        ann.send(msg.Say, 0, "still there?")
        assert bob.read() == []

    def test_only_listeners_talk(self, room: TestRoom) -> None:
        (ann,) = room.signed_in("Ann")
        assert code(ann.send(msg.Say, 0, "hello")) == "not-watching"

    def test_newcomers_are_shown_the_last_lines(self) -> None:
        room = TestRoom(settings=Settings(lobby=Lobby(lines=2)))
        ann, bob = room.signed_in("Ann", "Bob")
        ann.send(msg.Watch, 0)
        for line in ("one", "two", "three"):
            ann.send(msg.Say, 0, line)
        assert [talk.text for talk in of(bob.send(msg.Watch, 0), msg.Talk)] == ["two", "three"]
        assert of(bob.send(msg.Watch, 0), msg.Talk) == []
        room.room.close()

    @pytest.mark.parametrize(
        ("text", "heard"),
        [
            ("\x1b[2J\x1b[Hgone", "[2J[Hgone"),
            ("a\u202eb\u2066c\u200bd", "abcd"),
            ("two\nlines\u2028three", "two lines three"),
            ("z" + "\u0301" * 50, "ź\u0301\u0301"),
            (
                "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace") + "x",
                "\ufffd" * 3 + "x",
            ),
        ],
    )
    def test_control_and_format_characters_are_made_inert(
        self, room: TestRoom, text: str, heard: str
    ) -> None:
        """Cases 52 and 87."""
        ann, bob = room.signed_in("Ann", "Bob")
        for caller in (ann, bob):
            caller.send(msg.Watch, 0)
        ann.send(msg.Say, 0, text)
        assert bob.read() == [msg.Talk("Ann", heard)]

    @pytest.mark.parametrize("text", ["", " \n", "\x1b", "x" * 201])
    def test_a_line_has_a_length(self, room: TestRoom, text: str) -> None:
        (ann,) = room.signed_in("Ann")
        ann.send(msg.Watch, 0)
        assert code(ann.send(msg.Say, 0, text)) == "bad-text"

    def test_a_line_has_its_time_in_the_lobby_and_at_tables_together(self) -> None:
        room = TestRoom(limits=Limits(chats_per_second=0.5, chat_burst=2))
        (ann,) = room.signed_in("Ann")
        ann.send(msg.Watch, 0)
        ann.send(msg.Watch, 1)
        assert isinstance(ann.send(msg.Say, 0, "one")[-1], msg.Done)
        assert isinstance(ann.send(msg.Say, 1, "two")[-1], msg.Done)
        (error,) = of(ann.send(msg.Say, 0, "three"), msg.Error)
        assert (error.code, 1_900 < error.retry_ms <= 2_001) == ("rate-limited", True)
        room.clock.advance(2.1)
        assert isinstance(ann.send(msg.Say, 0, "three")[-1], msg.Done)
        room.room.close()

    def test_a_new_connection_gives_nobody_more_lines(self) -> None:
        room = TestRoom(limits=Limits(chats_per_second=0.001, chat_burst=2))
        for lines in (2, 0):
            (ann,) = room.signed_in("Ann")
            ann.send(msg.Watch, 0)
            answers = [ann.send(msg.Say, 0, "hi")[-1] for _ in range(3)]
            assert sum(isinstance(answer, msg.Done) for answer in answers) == lines
            ann.lose()
        room.clock.advance(120)
        room.signed_in("Bob")
        room.clock.advance(1)
        assert not room.room._chats, "nothing is kept of who is gone"
        room.room.close()


class TestMutes:
    def test_who_is_muted_is_not_heard_in_the_lobby(self, room: TestRoom) -> None:
        ann, bob, cid = room.signed_in("Ann", "Bob", "Cid")
        for caller in (ann, bob, cid):
            caller.send(msg.Watch, 0)
        assert isinstance(bob.send(msg.Mute, "ann")[-1], msg.Done)
        ann.send(msg.Say, 0, "hello")
        assert bob.read() == []
        assert cid.read() == [msg.Talk("Ann", "hello")]
        bob.send(msg.Mute, "Ann", False)
        ann.send(msg.Say, 0, "again")
        assert bob.read() == [msg.Talk("Ann", "again")]

    def test_at_a_table_versions_go_on_without_the_words(self, room: TestRoom) -> None:
        ann, bob = room.seated("Ann", "Bob")
        bob.send(msg.Mute, "Ann")
        bob.read()
        ann.send(msg.Say, 1, "hello")
        (update,) = bob.read()
        assert update.events == []
        ann.send(msg.StandUp, 1)
        (following,) = bob.read()
        assert following.since == update.version
        assert event([following], msg.Stood).name == "Ann"

    def test_a_mute_outlasts_the_connection(self, room: TestRoom) -> None:
        ann, bob = room.seated("Ann", "Bob")
        bob.send(msg.Mute, "Ann")
        bob.lose()
        (bob,) = room.signed_in("Bob")
        bob.send(msg.Watch, 1)
        ann.send(msg.Say, 1, "hello")
        assert all(not of(update.events, msg.Chat) for update in of(bob.read(), msg.Update))

    @pytest.mark.parametrize("name", ["", "\x1b", "Bob"])
    def test_a_mute_needs_somebody_elses_name(self, room: TestRoom, name: str) -> None:
        (bob,) = room.signed_in("Bob")
        assert code(bob.send(msg.Mute, name)) == "unknown-name"

    def test_whom_the_floor_mutes_talks_nowhere(self, room: TestRoom) -> None:
        (ann,) = room.seated("Ann")
        ann.send(msg.Watch, 0)
        room.room.talk.silence("ann", "be kind")
        (error,) = of(ann.send(msg.Say, 1, "hello"), msg.Error)
        assert (error.code, error.text) == ("muted", "the floor has muted you: be kind")
        assert code(ann.send(msg.Say, 0, "hello")) == "muted"
        room.room.talk.silence("ann", "")
        assert isinstance(ann.send(msg.Say, 1, "hello")[-1], msg.Done)
