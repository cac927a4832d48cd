"""A program is written as a notebook with its outputs, and is the same program when it is read back."""

from __future__ import annotations

import json
from typing import Any

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradreel.film.ipynb import notebook_of
from gradreel.ids import snippet_id
from gradreel.recording.notebook_file import program_of
from gradreel.trace import Cell, Engine, Event, Failure, Outcome, OutputEvent, Run
from tests.conftest import RunSnippet
from tests.film.notebooks import FILE, PROGRAMS, WRITTEN

LINES = [
    "",
    " ",
    "# %%",
    "# %% A title",
    "# %% [markdown]",
    "# %% [md] Why",
    "# words",
    "#words",
    "x = 1",
    "if x:",
    "    y()",
    "'''",
    "#%% no",
    "\ufeff",
]
PROGRAM = st.lists(st.tuples(st.sampled_from(LINES) | st.text(max_size=6), st.sampled_from(["\n", "\r\n", "\r", ""]))).map(
    lambda lines: "".join(line + end for line, end in lines)
)


def book_of(program: str, run: Run | None = None) -> Any:
    """The notebook, which nbformat finds valid and would have written byte for byte so."""
    written = notebook_of(program, run)
    book = nbformat.reads(written.decode(), as_version=4)
    nbformat.validate(json.loads(written))
    assert written.decode() == f"{nbformat.writes(book)}\n"
    return book


def output(index: int, text: str, stream: str = "stdout") -> OutputEvent:
    return OutputEvent.model_validate({"index": index, "line": 1, "stream": stream, "text": text})


def run_of(program: str, events: tuple[Event, ...] = (), cells: tuple[Cell, ...] = (), stdout: str = "", **outcome: Any) -> Run:
    ended = Outcome(**{"status": "completed", **outcome})
    engine = Engine(gradreel="0", torch="0", python="0")
    return Run(id=snippet_id(program), code=program, engine=engine, outcome=ended, stdout=stdout, elapsed_ms=1, events=events, cells=cells)


def cell(index: int | None, line: int, **more: Any) -> Cell:
    kind = "text" if index is None else "code"
    return Cell.model_validate({"index": index, "kind": kind, "line": line, "end_line": line + 1, "status": "completed", **more})


@pytest.mark.parametrize("program", PROGRAMS, ids=ascii)
def test_program_that_was_written_as_a_notebook_is_read_as_the_same_program(program: str) -> None:
    book_of(program)
    assert program_of(notebook_of(program)) == program


@given(PROGRAM)
def test_any_program_is_read_as_it_was_written(program: str) -> None:
    program = program.encode("utf-8", "replace").decode()
    nbformat.validate(json.loads(notebook_of(program)))
    assert program_of(notebook_of(program)) == program


def test_page_is_tested_with_what_is_written_today() -> None:
    assert json.loads(FILE.read_text("utf-8")) == [{"program": each, "notebook": notebook_of(each).decode()} for each in PROGRAMS]


def test_cells_show_their_titles_and_text_without_the_signs_of_comments() -> None:
    shown = [(each.cell_type, each.source) for each in book_of(WRITTEN).cells]
    assert shown == [
        ("markdown", "Two leaves, by hand"),
        ("code", "# Leaves\nimport torch\n\na = torch.ones(2, requires_grad=True)"),
        (
            "markdown",
            "# Why\nA *leaf* is <b>not</b> edited:\n\n- `a += 1` raises\nno space, and\na bare line\n%% and no marker",
        ),
        ("markdown", "# Edited"),
        ("code", "# Twice over\n# %matplotlib inline\na += 1"),
        ("code", '# bash\nprint("# %% in a line")'),
        ("code", "\nx = 3"),
    ]
    assert [each.id for each in book_of(WRITTEN).cells] == [f"cell-{at}" for at in range(1, 8)]


def test_program_without_cells_is_one_cell_with_all_that_it_printed() -> None:
    run = run_of("print(1)\n", (output(0, "1\n"),), stdout="1\nlater\n")
    (only,) = book_of(run.code, run).cells
    assert (only.execution_count, only.source, [each.text for each in only.outputs]) == (1, "print(1)", ["1\nlater\n"])


