"""``gradreel run notebook.ipynb`` and ``--cells``: cell by cell, with an exception that ends its cell only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest

from gradreel.cells import cells_of
from gradreel.errors import GradreelError
from gradreel.film.ipynb import notebook_of
from gradreel.recording import notebook_file
from gradreel.recording.cells import cell_script
from gradreel.recording.ipython import for_python
from gradreel.recording.notebook_file import NotebookUnreadable, program_of
from tests.recording.programs import film_in, recorded, write

CELLS = [
    "import sys\nimport torch\nimport helper\nw = torch.ones(2, requires_grad=True)",
    "w += 1",
    "y = helper.grown(w)\ny += 1\ny.sum().backward()",
    "y = = 3",
    "print(sys.argv, __name__)\n(w * 2).sum().backward()\nw.grad",
]
HELPER = "def grown(t):\n    return t.exp()\n"
IPYTHON: dict[str, Any] = json.loads((Path(__file__).parents[2] / "static/test/snippet/ipython.json").read_text("utf-8"))
"""Cases that the page reads too."""
STATUSES = ["completed", "raised", "raised", "raised", "completed"]


def notebook(*cells: Any) -> bytes:
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) if isinstance(each, str) else each for each in cells])
    return str(nbformat.writes(made)).encode()


@pytest.mark.parametrize("form", ["py", "ipynb"])
def test_program_is_recorded_cell_by_cell_and_each_failing_cell_is_diagnosed(tmp_path: Path, form: str) -> None:
    write(tmp_path, {"helper.py": HELPER, "page.py": "\n".join(f"# %%\n{cell}" for cell in CELLS)})
    (tmp_path / "page.ipynb").write_bytes(notebook(*CELLS))
    ended = recorded(tmp_path, f"page.{form}", "--lr", options=["--cells"] if form == "py" else [], fresh=form == "ipynb")
    assert (ended.status, ended.stdout) == (1, f"['page.{form}', '--lr'] __main__\n")
    printed = [line.partition(":")[0] for line in ended.stderr.splitlines() if line.startswith(("RuntimeError: ", "SyntaxError: "))]
    assert printed == ["RuntimeError", "RuntimeError", "SyntaxError"], ended.stderr
    assert f'page.{form}", line 7, in <module>\n    w += 1\n' in ended.stderr
    assert "program/cells.py" not in ended.stderr
    run = film_in(tmp_path)
    assert [cell.status for cell in run.cells] == STATUSES
    assert [(cell.failure.exception_type, cell.failure.line) for cell in run.cells if cell.failure is not None] == [
        ("RuntimeError", 7),
        ("RuntimeError", 11),
        ("SyntaxError", 13),
    ]
    assert run.cells[4].echo == "tensor([2., 2.])"
    assert [(told.kind, told.cell) for told in run.diagnoses] == [("leaf_in_place", 2), ("version_mismatch", 3)]
    assert [file.path for file in run.files] == [f"page.{form}", "helper.py"]
    assert run.outcome.failure == run.cells[1].failure


def test_cells_that_all_complete_end_with_status_0_and_exit_ends_the_program(tmp_path: Path) -> None:
    write(tmp_path, {"page.py": "# %%\nimport torch\ntorch.ones(2)\n# %%\nimport sys\nsys.exit(3)\n# %%\nprint('never')\n"})
    ended = recorded(tmp_path, "page.py", options=["--cells"])
    assert (ended.status, ended.stdout) == (3, "")
    assert [cell.status for cell in film_in(tmp_path).cells] == ["completed", "stopped", "skipped"]


REFUSED = {
    "no_marker": ("page.py", b"x = 1\n", "has no cells"),
    "no_text": ("page.py", b"# %%\n\xff\n", "no text in UTF-8"),
    "no_notebook": ("page.ipynb", b"x = 1\n", "this is no notebook"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_file_without_readable_cells_is_refused_with_a_sentence(name: str) -> None:
    file, content, told = REFUSED[name]
    with pytest.raises(GradreelError, match=told):
        cell_script(file, content)


def test_notebook_becomes_a_program_in_percent_format_without_its_outputs() -> None:
    html = nbformat.v4.new_output("display_data", data={"text/html": "<script>alert(1)</script>" * 400_000})
    code = nbformat.v4.new_code_cell("x = 1\n\ny = 2", outputs=[html], execution_count=7)
    text = program_of(notebook(nbformat.v4.new_markdown_cell("# Why\n\n%% So."), code, "%matplotlib inline\nz = 3\n!ls", "%%bash\nls"))
    assert text == (
        "# %% [markdown]\n# # Why\n#\n#%% So.\n# %%\nx = 1\n\ny = 2\n# %%\n# %matplotlib inline\nz = 3\n# !ls\n# %%\n#%%bash\n# ls\n"
    )
    assert [(cell.index, cell.kind) for cell in cells_of(text)] == [(None, "text"), (1, "code"), (2, "code"), (3, "code")]


@pytest.mark.parametrize("case", IPYTHON["notebooks"], ids=lambda case: case["name"])
def test_notebook_is_read_as_the_page_reads_it(case: dict[str, Any]) -> None:
    assert program_of(json.dumps(case["notebook"]).encode()) == case["program"]


@pytest.mark.parametrize("case", IPYTHON["scripts"], ids=lambda case: repr(case["program"]))
def test_lines_for_ipython_alone_become_comments_in_each_cell_of_a_script(case: dict[str, str]) -> None:
    assert for_python(case["program"]) == case["read"]
    assert cell_script("a.py", case["program"].encode()).code == case["read"].replace("\r\n", "\n")


def test_line_of_code_that_looks_like_a_marker_begins_no_cell() -> None:
    assert len(cells_of(program_of(notebook("x = 1\n# %% part\ny = 2")))) == 1


def test_notebook_of_an_older_version_is_read() -> None:
    old = {
        "nbformat": 3,
        "nbformat_minor": 0,
        "metadata": {},
        "worksheets": [
            {"cells": [{"cell_type": "code", "language": "python", "metadata": {}, "input": "x = 1", "outputs": [], "collapsed": False}]}
        ],
    }
    assert program_of(json.dumps(old).encode()) == "# %%\nx = 1\n"


HOSTILE = {
    "nested": b'{"nbformat": 4, "nbformat_minor": 5, "cells": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "cells_no_list": b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": 3}',
    "list": b"[]",
    "version": b'{"nbformat": 99, "cells": []}',
    "odd_cells": b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [3, {"cell_type": "code", "source": [5]}]}',
    "no_text": b"\xff\xfe",
    "empty": b"",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_file_that_is_no_notebook_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(NotebookUnreadable, match="notebook"):
        program_of(HOSTILE[name])


def test_notebook_that_is_too_large_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_file, "MAX_BYTES", 100)
    with pytest.raises(NotebookUnreadable, match="at most 100 are read"):
        program_of(notebook("x" * 200))
    monkeypatch.undo()
    monkeypatch.setattr(notebook_file, "MAX_CODE_BYTES", 100)
    with pytest.raises(NotebookUnreadable, match="more than 100 bytes"):
        program_of(notebook("x" * 200))


def test_program_with_cells_is_recorded_into_a_notebook_that_runs_again(tmp_path: Path) -> None:
    program = "".join(f"# %% Part {at}\n{cell}\n\n" for at, cell in enumerate(CELLS))
    write(tmp_path, {"helper.py": HELPER, "page.py": program})
    recorded(tmp_path, "page.py", options=["--cells"], film="ended.ipynb")
    written = (tmp_path / "ended.ipynb").read_bytes()
    assert program_of(written) == program
    book = nbformat.reads(written.decode(), as_version=4)
    nbformat.validate(json.loads(written))
    kinds = [[each.output_type for each in cell.outputs] for cell in book.cells]
    assert kinds == [[], ["error"], ["error"], ["error"], ["stream", "execute_result"]]
    assert book.cells[1].outputs[0].traceback[:2] == ["Cell In[2], line 2", "    w += 1"]
    recorded(tmp_path, "ended.ipynb")
    assert [cell.status for cell in film_in(tmp_path).cells] == STATUSES


def test_notebook_is_not_written_over_the_one_that_is_run(tmp_path: Path) -> None:
    content = notebook("x = 1")
    (tmp_path / "page.ipynb").write_bytes(content)
    ended = recorded(tmp_path, "page.ipynb", film="page.ipynb")
    assert (ended.status, ended.told) == (2, "gradreel: page.ipynb: the film would take the place of the program that it is made of")
    assert (tmp_path / "page.ipynb").read_bytes() == content


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[2] / "docs/examples").glob("*.ipynb")), ids=lambda path: path.name)
def test_notebook_that_was_read_and_written_is_read_as_the_same_program(path: Path) -> None:
    program = program_of(path.read_bytes())
    assert program_of(notebook_of(program)) == program
