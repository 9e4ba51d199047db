"""A whole table of the blackjack family: seats, chips, betting, shoes and meters around the rounds.

The same door as the baccarat family's: ``act``, ``evolve``, ``legal``, ``awaited``, ``told``,
``movements``, ``dump`` and ``load``. Everything is pure; clocks and people are the caller's.
"""

from greenfelt.server.games.blackjack.table.evolve import evolve
from greenfelt.server.games.blackjack.table.ledger import movements
from greenfelt.server.games.blackjack.table.legal import awaited, legal
from greenfelt.server.games.blackjack.table.play import act
from greenfelt.server.games.blackjack.table.snapshot import dump, load
from greenfelt.server.games.blackjack.table.state import Game
from greenfelt.server.games.blackjack.table.telling import told

__all__ = ["Game", "act", "awaited", "dump", "evolve", "legal", "load", "movements", "told"]
