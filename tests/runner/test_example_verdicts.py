"""The verdicts that are shipped with the built-in examples are those that trying their fixes in the sandbox gives now."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.jail

ROOT = Path(__file__).parents[2]
BORROWING = """
import runpy
from tests.templates import borrowed_templates
with borrowed_templates():
    runpy.run_module("scripts.example_verdicts", run_name="__main__")
"""
"""The script, with a sandbox that need not import torch again."""


@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.long)])
def test_shipped_verdicts_of_the_examples_are_up_to_date(each: int) -> None:
    check = [sys.executable, "-c", BORROWING, "--check", "--each", str(each)]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stderr
