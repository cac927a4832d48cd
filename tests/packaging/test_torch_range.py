"""Which versions of PyTorch are promised: the code, the script that tests them and the documentation say the same."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gradreel.recording.torch_version import OLDEST, is_old

ROOT = Path(__file__).parents[2]
PROMISED_RELEASES = 12
STAND_IN = """
import sys, types
torch = types.ModuleType("torch")
torch.__version__ = "2.3.1"
sys.modules["torch"] = torch
import gradreel
try:
    with gradreel.record():
        pass
except gradreel.errors.TorchMissing as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("version", "old"), [("2.3.1", True), ("1.13.1+cpu", True), ("2.4.0", False), ("2.15.0a0+git1", False), ("3.0", False)]
)
def test_version_is_old_before_the_oldest_that_is_promised(version: str, old: bool) -> None:
    assert is_old(version) is old


def test_script_tests_the_oldest_and_the_newest_and_the_page_names_them() -> None:
    script = (ROOT / "scripts" / "torch-range").read_text()
    found = re.search(r"^RELEASES = \((.*)\)", script, re.MULTILINE)
    assert found is not None
    releases = [tuple(map(int, release.split(".")[:2])) for release in re.findall(r"[\d.]+", found[1])]
    first, last = releases[0], releases[-1]
    assert first == OLDEST
    assert releases == sorted(set(releases))
    assert len(releases) >= PROMISED_RELEASES
    page = (ROOT / "docs" / "recording.md").read_text()
    assert f"PyTorch {first[0]}.{first[1]} to {last[0]}.{last[1]}" in page


def test_torch_that_the_recorder_cannot_be_loaded_with_is_one_line_that_says_so() -> None:
    done = subprocess.run([sys.executable, "-c", STAND_IN], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == ("", "Gradreel needs PyTorch 2.4 or later; here is 2.3.1: pip install --upgrade torch\n")


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (
            "ImportError('libcudnn.so.9: cannot open shared object file\\nand more')",
            "ImportError: libcudnn.so.9: cannot open shared object file",
        ),
        ("OSError('libcublas.so.13: no such file')", "OSError: libcublas.so.13: no such file"),
        ("ModuleNotFoundError(\"No module named 'sympy'\", name='sympy')", "ModuleNotFoundError: No module named 'sympy'"),
        ("RuntimeError()", "RuntimeError"),
    ],
)
def test_torch_that_does_not_load_is_one_line_with_what_it_said_and_no_advice_to_install_it(tmp_path: Path, raised: str, said: str) -> None:
    (tmp_path / "torch.py").write_text(f"raise {raised}\n")
    (tmp_path / "script.py").write_text("print('runs')\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    loaded = subprocess.run(
        [sys.executable, "-c", "import gradreel"], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (loaded.returncode, loaded.stderr) == (0, "")
    command = [sys.executable, "-m", "gradreel", "run", "script.py"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    line = f"gradreel: PyTorch is here and does not load: {said}. `python -c 'import torch'` shows where it fails\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


def test_combination_without_a_wheel_or_a_python_is_listed_as_such_and_what_was_seen_elsewhere_stays(tmp_path: Path) -> None:
    for file in ("scripts/torch-range", "docs/torch-range.md", "docs/torch-range.json"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    (tmp_path / "docs/torch-range.json").write_text('{"2.8.0": {"3.14": "7 passed"}}')
    of_another = """case "$*" in *"--python-version 3.14"*) echo 'Available versions: 2.9.1, 2.8.0'; exit ;; esac"""
    pip = f"{of_another}\necho 'Available versions: 2.8.1, 2.5.1+cpu'"
    for python, script in {"3.12": pip, "3.14": "exit 127"}.items():
        (tmp_path / f"python{python}").write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / f"python{python}").chmod(0o755)
    command = [sys.executable, str(tmp_path / "scripts/torch-range"), "--python", "3.12", "--python", "3.14"]
    environment = {**os.environ, "PATH": str(tmp_path)}
    subprocess.run([*command, "2.4.1", "2.8.0"], env=environment, capture_output=True, check=True)
    subprocess.run([*command[:2], "--python", "3.14", "2.9.1"], env=environment, capture_output=True, check=True)
    seen = json.loads((tmp_path / "docs/torch-range.json").read_text())
    assert seen == {
        "2.4.1": {"3.12": "no wheel", "3.14": "no wheel"},
        "2.8.0": {"3.12": "no wheel", "3.14": "7 passed"},
        "2.9.1": {"3.14": "not here"},
    }
    page = (tmp_path / "docs/torch-range.md").read_text()
    assert "| 2.4.1 | not run | no wheel | not run | no wheel |" in page
    (tmp_path / "python3.12").write_text("#!/bin/sh\n[ $1 = -c ] || { echo 'no network' >&2; exit 1; }\n")
    failed = subprocess.run([*command, "2.4.1"], env=environment, capture_output=True, text=True, check=False)
    assert failed.returncode != 0
    assert "no network" in failed.stderr


def test_cell_that_another_run_wrote_meanwhile_is_kept(tmp_path: Path) -> None:
    for file in ("scripts/torch-range", "docs/torch-range.md"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    results = tmp_path / "docs/torch-range.json"
    results.write_text("{}")
    asked = f"""[ $1 = -c ] || {{ echo '{{"2.8.0": {{"3.11": "7 passed"}}}}' > {results}; echo 'Available versions: 2.8.0'; }}"""
    (tmp_path / "python3.12").write_text(f"#!/bin/sh\n{asked}\n")
    (tmp_path / "python3.12").chmod(0o755)
    command = [sys.executable, str(tmp_path / "scripts/torch-range"), "--python", "3.12", "2.4.1"]
    subprocess.run(command, env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, check=True)
    assert json.loads(results.read_text()) == {"2.4.1": {"3.12": "no wheel"}, "2.8.0": {"3.11": "7 passed"}}
