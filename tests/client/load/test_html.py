"""The report: figures, verdicts and plots in one page that loads nothing."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

from greenfelt.client.load.expect import Expectation
from greenfelt.client.load.html import page, plot
from greenfelt.client.load.latency import Waits
from greenfelt.client.load.report import as_json
from greenfelt.client.load.run import Options, Result, Sample


def result() -> Result:
    waits = Waits({900: 50, 1200: 30, 9000: 2})
    samples = [Sample(at, 100.0 + at, 2.5, 0.9, 9.0, 9.5, 0, 0.3, 2**26) for at in range(1, 5)]
    figures: dict[str, float | None] = {"p99": 9.0, "errors": 0, "leaks": 0, "rss": None}
    options = Options(address=("127.0.0.1", 7770), tables=2)
    return Result(figures, samples, {"busy": 3}, [], 0, waits, waits, 4.0, options)


EXPECTED = [Expectation.parse("p99<5ms"), Expectation.parse("errors=0")]


def test_the_page_is_whole_and_loads_nothing() -> None:
    html = page(result(), EXPECTED)
    assert html.count("<svg") == 6
    for svg in re.findall(r"<svg.*?</svg>", html):
        ET.fromstring(svg)
    assert not re.search(r"https?://|<script|src=|@import", html)
    assert "p99&lt;5ms: not held" in html
    assert "errors=0: held" in html


def test_titles_are_escaped() -> None:
    drawn = plot("<b>", [("a&b", [(0.0, 1.0), (1.0, 2.0)])])
    assert "<b>" not in drawn
    assert "a&amp;b" in drawn


def test_json_has_figures_samples_and_verdicts() -> None:
    read = json.loads(as_json(result(), EXPECTED))
    assert read["figures"]["p99"] == 9.0
    assert read["expectations"] == {"p99<5ms": False, "errors=0": True}
    assert len(read["samples"]) == 4
