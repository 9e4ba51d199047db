"""What is said above everything else: a broken connection, a turn elsewhere, a question before quitting."""

from __future__ import annotations

from collections.abc import Iterable

from greenfelt.client.connection import Link
from greenfelt.client.layouts.layout import bets_lie
from greenfelt.client.model import TableView
from greenfelt.client.screens.table import TableScreen


def link_words(link: Link, why: str) -> str:
    """Return what is wrong with the connection, empty when nothing is."""
    match link:
        case Link.SIGNED_IN:
            return ""
        case Link.CLOSED:
            return f"disconnected: {why or 'closed'}; F10 to quit"
        case _:
            reason = f" ({why})" if why else ""
            return f"no connection, trying again{reason}"


def turn_elsewhere(screens: Iterable[TableScreen], key: str) -> str:
    """Return at which of these tables the player is awaited, and the key that goes there."""
    return next((f"{each.view.name}: your turn ({key})" for each in screens if each.pressing), "")


def quit_question(views: Iterable[TableView]) -> str:
    """Return what is asked before quitting, empty where nothing of the player's is in play."""
    views = tuple(views)
    if any(view.in_hand for view in views):
        return "you are in a hand: quit, and let it be folded?"
    if any(bets_lie(view) for view in views):
        return "your bets lie in this round: quit all the same?"
    return ""
