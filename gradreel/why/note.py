"""Words the note that an exception carries: what is wrong, its lines, and where the film is."""

from __future__ import annotations

from rich.cells import cell_len

from gradreel.diagnose.lookup.source import without_comment
from gradreel.locale import Lang, word, word_whole
from gradreel.trace import Diagnosis, Run
from gradreel.why.ending import explaining
from gradreel.why.places import Place, Places
from gradreel.why.visible import visible
from gradreel.why.wording import title_of

BEGINNING = "gradreel: "
"""Of every note of ours."""
MAX_CODE_CHARACTERS = 100
INDENT = "  "


def note_of(run: Run, film: str | None, lang: Lang, error: BaseException | None = None) -> str:
    """Word the note for the exception ``error``, which ended ``run``; ``film`` is the path of the film's file, None where there is none.

    One line says what is wrong, one each what was saved, edited and raised, the last where the film is. An exception that left a backward
    pass, and that no diagnosis explains, has the last alone.
    """
    raised = explaining(run, error)
    where = word_whole("why-note-film", {"path": visible(film)}, {}, lang) if film else word("why-note-no-file", {}, lang)
    if raised is None:
        return f"{BEGINNING}{where}"
    return "\n".join([f"{BEGINNING}{visible(title_of(raised, lang))}", *_lines(run, raised, lang), f"{INDENT}{where}"])


def _lines(run: Run, diagnosis: Diagnosis, lang: Lang) -> list[str]:
    places = Places(run, lang).of(diagnosis)
    columns = [(word(f"why-role-{place.role}", {}, lang), f"{visible(place.file)}:{place.line}", _code(place)) for place in places]
    widths = [max((cell_len(cell) for cell in column), default=0) for column in zip(*columns, strict=True)] if columns else []
    rows = [INDENT.join(_padded(cell, width) for cell, width in zip(cells, widths, strict=True)) for cells in columns]
    return [f"{INDENT}{row}{INDENT}# {visible(place.label)}" for row, place in zip(rows, places, strict=True)]


def _code(place: Place) -> str:
    code = visible(without_comment(place.code.strip()))
    return code if len(code) <= MAX_CODE_CHARACTERS else f"{code[: MAX_CODE_CHARACTERS - 1]}…"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
