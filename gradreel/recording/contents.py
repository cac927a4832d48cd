"""Says what of the program is in a film's file, for whoever is about to send it to somebody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gradreel.locale import Lang, word, word_whole
from gradreel.trace import AccumulateEvent, NodeEvent, OpEvent, Run, Value
from gradreel.why.visible import visible

MAX_TOLD = 3
"""Files that are named."""
WHOLE = (".html", ".json")
"""Forms that hold the film."""
NOTEBOOK = ".ipynb"


def contents(run: Run, path: Path, lang: Lang) -> str:
    """Say where the film is and what it holds, which depends on its form."""
    values = _has_values(run)
    if path.suffix.lower() in WHOLE:
        files = [file.path for file in run.files if file.text != ""]
        named, more = _named(files, lang)
        told = word_whole("run-holds-film", named, {"more": more, "values": values}, lang)
    elif path.suffix.lower() == NOTEBOOK:
        told = word_whole("run-holds-notebook", {"files": visible(run.files[0].path)}, {}, lang)
    else:
        told = word("run-holds-picture", {"values": values}, lang)
    return word_whole("run-film", {"path": visible(str(path))}, {}, lang) + (" " if lang == "en" else "") + told


def _named(files: list[str], lang: Lang) -> tuple[dict[str, str], int]:
    """The first files, and how many more there are."""
    named = (", " if lang == "en" else "、").join(map(visible, files[:MAX_TOLD]))
    return {"files": named}, max(len(files) - MAX_TOLD, 0)


def _has_values(run: Run) -> bool:
    """Whether it shows an element of any tensor."""
    return any(value is not None for value in _values(run))


def _values(run: Run) -> Iterator[Value | None]:
    yield from (tensor.value for tensor in run.tensors)
    yield from (gradient.value for gradient in run.gradients)
    for event in run.events:
        if isinstance(event, NodeEvent):
            yield from (*event.grad_outputs, *event.grad_inputs)
        elif isinstance(event, AccumulateEvent):
            yield event.grad
        elif isinstance(event, OpEvent):
            yield from (write.value for write in event.writes)
            yield from (alias.value for alias in event.aliases)
