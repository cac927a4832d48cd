"""Prints a report on a terminal the way compilers print errors: what is wrong, its lines with what happened marked under them, ways out.

    error[version_mismatch]: The version check failed
     --> train.py:4:11
      |
    4 | h = x.exp()
      |       ----- ExpBackward0 saved h at version 0
    5 | h += 1
      | ^^^^^^ edited in place: version 0 → 1
      |
      = note: …
      = help: …

No line is wider than the terminal. Colours are there where the terminal has them: ``NO_COLOR`` takes them away, ``FORCE_COLOR`` keeps them
in a pipe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import IO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from gradreel.locale import Lang, word, word_whole
from gradreel.why.places import Place
from gradreel.why.report import Change, Finding, Report, unknown_of
from gradreel.why.visible import seen, visible
from gradreel.why.wrap import wrapped

MIN_COLUMNS = 20
MAX_SHOWN_LINES = 6
"""Of what a way out changes."""
COLOURS = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
FRAME, OTHER = "bold bright_blue", "bright_blue"
"""Plain blue cannot be read on black in many terminals."""


def console(stream: IO[str]) -> Console:
    """Return what prints on a stream, by the rules for colours and for the width of its window."""
    return Console(file=stream, markup=False, highlight=False, emoji=False, soft_wrap=True, force_jupyter=False)


def print_text(report: Report, on: Console) -> None:
    """Print a whole report."""
    for line in text_lines(report, max(on.width, MIN_COLUMNS)):
        on.print(line)


def print_findings(report: Report, on: Console, severities: tuple[str, ...], most: int) -> None:
    """Print the findings of some severities, at most so many, and how many more there are; nothing where there are none."""
    width = max(on.width, MIN_COLUMNS)
    found = [finding for finding in report.findings if finding.severity in severities]
    for line in finding_lines(report, found[:most], width):
        on.print(line)
    if found[most:]:
        told = word_whole("why-more", {"path": visible(report.film or "film.json")}, {"count": len(found) - most}, report.lang)
        for part in wrapped(told, width):
            on.print(Text(part))


def finding_lines(report: Report, findings: Iterable[Finding], width: int) -> Iterator[Text]:
    """Return the lines of findings, each with an empty one behind it."""
    for finding in findings:
        yield from _Printed(finding, report.lang, width).lines()
        yield Text()


def text_lines(report: Report, width: int) -> Iterator[Text]:
    """Return the lines of a report, none of which takes more than ``width`` cells."""
    yield from finding_lines(report, report.findings, width)
    if report.unknown:
        yield from (Text(line) for line in wrapped(unknown_of(report), width))
    if not report.findings:
        nothing = "" if report.unknown else word("why-nothing", {}, report.lang)
        yield from (Text(line) for line in wrapped(visible(report.ending) or nothing, width))
        yield from (Text(line) for line in wrapped(f"{visible(report.program)}: {report.counts}", width))
    if report.film:
        yield from (Text(line, "dim") for line in wrapped(_film_line(report.film, report.lang), width))


def _film_line(path: str, lang: Lang) -> str:
    return word_whole("why-note-film", {"path": visible(path)}, {}, lang)


class _Printed:
    """One finding."""

    def __init__(self, finding: Finding, lang: Lang, width: int) -> None:
        self._finding = finding
        self._lang: Lang = lang
        numbers = [place.line for place in finding.places]
        numbers += [change.line + len(change.added) for way in finding.ways_out for change in way.changes]
        self._gutter = max((len(str(number)) for number in numbers), default=1)
        self._room = max(width - self._gutter - 3, 8)
        self._width = width
        self._colour = COLOURS[finding.severity]

    def lines(self) -> Iterator[Text]:
        found = self._finding
        heading = f"{word(f'why-{found.severity}', {}, self._lang)}[{found.kind}]"
        for number, line in enumerate(wrapped(f"{heading}: {visible(found.title)}", self._width)):
            text = Text(line, "bold")
            if not number:
                text.stylize(self._colour, 0, len(heading))
            yield text
        for number, (_, places) in enumerate(groupby(found.places, key=lambda place: place.path)):
            yield from self._file(list(places), "-->" if not number else ":::")
        yield from self._said("why-note", visible(found.message))
        for reason in found.kept_for:
            yield from self._said("why-note", visible(reason))
        if found.untried:
            yield from self._said("why-note", found.untried)
        for way in found.ways_out:
            yield from self._said("why-help", visible(way.message))
            changed = [line for change in way.changes for line in self._changed(change)]
            yield from changed[:MAX_SHOWN_LINES]
            if len(changed) > MAX_SHOWN_LINES:
                yield self._framed("…", "")

    def _file(self, places: list[Place], arrow: str) -> Iterator[Text]:
        first = next((place for place in places if place.primary), places[0])
        where = f"{visible(first.path)}:{first.line}:{first.column}"
        yield Text.assemble(" " * self._gutter, (arrow, FRAME), " ", _cut_left(where, self._width - self._gutter - 4))
        yield self._framed("", "|")
        last = None
        for line, marked in groupby(sorted(places, key=lambda place: place.line), key=lambda place: place.line):
            if last is not None and line > last + 1:
                yield Text("...", FRAME)
            last = line
            yield from self._line(line, list(marked))
        yield self._framed("", "|")

    def _line(self, line: int, marked: list[Place]) -> Iterator[Text]:
        """Show a line of code and mark what happened there; again, around another column, where there is no room for all of it."""
        start = min(place.column for place in marked) - 1
        code = _Window(marked[0].code, start, self._room)
        yield self._framed(str(line), "|", Text(code.text))
        shown = [place for place in marked if place.column - 1 == start or code.shows(place.column - 1)]
        yield from self._marks(code, shown)
        if rest := [place for place in marked if place not in shown]:
            yield from self._line(line, rest)

    def _marks(self, code: _Window, marked: list[Place]) -> Iterator[Text]:
        for place in marked:
            before, length = code.cells(place.column - 1, place.end_column - 1)
            style = self._colour if place.primary else OTHER
            marks = ("^" if place.primary else "-") * length
            label = visible(place.label)
            if before + length + 1 + cell_len(label) <= self._room:
                yield self._framed("", "|", Text.assemble(" " * before, (f"{marks} {label}", style)))
                continue
            yield self._framed("", "|", Text.assemble(" " * before, (marks, style)))
            indent = min(before, self._room // 3)
            for part in wrapped(label, self._room - indent):
                yield self._framed("", "|", Text.assemble(" " * indent, (part, style)))

    def _said(self, key: str, sentence: str) -> Iterator[Text]:
        name = word(key, {}, self._lang)
        for number, line in enumerate(wrapped(f"{name}: {sentence}", self._room)):
            text = Text(line)
            if not number:
                text.stylize("bold", 0, len(name))
            yield self._framed("", "=" if not number else " ", text)

    def _changed(self, change: Change) -> Iterator[Text]:
        paired = len(change.removed) == len(change.added)
        at = [_differs_at(*pair) for pair in zip(change.removed, change.added, strict=True)] if paired else []
        for sign, style, lines in (("-", "red", change.removed), ("+", "green", change.added)):
            for number, line in enumerate(lines):
                text = _Window(line, at[number] if paired else 0, self._room).text
                yield self._framed(str(change.line + number), sign, Text(text, style), style)

    def _framed(self, left: str, bar: str, text: Text | None = None, style: str = FRAME) -> Text:
        line = Text.assemble((left.rjust(self._gutter), FRAME), " ", (bar, style))
        return Text.assemble(line, " ", text) if text else line


class _Window:
    """The part of a line of code that there is room for, around a column."""

    def __init__(self, code: str, column: int, room: int) -> None:
        shown = [seen(character) for character in code.rstrip()]
        first, last = 0, len(shown)
        if cell_len("".join(shown)) > room:
            while first < column and cell_len("".join(shown[first:column])) > room // 3:
                first += 1
            last = first
            while last < len(shown) and cell_len("".join(shown[first : last + 1])) <= room - (first > 0) - 1:
                last += 1
        self._first, self._last, self._shown = first, last, shown
        self._start = "…" if first else ""
        self.text = self._start + "".join(shown[first:last]) + ("…" if last < len(shown) else "")

    def shows(self, column: int) -> bool:
        """Whether there is room for the character at a column."""
        return self._first <= column < self._last

    def cells(self, column: int, end: int) -> tuple[int, int]:
        """How many cells stand before a column, and how many lie from it to another; at least one."""
        column, end = (min(max(each, self._first), self._last) for each in (column, end))
        before = cell_len(self._start + "".join(self._shown[self._first : column]))
        return before, max(cell_len("".join(self._shown[column:end])), 1)


def _differs_at(one: str, other: str) -> int:
    """The column from which two lines differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((column for column, (left, right) in pairs if left != right), min(len(one), len(other)))


def _cut_left(text: str, width: int) -> str:
    """The end of a path that there is room for."""
    while cell_len(text) > max(width, 2):
        text = f"…{text[2:]}" if text.startswith("…") else f"…{text[1:]}"
    return text
