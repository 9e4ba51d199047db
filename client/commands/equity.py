"""``greenfelt equity``: what part of the pot each hand wins on average."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from greenfelt.evaluators import CardError, HandError, format_card, parse_cards

if TYPE_CHECKING:
    from rich.table import Table

    from greenfelt.evaluators.equity import Equity, Progress, Situation

RANDOM = "random"
"""Stands for a hand of which nothing is known."""


@click.command(short_help="Tell what part of the pot each hand wins on average.")
@click.argument("game")
@click.argument("hands", nargs=-1, required=True, metavar="HAND HAND...")
@click.option("--board", default="", metavar="CARDS", help="Cards of the board that are known.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that are out of play.")
@click.option(
    "--draws",
    type=click.IntRange(min=0),
    help="Draws still to come; by default all of the game when --draw is given, else none.",
)
@click.option(
    "--draw",
    "policies",
    multiple=True,
    metavar="POLICY",
    help="What a player draws, see above: once for everybody, or once for each hand in their order.",
)
@click.option("--exact", is_flag=True, help="Go through every deal, though it may take minutes.")
@click.option(
    "--trials", type=click.IntRange(min=1), help="Deal so many random deals instead of every one."
)
@click.option("--seed", type=click.IntRange(min=0), help="Make random deals repeatable.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def equity(
    game: str,
    hands: tuple[str, ...],
    board: str,
    dead: str,
    draws: int | None,
    policies: tuple[str, ...],
    exact: bool,
    trials: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Tell what part of the pot each hand of a game wins on average.

    GAME is a code: badugi, 27td, a5td, badeucey, badacey, 27sd, 5draw, stud, stud8, studhl, superstud8,
    razz, 27razz, 5stud, holdem, omaha, omaha8, 5omaha, 5omaha8.

    Each HAND is the cards of one player, such as AsKd or "As Kd", or the word random. Cards that a hand
    or the board lacks are dealt at random. In superstud8 leave out the two discards (name them with
    --dead).

    Every deal is gone through when there are few enough; else random ones are, and a 95 percent
    confidence interval is told.

    \b
    In draw games each player draws by a stated policy, the first hand first:
      pat         keep everything
      best:3      keep the best three cards at every draw
      best:3,4    keep three at the first draw, four at the second and later
      upto:8      keep the best different low cards up to an eight, and stand
                  pat on a made hand; in badugi games of different suits too

    The best cards to keep are those of the best badugi where one counts, then those that rank best by
    pairs and ranks. Thrown cards do not come back.

    \b
    Examples:
      greenfelt equity holdem AsKs QdQc --board 2s7sJd
      greenfelt equity stud8 "As 2h 5d" "Kc Kd 9h" --dead 3c
      greenfelt equity badugi As2h3dKc 8s7h6d5c --draws 2 --draw upto:8 --draw pat
    """
    if exact and trials is not None:
        raise click.UsageError("--exact and --trials exclude each other")
    from greenfelt.evaluators.equity import TRIALS
    from greenfelt.evaluators.equity import equity as find

    try:
        situation = read(game, hands, board, dead, draws, policies)
        with progress_bar() as progress:
            found = find(
                situation,
                exact=exact or (None if trials is None else False),
                trials=trials or TRIALS,
                seed=seed,
                progress=progress,
            )
    except CardError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps(as_object(situation, found)))
    else:
        print_table(situation, found)


