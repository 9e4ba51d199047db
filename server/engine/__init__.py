"""The pure poker hand: commands in, events out. No I/O, no clock, no chance of its own."""

from greenfelt.server.engine.deck import DeckSource
from greenfelt.server.engine.evolve import evolve
from greenfelt.server.engine.hand import Hand, Player
from greenfelt.server.engine.legal import legal
from greenfelt.server.engine.options import NOTHING, WAGERS, Legal, Option
from greenfelt.server.engine.play import act, begin
from greenfelt.server.engine.pots import Pot, pots
from greenfelt.server.engine.rules import Rules
from greenfelt.server.engine.setup import HandSetup, Kill, MissedPost, Straddle
from greenfelt.server.engine.variant import Share, Street, Variant

__all__ = [
    "NOTHING",
    "WAGERS",
    "DeckSource",
    "Hand",
    "HandSetup",
    "Kill",
    "Legal",
    "MissedPost",
    "Option",
    "Player",
    "Pot",
    "Rules",
    "Share",
    "Straddle",
    "Street",
    "Variant",
    "act",
    "begin",
    "evolve",
    "legal",
    "pots",
]
