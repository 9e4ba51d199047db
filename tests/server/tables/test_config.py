"""A table that cannot work is refused before anybody sits down, by the name of the wrong key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from greenfelt.server.engine.rules import Rules
from greenfelt.server.tables.config import Clocks, TableConfig
from greenfelt.server.tables.errors import BadConfig
from greenfelt.server.tables.rotation import Game, Rotation

Make = Callable[..., TableConfig]


def changed(config: TableConfig, **changes: Any) -> TableConfig:
    values = {field: getattr(config, field) for field in TableConfig.__struct_fields__}
    return TableConfig(**values | changes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": " "}, "^name: "),
        ({"max_seats": 10}, "^max_seats: 2 to 9"),
        ({"max_seats": 1}, "^max_seats: 2 to 9"),
        ({"min_buy_in": 0}, "^min_buy_in: at least 1"),
        ({"max_buy_in": 99}, "^max_buy_in: not below"),
        ({"chat_length": 0}, "^chat_length: "),
        ({"clocks": Clocks(turn_ms=0)}, r"^clocks\.turn_ms: at least 1"),
        ({"clocks": Clocks(pause_ms=-1)}, r"^clocks\.pause_ms: at least 0"),
        ({"rotation": Rotation(())}, r"^rotation\.games: "),
        ({"rotation": Rotation((Game("badugi", Rules()),), every=0)}, r"^rotation\.every: "),
        ({"rotation": Rotation((Game("canasta", Rules()),))}, "^game 'canasta': one of badugi"),
        ({"rotation": Rotation((Game("stud", Rules(kill="full")),))}, r"^stud: rules\.kill"),
        ({"waiting_list": -1}, "^waiting_list: at least 0; given -1"),
        ({"must_move": "Oslo"}, "^must_move: the name of another"),
        ({"break_at": 2}, "^break_at: 0, unless there is a group"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(
    config: Make, changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadConfig, match=says):
        changed(config(), **changes).check()


def test_every_wrong_value_is_named(config: Make) -> None:
    wrong = changed(config(), max_seats=1, min_buy_in=0, clocks=Clocks(turn_ms=0, draw_ms=-2))
    with pytest.raises(BadConfig) as caught:
        wrong.check()
    assert [fault.partition(":")[0] for fault in caught.value.args] == [
        "max_seats",
        "min_buy_in",
        "clocks.turn_ms",
        "clocks.draw_ms",
    ]


def test_a_mix_seats_as_many_as_its_smallest_game(config: Make) -> None:
    games = (Game("badugi", Rules()), Game("27td", Rules()))
    changed(config(), rotation=Rotation(games), max_seats=6).check()
    with pytest.raises(BadConfig, match="2 to 6"):
        changed(config(), rotation=Rotation(games), max_seats=7).check()
