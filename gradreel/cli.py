"""The ``gradreel`` command: ``run`` records a script, ``why`` says what its film or a traceback says, ``show``, ``mcp``, ``version``."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from gradreel.locale import LANGUAGES, lang_of
from gradreel.version import VERSION
from gradreel.why_command import OF_TERMINAL, add_why, run_why

if TYPE_CHECKING:
    from gradreel.locale import Lang


def command_parser() -> argparse.ArgumentParser:
    """Return what reads the arguments of the command."""
    parser = argparse.ArgumentParser(prog="gradreel", description="Shows what PyTorch's autograd did, as a film.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("version", help="print the version")
    show = commands.add_parser("show", help="open a film in the browser")
    show.add_argument("file", type=Path, help="a film that was saved as .json or .html")
    show.add_argument("-o", "--output", type=Path, help="write the film to this HTML file instead of opening it")
    show.add_argument("--lang", choices=LANGUAGES, help=f"language of the film; {OF_TERMINAL}")
    add_why(commands.add_parser("why", help="print what a saved film, or a pasted traceback, says is wrong"))
    mcp = commands.add_parser(
        "mcp", help="serve a folder to programs that speak the Model Context Protocol, over standard input and output"
    )
    mcp.add_argument("folder", type=Path, nargs="?", default=Path(), help="the folder whose scripts and films it may use; this one")
    _add_run(commands.add_parser("run", help="run a script as python would, and make the film of it"))
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit status: 0 done, 2 it could not be done."""
    given = command_parser().parse_args(arguments)
    if "lang" in given and given.lang is None:
        given.lang = lang_of(os.environ)
    if given.command == "run":
        return _run(given)
    if given.command == "why":
        return _why(given)
    if given.command == "mcp":
        return _mcp(given.folder)
    if given.command == "version":
        sys.stdout.write(f"gradreel {VERSION}\n")
        return 0
    return _show(given.file, given.output, given.lang)


def _add_run(run: argparse.ArgumentParser) -> None:
    run.usage = (
        "gradreel run [-o FILE] [--steps N] [--last N] [--values {all,near,none}] [--include GLOB] [--exclude GLOB] [--lang {en,zh}]"
        " [--until LINE] [--cells] (SCRIPT | NOTEBOOK | -m MODULE) [ARGS ...]"
    )
    run.add_argument(
        "-o",
        "--output",
        type=Path,
        help="film.html, .svg, .png, .md, .json, .ipynb, .gif, .mp4 or .webm; without it the film opens in the browser",
    )
    run.add_argument("--steps", type=int, help="record so many backward passes, and let the rest of the program run free")
    run.add_argument("--last", type=int, help="keep only so many training steps, without values of tensors, in memory that does not grow")
    run.add_argument(
        "--values", choices=("all", "near", "none"), default="all", help="elements of tensors: all, those that a diagnosis is about, none"
    )
    run.add_argument("--include", action="append", default=[], metavar="GLOB", help="files that are the program's too; may be given again")
    run.add_argument("--exclude", action="append", default=[], metavar="GLOB", help="files that are not the program's; may be given again")
    run.add_argument("--lang", choices=LANGUAGES, help=f"language of the film and of what is printed; {OF_TERMINAL}")
    run.add_argument("--until", type=int, metavar="LINE", help="run the script up to the statement on this line, and no further")
    run.add_argument("--cells", action="store_true", help="run the script cell by cell (# %%%%), as a notebook (.ipynb) always is")
    run.add_argument("-m", dest="is_module", action="store_true", help="run a module, as python -m does")
    run.add_argument("target", metavar="SCRIPT", help="the program; what follows it is its own")
    run.add_argument("arguments", metavar="ARGS", nargs=argparse.REMAINDER, help="the program's arguments")


def _run(given: argparse.Namespace) -> int:
    # Loaded here, so that `gradreel version` needs none of it.
    from gradreel.recording.options import Options
    from gradreel.recording.script import Order, run_script

    try:
        options = Options(tuple(given.include), tuple(given.exclude), values=given.values, last=given.last, steps=given.steps)
    except ValueError as error:
        return _fail(str(error))
    if given.until is not None and given.is_module:
        return _fail("--until: a line of a script, and none of a module")
    if given.cells and given.is_module:
        return _fail("--cells: of a script, and none of a module")
    if given.until is not None and (given.cells or given.target.endswith(".ipynb")):
        return _fail("--until: a line of a script that is run as a whole, and none of one that is run cell by cell")
    return run_script(
        Order(given.target, tuple(given.arguments), given.is_module, given.output, given.lang, options, given.until, given.cells)
    )


def _mcp(folder: Path) -> int:
    try:
        from gradreel.mcp_server import serve
    except ModuleNotFoundError as error:
        return _fail(f"this needs the package {error.name}: pip install 'gradreel[mcp]'")
    if not folder.is_dir():
        return _fail(f"{folder}: this is no folder")
    serve(folder)
    return 0


def _why(given: argparse.Namespace) -> int:
    from gradreel.errors import GradreelError

    try:
        return run_why(given)
    except GradreelError as error:
        return _fail(str(error))
    except BrokenPipeError:  # whoever read it has read enough; the interpreter's own flush must not fail as well
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 it stays open
        return 0
    except OSError as error:
        return _fail(f"{error.filename or given.file}: {error.strerror}")


def _show(file: Path, output: Path | None, lang: Lang) -> int:
    # Loaded here, so that `gradreel version` needs none of it.
    from gradreel.errors import GradreelError
    from gradreel.film.bounds import content_of
    from gradreel.film.film import film_of
    from gradreel.film.html import film_file
    from gradreel.film.load import run_from_file
    from gradreel.film.summary import finding_of
    from gradreel.film.title import film_title

    try:
        run = run_from_file(content_of(file))
        text = film_file(film_of(run), run.code, film_title(run.code, lang, file.stem, finding_of(run, lang)), lang)
        target = output or Path(tempfile.mkdtemp(prefix="gradreel-"), f"{file.stem}.html")
        target.write_text(text, encoding="utf-8")
    except GradreelError as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"{error.filename or file}: {error.strerror}")
    if output is None:
        webbrowser.open(target.as_uri())
    sys.stdout.write(f"{target}\n")
    return 0


def _fail(message: str) -> int:
    sys.stderr.write(f"gradreel: {message}\n")
    return 2
