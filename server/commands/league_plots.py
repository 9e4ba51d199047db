"""Plots of a league: intervals in characters for the terminal, winnings over hands as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from greenfelt.server.commands.tournament import Block, Contest, Standing, winnings

_COLORS = ("#0b6e4f", "#c8553d", "#3d5a80", "#b08900", "#7b4b94", "#4a5a51")
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 760, 300, 64, 130, 34, 34
_POINTS = 300
"""Most points of a line; more are not told apart."""


def intervals(standings: Sequence[Standing], width: int = 60) -> list[str]:
    """Return a line for each standing: its rate, two standard errors either way, and where zero is."""
    ends = [
        standing.rate + sign * 2 * standing.error
        for standing in standings
        for sign in (-1, 1)
        if standing.error < float("inf")
    ]
    low = min(0.0, *ends, *(standing.rate for standing in standings))
    high = max(0.0, *ends, *(standing.rate for standing in standings))
    scale = (width - 1) / ((high - low) or 1.0)

    def place(value: float) -> int:
        return round((min(high, max(low, value)) - low) * scale)

    lines = []
    for standing in standings:
        row = [" "] * width
        row[place(0.0)] = "|"
        for at in range(
            place(standing.rate - 2 * standing.error), place(standing.rate + 2 * standing.error) + 1
        ):
            row[at] = "-"
        row[place(standing.rate)] = "o"
        lines.append("".join(row))
    return lines


def svg(contests: Sequence[tuple[Contest, Sequence[Block]]]) -> str:
    """Return a picture of what each strategy's seats won over the hands, a plot for each contest."""
    plots = "".join(
        f'<g transform="translate(0 {number * _HEIGHT})">{_plot(contest, blocks)}</g>'
        for number, (contest, blocks) in enumerate(contests)
    )
    height = _HEIGHT * len(contests)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
        f'height="{height}" font-family="system-ui, sans-serif" font-size="12">'
        f'<rect width="{_WIDTH}" height="{height}" fill="#fbfbf8"/>{plots}</svg>\n'
    )


def _plot(contest: Contest, blocks: Sequence[Block]) -> str:
    lines = winnings(contest, blocks)
    most = max(1, *(line[-1][0] for line in lines.values()))
    values = [value for line in lines.values() for _, value in line]
    low, high = min(values), max(values)
    span = (high - low) or 1.0

    def x(hands: float) -> float:
        return _LEFT + hands / most * (_WIDTH - _LEFT - _RIGHT)

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - low) / span * (_HEIGHT - _TOP - _BOTTOM)

    parts = [
        f'<text x="{_LEFT}" y="20" font-weight="600">{escape(contest.game)}</text>',
        f'<text x="{_WIDTH - _RIGHT}" y="{_HEIGHT - 10}" text-anchor="end">{most:,} hands; '
        "big bets won by one seat</text>",
    ]
    parts += [
        f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" '
        f'stroke="#d9ddd6"/><text x="{_LEFT - 6}" y="{y(value) + 4:.1f}" '
        f'text-anchor="end">{value:+,.0f}</text>'
        for value in sorted({low, 0.0, high})
    ]
    for number, (strategy, line) in enumerate(lines.items()):
        color = _COLORS[number % len(_COLORS)]
        step = max(1, len(line) // _POINTS)
        points = [*line[:-1:step], line[-1]]
        path = " ".join(f"{x(hands):.1f},{y(value):.1f}" for hands, value in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>'
            f'<text x="{x(line[-1][0]) + 6:.1f}" y="{y(line[-1][1]) + 4:.1f}" '
            f'fill="{color}">{escape(strategy)}</text>'
        )
    return "".join(parts)
