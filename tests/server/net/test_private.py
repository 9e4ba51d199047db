"""Private tables: opened by anybody, entered by invitation, ruled by their host, gone when unused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from support.room import Caller, TestRoom, event, of
from twisted.internet.defer import Deferred

from greenfelt.protocol import messages as msg
from greenfelt.server.games.poker import MIXES, VARIANTS
from greenfelt.server.net.host import rebuild
from greenfelt.server.net.tries import AT_ONCE
from greenfelt.server.room.settings import PrivateTables, Settings, TableSettings
from greenfelt.server.store.recovery import Stored
from greenfelt.server.tables.config import TableConfig


def code(answers: list[msg.Answer]) -> str:
    (error,) = of(answers, msg.Error)
    return error.code


def opened(caller: Caller, kind: str = "badugi", name: str = "Den", password: str = "") -> Any:
    (invite,) = of(caller.send(msg.OpenTable, kind, name, password), msg.Invite)
    return invite


class TestKinds:
    def test_every_game_and_mix_is_a_kind(self, room: TestRoom) -> None:
        (ann,) = room.signed_in("Ann")
        (kinds,) = ann.send(msg.ListKinds)
        assert {kind.name for kind in kinds.kinds} == set(VARIANTS) | set(MIXES)
        texts = {kind.name: kind.text for kind in kinds.kinds}
        assert texts["badugi"] == "Badugi, 10/20 fixed, blinds 5/10, 6 seats"
        assert texts["horse"].startswith("mix of 5 games, every 8 hands, 10/20 fixed")
        assert "dealer's choice" in texts["choice"]

    def test_they_are_put_in_words_once_however_often_they_are_asked_for(
        self, room: TestRoom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (ann,) = room.signed_in("Ann")
        (first,) = ann.send(msg.ListKinds)
        monkeypatch.delattr(TableSettings, "configs")
        (again,) = ann.send(msg.ListKinds)
        assert again.kinds == first.kinds

    def test_an_operator_adds_kinds_by_name(self) -> None:
        home = TableSettings(name="home game", game="stud8", seats=4)
        room = TestRoom(settings=Settings(kinds=[home]))
        (ann,) = room.signed_in("Ann")
        table = opened(ann, "home game").table
        assert room.room.host(table).table.config.max_seats == 4
        room.room.close()


class TestOpening:
    def test_the_table_is_listed_as_private_and_kept_in_the_store(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        table = opened(ann, "horse", "Ann's den").table
        (tables,) = bob.send(msg.ListTables)
        row = tables.rows[-1]
        assert (row.table, row.name, row.private, row.mix) == (table, "Ann's den", True, "horse")
        config = msgspec.json.decode(room.log.definitions[table], type=TableConfig)
        assert config == room.room.host(table).table.config

    @pytest.mark.parametrize(
        ("kind", "name", "expected"),
        [
            ("chess", "Den", "unknown-kind"),
            ("badugi", "", "bad-table-name"),
            ("badugi", "\x1b\u202e", "bad-table-name"),
            ("badugi", "x" * 33, "bad-table-name"),
            ("badugi", "oslo", "bad-table-name"),
        ],
    )
    def test_what_cannot_be_opened_is_refused(
        self, room: TestRoom, kind: str, name: str, expected: str
    ) -> None:
        (ann,) = room.signed_in("Ann")
        assert code(ann.send(msg.OpenTable, kind, name)) == expected
        assert len(list(room.room.hosts)) == 1

    def test_one_player_and_all_together_open_only_so_many(self) -> None:
        room = TestRoom(settings=Settings(private=PrivateTables(most=2, per_account=1)))
        ann, bob, cid = room.signed_in("Ann", "Bob", "Cid")
        opened(ann, name="one")
        assert code(ann.send(msg.OpenTable, "badugi", "two")) == "too-many-tables"
        opened(bob, name="two")
        assert code(cid.send(msg.OpenTable, "badugi", "three")) == "too-many-tables"
        room.room.close()


class TestEntering:
    def test_strangers_neither_watch_nor_sit_nor_wait(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        table = opened(ann, password="sesame").table
        assert code(bob.send(msg.Watch, table)) == "not-admitted"
        assert code(bob.send(msg.Sit, table, 500)) == "not-admitted"
        assert code(bob.send(msg.Wait, table)) == "not-admitted"
        assert code(bob.send(msg.AskInvite, table)) == "not-admitted"
        assert isinstance(ann.send(msg.Sit, table, 500)[-1], msg.Done), "the host is at home"

    def test_the_password_lets_in_for_good(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        table = opened(ann, password="sesame").table
        assert code(bob.send(msg.Enter, table, "open")) == "wrong-password"
        assert code(bob.send(msg.Enter, table)) == "wrong-password"
        assert isinstance(bob.send(msg.Enter, table, "sesame")[-1], msg.Done)
        assert isinstance(bob.send(msg.Sit, table, 500)[-1], msg.Done)
        bob.lose()
        (bob,) = room.signed_in("Bob")
        assert isinstance(bob.send(msg.Watch, table)[-1], msg.Done)

    def test_who_was_let_in_is_remembered_over_a_restart(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        table = opened(ann, password="sesame").table
        bob.send(msg.Enter, table, "sesame")
        config = room.room.host(table).table.config
        entries = [(entry.after, entry.events) for entry in room.log.entries]
        again = rebuild(Stored(table, 0, None, entries), config, room.room.deck)
        assert again.admits("bob")
        assert not again.admits("cid")

    def test_an_invitation_lets_in_and_can_be_passed_on(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        invite = opened(ann)
        assert code(bob.send(msg.Enter, invite.table, "", "x")) == "wrong-password"
        assert isinstance(bob.send(msg.Enter, invite.table, "", invite.key)[-1], msg.Done)
        (passed_on,) = bob.send(msg.AskInvite, invite.table)
        assert passed_on.key == invite.key

    def test_a_password_is_not_guessed_on(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        table = opened(ann, password="sesame").table
        answers = [code(bob.send(msg.Enter, table, str(at))) for at in range(11)]
        assert answers == ["wrong-password"] * 10 + ["rate-limited"]

    def test_a_new_connection_does_not_help_who_guesses_it(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        table = opened(ann, password="sesame").table
        for at in range(10):
            bob.send(msg.Enter, table, str(at))
        bob.lose()
        (bob,) = room.signed_in("Bob")
        assert code(bob.send(msg.Enter, table, "sesame")) == "rate-limited"
        room.clock.advance(61)
        assert isinstance(bob.send(msg.Enter, table, "sesame")[-1], msg.Done)

    def test_nor_is_it_guessed_by_many_tries_at_once(
        self, room: TestRoom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        table = opened(ann, password="sesame").table
        hashing: list[Deferred[None]] = []

        def later(function: Callable[[], bool]) -> Deferred[bool]:
            hashing.append(Deferred())
            return hashing[-1].addCallback(lambda _: function())  # type: ignore[return-value]

        monkeypatch.setattr(room.log, "compute", later)
        for at in range(40):
            bob.send(msg.Enter, table, str(at))
        assert len(hashing) == AT_ONCE
        for each in hashing:  # it grows meanwhile
            each.callback(None)
        room.turn()
        assert len(hashing) == 10 + AT_ONCE - 1
        codes = [error.code for error in of(bob.read(), msg.Error)]
        assert codes.count("wrong-password") == len(hashing)
        assert codes.count("rate-limited") == 40 - len(hashing)

    def test_neither_password_nor_key_is_told_to_anybody_else(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        invite = opened(ann, password="sesame")
        bob.send(msg.Enter, invite.table, "sesame")
        bob.send(msg.Watch, invite.table)
        bob.send(msg.ListTables)
        seen = bob.transport.value()
        assert invite.key.encode() not in seen
        assert b"sesame" not in seen
        assert b"sesame" not in room.log.definitions[invite.table]


class TestHosts:
    def test_the_host_pauses_and_resumes(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        invite = opened(ann)
        bob.send(msg.Enter, invite.table, "", invite.key)
        ann.send(msg.Watch, invite.table)
        assert code(bob.send(msg.PauseTable, invite.table)) == "not-host"
        answers = ann.send(msg.PauseTable, invite.table)
        assert event(answers, msg.Notice).text == "the table is paused: by its host"
        assert room.room.host(invite.table).table.state.paused
        ann.send(msg.PauseTable, invite.table, False)
        assert not room.room.host(invite.table).table.state.paused

    def test_who_is_in_a_hand_is_not_locked_in_it_by_the_host(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        invite = opened(ann)
        bob.send(msg.Enter, invite.table, "", invite.key)
        for caller in (ann, bob):
            caller.send(msg.Sit, invite.table, 500)
        room.clock.advance(3)
        room.turn()
        table = room.room.host(invite.table).table
        assert table.state.running
        answers = ann.send(msg.PauseTable, invite.table)
        assert event(answers, msg.Notice).text == "when this hand is over the host pauses the table"
        caller = (ann, bob)[table.state.clock.seat - 1]
        caller.send(msg.Act, invite.table, table.state.hand, table.hand.turn, "fold")
        assert table.state.paused == "by its host"
        assert isinstance(bob.send(msg.StandUp, invite.table)[-1], msg.Done)
        assert not table.seat_of("bob")

    def test_nobody_is_the_host_of_a_public_table(self, room: TestRoom) -> None:
        (ann,) = room.seated("Ann")
        assert code(ann.send(msg.PauseTable, 1)) == "not-host"
        assert code(ann.send(msg.CloseTable, 1)) == "not-host"

    def test_a_closed_table_goes_and_its_number_is_never_used_again(self, room: TestRoom) -> None:
        (ann,) = room.signed_in("Ann")
        table = opened(ann).table
        ann.send(msg.Sit, table, 500)
        assert isinstance(ann.send(msg.CloseTable, table)[-1], msg.Done)
        room.clock.advance(1.1)
        room.turn()
        assert table not in room.log.definitions
        assert code(ann.send(msg.Watch, table)) == "unknown-table"
        assert opened(ann, name="Den").table == table + 1
        ann.lose()

    def test_who_watched_a_table_that_is_gone_leaves_without_trouble(self, room: TestRoom) -> None:
        ann, bob = room.signed_in("Ann", "Bob")
        invite = opened(ann)
        bob.send(msg.Enter, invite.table, "", invite.key)
        bob.send(msg.Watch, invite.table)
        bob.send(msg.Sit, 1, 500)
        (newer,) = room.signed_in("Bob")
        ann.send(msg.CloseTable, invite.table)
        room.clock.advance(1.1)
        room.turn()
        assert len(list(room.room.hosts)) == 1
        bob.lose()
        newer.lose()
        assert room.table.state.seats[1].away

    def test_a_table_that_nobody_uses_closes(self) -> None:
        room = TestRoom(settings=Settings(private=PrivateTables(idle_minutes=1)))
        (ann,) = room.signed_in("Ann")
        table = opened(ann).table
        ann.send(msg.Watch, table)
        for _ in range(100):
            ann.send(msg.Ping)
            room.clock.advance(1)
        assert code(ann.send(msg.PauseTable, 99)) == "unknown-table"
        assert isinstance(ann.send(msg.Unwatch, table)[-1], msg.Done)
        for _ in range(65):
            ann.send(msg.Ping)
            room.clock.advance(1)
        assert code(ann.send(msg.Watch, table)) == "unknown-table"
        room.room.close()
