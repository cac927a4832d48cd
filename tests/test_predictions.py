"""What the questions of the page claim about each example, against the same program as plain PyTorch (``plain_torch``).

The claims are written by ``static/test/predict/questions.test.ts``.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.examples.gallery import examples
from tests.plain_torch import Lists, PlainRun, run_plain

CLAIMS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "golden" / "predictions.json").read_text(encoding="utf-8"))
CODES = {f"{example.theme}/{example.id}": example.code for example in examples()}
VERSION = "modified by an inplace operation"
MESSAGES = {
    "stale": VERSION,
    "freed": "backward through the graph a second time",
    "no-graph": "does not require grad and does not have a grad_fn",
}


@cache
def plain(example: str, lines: int | None = None) -> PlainRun:
    """Run all of it, or so many lines."""
    return run_plain("".join(CODES[example].splitlines(keepends=True)[:lines]))


@cache
def copied(example: str, lines: int | None = None) -> PlainRun:
    """The same program, where each node saves a copy."""
    return run_plain("".join(CODES[example].splitlines(keepends=True)[:lines]), copy_saved=True)


def leaf_is(claim: dict[str, Any]) -> list[str]:
    held = plain(claim["example"]).before[claim["line"], claim["times"]]
    return [name for name in (claim["says"], *claim["not"]) if held[name].leaf]


def grad_is(claim: dict[str, Any]) -> list[str]:
    held = plain(claim["example"]).after[claim["line"], claim["times"]][claim["name"]]
    return [text for text in (claim["says"], *claim["not"]) if same(held.grad, numbers(text))]


def edit_ends(claim: dict[str, Any]) -> list[str]:
    """What comes of it in its cell, or, where that ends well, in the whole program: a later cell may have an edit of its own."""
    lines = CODES[claim["example"]].splitlines()
    end = next((at for at, line in enumerate(lines) if at >= claim["line"] and line.startswith("# %%")), None)
    ends = edit_ends_within(claim, end)
    return edit_ends_within(claim, None) if ends == ["fine"] and end is not None else ends


def edit_ends_within(claim: dict[str, Any], lines: int | None) -> list[str]:
    run, kept = plain(claim["example"], lines), copied(claim["example"], lines)
    if any(line == claim["line"] for line, _, message in run.exceptions if VERSION not in message):
        return ["here"]
    if any(VERSION in message for *_, message in run.exceptions):
        # The edit is the cause: with copies saved, there is no error.
        return ["later"] if not kept.exceptions else []
    if run.exceptions:
        return []
    return ["fine" if same_gradients(run, kept) else "wrong"]


def backward_ends(claim: dict[str, Any]) -> list[str]:
    raised = [message for line, times, message in plain(claim["example"]).exceptions if (line, times) == (claim["line"], claim["times"])]
    return [name for name, text in MESSAGES.items() if any(text in message for message in raised)] or ["completes"]


def saved_by(claim: dict[str, Any]) -> list[str]:
    run = copied(claim["example"])
    lines = run.savers[run.at(claim["name"]).untyped_storage().data_ptr()]
    return [line for line in (claim["says"], *claim["not"]) if int(line) in lines]


def value_is(claim: dict[str, Any]) -> list[str]:
    run, moment = plain(claim["example"]), (claim["line"], claim["times"])
    before, after = (held[moment][claim["name"]].values for held in (run.before, run.after))
    return ["keeps" if same(before, after) else "changes"]


def saves_are(claim: dict[str, Any]) -> list[str]:
    run, line = copied(claim["example"]), claim["line"]
    held = run.after[line, claim["times"]]
    saved = [name for name in claim["name"].split(", ") if line in run.savers.get(held[name].memory, ())]
    return [", ".join(saved) or "nothing"]


def gradient_goes_to(claim: dict[str, Any]) -> list[str]:
    held = plain(claim["example"]).after[claim["line"], claim["times"]]
    return [name for name in (claim["says"], *claim["not"]) if held[name].grad is not None]


def node_is(claim: dict[str, Any]) -> list[str]:
    return [plain(claim["example"]).nodes[claim["times"]]]


ANSWERS: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "leaf": leaf_is,
    "grad": grad_is,
    "edit": edit_ends,
    "backward": backward_ends,
    "saver": saved_by,
    "value": value_is,
    "saves": saves_are,
    "fills": gradient_goes_to,
    "node": node_is,
}


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim['example']}-{claim['kind']}-{claim['line'] or claim['times']}")
def test_answer_of_a_question_is_what_plain_torch_does(claim: dict[str, Any]) -> None:
    assert ANSWERS[claim["kind"]](claim) == [claim["says"]]


def test_every_kind_of_question_is_asked_and_checked() -> None:
    assert {claim["kind"] for claim in CLAIMS} == set(ANSWERS)
    assert {claim["example"].split("/")[0] for claim in CLAIMS} == {name.split("/")[0] for name in CODES}


def numbers(text: str) -> Lists:
    """Read ``[1, nan]``, and None."""
    return None if text == "None" else ast.literal_eval(re.sub(r"\b(nan|inf)\b", '"\\1"', text))


def same(left: Lists, right: Lists) -> bool:
    """Equal to the four digits that a page shows."""
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if left is None or right is None or isinstance(left, list) or isinstance(right, list):
        return left is right
    a, b = float(left), float(right)
    return (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=1e-3, abs_tol=1e-6)


def same_gradients(left: PlainRun, right: PlainRun) -> bool:
    a, b = left.gradients(), right.gradients()
    return a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
