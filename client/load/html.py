"""The report of a load test as one HTML page that needs nothing else: its plots are SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from greenfelt.client.load.expect import Expectation
from greenfelt.client.load.latency import Waits
from greenfelt.client.load.report import rows
from greenfelt.client.load.run import Result, Sample

_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 640, 200, 60, 24
_COLORS = ("#0b6e4f", "#c8553d", "#3d5a80")
_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 68rem; padding: 0 1rem;
  color: #1d2b24; background: #fbfbf8; }
table { border-collapse: collapse; margin: 1rem 0; }
td, th { padding: .2rem .8rem; border-bottom: 1px solid #d9ddd6; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.held { color: #0b6e4f; } .broken { color: #b3261e; font-weight: 600; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0; }
svg { background: #fff; border: 1px solid #d9ddd6; } text { font-size: 11px; fill: #4a5a51; }
@media (prefers-color-scheme: dark) {
  body { color: #e3e8e4; background: #161b18; } svg { background: #1f2622; border-color: #39443e; }
  td, th { border-color: #39443e; } text { fill: #a9b5ae; } .held { color: #56c596; }
  .broken { color: #ff8a80; }
}
"""

Line = tuple[str, Sequence[tuple[float, float]]]


def page(result: Result, expectations: Iterable[Expectation]) -> str:
    """Return the page."""
    options = result.options
    what = (
        f"{options.tables} tables of {options.seats}, {options.game}, {result.connections} "
        f"connections, {result.seconds:.0f} s"
    )
    figures = "".join(
        f"<tr><td>{escape(name)}</td><td class=n>{value}</td><td>{escape(text)}</td></tr>"
        for name, value, text in rows(result)
    )
    held = "".join(_verdict(each, result) for each in expectations)
    errors = "".join(
        f"<tr><td>{escape(code)}</td><td class=n>{count:,}</td></tr>"
        for code, count in sorted(result.errors.items())
    )
    parts = [
        f"<h1>Load test</h1><p>{escape(what)}</p>",
        f"<h2>Limits</h2><ul>{held}</ul>" if held else "",
        f"<h2>Figures</h2><table>{figures}</table>",
        f"<h2>Refusals</h2><table>{errors}</table>" if errors else "",
        f"<h2>Second by second</h2><div class=plots>{''.join(_plots(result))}</div>",
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Load test</title>'
        f"<style>{_STYLE}</style>{''.join(parts)}</html>\n"
    )


def _verdict(expectation: Expectation, result: Result) -> str:
    held = expectation.held(result.figures)
    state, word = ("held", "held") if held else ("broken", "not held")
    return f"<li class={state}>{escape(expectation.text)}: {word}</li>"


def _plots(result: Result) -> list[str]:
    samples = result.samples
    plots = [
        plot("actions a second", [("actions/s", _series(samples, "actions"))]),
        plot(
            "wait, ms",
            [
                ("p50", _series(samples, "p50")),
                ("p99", _series(samples, "p99")),
                ("p99 of others' sight", _series(samples, "sight_p99")),
            ],
        ),
        plot("wait by share of actions, ms", _distributions(result)),
        plot("hands a second", [("hands/s", _series(samples, "hands"))]),
    ]
    if any(sample.cpu is not None for sample in samples):
        memory = [(at, size / 2**20) for at, size in _series(samples, "rss")]
        plots.append(plot("server CPU, share of a core", [("cpu", _series(samples, "cpu"))]))
        plots.append(plot("server memory, MiB", [("memory", memory)]))
    return plots


def _series(samples: Sequence[Sample], name: str) -> list[tuple[float, float]]:
    values = ((each.at, getattr(each, name)) for each in samples)
    return [(at, value) for at, value in values if value is not None]


def _distributions(result: Result) -> list[Line]:
    return [
        ("own confirmation", _distribution(result.confirmation)),
        ("others' sight", _distribution(result.sight)),
    ]


def _distribution(waits: Waits) -> list[tuple[float, float]]:
    """Return waits in milliseconds over the number of nines: 1 is 90 percent, 2 is 99, ..."""
    if not waits.counts:
        return []
    histogram = waits.histogram()
    nines = [step / 10 for step in range(41)]
    return [
        (each, histogram.get_value_at_percentile(100 - 100 / 10**each) / 1000)
        for each in nines
        if histogram.total_count >= 10**each
    ]


def plot(title: str, lines: Sequence[Line]) -> str:
    """Return a figure with a line for each series, from zero up."""
    points = [point for _, line in lines for point in line]
    if not points:
        return ""
    right = max(x for x, _ in points) or 1.0
    top = _round_up(max(y for _, y in points))
    inner = _HEIGHT - _BOTTOM - 10

    def place(x: float, y: float) -> str:
        across = _LEFT + (_WIDTH - _LEFT - 10) * x / right
        return f"{across:.1f},{10 + inner * (1 - y / top):.1f}"

    parts = []
    for share in (0.0, 0.5, 1.0):
        y = 10 + inner * (1 - share)
        parts.append(
            f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - 10}" y2="{y:.1f}" stroke="#8884"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{top * share:g}</text>'
        )
        x = _LEFT + (_WIDTH - _LEFT - 10) * share
        parts.append(
            f'<text x="{x:.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{right * share:.3g}</text>'
        )
    for number, (name, line) in enumerate(lines):
        color = _COLORS[number % len(_COLORS)]
        path = " ".join(place(x, y) for x, y in line)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>'
            f'<text x="{_LEFT + 8 + 150 * number}" y="22" style="fill:{color}">{escape(name)}</text>'
        )
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>"
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img" '
        f'aria-label="{escape(title, quote=True)}">{"".join(parts)}</svg></figure>'
    )


def _round_up(value: float) -> float:
    """Return the next number above with one significant digit, or a half of it."""
    if value <= 0:
        return 1.0
    step = 10.0 ** len(str(int(value))) if value >= 1 else 1.0
    return next(
        (step * share for share in (0.1, 0.2, 0.3, 0.5, 0.75) if value <= step * share), step
    )
