"""A game of somebody else's: installed beside the server, played on it, with no change to ours."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from support.table_player import Player

from greenfelt.protocol import messages as msg
from greenfelt.server.net.child import ServerProcess

EXAMPLE = Path(__file__).parents[3] / "examples" / "high_card"
CONFIG = """
[limits]
requests_per_second = 10000.0
request_burst = 10000
[accounts]
grant = 100000
[[tables]]
name = "Corner"
game = "high_card"
seats = 2
house_rules = { low = 10, high = 500 }
min_buy_in = 100
max_buy_in = 5000
[tables.clocks]
pause_ms = 0
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the example as a package manager would: its module and the entry point it declares."""
    site = tmp_path / "site"
    info = site / "greenfelt_high_card-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "high_card.py").write_bytes((EXAMPLE / "high_card.py").read_bytes())
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: greenfelt-high-card\nVersion: 1.0\n"
    )
    (info / "entry_points.txt").write_text("[greenfelt.games]\nhigh_card = high_card:MODULE\n")
    known = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(site), known))))
    assert "high_card:MODULE" in (EXAMPLE / "pyproject.toml").read_text("utf-8")
    assert "high_card" not in sys.modules


def test_a_stranger_s_game_is_played_on_a_real_server(
    installed: None, serve: Callable[..., ServerProcess]
) -> None:
    server = serve(CONFIG)
    with closing(Player(server, "Ann")) as ann:
        ann.ask(msg.Sit, 1, 5_000)
        chips = 5_000
        for round_ in range(1, 21):
            assert ann.window().hand == round_
            ann.act("wager", "card", 100)
            came = ann.act("done")
            events = [
                each for update in came if isinstance(update, msg.Update) for each in update.events
            ]
            paid = next(
                each.data["amount"]
                for each in events
                if isinstance(each, msg.Played) and each.kind == "paid"
            )
            assert paid in (0, 50, 200)
            chips += paid - 100
            assert ann.look().seats[0].stack == chips
        felt = ann.look().felt
        assert felt is not None
        assert felt.sign[0].wins == ["Higher than the dealer", "Tie"]
        server.kill()
    with closing(Player(serve(CONFIG), "Ann")) as ann:
        assert ann.look().seats[0].stack == chips
