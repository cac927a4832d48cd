"""What a GitHub workflow is told: annotations, the job's summary, JUnit properties, and the script of ``action.yml``."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml

import gradreel
from gradreel.errors import StillFailed
from gradreel.pytest_plugin import MAX_SUMMARY_BYTES, SAID, Workflow
from tests import interpreter
from tests.why import films

ROOT = Path(__file__).parents[2]
DIES = """
import torch

def halve(h):
    h *= 0.5

def run():
    h = torch.ones(2, requires_grad=True).exp()
    halve(h)
    h.sum().backward()
"""
ANNOTATIONS = [
    "::error file={}program.py,line=8,endLine=8,col=43,endColumn=48,title=The version check failed::ExpBackward0 saved h at version 0",
    "::error file={}program.py,line=5,endLine=5,col=5,endColumn=13,title=The version check failed::edited in place: version 0 → 1%0A",
    "::error file={}program.py,line=10,endLine=10,col=5,endColumn=23,title=The version check failed::raised: needs version 0 and found 1",
]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a program in a folder of it, and the environment of a step."""
    folder = tmp_path / "training"
    folder.mkdir()
    (folder / "program.py").write_text(DIES)
    (folder / "main.py").write_text("import sys, program\nprint(sys.argv[1:])\nprogram.run()\n")
    (folder / "test_program.py").write_text("import program\n\ndef test_dies():\n    program.run()\n\ndef test_passes():\n    pass\n")
    own = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": tmp_path, "GITHUB_STEP_SUMMARY": tmp_path / "summary", "PYTHONPATH": ROOT}
    for name, value in own.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "output"))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(folder)
    return tmp_path


def is_annotated(printed: str) -> bool:
    found = [line for line in printed.splitlines() if line.startswith("::")]
    return len(found) == 3 and all(line.startswith(told.format("training/")) for line, told in zip(found, ANNOTATIONS, strict=True))


