"""``gradreel why``: prints what a saved film says is wrong, for people, for CI and for programs."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradreel.trace import Run

FORMATS = ("text", "markdown", "json", "github")
STDIN = "-"


def add_why(why: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    why.add_argument("file", nargs="?", help="a film: .json, .html, or - for either on standard input")
    why.add_argument("--format", choices=FORMATS, default="text", help="text as compilers print errors (default), or for CI and programs")
    why.add_argument("--lang", choices=("en", "zh"), default="en", help="language of what is said")
    why.add_argument(
        "--kept",
        action="store_true",
        help="print what graphs keep for backward when they keep most, by line, module and tensor: text or json",
    )
    why.add_argument("--line", type=int, help="with --kept: after this line of the main file has run for the last time")
    why.add_argument("--schema", action="store_true", help="print the JSON Schema of --format json, and read no film")


def run_why(given: argparse.Namespace) -> int:
    """Print it on standard output. Raises ``GradreelError`` for what is no film, ``OSError`` for what cannot be read."""
    from gradreel.film.load import run_from_file
    from gradreel.why.report import Report, report_of

    # What the terminal's encoding lacks is shown as a code, and loses nothing else.
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    if given.schema:
        _print(json.dumps(Report.model_json_schema(), indent=2))
        return 0
    if given.file is None:
        sys.stderr.write("gradreel: which film? gradreel why film.json, film.html, or - for standard input\n")
        return 2
    content = sys.stdin.buffer.read() if given.file == STDIN else Path(given.file).read_bytes()
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
