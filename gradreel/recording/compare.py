"""``gradreel.compare()``: two or more films, or cells of one, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gradreel.locale import LANGUAGES
from gradreel.recording.film import Film
from gradreel.recording.options import check_choice

if TYPE_CHECKING:
    from gradreel.comparison import Part
    from gradreel.locale import Lang
    from gradreel.trace import ComparedValue, Comparison, Run


@dataclass(frozen=True)
class Compared:
    """What ``gradreel.compare()`` gives; printed, it is a table.

    ``found`` is all of it, as a model: ``sides``, ``values``, ``gradients``, ``moments``, ``parting``.
    """

    found: Comparison
    parts: Sequence[Part] = field(repr=False)
    names: tuple[str, ...]
    lang: Lang

    @property
    def gradients(self) -> dict[str, ComparedValue]:
        """By the name of the tensor: its gradient on each side after the compared backward pass, and how much they differ."""
        return {row.name: row for row in self.found.gradients}

    @property
    def values(self) -> dict[str, ComparedValue]:
        """By name: what it held on each side when that pass began."""
        return {row.name: row for row in self.found.values}

    @property
    def is_same(self) -> bool:
        """Whether nothing differs in what was recorded, apart from the text of the programs."""
        return self.found.parting is None

    @cached_property
    def _text(self) -> str:
        from gradreel.comparison.table import Table

        return Table(self.found, self.parts, self.names, self.lang).text

    def __str__(self) -> str:
        return self._text

    def _repr_mimebundle_(self, **_chosen: object) -> dict[str, str]:
        """What notebooks show."""
        return {"text/plain": self._text}


def compare(*films: Film | str | Path, cells: Sequence[int] = (), names: Sequence[str] = (), lang: Lang = "en") -> Compared:
    """Compare two to four films, or cells of one film: what differs in the code, in values, in gradients, and where they part.

        with gradreel.record() as stacked:
            ...
        with gradreel.record() as detached:
            ...
        print(gradreel.compare(stacked, detached, names=["stack", "detach"]))

    A film is what ``gradreel.record()`` gave, or the path of one that was saved as ``.json`` or ``.html``. ``cells`` are numbers of
    cells of code, from 1: of the one film that is given, or one for each film. Gradients are those of one backward pass, the same on each
    side: the first that raises, that a side never came to or whose gradients differ, else the last. Numbers are the same where
    ``torch.allclose`` says so of what was recorded: at most 64 elements of each tensor, with its minimum, maximum and mean.

    Raises ``ValueError`` for fewer than two sides, more than four, another number of names or cells, or another language; ``NoSuchCell``;
    ``FilmNotReady`` while a block still runs; ``FilmUnreadable`` for a file that is no film.
    """
    from gradreel.comparison import Part
    from gradreel.comparison import compare as compare_parts

    check_choice("lang", lang, LANGUAGES)
    runs = [_run_of(film) for film in films]
    if cells and len(runs) == 1:
        runs *= len(cells)
    if cells and len(cells) != len(runs):
        raise ValueError(f"{len(cells)} cells of {len(runs)} films cannot be compared: give one film, or a film for each cell.")
    parts = [Part(run, cells[at] if cells else None) for at, run in enumerate(runs)]
    called = tuple(names) or tuple(_name_of(part, place) for place, part in enumerate(parts, 1))
    if len(called) != len(parts):
        raise ValueError(f"{len(called)} names were given for {len(parts)} sides: give one for each.")
    return Compared(compare_parts(parts), parts, called, lang)


def _run_of(film: Film | str | Path) -> Run:
    if isinstance(film, Film):
        return film.run
    from gradreel.film.bounds import content_of
    from gradreel.film.load import run_from_file

    return run_from_file(content_of(film))


def _name_of(part: Part, place: int) -> str:
    if part.code_cell is None:
        return f"{place}"
    return f"[{part.cell}] {part.code_cell.title or ''}".rstrip()
