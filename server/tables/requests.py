"""From a client's request to a table command; the account comes from the session."""

from __future__ import annotations

from greenfelt.protocol import messages

from greenfelt.server.tables.commands import AnyCommand

TableRequest = (
    messages.Sit
    | messages.StandUp
    | messages.SitOut
    | messages.SitIn
    | messages.TopUp
    | messages.Act
    | messages.Say
)


def command_of(request: TableRequest, account: str, name: str, bot: bool) -> AnyCommand:
    """Return the command that a signed-in account's request stands for.

    Raises Refused (code "bad-cards") when the cards of an action cannot be read.
    """
    raise NotImplementedError
