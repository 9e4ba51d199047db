"""The rankings of the mix, ready to use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from greenfelt.evaluators import classes
from greenfelt.evaluators.ranking import (
    AceToFiveRanking,
    BadugiRanking,
    DeuceToSevenRanking,
    HighRanking,
    QualifiedRanking,
    Ranking,
)

HIGH = HighRanking("high", "high", classes.high_classes, ace_low=False)
LOW_A5 = AceToFiveRanking("low-a5", "low", classes.low_a5_classes, ace_low=True)
LOW_8 = QualifiedRanking("low-8", classes.low_8_classes, LOW_A5)
LOW_27 = DeuceToSevenRanking("low-27", "low", classes.low_27_classes, ace_low=False)
BADUGI = BadugiRanking("badugi", "badugi", classes.badugi_classes, ace_low=True)
BADUGI_ACE_HIGH = BadugiRanking(
    "badugi-ace-high", "badugi", classes.badugi_ace_high_classes, ace_low=False
)

RANKINGS: Mapping[str, Ranking] = MappingProxyType(
    {one.name: one for one in (HIGH, LOW_A5, LOW_8, LOW_27, BADUGI, BADUGI_ACE_HIGH)}
)
"""Every ranking by its name."""


def prepare() -> None:
    """Build every table now, in about a second, so that no hand has to wait for one."""
    import numpy as np

    for ranking in RANKINGS.values():
        hands = np.arange(5, dtype=np.uint8).reshape(1, 5)
        ranking.batch(hands)
        ranking.strength(range(4 if isinstance(ranking, BadugiRanking) else 7))
        if not isinstance(ranking, BadugiRanking):
            ranking.batch(np.arange(7, dtype=np.uint8).reshape(1, 7))
