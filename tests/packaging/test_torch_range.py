"""Which versions of PyTorch are promised: the code, the script that tests them and the documentation say the same."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gradreel.recording.torch_version import OLDEST, is_old

ROOT = Path(__file__).parents[2]
PROMISED_RELEASES = 4
STAND_IN = """
import sys, types
torch = types.ModuleType("torch")
torch.__version__ = "2.4.1"
sys.modules["torch"] = torch
import gradreel
try:
    with gradreel.record():
        pass
except gradreel.errors.TorchMissing as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("version", "old"), [("2.4.1", True), ("2.11.9+cpu", True), ("2.12.0", False), ("2.15.0a0+git1", False), ("3.0", False)]
)
def test_version_is_old_before_the_oldest_that_is_promised(version: str, old: bool) -> None:
    assert is_old(version) is old


def test_script_tests_the_oldest_and_the_newest_and_the_page_names_them() -> None:
    script = (ROOT / "scripts" / "torch-range").read_text()
    found = re.search(r"^OLDEST=(\d+)\.(\d+)\.\d+ NEWEST=(\d+)\.(\d+)\.\d+", script, re.MULTILINE)
    assert found is not None
    first, last = (int(found[1]), int(found[2])), (int(found[3]), int(found[4]))
    assert first == OLDEST
    assert last[0] > first[0] or last[1] - first[1] + 1 >= PROMISED_RELEASES
    page = (ROOT / "docs" / "recording.md").read_text()
    assert f"PyTorch {first[0]}.{first[1]} to {last[0]}.{last[1]}" in page


def test_torch_that_the_recorder_cannot_be_loaded_with_is_one_line_that_says_so() -> None:
    done = subprocess.run([sys.executable, "-c", STAND_IN], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == ("", "Gradreel needs PyTorch 2.12 or later; here is 2.4.1: pip install --upgrade torch\n")
