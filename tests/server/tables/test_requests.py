"""A client's request becomes a command for the account of its session."""

from __future__ import annotations

import pytest

from greenfelt.protocol import messages as msg
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.errors import BadCards
from greenfelt.server.tables.requests import TableRequest, command_of


@pytest.mark.parametrize(
    ("request_", "command"),
    [
        (msg.Sit(1, 7, 200, 3), cmd.Sit("a1", "ann", 200, 3, True)),
        (msg.Sit(1, 7, 200, 0, True), cmd.Sit("a1", "ann", 200, 0, True, True)),
        (msg.StandUp(1, 7), cmd.StandUp("a1")),
        (msg.SitOut(1, 7), cmd.SitOut("a1")),
        (msg.SitIn(1, 7), cmd.SitIn("a1")),
        (msg.SitIn(1, 7, True), cmd.SitIn("a1", True)),
        (msg.Straddle(1, 7), cmd.WishStraddle("a1", True)),
        (msg.Straddle(1, 7, False), cmd.WishStraddle("a1", False)),
        (msg.Choose(1, 7, "stud"), cmd.ChooseGame("a1", "stud")),
        (msg.TopUp(1, 7, 50), cmd.TopUp("a1", 50)),
        (msg.Say(1, 7, "hi"), cmd.Say("a1", "ann", "hi")),
        (msg.Act(1, 7, 4, 9, "raise", 20), cmd.Act("a1", 4, 9, "raise", 20)),
        (msg.Act(1, 7, 4, 9, "draw", 0, "2c2d"), cmd.Act("a1", 4, 9, "draw", 0, (0, 1))),
    ],
)
def test_each_request_has_its_command(request_: TableRequest, command: cmd.AnyCommand) -> None:
    assert command_of(request_, "a1", "ann", True) == command


@pytest.mark.parametrize("cards", ["10d", "1d", "Tx", "td", "AsAs", "A"])
def test_cards_that_cannot_be_read_are_refused(cards: str) -> None:
    with pytest.raises(BadCards):
        command_of(msg.Act(1, 7, 4, 9, "draw", 0, cards), "a1", "ann", False)


def test_more_text_than_cards_can_have_is_not_read() -> None:
    with pytest.raises(BadCards, match="at most 100 characters"):
        command_of(msg.Act(1, 7, 4, 9, "draw", 0, "As" * 51), "a1", "ann", False)
