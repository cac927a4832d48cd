"""Writes a comparison as tables in text, for terminals, notebooks and logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from gradreel.comparison.part import Part
from gradreel.locale import Lang, word
from gradreel.trace import ComparedValue, Comparison, NodeEvent, OpEvent, Scalar, Side, Value

MAX_ELEMENTS = 6
DIGITS = 4
GAP = "   "


@dataclass(frozen=True)
class Table:
    """A comparison with what readers call its sides."""

    comparison: Comparison
    parts: Sequence[Part]
    names: Sequence[str]
    lang: Lang = "en"

    @cached_property
    def text(self) -> str:
        """How each side ended, the lines that differ, where they part, values and gradients."""
        blocks = [self._ends(), self._code(), self._parting(), self._values(), self._gradients()]
        return "\n\n".join("\n".join(lines) for lines in blocks if lines)

    def _word(self, key: str, **params: str | int) -> str:
        return word(key, params, self.lang)

    def _ends(self) -> list[str]:
        return _aligned([[name, self._end(side)] for name, side in zip(self.names, self.comparison.sides, strict=True)])

    def _end(self, side: Side) -> str:
        failure = side.failure
        if side.status == "raised" and failure is not None:
            return self._word("page-compare-raised", type=failure.exception_type or "", line=failure.line or 0)
        if side.status == "skipped":
            return self._word("page-compare-skipped")
        if side.status == "stopped":
            return self._word("page-compare-stopped")
        if side.wrong_gradients:
            return self._word("page-compare-wrong", count=side.wrong_gradients)
        return self._word("page-compare-completed")

    def _code(self) -> list[str]:
        rows = [
            [name, f"{line.number}", line.text]
            for name, side in zip(self.names, self.comparison.sides, strict=True)
            for line in side.lines
            if line.differs
        ]
        return [self._word("page-compare-changed"), *_indented(_aligned(rows))] if rows else []

    def _parting(self) -> list[str]:
        parting = self.comparison.parting
        if parting is None:
            return [self._word("page-compare-same")]
        moment = self.comparison.moments[parting.moment]
        rows = [[name, *self._happens(part, at)] for name, part, at in zip(self.names, self.parts, moment, strict=True)]
        return [self._word("page-compare-part", why=parting.why), *_indented(_aligned(rows))]

    def _happens(self, part: Part, event: int | None) -> list[str]:
        if event is None:
            return ["–"]
        found = part.run.events[event]
        what = found.name if isinstance(found, OpEvent) else part.node_names[found.node] if isinstance(found, NodeEvent) else found.kind
        return [what] if found.line is None else [what, self._word("page-line", line=found.line)]

    def _values(self) -> list[str]:
        key = "page-compare-values-end" if self.comparison.backward is None else "page-compare-values"
        return self._numbers(self._word(key, number=self.comparison.backward or 0), self.comparison.values, "")

    def _gradients(self) -> list[str]:
        title = self._word("page-compare-gradients", number=self.comparison.backward or 0)
        return self._numbers(title, self.comparison.gradients, ".grad")

    def _numbers(self, title: str, rows: Sequence[ComparedValue], ending: str) -> list[str]:
        if not rows:
            return []
        head = ["", self._word("page-compare-verdict"), *self.names]
        cells = [[f"{row.name}{ending}", self._verdict(row), *map(written, row.values)] for row in rows]
        return [title, *_indented(_aligned([head, *cells]))]

    def _verdict(self, row: ComparedValue) -> str:
        if row.same == "different":
            found = [each for each in row.differences if each is not None]
            return self._word("page-compare-differs-by", difference=number(max(found))) if found else self._word("page-compare-differs")
        return self._word("page-compare-missing" if row.same == "missing" else "page-compare-equal")


def written(value: Value | None) -> str:
    """The first elements of a value: ``[0.5, 0.75, …]``; ``None`` where there is none."""
    if value is None:
        return "None"
    shown = [number(each) for each in value.preview[:MAX_ELEMENTS]]
    if value.imaginary is not None:
        parts = zip(shown, map(number, value.imaginary), strict=False)
        shown = [f"{real}{'' if imaginary.startswith('-') else '+'}{imaginary}j" for real, imaginary in parts]
    if not value.shape:
        return shown[0] if shown else "[]"
    size = 1
    for extent in value.shape:
        size *= extent
    return f"[{', '.join([*shown, '…'] if size > len(shown) else shown)}]"


def number(scalar: Scalar) -> str:
    """A number with four digits."""
    return {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}[scalar] if isinstance(scalar, str) else f"{scalar:.{DIGITS}g}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    columns = max((len(row) for row in rows), default=0)
    widths = [max((len(row[at]) for row in rows if at < len(row) - 1), default=0) for at in range(columns)]
    return [GAP.join(text.ljust(widths[at]) for at, text in enumerate(row)).rstrip() for row in rows]


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]