def test_tests_in_a_workflow_annotate_lines_write_the_summary_and_name_films_in_junit(checkout: Path) -> None:
    (checkout / "summary").write_text("before\n")
    plugins = ["-p", "gradreel.pytest_plugin", "-p", "xdist"]
    command = [sys.executable, "-m", "pytest", *plugins, "-n", "1", "--gradreel", "--junitxml", "report.xml"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    assert is_annotated(done.stdout), done.stdout
    summary = (checkout / "summary").read_text()
    assert summary.startswith("before\n## test\\_program.py::test\\_dies\n")
    assert "    h *= 0.5  # 5: edited in place: version 0 → 1" in summary
    cases = {case.get("name"): case for case in ET.parse("report.xml").iter("testcase")}
    (film,) = [each.get("value", "") for each in cases["test_dies"].iter("property") if each.get("name") == "gradreel_film"]
    assert f"Film: `{film}`" in summary
    assert "ExpBackward0" in Path(film).read_text()
    assert list(cases["test_passes"].iter("property")) == []


def test_tests_outside_of_a_workflow_print_no_annotations(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    done = interpreter.run(["-m", "pytest", "-p", "gradreel.pytest_plugin", "--gradreel"], Path.cwd())
    assert "film: gradreel-films/" in done.stdout
    assert "\n::" not in done.stdout
    assert not (checkout / "summary").exists()


class Lines:
    """Takes what is printed at the end of a session."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write_line(self, line: str) -> None:
        self.lines.append(line)


def told(summary: str) -> pytest.TestReport:
    report = pytest.TestReport("a", ("a", 1, "a"), {}, "failed", None, "call")
    vars(report)[SAID] = {"summary": summary, "annotations": "::error ::a\n::error ::b"}
    return report


def test_summary_keeps_within_what_a_step_may_write_and_counts_the_rest(tmp_path: Path) -> None:
    workflow = Workflow({"GITHUB_STEP_SUMMARY": str(tmp_path / "summary")})
    for _ in range(9):
        workflow.pytest_runtest_logreport(told("é" * (MAX_SUMMARY_BYTES // 8)))
    workflow.pytest_terminal_summary(Lines())  # type: ignore[arg-type]
    text = (tmp_path / "summary").read_text()
    assert len(text.encode()) < MAX_SUMMARY_BYTES + 200
    assert text.endswith("\n5 more tests died of autograd errors: see the films.\n")


def test_summary_that_cannot_be_written_is_one_line_and_each_annotation_is_printed_once(tmp_path: Path) -> None:
    workflow, lines = Workflow({"GITHUB_STEP_SUMMARY": str(tmp_path / "no" / "summary"), "GITHUB_ACTIONS": "true"}), Lines()
    for _ in range(2):
        workflow.pytest_runtest_logreport(told("x"))
    workflow.pytest_terminal_summary(lines)  # type: ignore[arg-type]
    assert lines.lines == ["::error ::a", "::error ::b", "gradreel: no summary: No such file or directory"]


def test_script_of_the_action_runs_a_script_and_ends_with_its_status(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADREEL_ACTION_SCRIPT", "main.py --name 'two words' '$(touch owned)'")
    done = subprocess.run(["bash", ROOT / "action" / "run"], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert done.stdout.splitlines()[0] == "['--name', 'two words', '$(touch owned)']"
    assert is_annotated(done.stdout), done.stdout
    assert not Path("owned").exists()
    assert "Film: `gradreel-films/script.html`" in (checkout / "summary").read_text()
    assert (checkout / "output").read_text() == "films=gradreel-films\n"
    assert Path("gradreel-films/script.html").stat().st_size > 100_000


def test_action_gives_each_input_to_its_script_and_runs_a_file_that_is_there() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    install, run = action["runs"]["steps"]
    script = (ROOT / "action" / "run").read_text()
    given = {value: name for name, value in run["env"].items()}
    for name in action["inputs"].keys() - {"install"}:
        assert given[f"${{{{ inputs.{name} }}}}"] in script
    assert "inputs." not in run["run"] + install["run"], "an input in a command could be a command"
    assert run["run"] == 'bash "$ACTION/action/run"'
    assert install["run"] == 'bash "$ACTION/action/install"'


def test_action_installs_the_library_alone(tmp_path: Path) -> None:
    """A Python that fetches nothing: it builds with the setuptools that is here, and only says what it would install."""
    stand_in = tmp_path / "bin" / "python"
    stand_in.parent.mkdir()
    build = f'exec {sys.executable} "$@" --no-build-isolation'
    stand_in.write_text(f'#!/bin/sh\necho "$@" >>{tmp_path}/asked\ncase "$*" in *" wheel "*) {build};; esac\n')
    stand_in.chmod(0o755)
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    (wheels / "gradreel-0.0.1-py3-none-any.whl").touch()
    os.utime(wheels / "gradreel-0.0.1-py3-none-any.whl", (0, 0))
    environment = {**os.environ, "PATH": f"{stand_in.parent}{os.pathsep}{os.environ['PATH']}", "GRADREEL_ACTION_WHEELS": str(wheels)}
    done = subprocess.run(["bash", ROOT / "action" / "install"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    built, installed = (tmp_path / "asked").read_text().splitlines()
    assert " --no-deps " in built
    (wheel,) = [path for path in wheels.iterdir() if "0.0.1" not in path.name]
    assert installed == f"-m pip install --quiet {wheel}[pytest]"


def test_markdown_of_a_film_has_its_picture_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError), gradreel.record() as film:
        exec(compile(films.EDITED, "<program>", "exec"), {})  # noqa: S102
    text = film.save(tmp_path / "why (1).md").read_text()
    assert "](<why%20%281%29.svg>)" in text
    assert (tmp_path / "why (1).svg").read_text().startswith("<svg")
    assert "The version check failed" in text

    def undrawn(*_given: object) -> None:
        raise StillFailed("no engine")

    monkeypatch.setattr("gradreel.film.export.still_engine", undrawn)
    assert "![" not in film.save(tmp_path / "plain.md").read_text()
    assert not (tmp_path / "plain.svg").exists()
