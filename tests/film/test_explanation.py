"""What a film says without a script: in the file, on a terminal, and how high a frame it needs."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import main
from gradreel.film.explanation import explanations
from gradreel.film.export import WRITERS, Export
from gradreel.film.film import Film, film_of
from gradreel.film.report import report
from gradreel.film.still import FrameOrder, StillEngine
from gradreel.locale import Lang
from tests.browser.film import STALE_PROGRAM
from tests.conftest import RunSnippet

pytestmark = pytest.mark.jail

SAID = {
    "en": ("The version check failed", "edited it in place", "Edit a clone: d = d.clone() above line 7."),
    "zh": ("版本检查未通过", "原地", "d = d.clone()"),
}


@pytest.fixture(scope="module")
async def film(run_snippet: RunSnippet) -> Film:
    """The film of a program that fails."""
    return film_of(await run_snippet(STALE_PROGRAM))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_film_in_a_file_explains_its_diagnosis_and_the_ways_out(lang: Lang, film: Film) -> None:
    text = WRITERS[".html"](Export(film, "snippet.py", lang=lang)).decode()
    why = re.search(r'<details class="why error">.*?</details>', text, re.DOTALL)
    assert why
    for each in SAID[lang]:
        assert each in why[0]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_report_names_ending_diagnosis_and_ways_out(lang: Lang, film: Film) -> None:
    text = " ".join(report(film, "bug.py", lang).split())
    assert text.startswith("bug.py: ")
    assert "RuntimeError" in text
    for each in SAID[lang]:
        assert each in text


def test_explanations_of_a_diagnosis_that_cannot_be_worded_are_left_out(film: Film) -> None:
    run = film.run()
    odd = run.diagnoses[0].model_copy(update={"params": {}})
    (kept,) = explanations(film_of(run.model_copy(update={"diagnoses": (odd, *run.diagnoses)})), "en")
    assert kept.title == "The version check failed"


def test_texts_of_a_program_that_look_like_diagnoses_are_taken_for_none(film: Film) -> None:
    run = film.run()
    fake = 'x = """,\\"diagnoses\\":[{}],"diagnoses":[1]"""\n'
    told = explanations(film_of(run.model_copy(update={"code": fake, "stdout": fake})), "en")
    assert told == explanations(film, "en")
    assert explanations(film_of(run.model_copy(update={"diagnoses": (), "code": fake, "stdout": fake})), "en") == ()


def test_frame_of_graph_and_code_side_by_side_is_as_high_as_the_higher_of_the_two(film: Film) -> None:
    engine, run = StillEngine(20, 768 * 1024**2), film.json().decode()
    graph, code, both = (engine.frame_height(run, FrameOrder(view)) for view in ("graph", "code", "both"))
    assert min(graph, code) > 200
    assert min(graph, code) - 100 < both <= max(graph, code)
    assert engine.frame_height(run, FrameOrder(width=380)) < graph, "a narrower picture is lower"


def traced(file: Path, terminal: bool) -> tuple[int, str, str]:
    """Run ``trace`` with standard output on a terminal or not; return its status, output and errors."""
    if not terminal:
        called = CliRunner().invoke(main, ["trace", str(file)])
        return called.exit_code, called.stdout, called.stderr
    command = [sys.executable, "-m", "tests.borrowing", "trace", str(file)]
    ours, its = pty.openpty()
    process = subprocess.Popen(command, stdout=its, stderr=subprocess.PIPE, text=True)
    os.close(its)
    text = b""
    try:
        while piece := os.read(ours, 65536):
            text += piece
    except OSError:
        """Linux says so when the other end is closed."""
    os.close(ours)
    _, errors = process.communicate()
    return process.returncode, text.decode(), errors


def test_trace_tells_a_terminal_what_happened_and_a_pipe_the_json(tmp_path: Path) -> None:
    file = tmp_path / "bug.py"
    file.write_text(STALE_PROGRAM)
    for terminal in (True, False):
        status, output, errors = traced(file, terminal)
        assert status == 1
        assert re.match(r"gradreel: exit status 1, since the snippet did not complete\. .*RuntimeError", errors)
        assert output.startswith("bug.py: " if terminal else '{"')
        assert ("Edit a clone" in output and "schema_version" not in output) is terminal
