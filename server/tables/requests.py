"""From a client's request to a table command; the account comes from the session."""

from __future__ import annotations

from greenfelt.evaluators.cards import CardError, parse_cards
from greenfelt.protocol import messages
from greenfelt.server.tables import commands as cmd
from greenfelt.server.tables.errors import BadCards

_LONGEST_CARDS = 100
"""Characters of an action's cards; a hand has a few, and reading 60,000 takes 20 ms."""

TableRequest = (
    messages.Sit
    | messages.Wait
    | messages.StopWaiting
    | messages.StandUp
    | messages.SitOut
    | messages.SitIn
    | messages.Straddle
    | messages.Choose
    | messages.TopUp
    | messages.Act
    | messages.Show
    | messages.Say
)


def command_of(request: TableRequest, account: str, name: str, bot: bool) -> cmd.AnyCommand:
    """Return the command that a signed-in account's request stands for.

    Raises BadCards when the cards of an action cannot be read.
    """
    match request:
        case messages.Act():
            if len(request.cards) > _LONGEST_CARDS:
                raise BadCards(f"an action's cards have at most {_LONGEST_CARDS} characters")
            try:
                cards = parse_cards(request.cards) if request.cards else ()
            except CardError as error:
                raise BadCards(str(error)) from error
            return cmd.Act(
                account, request.hand, request.turn, request.do, request.amount, cards, request.on
            )
        case messages.Sit():
            return cmd.Sit(account, name, request.buy_in, request.seat, bot, request.post or None)
        case messages.StandUp():
            return cmd.StandUp(account)
        case messages.Wait():
            return cmd.Wait(account, name)
        case messages.StopWaiting():
            return cmd.StopWaiting(account)
        case messages.Show():
            return cmd.Show(account)
        case messages.SitOut():
            return cmd.SitOut(account, request.at_big_blind)
        case messages.SitIn():
            return cmd.SitIn(account, request.post or None)
        case messages.Straddle():
            return cmd.WishStraddle(account, request.on)
        case messages.Choose():
            return cmd.ChooseGame(account, request.game)
        case messages.TopUp():
            return cmd.TopUp(account, request.amount)
        case messages.Say():
            return cmd.Say(account, name, request.text)