def test_each_cell_has_what_it_printed_echoed_and_raised() -> None:
    program = "import sys\n# %% [markdown]\n# words\n# %% Two\nw += 1\n# %%\nx = 1\n# %%\nsys.exit()\n"
    failure = Failure(kind="python_error", message="a leaf\nis edited", exception_type="RuntimeError", line=5)
    stopped = Failure(kind="exit", message="It ended itself.")
    cells = (
        cell(1, 1, events=(0, 1)),
        cell(None, 2),
        cell(2, 4, events=(2, 3), status="raised", failure=failure),
        cell(3, 6, echo="tensor(1.)", status="stopped", failure=stopped),
        cell(4, 8, status="skipped"),
    )
    events = (output(0, "a"), output(1, "b"), output(2, "careful\n", "stderr"), output(3, "c\n"))
    book = book_of(program, run_of(program, events, cells, "abc\nnot recorded\n"))
    assert [each.get("execution_count") for each in book.cells] == [1, None, 2, 3, None]
    first, _, second, third, fourth = book.cells
    assert first.outputs == [{"output_type": "stream", "name": "stdout", "text": "ab"}]
    assert [(each.output_type, each.get("name"), each.get("text")) for each in second.outputs[:2]] == [
        ("stream", "stderr", "careful\n"),
        ("stream", "stdout", "c\n"),
    ]
    assert second.outputs[2] == {
        "output_type": "error",
        "ename": "RuntimeError",
        "evalue": "a leaf\nis edited",
        "traceback": ["Cell In[2], line 2", "    w += 1", "RuntimeError: a leaf\nis edited"],
    }
    assert [each.output_type for each in third.outputs] == ["stream", "execute_result", "error"]
    assert (third.outputs[0].text, third.outputs[1].data, third.outputs[2].ename) == (
        "not recorded\n",
        {"text/plain": "tensor(1.)"},
        "Stopped",
    )
    assert fourth.outputs == []
    assert program_of(notebook_of(program, run_of(program, events, cells))) == program


@pytest.mark.jail
async def test_notebook_of_a_real_run_has_its_outputs_at_the_cells_that_made_them(run_snippet: RunSnippet) -> None:
    program = "import torch\nprint('one')\n# %% Edit\nw = torch.ones(2, requires_grad=True)\nw += 1\n# %%\nprint('three')\nw * 2\n"
    book = book_of(program, await run_snippet(program))
    assert [[each.output_type for each in cell.outputs] for cell in book.cells] == [["stream"], ["error"], ["stream", "execute_result"]]
    assert [book.cells[at].outputs[0].text for at in (0, 2)] == ["one\n", "three\n"]
    assert book.cells[1].outputs[0].traceback[:2] == ["Cell In[2], line 3", "    w += 1"]
    assert book.cells[2].outputs[1].data["text/plain"].startswith("tensor([2., 2.]")


def test_cell_that_was_edited_keeps_its_title_and_the_others_stay_as_they_were() -> None:
    book = book_of("# %% One\nx = 1\n\n\n# %% [markdown] Two\n#a\n# %%\ny = 2")
    book.cells[0].source = "# One\nx = 3"
    book.cells.append(nbformat.v4.new_code_cell("z = 3"))
    read = program_of(nbformat.writes(book).encode())
    assert read == "# %% One\nx = 3\n# %% [markdown] Two\n#a\n# %%\ny = 2\n# %%\nz = 3\n"


@pytest.mark.parametrize(
    "text", ["# %%\nx = 1\n# %%\nhidden()\n", "# %%\nhidden()\n", "x = 1\n", "# %% [markdown]\nx = 1\n", 3, None, {"x": 1}]
)
def test_metadata_that_do_not_say_what_the_cell_shows_are_not_believed(text: object) -> None:
    book = book_of("y = 0\n# %%\nx = 1\n")
    book.cells[1].metadata["gradreel"] = {"text": text}
    assert program_of(nbformat.writes(book).encode()) == "y = 0\n# %%\nx = 1\n"


@pytest.mark.parametrize(
    "text", ["\x00\x01\x1b[31mred\x1b[0m\r\x08\n", "<script>alert(1)</script>", "\ud800 \udfff", "\u2028\u2029\x85", "x" * 65_536]
)
def test_hostile_output_makes_a_valid_notebook_whose_text_it_stays(text: str) -> None:
    # Not validated, as no child's answer with a lone surrogate would be.
    run = run_of("x\n").model_copy(update={"stdout": text, "cells": (), "outcome": Outcome(status="completed")})
    (only,) = book_of("x\n", run).cells
    assert only.outputs[0].text == text.encode("utf-8", "replace").decode()


def test_64_kib_of_html_in_a_cell_of_text_stay_markdown_source() -> None:
    program = "# %% [markdown]\n" + "# <img src=x onerror=alert(1)>\n" * 2_100
    (only,) = book_of(program).cells
    assert (only.cell_type, only.source.count("<img")) == ("markdown", 2_100)
    assert program_of(notebook_of(program)) == program


def test_outputs_of_another_program_are_left_out() -> None:
    assert book_of("x = 1\n", run_of("print(1)\n", (output(0, "1\n"),))).cells[0].outputs == []
