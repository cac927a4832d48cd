"""Says on a terminal what a film shows: how the program ended, what was diagnosed, and the ways out."""

from __future__ import annotations

import textwrap

from gradreel.film.explanation import Explanation, explanations
from gradreel.film.film import Film
from gradreel.locale import Lang, word
from gradreel.why.wording import count_of, ending_of

COLUMNS = 100


def report(film: Film, name: str, lang: Lang) -> str:
    """Write the report of the program ``name``, in lines of at most 100 columns."""
    run = film.run()
    parts = [f"{name}: {count_of(run, lang)}", *(_explained(each, lang) for each in explanations(film, lang)), ending_of(run, lang)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _explained(explanation: Explanation, lang: Lang) -> str:
    fixes = [_wrapped(fix, "  - ", "    ") for fix in explanation.fixes]
    heading = [f"  {word('film-fixes', {}, lang)}:"] if fixes else []
    return "\n".join([explanation.title, _wrapped(explanation.message, "  ", "  "), *heading, *fixes])


def _wrapped(text: str, first: str, rest: str) -> str:
    return textwrap.fill(text, COLUMNS, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