def read(
    code: str,
    hands: tuple[str, ...],
    board: str,
    dead: str,
    draws: int | None,
    policies: tuple[str, ...],
) -> Situation:
    """Return what the arguments say. Raises CardError and HandError naming what is wrong."""
    from greenfelt.evaluators.draws import parse_policy
    from greenfelt.evaluators.equity import Situation, policies_for
    from greenfelt.evaluators.games import GAMES

    game = GAMES.get(code)
    if game is None:
        raise HandError(f"{code!r} is none of {', '.join(GAMES)}")
    if draws is None:
        draws = game.draws if policies else 0
    if policies and not game.draws:
        raise HandError(f"{code} has no draws, so --draw says nothing")
    if draws and game.draws and not policies:
        raise HandError("say what each player draws: --draw pat, --draw best:3 or --draw upto:8")
    return Situation(
        game,
        tuple(() if hand == RANDOM else parse_cards(hand) for hand in hands),
        parse_cards(board),
        parse_cards(dead),
        draws,
        policies_for(policies, len(hands), lambda text: parse_policy(text, game)),
    )


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show how far the deals are on a terminal; nothing where standard error is none."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), "deals", TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("deals", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def as_object(situation: Situation, found: Equity) -> dict[str, Any]:
    """Return the result as it is printed as JSON; parts of all deals are rounded to six places."""
    players = []
    for at, player in enumerate(found.players):
        told: dict[str, Any] = {
            "cards": [format_card(card) for card in situation.hands[at]],
            "equity": round(player.equity, 6),
            "interval": [round(bound, 6) for bound in player.interval],
            "scoop": round(player.scoop, 6),
            "tie": round(player.tie, 6),
            "nothing": round(player.nothing, 6),
            "shares": [
                {
                    "share": share.share,
                    "equity": round(share.equity, 6),
                    "win": round(share.win, 6),
                    "tie": round(share.tie, 6),
                }
                for share in player.shares
            ],
        }
        if situation.draws:
            told["draw"] = situation.policies[at].text
        players.append(told)
    return {
        "game": situation.game.code,
        "method": "exact" if found.exact else "monte-carlo",
        "deals": found.deals,
        "confidence": None if found.exact else 0.95,
        "board": [format_card(card) for card in situation.board],
        "dead": [format_card(card) for card in situation.dead],
        "draws": situation.draws,
        "awarded": {
            share.name: round(often, 6)
            for share, often in zip(situation.game.shares, found.awarded, strict=True)
        },
        "players": players,
    }


def print_table(situation: Situation, found: Equity) -> None:
    """Print the result for people to read: no figure is cut, in whatever width."""
    from rich.console import Console

    game = situation.game
    how = f"every one of {found.deals:,} deals" if found.exact else f"random: {found.deals:,} deals"
    if found.exact and found.deals == 1:
        how = "the only deal"
    board = f", board {' '.join(map(format_card, situation.board))}" if situation.board else ""
    # As wide as it needs to be where the output is no terminal, so that nothing is cut off.
    console = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    console.print(f"{game.name}{board}; {how}", soft_wrap=True)
    hands, whole, parts = hand_column(situation), whole_columns(situation, found), []
    if len(game.shares) > 1:
        parts = share_columns(situation, found)
    wide = console.options.update(max_width=1000)
    table = as_table([hands, *whole, *parts])
    if console.measure(table, options=wide).maximum <= console.width:
        console.print(table)
    else:
        for columns in filter(None, (whole, parts)):
            table = as_table([hands, *columns])
            needed = console.measure(table, options=wide).maximum
            Console(width=max(needed, console.width), highlight=False).print(table)
    for share, often in zip(game.shares, found.awarded, strict=True):
        if often < 0.9999995:
            console.print(f"the {share.name} is awarded in {percent(often)} of deals")


Column = tuple[str, list[str]]
"""The head of a column, and what stands below it for each hand."""


def hand_column(situation: Situation) -> Column:
    return "hand", [" ".join(map(format_card, hand)) or RANDOM for hand in situation.hands]


def whole_columns(situation: Situation, found: Equity) -> list[Column]:
    """Return what each hand draws, and its part of the whole pot."""
    players = found.players
    split = len(situation.game.shares) > 1
    columns: list[Column] = []
    if situation.draws:
        columns.append(("draws", [policy.text for policy in situation.policies]))
    columns.append(("equity", [percent(player.equity) for player in players]))
    if not found.exact:
        bounds = [
            f"{100 * low:.2f} to {percent(high)}" for low, high in (p.interval for p in players)
        ]
        columns.append(("95% within", bounds))
    columns.append(("scoop" if split else "win", [percent(player.scoop) for player in players]))
    columns.append(("tie", [percent(player.tie) for player in players]))
    return columns


def share_columns(situation: Situation, found: Equity) -> list[Column]:
    """Return each hand's part of every share of the pot."""
    columns: list[Column] = []
    for at, share in enumerate(situation.game.shares):
        parts = [player.shares[at] for player in found.players]
        columns.append((share.name, [percent(part.equity) for part in parts]))
        columns.append(("win", [percent(part.win) for part in parts]))
        columns.append(("tie", [percent(part.tie) for part in parts]))
    return columns


def as_table(columns: list[Column]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for head, _ in columns:
        words = head in ("hand", "draws")
        table.add_column(head, justify="left" if words else "right", no_wrap=True)
    for row in zip(*(cells for _, cells in columns), strict=True):
        table.add_row(*row)
    return table


def percent(part: float) -> str:
    return f"{100 * part:.2f}%"
