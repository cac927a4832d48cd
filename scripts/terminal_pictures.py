"""Takes the pictures of ``docs/terminal/``: what commands, exceptions and tests print, as a terminal shows it.

python -m scripts.terminal_pictures            write them
python -m scripts.terminal_pictures --check    change nothing; fail where a picture is not what is printed now

Each command runs in a copy of ``docs/examples/three_files``, in the order of ``PICTURES``: later ones read the films of earlier ones.
"""

from __future__ import annotations

import argparse
import html
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME, DIMMED_MONOKAI, TerminalTheme
from rich.text import Text

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "three_files"
FOLDER = ROOT / "docs" / "terminal"
PROJECT, PYTHON = "/home/you/project", "/usr"
"""What is written in place of the folder of the run, and of the Python that ran it."""
FILES = {
    "watched.py": 'import gradreel\n\ngradreel.on_error("film.html")\n\nimport train\n\ntrain.main()\n',
    "test_train.py": "import train\n\n\ndef test_training():\n    train.main()\n",
    "pytest.ini": "[pytest]\naddopts = -p no:asyncio\n",
}
OTHERWISE = ("BUILD_NUMBER", "CI", "GITHUB", "LC_", "NO_COLOR", "PYTEST")
"""How variables begin with which something else is printed: pytest, for one, shortens no line of its summary where there is a CI."""
TEXT = re.compile(r'(?P<before><text [^>]*textLength=")(?P<width>[\d.]+)(?P<after>"[^>]*>)(?P<content>[^<]*)</text>')
# As rich's own, but with fonts of the reader's machine: a picture asks no other host for anything.
SVG = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace; font-size: {char_height}px;
  line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: "DejaVu Sans", Arial, sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


@dataclass(frozen=True)
class Picture:
    """One command, and how wide and bright the terminal is."""

    name: str
    command: str
    columns: int = 120
    theme: TerminalTheme = DIMMED_MONOKAI


PICTURES = (
    Picture("run", "gradreel run -o why.html train.py"),
    Picture("run-zh", "gradreel run -o why.html --lang zh train.py", theme=DEFAULT_TERMINAL_THEME),
    Picture("why-narrow", "gradreel why why.html", columns=60, theme=DEFAULT_TERMINAL_THEME),
    Picture("on-error", "python watched.py"),
    Picture("pytest", "pytest --gradreel --tb=short -q"),
    Picture("github", "gradreel why why.html --format github"),
    Picture("markdown", "gradreel why why.html --format markdown", theme=DEFAULT_TERMINAL_THEME),
    Picture("kept", "gradreel why why.html --kept"),
    Picture("traceback", "python train.py 2> error.txt; gradreel why error.txt --code pruning.py"),
)


def pictures(asked: Iterable[Picture] = PICTURES) -> dict[str, str]:
    """Run the commands; return the pictures by the names of their files."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve() / "project"
        shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for name, text in FILES.items():
            (folder / name).write_text(text)
        return {f"{picture.name}.svg": drawn(picture, printed(picture, folder)) for picture in asked}


def printed(picture: Picture, folder: Path) -> str:
    """What a terminal gets, without what differs from run to run."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(OTHERWISE)}
    commands = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {
        **given,
        "PATH": commands,
        "FORCE_COLOR": "1",
        "COLUMNS": str(picture.columns),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
    }
    done = subprocess.run(
        ["bash", "-c", picture.command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    text = done.stdout.replace(str(folder), PROJECT).replace(sys.prefix, PYTHON)
    return re.sub(r" in \d+\.\d+s\b", "", text).rstrip("\n")


def drawn(picture: Picture, text: str) -> str:
    """Draw what was printed, below the command."""
    console = Console(record=True, width=picture.columns, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(text), soft_wrap=False)
    svg = console.export_svg(title=picture.command, theme=picture.theme, code_format=SVG, unique_id=f"terminal-{picture.name}")
    return TEXT.sub(_as_wide_as_its_cells, svg)


def _as_wide_as_its_cells(text: re.Match[str]) -> str:
    """Give a text the width of its cells: rich counts characters, and Chinese ones take two cells."""
    cells, characters = cell_len(content := html.unescape(text["content"])), len(content)
    return f"{text['before']}{float(text['width']) * cells / max(1, characters):g}{text['after']}{text['content']}</text>"


def main() -> None:
    """Write or check the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail where a picture is not what is printed now")
    parser.add_argument("--first", type=int, default=len(PICTURES), metavar="N", help="take the first N only")
    given = parser.parse_args()
    made = pictures(PICTURES[: given.first])
    if given.check:
        stale = [name for name, svg in made.items() if not (FOLDER / name).exists() or (FOLDER / name).read_text(encoding="utf-8") != svg]
        if stale:
            raise SystemExit(f"docs/terminal: {', '.join(stale)} out of date: run python -m scripts.terminal_pictures")
        return
    FOLDER.mkdir(exist_ok=True)
    for name, svg in made.items():
        (FOLDER / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
