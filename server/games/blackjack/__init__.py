"""Blackjack, Spanish 21 and Double Attack Blackjack: one round as a pure state machine by data.

Sources: casino rules 5, 6, 7 and 0 (regulation 633a, 635a, 665a). Money is integer cents.
"""

from greenfelt.server.games.blackjack.evolve import evolve
from greenfelt.server.games.blackjack.games import GAMES, BlackjackGame
from greenfelt.server.games.blackjack.legal import legal, waiting
from greenfelt.server.games.blackjack.play import act, begin, close
from greenfelt.server.games.blackjack.rules import Rules, rules_of
from greenfelt.server.games.blackjack.setup import RoundSetup, grown_meters
from greenfelt.server.games.blackjack.shoe import Shoe
from greenfelt.server.games.blackjack.state import Hand, HandState, Round, Seat

__all__ = [
    "GAMES",
    "BlackjackGame",
    "Hand",
    "HandState",
    "Round",
    "RoundSetup",
    "Rules",
    "Seat",
    "Shoe",
    "act",
    "begin",
    "close",
    "evolve",
    "grown_meters",
    "legal",
    "rules_of",
    "waiting",
]
