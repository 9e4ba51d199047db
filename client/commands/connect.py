"""``greenfelt connect HOST:PORT``: play at a server, in this terminal."""

from __future__ import annotations

import sys

import click

from greenfelt.client.errors import ClientError


@click.command()
@click.argument("address", metavar="HOST:PORT|LINK")
@click.option("--name", help="Account name; by default the name of this user.")
@click.option("--table", type=click.IntRange(min=1), help="Open this table at once.")
@click.option(
    "--buy-in", type=click.IntRange(min=1), help="With --table: sit down with so many chips."
)
@click.option("--stay", is_flag=True, help="Keep the seat on quitting, to come back to it.")
@click.option("--plain", is_flag=True, help="Plain lines instead of a screen, for screen readers.")
def connect(
    address: str,
    name: str | None,
    table: int | None,
    buy_in: int | None,
    stay: bool,
    plain: bool,
) -> None:
    """Play at the server HOST:PORT in this terminal, or at the table that a LINK invites to.

    The first sign-in under a name claims it; its secret is kept in the state directory of this user.
    Keys are shown on the screen, and F1 lists them all.
    """
    # Imported here so that the command line's help does not wait for the terminal and the network.
    from greenfelt.client.connection import parse_address
    from greenfelt.client.orders import LINK_SCHEME, BadOrder, read_invitation
    from greenfelt.client.secrets import SecretStore
    from greenfelt.client.session import (
        Errand,
        default_name,
        play_full_screen,
        play_plain,
        require_screen,
    )

    key = ""
    if address.startswith(LINK_SCHEME):
        try:
            address, table, key = read_invitation(address)
        except BadOrder as error:
            raise click.UsageError(str(error)) from error
    if buy_in is not None and table is None:
        raise click.UsageError("--buy-in needs --table")
    try:
        if not plain:
            require_screen()
    except ClientError as error:
        raise click.UsageError(str(error)) from error
    try:
        host, port = parse_address(address)
        account = name or default_name()
        secret = SecretStore().secret(f"{host}:{port}", account)
    except ClientError as error:
        raise click.ClickException(str(error)) from error
    errand = Errand(host, port, account, secret, table, buy_in, stay, key)
    sys.exit(play_plain(errand) if plain else play_full_screen(errand))
