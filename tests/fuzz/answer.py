"""Fuzzes the validation of a child's answers with atheris, guided by coverage; stops at the first failure.

    pip install atheris                    # not among the development packages
    python -m tests.fuzz.answer [RUNS]     # 1,000,000 by default

Any bytes must either be refused with ``ResultInvalid``, or be a recording that is equal after it was written and read again.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

import atheris

with atheris.instrument_imports(include=["app", "gradreel"]):
    from app.sandbox.report.answer import ResultInvalid, validate, validate_control_run
    from gradreel.trace import Recording
    from tests.sandbox.test_answer import document, tensor

RUNS = 1_000_000
LONGEST_BYTES = 16 * 1024
STRANGE: tuple[Any, ...] = (
    None, True, 0, -1, 1, 2**31, 2**63, 2**64 - 1, -(2**63), 0.5, 1e308, "", "t1", "t2", "t9", "n1", "n9", "s1", "s9", "m1", "c1",
    "\ud800", "\0", "x" * 500, "op", "line", "bind", "node", "raise", "free", "completed", "raised", "stopped", "internal", "memory",
    [], [[]], ["t1"], ["n1", "n1"], {}, {"kind": "line"}, {"node": "n1", "output_nr": 0}, {"t1": "t1"},
)  # fmt: skip


def check(data: bytes) -> None:
    """Raise if an answer is neither refused nor valid."""
    for read in (validate, validate_control_run):
        try:
            found = read(data)
        except ResultInvalid:
            continue
        if isinstance(found, Recording):
            again = Recording.model_validate_json(found.model_dump_json())
            assert again == found, "it reads back as something else"


def mutated(data: bytes, longest: int, seed: int) -> bytes:
    """Change one place of a document, or some of its bytes."""
    dice = random.Random(seed)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return bytes(atheris.Mutate(data, longest))
    if dice.random() < 0.3 or not isinstance(value, dict | list) or not value:
        return bytes(atheris.Mutate(data, longest))
    for _ in range(dice.randint(1, 3)):
        if value:
            _change(value, dice)
    return json.dumps(value).encode()[:longest]


def _change(value: Any, dice: random.Random) -> None:
    place = value
    while True:
        key = dice.choice(sorted(place)) if isinstance(place, dict) else dice.randrange(len(place))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or dice.random() < 0.15:
            break
        place = inner
    act = dice.random()
    if act < 0.6:
        place[key] = dice.choice(STRANGE)
    elif act < 0.8:
        del place[key]
    elif isinstance(place, list):
        place.append(deepcopy(inner))
    else:
        place[dice.choice(["kind", "id", "index", "event", "evil", "t1"])] = deepcopy(inner)


def main() -> None:
    """Fuzz; atheris ends the process."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    with tempfile.TemporaryDirectory() as corpus:
        kinds = ("bind", "output", "warning", "accumulate", "raise")
        seeds = [document(), document(events=[]), document(tensors=[{**tensor("t1", True), "base": "t2"}, tensor("t2", False)])]
        seeds += [document(events=[{"kind": kind, "index": 0, "line": 1, "name": "x", "tensor": "t1", "grad": None}]) for kind in kinds]
        for number, seed in enumerate(seeds):
            (Path(corpus) / str(number)).write_text(json.dumps(seed))
        options = [sys.argv[0], f"-runs={runs}", f"-max_len={LONGEST_BYTES}", "-timeout=10", "-rss_limit_mb=4096", corpus]
        atheris.Setup(options, check, custom_mutator=mutated)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
