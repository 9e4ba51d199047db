"""What a load test found, as text for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict

from greenfelt.client.load.expect import Expectation
from greenfelt.client.load.figures import METRICS, rounded
from greenfelt.client.load.run import Result


def as_json(result: Result, expectations: Iterable[Expectation]) -> str:
    """Return everything as JSON, with the samples of each second."""
    options = asdict(result.options)
    options["address"] = "{}:{}".format(*result.options.address)
    return json.dumps(
        {
            "options": options,
            "seconds": rounded(result.seconds),
            "connections": result.connections,
            "figures": {name: rounded(value) for name, value in result.figures.items()},
            "errors": result.errors,
            "unanswered": result.unanswered,
            "leaks": result.leaks,
            "expectations": {each.text: each.held(result.figures) for each in expectations},
            "samples": [
                {name: rounded(value) for name, value in asdict(sample).items()}
                for sample in result.samples
            ],
        },
        indent=1,
    )


def rows(result: Result) -> list[tuple[str, str, str]]:
    """Return the figures that were measured: name, value, and what it is."""
    return [
        (name, shown(result.figures[name]), text)
        for name, text in METRICS.items()
        if result.figures.get(name) is not None
    ]


def shown(value: float | None) -> str:
    """Return a figure as people read it."""
    if value is None:
        return "not measured"
    value = rounded(value)
    return f"{value:,}"
