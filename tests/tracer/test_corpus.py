"""Every program of the corpus, traced and plain: same output, same exception, same tensors and gradients, bit for bit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tracer.kept_truth import check_kept
from tests.tracer.oracle import plain, traced
from tests.tracer.truth import check_truth

CORPUS = Path(__file__).parent / "corpus"
PRELUDE = "import torch, torch.nn as nn, torch.nn.functional as F\n"


def programs() -> list[tuple[str, str]]:
    """Return (theme/name, code) of every program; a line ``### name`` begins one."""
    found = []
    for path in sorted(CORPUS.glob("*.txt")):
        for part in path.read_text(encoding="utf-8").split("### ")[1:]:
            name, code = part.split("\n", 1)
            found.append((f"{path.stem}/{name.strip()}", PRELUDE + code))
    return found


def test_corpus_has_at_least_150_programs() -> None:
    assert len(programs()) >= 150


def warnings_in(stderr: str) -> list[str]:
    """Return the lines that name a warning of the snippet; C++ says itself where in PyTorch it comes from."""
    return [line for line in stderr.splitlines() if line.startswith("snippet.py:")]


@pytest.mark.parametrize(("name", "code"), programs(), ids=[name for name, _ in programs()])
def test_program_traced_equals_plain(name: str, code: str) -> None:
    expected, got = plain(code), traced(code)
    assert got.error == expected.error
    assert got.line == expected.line
    assert got.stdout == expected.stdout
    assert got.recording is not None
    check_truth(got.recording)
    if not name.startswith("hostile"):
        check_kept(code, got.recording)
    assert warnings_in(got.stderr) == warnings_in(expected.stderr)
    assert got.tensors == expected.tensors
    if "expect-error" in code:
        assert expected.error is not None
    elif "may-raise" not in code:
        assert expected.error is None, expected.error
