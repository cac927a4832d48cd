"""``gradreel why``: prints what a saved film says is wrong, for people, for CI and for programs.

A text that is no film, such as a traceback that somebody has pasted, is read for an error of autograd instead; a program (``.py``) for what
edits in place in it.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from io import StringIO
from typing import TYPE_CHECKING

from gradreel.locale import LANGUAGES

if TYPE_CHECKING:
    from gradreel.reading import Reading
    from gradreel.trace import Run

OF_TERMINAL = "that of the terminal (LC_ALL, LC_MESSAGES, LANG) where it is not given"
FORMATS = ("text", "markdown", "json", "github")
SCHEMAS = ("film", "reading")
STDIN = "-"
OF_A_TEXT = ("text", "json")
"""Formats of what is read from a text."""
PAGE = re.compile(rb"<(?!ipython-input|module>|stdin>|string>|frozen |cell )[!?a-zA-Z]")
"""How HTML begins, and no traceback of a notebook."""


def add_why(why: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    why.add_argument(
        "file",
        nargs="?",
        help="a film (.json, .html), a text with a traceback, or a program (.py), which is not run; - for standard input",
    )
    why.add_argument(
        "--code", metavar="FILE", help="of a text with a traceback: the program that it is of, in which its lines are looked up"
    )
    why.add_argument("--format", choices=FORMATS, default="text", help="text as compilers print errors (default), or for CI and programs")
    why.add_argument("--lang", choices=LANGUAGES, help=f"language of what is said; {OF_TERMINAL}")
    why.add_argument(
        "--kept",
        action="store_true",
        help="print what graphs keep for backward when they keep most, by line, module and tensor: text or json",
    )
    why.add_argument("--line", type=int, help="with --kept: after this line of the main file has run for the last time")
    why.add_argument(
        "--schema",
        nargs="?",
        const="film",
        choices=SCHEMAS,
        help="print the JSON Schema of what --format json prints of a film, or of a reading of a text or program, and read none",
    )


def run_why(given: argparse.Namespace) -> int:
    """Print it on standard output. Raises ``GradreelError`` for what is no film, ``OSError`` for what cannot be read."""
    from gradreel.film.bounds import content_of, content_read
    from gradreel.film.load import run_from_file
    from gradreel.why.report import Report, report_of

    # What the terminal's encoding lacks is shown as a code, and loses nothing else.
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    if given.schema:
        from gradreel.reading import Reading

        described = Reading if given.schema == "reading" else Report
        _print(json.dumps(described.model_json_schema(), indent=2))
        return 0
    if given.file is None:
        sys.stderr.write("gradreel: which film? gradreel why film.json, film.html, or - for standard input\n")
        return 2
    content = content_read(sys.stdin.buffer, "standard input") if given.file == STDIN else content_of(given.file)
    if (reading := _reading(content, given)) is not None:
        return _print_reading(reading, given)
    if given.code is not None:
        sys.stderr.write("gradreel: --code is for a text with a traceback; a film has its code\n")
        return 2
    if given.kept:
        return _print_kept(run_from_file(content), given)
    report = report_of(run_from_file(content), None if given.file == STDIN else given.file, given.lang)
    if given.format == "text":
        from gradreel.why.text import console, print_text

        print_text(report, console(sys.stdout))
    elif given.format == "markdown":
        from gradreel.why.markdown import markdown

        _print(markdown(report).rstrip("\n"))
    elif given.format == "github":
        from gradreel.why.github import github_lines

        _print("\n".join(github_lines(report)))
    else:
        _print(report.model_dump_json(indent=2))
    return 0


def _reading(content: bytes, given: argparse.Namespace) -> Reading | None:
    """What is read from a text; None for a film, and for what would be one: JSON, HTML, and bytes that are no text.

    Raises ``FilmUnreadable`` for a text without an error.
    """
    from gradreel.errors import FilmUnreadable

    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):  # as PowerShell writes what is sent to a file
        content = content.decode("utf-16", errors="replace").encode("utf-8", errors="replace")
    start = content[:64].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start or start.startswith(b"{") or PAGE.match(start) or b"\0" in content[:1024] or _is_json(content):
        return None
    from gradreel.reading import read

    if given.code is None and given.file.endswith(".py") and (piece := _piece(content, given)) is not None:
        return piece
    code = _text_of(given.code) if given.code is not None else None
    reading = read(content.decode("utf-8", errors="replace"), code, given.lang)
    if reading.kind is None and not reading.tracebacks and not reading.message:
        raise FilmUnreadable(f"This is no film: it is not JSON, and no text that can be read. {' '.join(reading.facts)}")
    return reading


def _text_of(file: str) -> str:
    """Return a file's text, with the ends of its lines as Python reads them."""
    from gradreel.film.bounds import content_of

    return StringIO(content_of(file).decode("utf-8", errors="replace"), newline=None).read()


def _piece(content: bytes, given: argparse.Namespace) -> Reading | None:
    """What a program shows by itself; None for a file that is called a program and is none, such as one with a traceback in it."""
    from gradreel.reading import read

    reading = read("", content.decode("utf-8", errors="replace").removeprefix("\ufeff"), given.lang)
    return reading if reading.piece is not None else None


def _is_json(content: bytes) -> bool:
    import orjson

    from gradreel.film.bounds import check_text

    check_text(content)
    try:
        orjson.loads(content)
    except orjson.JSONDecodeError:
        return False
    return True


def _print_reading(reading: Reading, given: argparse.Namespace) -> int:
    if given.kept or given.format not in OF_A_TEXT:
        asked = "--kept" if given.kept else f"--format {given.format}"
        sys.stderr.write(f"gradreel: {asked} is for films; of a text with a traceback or a program, text or json is printed\n")
        return 2
    if given.format == "json":
        _print(reading.model_dump_json(indent=2))
    else:
        from gradreel.why.reading import print_reading
        from gradreel.why.text import console

        print_reading(reading, console(sys.stdout))
    return 0


def _print_kept(run: Run, given: argparse.Namespace) -> int:
    from gradreel.why.kept import after_line, kept_lines, kept_table
    from gradreel.why.text import MIN_COLUMNS, console

    if given.format not in ("text", "json"):
        sys.stderr.write(f"gradreel: --kept prints text or json, not {given.format}\n")
        return 2
    event = None if given.line is None else after_line(run, given.line)
    if given.line is not None and event is None:
        sys.stderr.write(f"gradreel: line {given.line} of {run.files[0].path} did not run in this film: name one that did\n")
        return 2
    if given.format == "json":
        table = kept_table(run, event)
        _print(table.model_dump_json(indent=2) if table is not None else "null")
    else:
        _print("\n".join(kept_lines(run, given.lang, max(console(sys.stdout).width, MIN_COLUMNS), event)))
    return 0


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n" if text else "")
