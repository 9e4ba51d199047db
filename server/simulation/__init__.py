"""Tables in one process, without sockets or real time: self-play, measuring bots, benchmarks."""

from greenfelt.server.simulation.deck import SeededDeck
from greenfelt.server.simulation.players import Player, RandomPlayer
from greenfelt.server.simulation.simulation import Result, Simulation

__all__ = ["Player", "RandomPlayer", "Result", "SeededDeck", "Simulation"]
