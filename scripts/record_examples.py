"""Records the built-in examples for the pages of the documentation, each in a process that is forked once PyTorch is there.

python -m scripts.record_examples FOLDER    writes FOLDER/<id>.json
"""

from __future__ import annotations

import contextlib
import io
import linecache
import os
import sys
from pathlib import Path

import torch

import gradreel
from app.examples.gallery import Example, examples
from gradreel.cells import has_cells
from gradreel.recording.script import Order, run_script


def record(example: Example, folder: Path) -> None:
    """Run one and write its film."""
    if has_cells(example.code):
        _record_cells(example, folder.resolve())
        return
    name = f"{example.id}.py"
    linecache.cache[name] = (len(example.code), None, example.code.splitlines(keepends=True), name)
    torch.manual_seed(0)
    with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()), gradreel.record().of(name) as film:
        exec(compile(example.code, name, "exec"), {"__name__": "__main__"})  # noqa: S102 it is one of ours
    film.save(folder / f"{example.id}.json")


def _record_cells(example: Example, folder: Path) -> None:
    """An exception ends a cell only, as in the playground."""
    script = folder / f"{example.id}.py"
    script.write_text(example.code, encoding="utf-8")
    os.chdir(folder)
    torch.manual_seed(0)
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
        run_script(Order(script.name, (), output=folder / f"{example.id}.json", cells=True))


def main() -> int:
    """Record all of them, one after the other."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    record(examples()[0], folder)  # loads what each of them needs
    for example in examples():
        process = os.fork()
        if not process:
            record(example, folder)
            os._exit(0)
        os.waitpid(process, 0)
    missing = [example.id for example in examples() if not (folder / f"{example.id}.json").is_file()]
    if missing:
        print(f"no film of {', '.join(missing)}", file=sys.stderr)
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
