"""``greenfelt evaluate``: what a hand is worth, by a ranking or in a game."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import click

from greenfelt.evaluators import RANKINGS, CardError, HandError, Ranking, format_card, parse_cards
from greenfelt.evaluators.games import GAMES, Game

FAULTY = 2

FOR_PEOPLE = ("classes", "reading")
"""What is told to people but is not part of the JSON output."""

Judged = dict[str, Any]


class Judge:
    """Judges hands by a ranking, or by each share of a game."""

    def __init__(self, what: str) -> None:
        """Raise click.BadParameter when ``what`` is neither a ranking nor a game."""
        self._what = what
        self._game: Game | None = None
        if what in RANKINGS:
            self._shares = [(what, RANKINGS[what])]
        elif what in GAMES:
            self._game = GAMES[what]
            self._shares = [(share.name, share.ranking) for share in self._game.shares]
        else:
            known = ", ".join(dict.fromkeys((*RANKINGS, *GAMES)))
            raise click.BadParameter(f"{what!r} is none of {known}.", param_hint="WHAT")

    def judge(self, text: str) -> Judged:
        """Return what is to be told of one hand. Raises CardError naming what is wrong with it."""
        own, slash, shared = text.partition("/")
        cards = parse_cards(f"{own} {shared}")
        hole = cards[: len(parse_cards(own))]
        game = self._game
        if game is None:
            if slash:
                raise HandError(f"{self._what} is a ranking; a board goes with a game")
            return {"cards": texts_of(cards)} | tell_any(self._shares[0][1], cards)
        if game.board and not slash:
            hole = cards[: game.hole]
        if slash and not game.board:
            raise HandError(f"{game.code} has no board")
        if len(hole) != game.hole and (game.board or game.draws):
            raise HandError(f"{game.code} has {game.hole} cards a player, not {len(hole)}")
        board = cards[len(hole) :]
        judged: Judged = {"game": game.code, "cards": texts_of(hole)}
        if game.board:
            judged["board"] = texts_of(board)
        shares = [
            {"share": name, "ranking": ranking.name}
            | (tell_omaha(ranking, hole, board) if game.two_and_three else tell_any(ranking, cards))
            for name, ranking in self._shares
        ]
        if len(shares) == 1:
            judged |= without(shares[0], ("share", "ranking"))
        return judged | {"shares": shares}


def tell_any(ranking: Ranking, cards: Sequence[int]) -> Judged:
    """Tell of the best hand out of cards."""
    strength = ranking.strength(cards)
    return tell(ranking, strength, ranking.plays(cards), ranking.reading(cards))


def tell_omaha(ranking: Ranking, hole: Sequence[int], board: Sequence[int]) -> Judged:
    """Tell of the best hand of two hole cards and three of the board."""
    strength = ranking.strength_omaha(hole, board)
    plays, reading = ranking.plays_omaha(hole, board), ranking.reading_omaha(hole, board)
    return tell(ranking, strength, plays, reading)


def tell(
    ranking: Ranking, strength: int | None, plays: Sequence[int], reading: str | None
) -> Judged:
    """Return the fields of the output that say what a strength is."""
    return {
        "strength": strength,
        "rank": None if strength is None else ranking.rank(strength),
        "description": ranking.describe_strength(strength),
        "plays": texts_of(plays),
        "classes": len(ranking.classes),
        "reading": reading,
    }


def texts_of(cards: Iterable[int]) -> list[str]:
    """Return the texts of cards."""
    return [format_card(card) for card in cards]


def lines_of(judged: Judged) -> Iterable[str]:
    """Yield what is told of a hand for people to read: a line for each share."""
    cards = " ".join(judged["cards"])
    if "board" in judged:
        cards += " / " + " ".join(judged["board"])
    shares = judged.get("shares", ())
    for told in shares if len(shares) > 1 else [judged]:
        what = told["description"]
        if told["reading"] is not None:
            what += f" ({told['reading']})"
        if "share" in told:
            what = f"{told['share']}: {what}"
        line = f"{cards}  {what}"
        if told["strength"] is not None:
            line += (
                f"  rank {told['rank']} of {told['classes']}, strength {told['strength']}, "
                f"plays {' '.join(told['plays'])}"
            )
        yield line


def report(judged: Judged, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(without(judged, FOR_PEOPLE)))
    else:
        for line in lines_of(judged):
            click.echo(line)


def without(judged: Judged, keys: Collection[str]) -> Judged:
    """Return what is told of a hand and its shares, some keys left out."""
    kept = {key: value for key, value in judged.items() if key not in keys}
    if "shares" in kept:
        kept["shares"] = [without(share, keys) for share in kept["shares"]]
    return kept


def judge_lines(judge: Judge, lines: Iterable[str], as_json: bool) -> bool:
    """Judge one hand a line and go on after a bad one; return whether all were good."""
    good = True
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            report(judge.judge(line), as_json)
        except CardError as error:
            good = False
            if as_json:
                told = {"code": error.code, "message": str(error), "line": number}
                click.echo(json.dumps({"error": told}))
            else:
                click.echo(f"line {number}: {error}", err=True)
    return good


@click.command(short_help="Tell what a hand is worth, by a ranking or in a game.")
@click.argument("what")
@click.argument("cards", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each hand.")
def evaluate(what: str, cards: tuple[str, ...], as_json: bool) -> None:
    """Tell the strength, rank and name of a hand, and the cards that play.

    WHAT is a ranking (high, low-a5, low-8, low-27, badugi, badugi-ace-high) or the code of a game, such
    as badeucey or omaha8: then each share of the pot is told.

    CARDS are written such as As Td or AsTd; a board follows the player's own cards, after a slash if you
    like, such as AsKd7c2h / Qs Js Ts. With - instead of cards, one hand is read from each line of the standard input.

    A greater strength is a better hand, and rank 1 is the best of its ranking. The exit status is 2 when
    a hand is no hand.
    """
    judge = Judge(what)
    if cards == ("-",):
        if not judge_lines(judge, sys.stdin, as_json):
            sys.exit(FAULTY)
        return
    try:
        report(judge.judge(" ".join(cards)), as_json)
    except CardError as error:
        raise click.UsageError(str(error)) from None
