"""Prints what is read from a pasted text, in the style of a report: what is wrong, what is known of it, where to look."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from gradreel.locale import Lang, word
from gradreel.reading import CodeReading, Reading
from gradreel.trace import Param
from gradreel.why.text import COLOURS, FRAME, MIN_COLUMNS
from gradreel.why.visible import visible
from gradreel.why.wrap import wrapped

INDENT = 2


def print_reading(reading: Reading, on: Console) -> None:
    """Print a whole reading."""
    for line in reading_lines(reading, max(on.width, MIN_COLUMNS)):
        on.print(line)


def reading_lines(reading: Reading, width: int) -> Iterator[Text]:
    """Return the lines of a reading, none of which takes more than ``width`` cells."""
    heading = word("why-error", {}, reading.lang) + f"[{reading.kind}]" if reading.kind else word("why-note", {}, reading.lang)
    for number, line in enumerate(wrapped(f"{heading}: {visible(reading.title)}", width)):
        text = Text(line, "bold")
        if not number:
            text.stylize(COLOURS["error" if reading.kind else "note"], 0, len(heading))
        yield text
    if reading.raise_line is not None:
        where = f"{visible(reading.raise_file or '')}:{reading.raise_line}".lstrip(":")
        for line in wrapped(where, width - INDENT - 4):
            yield Text.assemble(" " * INDENT, ("-->", FRAME), " ", line)
    for key, sentence in _sentences(reading):
        yield from _said(word(key, {}, reading.lang), visible(sentence), width)


def _sentences(reading: Reading) -> Iterator[tuple[str, str]]:
    lang = reading.lang
    yield from (("why-note", fact) for fact in reading.facts)
    if reading.torch is not None:
        yield "why-note", word("reading-torch", {"versions": reading.torch}, lang)
    if reading.code == "unreadable":
        yield "why-note", word("reading-code-unreadable", {}, lang)
    for suspect in reading.suspects:
        params: dict[str, Param] = {"line": suspect.line, "text": suspect.text, "reason": suspect.reason}
        yield "why-help", word("reading-suspect", params, lang)
    yield from (("why-note", word("reading-ruled-out", {"what": what}, lang)) for what in reading.ruled_out)
    if reading.piece is not None:
        yield from _shown(reading.piece, lang)
    if reading.record:
        yield "why-help", word("reading-record", {"first": reading.record[0], "second": reading.record[-1]}, lang)
    if reading.example is not None:
        yield "why-help", word("reading-example", {"example": reading.example}, lang)


def _shown(piece: CodeReading, lang: Lang) -> Iterator[tuple[str, str]]:
    """What a piece of code shows: each edit, with what it would break."""
    for edit in piece.edits:
        place: dict[str, Param] = {"line": edit.line, "text": edit.text, "reason": edit.reason}
        yield "why-help" if edit.effect in ("breaks", "silent", "refused") else "why-note", word("reading-suspect", place, lang)
        yield from (("why-note", word("piece-break", {"line": each.line, "reason": each.reason}, lang)) for each in edit.breaks)
    for module in piece.modules:
        if not module.made:
            yield "why-note", module.reason
            if module.call is not None:
                yield "why-help", word("piece-call", {"call": "; ".join((*piece.imports, *module.call.split("\n")))}, lang)


def _said(name: str, sentence: str, width: int) -> Iterator[Text]:
    for number, line in enumerate(wrapped(f"{name}: {sentence}", max(width - INDENT - 4, 8))):
        text = Text(line)
        if not number:
            text.stylize("bold", 0, len(name))
        yield Text.assemble(" " * (INDENT + 1), ("=" if not number else " ", FRAME), " ", text)
