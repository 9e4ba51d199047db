"""Games: families of them as modules, the same for poker and for everything else.

A module is found by the entry-point group ``greenfelt.games`` (``found``), so that a stranger's game
joins without a change here.
"""

from greenfelt.server.games.errors import ScriptError

__all__ = ["ScriptError"]
