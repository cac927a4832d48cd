"""``scripts/new`` writes skeletons that run, into a copy of the repository."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COPIED = (
    "gradreel",
    "scripts",
    "tests/diagnose",
    "tests/golden/stories/programs",
    "app/lessons",
    "static/src/predict",
    "static/test/predict",
)

DIAGNOSE = """
from gradreel.diagnose import KINDS, diagnose
from gradreel.trace import Failure, Outcome, RaiseEvent, Recording

raised = RaiseEvent(index=0, line=1, exception_type="RuntimeError", message="TODO: how PyTorch words it")
failure = Failure(kind="python_error", message=raised.message, line=1, event=0)
recording = Recording(torch="2", python="3", outcome=Outcome(status="raised", failure=failure), events=(raised,))
found = diagnose("boom()", recording)
assert found.failures == (), found.failures
print(list(KINDS)[-1], [diagnosis.kind for diagnosis in found.diagnoses], found.diagnoses[0].message)
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in COPIED:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "player"))
    return tmp_path


def new(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(copy / "scripts/new"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_new_kind_is_found_worded_and_diagnosed_without_a_line_in_any_other_file(copy: Path) -> None:
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    done = new(copy, "kind", "out_of_luck")
    assert done.returncode == 0, done.stderr
    changed = {str(path.relative_to(copy)) for path, content in before.items() if path.read_bytes() != content}
    assert changed == {"gradreel/locales/en/diagnosis.ftl", "gradreel/locales/zh/diagnosis.ftl"}
    told = subprocess.run([sys.executable, "-c", DIAGNOSE], cwd=copy, capture_output=True, text=True, check=False)
    assert told.stdout.startswith("out_of_luck ['out_of_luck'] Line 1 (boom()) TODO."), told.stderr
    checked = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), "gradreel/diagnose/kinds/out_of_luck.py"],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    again = new(copy, "kind", "out_of_luck")
    assert again.returncode != 0
    assert "There already is gradreel/diagnose/kinds/out_of_luck.py" in again.stderr


def test_new_question_and_lesson_have_their_files_and_sentences(copy: Path) -> None:
    assert new(copy, "question", "edges").returncode == 0
    assert "export function edgesQuestions" in (copy / "static/src/predict/edges.ts").read_text()
    assert (copy / "static/test/predict/edges.test.ts").is_file()
    for lang in ("en", "zh"):
        assert "predict-edges-because = " in (copy / f"gradreel/locales/{lang}/predict.ftl").read_text(encoding="utf-8")
    assert new(copy, "lesson", "two-heads").returncode == 0
    for lang in ("en", "zh"):
        assert (copy / f"app/lessons/texts/two-heads.{lang}.md").read_text(encoding="utf-8").startswith("# Two heads\n")
    programs = [copy / "app/lessons/tasks/two-heads.py", copy / "tests/lessons/solutions/two-heads.py"]
    assert [compile(path.read_text(), path.name, "exec") is not None for path in programs] == [True, True]


@pytest.mark.parametrize("arguments", [(), ("kind",), ("kind", "Bad-Name"), ("poem", "x"), ("lesson", "../x")])
def test_wrong_arguments_write_nothing_and_say_what_is_wanted(copy: Path, arguments: tuple[str, ...]) -> None:
    before = sorted(copy.rglob("*"))
    done = new(copy, *arguments)
    assert done.returncode != 0
    assert "scripts/new kind NAME" in done.stderr or "has to match" in done.stderr
    assert sorted(copy.rglob("*")) == before
