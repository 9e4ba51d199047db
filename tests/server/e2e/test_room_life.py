"""A room over real TCP and a real store: private tables that outlive the server, house bots, moves."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from support.driver import Crew, Player

from greenfelt.client.main import cli
from greenfelt.protocol import messages as msg
from greenfelt.server.net.child import ServerProcess

SECONDS = 30.0


def meet(server: ServerProcess, names: list[str]) -> Crew:
    return Crew((server.host, server.port), names, seed=1)


def asked(crew: Crew, player: Player, kind: Callable[..., msg.Request], *arguments: object) -> Any:
    """Ask and return the answer."""
    number = player.ask(kind, *arguments)
    crew.run(lambda: number not in player.pending)
    return next(each for each in player.answers if getattr(each, "id", None) == number)


def rows(crew: Crew, player: Player, *wanted: object) -> list[msg.TableRow]:
    return list(asked(crew, player, msg.ListTables, *wanted).rows)


def until(crew: Crew, player: Player, condition: Callable[[list[msg.TableRow]], bool]) -> None:
    """List the tables until they are as they should be."""
    end = time.monotonic() + SECONDS
    while not condition(listed := rows(crew, player)):
        assert time.monotonic() < end, listed
        time.sleep(0.05)


def test_a_private_table_and_its_guests_outlive_the_server(
    serve: Callable[..., ServerProcess],
) -> None:
    server = serve()
    crew = meet(server, ["ann", "bob", "cid"])
    ann, bob, _ = crew.players
    invite = asked(crew, ann, msg.OpenTable, "horse", "Den", "sesame")
    assert asked(crew, bob, msg.Watch, invite.table).code == "not-admitted"
    assert isinstance(asked(crew, bob, msg.Enter, invite.table, "sesame"), msg.Done)
    crew.close()
    server.kill()

    server = serve()
    crew = meet(server, ["ann", "bob", "cid"])
    ann, bob, cid = crew.players
    row = next(row for row in rows(crew, ann) if row.name == "Den")
    assert (row.table, row.private, row.mix) == (invite.table, True, "horse")
    assert isinstance(asked(crew, bob, msg.Watch, row.table), msg.Done)
    assert asked(crew, cid, msg.Watch, row.table).code == "not-admitted"
    assert isinstance(asked(crew, cid, msg.Enter, row.table, "", invite.key), msg.Done)
    assert asked(crew, bob, msg.CloseTable, row.table).code == "not-host"
    assert isinstance(asked(crew, ann, msg.CloseTable, row.table), msg.Done)
    until(crew, ann, lambda found: all(row.name != "Den" for row in found))
    again = asked(crew, ann, msg.OpenTable, "badugi", "Den")
    assert again.table > invite.table
    crew.close()
    assert server.stop() == 0

    server = serve()
    crew = meet(server, ["ann"])
    found = {row.name: row for row in rows(crew, crew.players[0])}
    assert (found["Den"].table, found["Den"].game) == (again.table, "badugi")
    crew.close()


def test_house_bots_come_when_asked_and_leave_when_people_come(
    serve: Callable[..., ServerProcess],
) -> None:
    server = serve(
        '[house_bots]\nthink_ms = 0\nstrategies = "caller"\n[[tables]]\nname = "Oslo"\ngame = "badugi"\nseats = 3\n'
        'newcomers = "free"\n[tables.clocks]\nturn_ms = 500\nbank_ms = 0\nstart_ms = 500\n'
    )
    crew = meet(server, ["ann", "bob"])
    ann, bob = crew.players
    asked(crew, ann, msg.Sit, 1, 500)
    assert asked(crew, ann, msg.FillSeats, 1, 2).value == 1
    until(crew, ann, lambda found: found[0].players == 2)
    (bot,) = (seat for seat in ann.look(1).seats if seat.name != "ann")
    assert bot.bot
    assert bot.name.startswith("House ")
    asked(crew, bob, msg.Sit, 1, 500)
    until(crew, ann, lambda found: found[0].players == 2)
    assert {seat.name for seat in ann.look(1).seats} == {"ann", "bob"}
    crew.close()


def test_a_house_without_such_bots_does_not_open(tmp_path: Path) -> None:
    config = tmp_path / "room.toml"
    config.write_text('[house_bots]\nstrategies = "steady,clever"\n')
    for order in (["serve", "--config", str(config)], ["config", "--check", str(config)]):
        result = CliRunner().invoke(cli, order)
        assert result.exit_code == 1
        assert f"{config}: house_bots.strategies: no strategy 'clever'" in result.output


def test_the_embedded_store_has_no_replicas_to_wait_for(tmp_path: Path) -> None:
    config = tmp_path / "room.toml"
    config.write_text("[store]\nreplicas = 1\n")
    result = CliRunner().invoke(
        cli, ["serve", "--config", str(config), "--data-dir", str(tmp_path / "data")]
    )
    assert result.exit_code == 1
    assert f"{config}: store.replicas: 0 with the embedded store" in result.output


def test_a_feeder_fills_its_main_table_and_chips_stay_whole(
    serve: Callable[..., ServerProcess],
) -> None:
    table = '[[tables]]\nname = "{}"\ngame = "stud"\nseats = 2\nclocks = {{ start_ms = 60_000 }}\n'
    server = serve(table.format("Main") + table.format("Feeder") + 'must_move = "Main"\n')
    crew = meet(server, ["ann", "bob", "cid"])
    ann, bob, cid = crew.players
    for player, at in ((ann, 1), (bob, 1), (cid, 2)):
        assert isinstance(asked(crew, player, msg.Sit, at, 300), msg.Done)
    asked(crew, ann, msg.StandUp, 1)
    until(crew, ann, lambda found: [row.players for row in found] == [2, 0])
    seats = {seat.name: seat.stack for seat in ann.look(1).seats}
    assert seats == {"cid": 300, "bob": 300}
    crew.close()


def test_a_start_warns_of_a_table_that_is_configured_no_more_and_keeps_who_sits_there(
    serve: Callable[..., ServerProcess],
) -> None:
    table = '[[tables]]\nname = "{}"\ngame = "stud"\n'
    server = serve(table.format("Oslo") + table.format("Rome"))
    crew = meet(server, ["ann"])
    assert isinstance(asked(crew, crew.players[0], msg.Sit, 1, 300), msg.Done)
    crew.close()
    server.stop()

    server = serve(table.format("Bergen"))
    assert "table 1, Oslo, is in no configuration any more" in server.log
    assert "Rome" not in server.log
    crew = meet(server, ["ann"])
    assert [(row.table, row.name, row.players) for row in rows(crew, crew.players[0])] == [
        (3, "Bergen", 0),
        (1, "Oslo", 1),
    ]
    crew.close()
