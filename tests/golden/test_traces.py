"""Compares the trace of every built-in example with the one on file.

A trace is rewritten with ``GRADREEL_REWRITE_GOLDEN=1 scripts/test tests/golden``; the difference is then reviewed like code.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from app.examples.gallery import Example, examples
from gradreel.trace import OpEvent, Origin
from tests.diagnose.case import See
from tests.golden.normalise import normalised

TRACES = Path(__file__).parent / "traces"
REWRITE = os.environ.get("GRADREEL_REWRITE_GOLDEN") == "1"


def path_of(example: Example) -> Path:
    return TRACES / example.theme / f"{example.id}.json"


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.id)
def test_trace_of_an_example_is_the_one_on_file(see: See, example: Example) -> None:
    seen = see(example.code)
    text, path = normalised(seen.recording, seen.diagnoses), path_of(example)
    if REWRITE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), "no golden trace yet: GRADREEL_REWRITE_GOLDEN=1 scripts/test tests/golden"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_nan_that_stood_in_uninitialized_memory_is_in_no_golden_trace(see: See) -> None:
    """What ``torch.empty`` finds there is of the programs before."""
    seen = see(next(example.code for example in examples() if example.id == "init-through-detach"))
    events = list(seen.recording.events)
    at, view = next((at, event) for at, event in enumerate(events) if isinstance(event, OpEvent) and event.name == "data")
    clean = view.model_copy(update={"origin": None})
    born = view.model_copy(update={"origin": Origin(family="uninitialized", index=(0,), value="NaN", count=1)})
    one, other = (
        normalised(seen.recording.model_copy(update={"events": (*events[:at], event, *events[at + 1 :])}), ()) for event in (clean, born)
    )
    assert one == other


def test_every_golden_trace_belongs_to_an_example() -> None:
    assert sorted(TRACES.glob("*/*.json")) == sorted(map(path_of, examples()))


def test_golden_traces_are_json_and_small_enough_to_review() -> None:
    for path in TRACES.glob("*/*.json"):
        text = path.read_text(encoding="utf-8")
        assert json.loads(text)["events"], path
        assert len(text) < 150_000, path
