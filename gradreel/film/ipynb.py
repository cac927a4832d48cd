"""Writes a program as a notebook, with what its run printed, echoed and raised: nbformat 4.5, byte for byte as ``nbformat`` writes it.

    cell of code     code        a title becomes a comment in the marker's place, so that lines keep their numbers
    cell of text     markdown    without the signs of comments; a title becomes a heading
    program without cells        one cell of code

Each cell keeps its text as it stands in the program in its metadata, so that reading the file gives the same program back, marker and
blank lines included. A cell that was edited since is read as it is then. Nothing but the standard library is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from gradreel.cells import CellText, cells_of, notebook_source, texts_of
from gradreel.trace import Event, Failure, OutputEvent, Run

MEDIA_TYPE = "application/x-ipynb+json"
OWN = "gradreel"
"""Where a cell's metadata hold ours: ``{"text": …}``."""
STOPPED = "Stopped"
"""Name of an error that is no exception: a limit, or the end of the process."""
METADATA: dict[str, Any] = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}


@dataclass(frozen=True)
class _Ended:
    """How a cell of code ended."""

    ran: bool
    failure: Failure | None
    echo: str | None
    first: int | None
    """Its first event."""


def notebook_of(program: str, run: Run | None = None) -> bytes:
    """Write a program as a notebook. Without a run, or with one of another program, its cells have no outputs."""
    cells = cells_of(program) or (CellText(1, None, "code", 1, 1, program, 1),)
    if run is not None and run.code != program:
        run = None
    outputs = {} if run is None else _outputs(run, cells)
    written = [_cell(at, cell, text, outputs) for at, (cell, text) in enumerate(zip(cells, texts_of(program), strict=True), 1)]
    book = {"cells": written, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    text = json.dumps(book, ensure_ascii=False, indent=1, sort_keys=True, separators=(",", ": "))
    return f"{text}\n".encode("utf-8", "replace")


def _cell(at: int, cell: CellText, text: str, outputs: dict[int, list[dict[str, Any]]]) -> dict[str, Any]:
    metadata: dict[str, Any] = {OWN: {"text": text}} | ({"title": cell.title} if cell.title else {})
    written = {"id": f"cell-{at}", "metadata": metadata, "source": _lines(notebook_source(text, cell.kind))}
    if cell.index is None:
        return {"cell_type": "markdown", **written}
    ran = cell.index in outputs
    return {"cell_type": "code", **written, "execution_count": cell.index if ran else None, "outputs": outputs.get(cell.index, [])}


def _outputs(run: Run, cells: tuple[CellText, ...]) -> dict[int, list[dict[str, Any]]]:
    """The outputs of the cells of code that ran, by their number."""
    ended = _ends(run, [cell.index for cell in cells if cell.index is not None])
    ran = [index for index, end in ended.items() if end.ran]
    if not ran:
        return {}
    printed: dict[int, list[OutputEvent]] = {index: [] for index in ran}
    starts = [(end.first, index) for index, end in ended.items() if end.ran and end.first is not None]
    recorded = 0
    for event in run.events:
        if event.kind != "output":
            continue
        recorded += len(event.text) if event.stream == "stdout" else 0
        printed[_cell_of(event, starts, ran[0])].append(event)
    outputs: dict[int, list[dict[str, Any]]] = {}
    for index in ran:
        # Where the recording is shorter than what the process wrote, the rest follows at the end.
        rest = run.stdout[recorded:] if index == ran[-1] else ""
        end = ended[index]
        value = [] if end.echo is None else [_result(index, end.echo)]
        error = [] if end.failure is None else [_error(run, end.failure, cells)]
        outputs[index] = [*_streams(printed[index], rest), *value, *error]
    return outputs


def _ends(run: Run, indices: list[int]) -> dict[int, _Ended]:
    if not run.cells:  # no cells, or a film that is older than them
        return {index: _Ended(True, run.outcome.failure, None, 0) for index in indices[-1:]}
    return {
        cell.index: _Ended(cell.status != "skipped", cell.failure, cell.echo, cell.events[0] if cell.events else None)
        for cell in run.cells
        if cell.index is not None
    }


def _cell_of(event: Event, starts: list[tuple[int, int]], otherwise: int) -> int:
    """What happens between two cells belongs to the first of them."""
    return next((index for first, index in reversed(starts) if first <= event.index), otherwise)


def _streams(printed: list[OutputEvent], rest: str) -> list[dict[str, Any]]:
    """Neighbours of one stream are one output, as in a notebook."""
    pieces: Iterable[tuple[str, str]] = [*((event.stream, event.text) for event in printed), ("stdout", rest)]
    joined = [(name, "".join(text for _, text in each)) for name, each in groupby(pieces, key=lambda piece: piece[0])]
    return [{"output_type": "stream", "name": name, "text": _lines(text)} for name, text in joined if text]


def _result(index: int, echo: str) -> dict[str, Any]:
    return {"output_type": "execute_result", "execution_count": index, "data": {"text/plain": _lines(echo)}, "metadata": {}}


def _error(run: Run, failure: Failure, cells: tuple[CellText, ...]) -> dict[str, Any]:
    name = failure.exception_type or STOPPED
    place = _place(run, failure, cells)
    traceback = [*place, f"{name}: {failure.message}"]
    return {"output_type": "error", "ename": name, "evalue": failure.message, "traceback": traceback}


def _place(run: Run, failure: Failure, cells: tuple[CellText, ...]) -> list[str]:
    """The line that raised, numbered as its cell is shown."""
    if failure.line is None:
        return []
    if failure.file != 0:
        path = run.files[failure.file].path if failure.file < len(run.files) else "?"
        return [f"File {path}, line {failure.line}"]
    cell = next((each for each in cells if each.index is not None and each.line <= failure.line <= each.end_line), cells[0])
    number = failure.line - cell.code_line + (2 if cell.title else 1)
    lines = cell.code.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    at = failure.line - cell.code_line
    return [f"Cell In[{cell.index}], line {number}", *([f"    {lines[at].strip()}"] if 0 <= at < len(lines) else [])]


def _lines(text: str) -> list[str]:
    """As nbformat keeps texts."""
    return text.splitlines(keepends=True)
