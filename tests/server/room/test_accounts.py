"""Names that can be shown, secrets that open, and what the ledger books."""

from __future__ import annotations

import pytest

from greenfelt.server.games.casino.money import dollars
from greenfelt.server.room.accounts import (
    Account,
    account_key,
    check_secret,
    hash_secret,
    opens,
)
from greenfelt.server.room.errors import BadName, BadSecret, NotEnoughChips, ReservedName
from greenfelt.server.room.ledger import CAGE, HOUSE, RAKE, Move, booked, table_account
from greenfelt.server.room.names import RESERVED, check_new_name, skeleton
from greenfelt.server.room.purse import Purses
from greenfelt.server.tables.outcome import MoneyMove


@pytest.mark.parametrize(
    "name", ["a", "Ann", "Zoë", "李小龍", "O'Neil", "Jean-Luc", "bot 7", "x" * 20, "7up", "n.n_"]
)
def test_names_that_people_have(name: str) -> None:
    assert account_key(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 21,
        " Ann",
        "Ann ",
        "A  B",
        "!house",
        "-Ann",
        "Ann\x00",
        "Ann\x1b[31m",
        "Ann\n",
        "An\u200bn",
        "\u202eAnn",
        "\ufeffAnn",
        "\u0301Ann",
        "A\u0308",
        "Ann♠",
        "a/b",
        "A\ud800",
    ],
)
def test_names_that_could_harm_or_deceive(name: str) -> None:
    with pytest.raises(BadName):
        account_key(name)


def test_names_that_look_alike_are_one_account() -> None:
    assert account_key("Ann") == account_key("ANN") == account_key("ａｎｎ")
    assert account_key("straße") == account_key("STRASSE")


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Paul", "PauI"),
        ("Paul", "pau1"),
        ("Otto", "0tt0"),
        ("Zoë", "Zoe"),
        ("Łukasz", "Lukasz"),
        ("Jean-Luc", "jean.luc"),
        ("Ann", "Ann_"),
        ("Arne", "Ame"),
        ("Walt", "VValt"),
        ("Ann", "ａｎｎ"),
    ],
)
def test_names_that_a_quick_eye_takes_for_each_other_have_one_skeleton(
    name: str, alike: str
) -> None:
    assert skeleton(name) == skeleton(alike)


@pytest.mark.parametrize(
    ("name", "other"),
    [("bot-1", "bot-2"), ("w1-11", "w11-1"), ("Ann", "Anna"), ("Bob", "Rob"), ("Kim", "Tim")],
)
def test_names_that_differ_have_different_skeletons(name: str, other: str) -> None:
    assert skeleton(name) != skeleton(other)


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë", "O'Neil", "Jean-Luc", "bot 7", "7up", "n.n_", "Ștefan", "777", "Banks"]
)
def test_names_that_may_be_claimed(name: str) -> None:
    check_new_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *sorted(RESERVED),
        "ADMIN",
        "Adm1n",
        "ádmin",
        "admin 7",
        "Admin_",
        "The House",
        "House Ada",
        "Floor Manager",
        "Pit Boss",
        "h0use",
        "dea1er",
        "Dealer 2",
        "Greenfelt Staff",
    ],
)
def test_names_that_speak_for_the_house_are_kept(name: str) -> None:
    assert account_key(name)
    with pytest.raises(ReservedName):
        check_new_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Аnn",
        "Pаul",
        "Ραul",
        "Мария",
        "李小龍",
        "ａｄｍｉｎ",
        "Ann²",
        "Ann１",
        "Ⅳan",
        "𝐀nn",
        "ᴀnn",
        "aǃ",
    ],
)
def test_other_alphabets_cannot_be_claimed(name: str) -> None:
    assert account_key(name)
    with pytest.raises(BadName, match="Latin"):
        check_new_name(name)


def test_a_secret_is_kept_as_a_salted_digest() -> None:
    digest = hash_secret("open sesame", b"salt one")
    assert digest != hash_secret("open sesame", b"salt two")
    account = Account("ann", "Ann", 0, False, b"salt one", digest, "scrypt:4096:8:1")
    assert opens(account, "open sesame")
    assert not opens(account, "open Sesame")
    with pytest.raises(ValueError, match="unknown way"):
        hash_secret("x", b"", "md5:1")


