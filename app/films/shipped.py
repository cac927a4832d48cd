"""Which fixes of the built-in examples work: found out by ``python -m scripts.example_verdicts``, and known before anything is run.

So the first visitor of a service that was started just now has their buttons. They hold for the PyTorch that they were found with; with
another one they are run like those of any program. ``tests/runner/test_example_verdicts.py`` says when the file is out of date.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from app.examples.gallery import example_with
from app.runner.protocol import FixResult

FILE = Path(__file__).parents[1] / "examples" / "verdicts.json"


def shipped_results(code: str, engine: str) -> dict[str, FixResult]:
    """Results of the fixes of a built-in example, by key; empty for any other program, and where ``engine`` has another PyTorch."""
    example, shipped = example_with(code), _shipped()
    if example is None or f"-torch{shipped['torch']}-" not in engine:
        return {}
    found = shipped["examples"].get(example.id, {})
    return {key: FixResult(each["verdict"], tuple(each["changed"]), each["exception_type"]) for key, each in found.items()}


@cache
def _shipped() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))
