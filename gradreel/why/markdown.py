"""Writes a report as Markdown, for a job's summary, an issue or a chat: what is wrong, its lines of code, ways out.

What comes from the program stands in code or is escaped: it makes no markup, link, picture or mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from gradreel.locale import Lang, word
from gradreel.why.places import Place
from gradreel.why.report import Change, Finding, Report, WayOut, unknown_of
from gradreel.why.visible import visible

MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+!|~$&@-])")


def markdown(report: Report, picture: str | None = None) -> str:
    """Write the report; ``picture`` is the address of the film's picture."""
    parts = [f"## {escaped(report.program)}"]
    if picture:
        parts.append(f"![{escaped(report.counts)}](<{picture}>)")
    for finding in report.findings:
        parts += _finding(finding, report.lang)
    if report.unknown:
        parts.append(escaped(unknown_of(report)))
    if not report.findings:
        nothing = [] if report.unknown else [word("why-nothing", {}, report.lang)]
        parts += [escaped(each) for each in ([report.ending] if report.ending else nothing)] + [escaped(report.counts)]
    if report.film:
        parts.append(f"{word('why-film', {}, report.lang)} {quoted(report.film)}")
    return "\n\n".join(parts) + "\n"


def _finding(finding: Finding, lang: Lang) -> Iterator[str]:
    severity = word(f"why-{finding.severity}", {}, lang)
    yield f"### {escaped(severity)}: {escaped(finding.title)} ({quoted(finding.kind)})"
    yield escaped(finding.message)
    for path, places in groupby(finding.places, key=lambda place: place.path):
        yield _code(path, list(places))
    if finding.ways_out:
        yield f"**{escaped(word('film-fixes', {}, lang))}**"
        for way in finding.ways_out:
            yield from _way(way)


def _code(path: str, places: list[Place]) -> str:
    lines = [f"# {visible(path)}"]
    for number, marked in groupby(sorted(places, key=lambda place: place.line), key=lambda place: place.line):
        found = list(marked)
        lines.append(f"{visible(found[0].code)}  # {number}: {'; '.join(visible(place.label) for place in found)}")
    return fenced("python", "\n".join(lines))


def _way(way: WayOut) -> Iterator[str]:
    yield f"- {escaped(way.message)}"
    if way.changes:
        yield fenced("diff", "\n".join(line for change in way.changes for line in _difference(change)))


def _difference(change: Change) -> Iterator[str]:
    yield f"@@ {visible(change.path)}:{change.line} @@"
    yield from (f"-{visible(line)}" for line in change.removed)
    yield from (f"+{visible(line)}" for line in change.added)


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return MARKUP.sub(r"\\\1", visible(text)).replace("\\@", "@\u200b").replace("://", ":\u200b//")


def quoted(text: str) -> str:
    """Return text as code in a line."""
    text = visible(text)
    ticks = "`" * (_longest_run(text) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def fenced(language: str, text: str) -> str:
    """Return text as a block of code that nothing in it can end."""
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _longest_run(text: str) -> int:
    return max((len(found) for found in re.findall("`+", text)), default=0)