@pytest.mark.parametrize("secret", ["", "short", "x" * 257])
def test_secrets_of_no_use_are_refused(secret: str) -> None:
    with pytest.raises(BadSecret):
        check_secret(secret)


def test_what_crosses_the_edge_of_a_table_is_booked_from_one_account_to_another() -> None:
    moves = [
        MoneyMove("3-1", "buy-in", "ann", -500),
        MoneyMove("3-2", "rake", "", 4),
        MoneyMove("3-3", "cash-out", "ann", 496),
    ]
    assert booked(3, moves) == (
        Move("3-1", "ann", table_account(3), 500, "buy-in"),
        Move("3-2", table_account(3), RAKE, 4, "rake"),
        Move("3-3", table_account(3), "ann", 496, "cash-out"),
    )


def test_only_cage_and_house_may_go_below_zero() -> None:
    assert Move("1", "ann", CAGE, 1, "x").floored
    assert Move("1", table_account(1), "ann", 1, "x").floored
    assert not Move("1", CAGE, "ann", 1, "grant").floored
    assert not Move("1", HOUSE, "ann", 1, "win").floored


def test_chips_are_taken_when_decided_and_given_when_committed() -> None:
    purses = Purses()
    assert purses.know("ann", 100) == 100
    out, back = [MoneyMove("1", "buy-in", "ann", -60)], [MoneyMove("2", "cash-out", "ann", 75)]
    purses.take(out)
    with pytest.raises(NotEnoughChips, match="you hold 40"):
        purses.check("ann", 41)
    with pytest.raises(NotEnoughChips, match=r"hold \$0\.40 .* takes \$0\.41"):
        purses.check("ann", 41, dollars)
    purses.undo(out)
    assert purses.balance("ann") == 100
    purses.take(out)
    purses.give(out)
    purses.take(back)
    assert purses.balance("ann") == 40
    purses.give(back)
    assert purses.know("ann", 999) == 115, "what the server knows is newer than what was read"
    purses.give([MoneyMove("3", "cash-out", "bob", 5)])
    assert not purses.knows("bob"), "who never came here is read from the store when he does"


def test_accounts_whose_chips_move_while_the_store_is_read_are_told() -> None:
    purses = Purses()
    for account in ("ann", "bob", "cid", "dora"):
        purses.know(account, 100)
    before, meanwhile = [MoneyMove("1", "buy-in", "ann", -60)], [MoneyMove("2", "grant", "bob", 9)]
    purses.take(before)
    over = [MoneyMove("3", "cash-out", "cid", 5)]
    purses.take(over)
    purses.give(over)
    with purses.moved() as moved:
        assert set(moved) == {"ann"}, "cid's move was over"
        purses.take(meanwhile)
        purses.undo(meanwhile)
        purses.give(before)
    assert set(moved) == {"ann", "bob"}
    with purses.moved() as moved:
        assert not moved


def test_who_is_gone_is_forgotten_when_nothing_was_heard_of_him_for_a_while() -> None:
    purses = Purses()
    for account in ("ann", "bob", "cid", "dora"):
        purses.know(account, 100)
    buy_in, late = [MoneyMove("1", "buy-in", "bob", -60)], [MoneyMove("2", "cash-out", "cid", 5)]
    purses.take(buy_in)
    purses.forget({"dora"})
    assert purses.knows("ann"), "somebody may have read what he holds and not told it yet"
    purses.take(late)
    purses.give(late)
    purses.forget({"dora"})
    assert [purses.knows(account) for account in ("ann", "bob", "cid", "dora")] == [
        False,
        True,
        True,
        True,
    ]
    purses.undo(buy_in)
    assert purses.balance("bob") == 100
    assert purses.know("ann", 70) == 70
    for _ in range(2):
        purses.forget({"dora"})
    assert purses.accounts == ["dora"]
