"""``greenfelt admin coupons``: the quarterly report on Match Play Coupons (603a.20)."""

from __future__ import annotations

import json
from pathlib import Path

import click
import msgspec

from greenfelt.server.commands.opening import opened, store_options
from greenfelt.server.games.casino.coupons import CouponTotal, coupon_report
from greenfelt.server.store.floor import read_coupons


@click.command()
@store_options
@click.option("--quarter", default="", metavar="YYYY-QN", help="Only this quarter, as 2026-Q3.")
@click.option("--serials", is_flag=True, help="With the number of every coupon.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, numbers included.")
def coupons(data_dir: Path | None, url: str, quarter: str, serials: bool, as_json: bool) -> None:
    """Report what Match Play Coupons were given, redeemed and recalled, by calendar quarter and issuer."""
    with opened(data_dir, url) as client:
        slips = sorted(read_coupons(client), key=lambda slip: (slip.given, slip.serial))
    for total in coupon_report(entry for slip in slips for entry in slip.entries()):
        if quarter in ("", total.quarter):
            click.echo(json.dumps(msgspec.to_builtins(total)) if as_json else _say(total, serials))


def _say(total: CouponTotal, serials: bool) -> str:
    lines = [
        f"{total.quarter} {total.issuer}: redeemed {total.redeemed_count} coupons worth "
        f"{total.redeemed_value} chips, given {total.given_count} worth {total.given_value}, "
        f"recalled {total.recalled_count} worth {total.recalled_value}"
    ]
    if serials:
        lines.append(f"  redeemed: {', '.join(total.redeemed_serials) or 'none'}")
        lines.append(f"  given: {', '.join(total.given_serials) or 'none'}")
        lines.append(f"  recalled: {', '.join(total.recalled_serials) or 'none'}")
    return "\n".join(lines)
