"""The ``gradreel`` command: ``run`` records a script, ``show`` opens a film that was saved as JSON, ``version``."""

from __future__ import annotations

import argparse
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from gradreel.version import VERSION

if TYPE_CHECKING:
    from gradreel.locale import Lang


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit status: 0 done, 2 it could not be done."""
    parser = argparse.ArgumentParser(prog="gradreel", description="Shows what PyTorch's autograd did, as a film.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("version", help="print the version")
    show = commands.add_parser("show", help="open a film in the browser")
    show.add_argument("file", type=Path, help="a trace that was saved as JSON")
    show.add_argument("-o", "--output", type=Path, help="write the film to this HTML file instead of opening it")
    show.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the film")
    _add_run(commands.add_parser("run", help="run a script as python would, and make the film of it"))
    given = parser.parse_args(arguments)
    if given.command == "run":
        return _run(given)
    if given.command == "version":
        sys.stdout.write(f"gradreel {VERSION}\n")
        return 0
    return _show(given.file, given.output, given.lang)


def _add_run(run: argparse.ArgumentParser) -> None:
    run.usage = "gradreel run [-o FILE] [--steps N] [--lang {en,zh}] (SCRIPT | -m MODULE) [ARGS ...]"
    run.add_argument(
        "-o", "--output", type=Path, help="film.html, .svg, .png, .json, .gif, .mp4 or .webm; without it the film opens in the browser"
    )
    run.add_argument("--steps", type=int, help="record so many backward passes, and let the rest of the program run free")
    run.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the film")
    run.add_argument("-m", dest="is_module", action="store_true", help="run a module, as python -m does")
    run.add_argument("target", metavar="SCRIPT", help="the program; what follows it is its own")
    run.add_argument("arguments", metavar="ARGS", nargs=argparse.REMAINDER)


def _run(given: argparse.Namespace) -> int:
    # Loaded here, so that `gradreel version` needs none of it.
    from gradreel.recording.options import Options
    from gradreel.recording.script import Order, run_script

    try:
        options = Options(steps=given.steps)
    except ValueError as error:
        return _fail(str(error))
    return run_script(Order(given.target, tuple(given.arguments), given.is_module, given.output, given.lang, options))


def _show(file: Path, output: Path | None, lang: Lang) -> int:
    # Loaded here, so that `gradreel version` needs none of it.
    from gradreel.errors import GradreelError
    from gradreel.film.html import film_file
    from gradreel.film.load import film_from_json
    from gradreel.film.title import film_title

    try:
        film = film_from_json(file.read_bytes())
        run = film.run()
        text = film_file(film, run.code, film_title(run.code, lang, file.stem), lang)
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
