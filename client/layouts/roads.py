"""Baccarat's roads, all from the list of results of a shoe: bead plate, big road, derived roads.

A result is a text of the server's: who won (P, B, T), the winning total, ``p`` and ``b`` for pairs.
"""

from __future__ import annotations

from collections.abc import Sequence

ROWS = 6
"""Rows of every road."""

BIG_EYE, SMALL, COCKROACH = 1, 2, 3
"""How far back a derived road looks: one, two or three columns of the big road."""

Grid = dict[tuple[int, int], str]
"""What stands in which cell: (column, row) from 0."""


def bead_plate(results: Sequence[str]) -> Grid:
    """Return every result in order, down the rows and on to the next column."""
    return {divmod(at, ROWS): result[0] for at, result in enumerate(results)}


def columns(results: Sequence[str]) -> list[list[str]]:
    """Return the big road's columns before they are bent: a new one whenever the winner changes.

    An entry is the winner, with a ``T`` behind it for each tie that followed. Ties before the first
    winner stand with it.
    """
    out: list[list[str]] = []
    ties = ""
    for result in results:
        winner = result[0]
        if winner == "T":
            if out:
                out[-1][-1] += "T"
            else:
                ties += "T"
            continue
        if out and out[-1][0][0] == winner:
            out[-1].append(winner)
        else:
            out.append([winner + ties])
            ties = ""
    return out


def bent(entries: Sequence[Sequence[str]]) -> Grid:
    """Lay columns into six rows: what has no room below, or meets another tail, goes to the right."""
    grid: Grid = {}
    for start, column in enumerate(entries):
        x, y = start, 0
        while (x, y) in grid:
            x += 1
        first = True
        for mark in column:
            if not first:
                below = (x, y + 1)
                if y + 1 < ROWS and below not in grid and not _turned(grid, x, y, column):
                    y += 1
                else:
                    x += 1
            grid[x, y] = mark
            first = False
    return grid


def _turned(grid: Grid, x: int, y: int, column: Sequence[str]) -> bool:
    """Whether the column has left its own line already: then it only goes on to the right."""
    return y > 0 and (x, y - 1) not in grid


def big_road(results: Sequence[str]) -> Grid:
    return bent(columns(results))


def derived(results: Sequence[str], back: int) -> list[str]:
    """Return a derived road's marks, R (red: a pattern repeats) or B (blue), in order.

    The rule: for the first entry of a column, compare the lengths of the two columns that are 1 and
    ``back`` + 1 before it (alike: red). For any other entry, look ``back`` columns to the left: is
    there an entry in its row, or none in that row and the one above (red), or does the column end
    just above it (blue).
    """
    shape = [len(column) for column in columns(results)]
    marks: list[str] = []
    for at, length in enumerate(shape):
        for row in range(length):
            if row == 0:
                if at < back + 1:
                    continue
                alike = shape[at - 1] == shape[at - back - 1]
                marks.append("R" if alike else "B")
            elif at >= back:
                other = shape[at - back]
                marks.append("B" if row == other else "R")
    return marks


def derived_road(results: Sequence[str], back: int) -> Grid:
    """Return a derived road laid out: a new column whenever the colour changes."""
    runs: list[list[str]] = []
    for mark in derived(results, back):
        if runs and runs[-1][0] == mark:
            runs[-1].append(mark)
        else:
            runs.append([mark])
    return bent(runs)


def rows_of(grid: Grid, width: int) -> list[list[str]]:
    """Return the last ``width`` columns of a road as rows of marks, "" where nothing stands."""
    last = max((x for x, _ in grid), default=-1)
    first = max(0, last - width + 1)
    return [[grid.get((x, y), "") for x in range(first, first + width)] for y in range(ROWS)]
