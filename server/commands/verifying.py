"""``greenfelt history verify``: stored hands, decided and settled once more."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from greenfelt.server.commands.opening import opened, store_options
from greenfelt.server.store.archive import Archive, Unreadable
from greenfelt.server.tables.history.kept import AnyRecord
from greenfelt.server.tables.history.record import parse_hand_name
from greenfelt.server.tables.history.rounds import RoundRecord
from greenfelt.server.tables.history.verify import Verdict, verify
from greenfelt.server.tables.history.verify_round import verify_round

_WRONG = 1


@click.command("verify")
@store_options
@click.argument("hands", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every hand that is kept.")
@click.option("--json", "as_lines", is_flag=True, help="One JSON object for each wrong hand.")
def verify_hands(
    data_dir: Path | None, url: str, hands: tuple[str, ...], everything: bool, as_lines: bool
) -> None:
    """Decide stored HANDS again and settle them by a second program; say what differs.

    Exit status 1 when something does. Where both ways agree on what should have been paid, the
    correction is proposed; nothing is changed.
    """
    if bool(hands) == everything:
        raise click.UsageError("name hands, or give --all")
    checked = wrong = 0
    with opened(data_dir, url) as client:
        archive = Archive(client)
        names = list(archive.names()) if everything else list(hands)
        if not everything:
            for name in names:
                _record_or_unreadable(archive, name)
        for record in archive.hands(names):
            checked += 1
            verdict = _verdict(record)
            if verdict.problems:
                wrong += 1
                click.echo(_verdict_line(verdict) if as_lines else _verdict_text(verdict))
    click.echo(f"{checked} hands checked, {wrong} wrong", err=as_lines)
    sys.exit(_WRONG if wrong else 0)


def _verdict(record: AnyRecord | Unreadable) -> Verdict:
    if isinstance(record, Unreadable):
        return Verdict(record.hand, (record.why,))
    return verify_round(record) if isinstance(record, RoundRecord) else verify(record)


def _record_or_unreadable(archive: Archive, name: str) -> None:
    """Stop at a hand that is not kept; one that cannot be read is a finding, and no reason to stop."""
    try:
        parse_hand_name(name)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if not any(True for _ in archive.hands([name])):
        raise click.ClickException(f"no hand {name} is kept")


def _verdict_line(verdict: Verdict) -> str:
    corrections = [
        {**correction._asdict(), "excess": correction.excess} for correction in verdict.corrections
    ]
    values = {**verdict._asdict(), "corrections": corrections}
    return json.dumps(values, ensure_ascii=False)


def _verdict_text(verdict: Verdict) -> str:
    lines = [f"hand {verdict.hand}:"]
    lines += [f"  {problem}" for problem in verdict.problems]
    for one in verdict.corrections:
        verb = "revoke" if one.excess > 0 else "grant"
        what = "too much" if one.excess > 0 else "too little"
        lines.append(
            f"  {one.name} was paid {one.paid}, due is {one.due}: {abs(one.excess)} {what}; "
            f"greenfelt admin {verb} '{one.name}' {abs(one.excess)} --why 'hand {verdict.hand}'"
        )
    return "\n".join(lines)
