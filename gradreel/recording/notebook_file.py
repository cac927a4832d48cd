"""Reads a notebook's file as a program in percent format: its code, and its text as comments. Outputs are never read.

cell of code     # %%               the code as IPython takes it; lines for IPython alone, such as ``%matplotlib inline``, become comments
cell of text     # %% [markdown]    every line a comment
empty cell                          nothing: Jupyter does not number it

A cell that ``gradreel.film.ipynb`` has written, and that nobody has edited, becomes the text that it was made of. The page reads notebooks
in the same way (static/src/snippet/notebook.ts): ``static/test/snippet/ipython.json`` holds cases for both.
"""

from __future__ import annotations

import logging
import re
import warnings
from typing import Any

from gradreel.cells import BLANKS, LINE_END, MARKER, TEXT_TAG, Kind, cells_of, has_cells, notebook_source, texts_of, title_in
from gradreel.errors import GradreelError
from gradreel.recording.ipython import entered, for_python

MAX_BYTES = 64 * 1024**2
"""Of the file, outputs included."""
MAX_CONTAINERS = 4 * 1024**2
"""Lists and objects in it, outputs included: what becomes of them takes up to a gigabyte."""
MAX_CODE_BYTES = 4 * 1024**2
"""Of its code and text."""
_MARKER_IN_CODE = re.compile(rf"^{re.escape(MARKER)}", re.MULTILINE)


class NotebookUnreadable(GradreelError):
    """This is no notebook, or one that is too large."""


def program_of(content: bytes) -> str:
    """Return the program in a notebook's file; raise ``NotebookUnreadable``."""
    if len(content) > MAX_BYTES:
        raise NotebookUnreadable(f"the notebook has more than {MAX_BYTES:,} bytes, at most {MAX_BYTES:,} are read: clear its outputs")
    if (count := content.count(b"[") + content.count(b"{")) > MAX_CONTAINERS:
        raise NotebookUnreadable(f"the notebook has {count:,} lists and objects, at most {MAX_CONTAINERS:,} are read: clear its outputs")
    text = _joined(_read(content))
    if len(text.encode("utf-8", "replace")) > MAX_CODE_BYTES:
        raise NotebookUnreadable(f"the notebook's cells have more than {MAX_CODE_BYTES:,} bytes, outputs not counted")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _read(content: bytes) -> list[Any]:
    try:
        import nbformat
    except ModuleNotFoundError as error:
        raise NotebookUnreadable(f"reading notebooks needs the package {error.name}: pip install 'gradreel[notebook]'") from None
    log = logging.getLogger("traitlets")  # where nbformat tells of notebooks that are not quite valid
    disabled, log.disabled = log.disabled, True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book: Any = nbformat.reads(content.decode("utf-8-sig"), as_version=4)
        cells = book["cells"]
    except RecursionError:
        raise NotebookUnreadable("the notebook is nested too deeply") from None
    except Exception as error:
        raise NotebookUnreadable(f"this is no notebook ({type(error).__name__})") from None
    finally:
        log.disabled = disabled
    if not isinstance(cells, list):
        raise NotebookUnreadable("this is no notebook (its cells are no list)")
    return [cell for cell in cells if isinstance(cell, dict)]


def _joined(cells: list[Any]) -> str:
    text = ""
    for at, cell in enumerate(cells):
        own = _own(cell, is_first=at == 0)
        # The last line of a program may have no end.
        text += ("\n" if text and not text.endswith(("\n", "\r")) else "") + (_cell(cell) if own is None else own)
    return text


def _own(cell: dict[str, Any], is_first: bool) -> str | None:
    """The text that a cell was made of; None for one that was edited since, and for one that we have not written."""
    text = _metadata(_metadata(cell, "metadata"), "gradreel").get("text")
    if not isinstance(text, str) or len(texts_of(text)) != 1 or not (is_first or text.startswith(MARKER)):
        return None
    kind: Kind = "code" if cell.get("cell_type") == "code" else "text"
    if has_cells(text) and cells_of(text)[0].kind != kind:
        return None
    return text if cell.get("source") == notebook_source(text, kind) else None


def _metadata(within: dict[str, Any], name: str) -> dict[str, Any]:
    found = within.get(name)
    return found if isinstance(found, dict) else {}


def _untitled(cell: dict[str, Any], source: str) -> tuple[str, str]:
    """The title in a cell's metadata, as a marker has it, and its source without the line that says the same."""
    title = _metadata(cell, "metadata").get("title")
    # What makes a cell one of text has no place in a title.
    title = title_in(TEXT_TAG.sub(" ", title)) if isinstance(title, str) else ""
    if not title:
        return "", source
    first, _, rest = source.partition("\n")
    return f" {title}", rest if first == f"# {title}" else source


def _cell(cell: dict[str, Any]) -> str:
    title, source = _untitled(cell, _source(cell.get("source")))
    if cell.get("cell_type") != "code":
        text = _commented(_trimmed(source))
        return f"{MARKER} [markdown]{title}\n{text}" if title or text else ""
    source = for_python(_MARKER_IN_CODE.sub("#%%", entered(source)))
    return f"{MARKER}{title}\n{source}" + ("\n" if source else "") if title or source else ""


def _source(source: object) -> str:
    """A file keeps a cell's source as one text or as its lines."""
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    return LINE_END.sub("\n", source) if isinstance(source, str) else ""


def _trimmed(text: str) -> str:
    """Without blank lines around it."""
    lines = text.split("\n")
    filled = [at for at, line in enumerate(lines) if line.strip(BLANKS)]
    return "\n".join(lines[filled[0] : filled[-1] + 1]) if filled else ""


def _commented(text: str) -> str:
    """Make every line a comment, and none of them a marker."""
    return "".join(_MARKER_IN_CODE.sub("#%%", f"# {line}").rstrip(BLANKS) + "\n" for line in text.split("\n")) if text else ""
