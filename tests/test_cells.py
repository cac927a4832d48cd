"""Programs in percent format are divided into cells as editors divide them."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from gradreel.cells import cells_of, has_cells, parsable

SHARED: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "static/test/snippet/cells.json").read_text("utf-8"))
"""Cases that the page divides too."""
NOTEBOOK = """import torch
# %% Two leaves
a = torch.ones(2)

# %% [markdown]
# Now the same again.
# %% [markdown] A title
# %%
"""


def shape(program: str) -> list[tuple[int | None, str | None, str, int, int]]:
    return [(cell.index, cell.title, cell.kind, cell.line, cell.end_line) for cell in cells_of(program)]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_program_with_markers_is_divided_at_each_of_them(line_end: str) -> None:
    assert shape(NOTEBOOK.replace("\n", line_end)) == [
        (1, None, "code", 1, 1),
        (2, "Two leaves", "code", 2, 4),
        (None, None, "text", 5, 6),
        (None, "A title", "text", 7, 7),
        (3, None, "code", 8, 8),
    ]


@pytest.mark.parametrize("case", SHARED, ids=lambda case: repr(case["program"]))
def test_program_is_divided_as_the_page_divides_it(case: dict[str, Any]) -> None:
    cells = [{"index": cell.index, "kind": cell.kind, "title": cell.title or "", "line": cell.line} for cell in cells_of(case["program"])]
    assert cells == case["cells"]
    assert has_cells(case["program"]) == bool(case["cells"])


@pytest.mark.parametrize(
    ("before", "kinds"), [("", ["code"]), ("\n\n", ["code"]), ("# by me\n", ["text", "code"]), ("x\n", ["code", "code"])]
)
def test_lines_before_the_first_marker_are_a_cell_where_there_is_something(before: str, kinds: list[str]) -> None:
    assert [cell.kind for cell in cells_of(before + "# %%\ny = 1")] == kinds


def test_lines_of_the_cells_are_all_lines_of_the_program() -> None:
    lines = [number for cell in cells_of(NOTEBOOK) for number in range(cell.line, cell.end_line + 1)]
    assert lines == list(range(1, NOTEBOOK.count("\n") + 1))


def test_code_of_a_cell_begins_in_the_line_that_is_stated() -> None:
    lines = NOTEBOOK.splitlines(keepends=True)
    assert all(cell.code == "".join(lines[cell.code_line - 1 : cell.end_line]) for cell in cells_of(NOTEBOOK))


def test_cells_that_are_no_python_become_spaces_and_the_others_stay_in_place() -> None:
    program = "x = 1\n# %% [markdown]\nA sentence, bare.\n# %%\ny = = ü\n# %%\nfor i in x:\n    z = 3\n"
    clean = parsable(program)
    tree = ast.parse(clean)
    assert len(clean) == len(program)
    assert [(type(each).__name__, each.lineno) for each in tree.body] == [("Assign", 1), ("For", 7)]


def test_program_without_cells_that_is_no_python_stays_what_it_is() -> None:
    assert parsable("y = = 3\n") == "y = = 3\n"
