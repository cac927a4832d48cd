"""Records programs of several files, each in a folder of its own, as ``gradreel.record()`` does."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Mapping
from pathlib import Path

import gradreel


def film_of_files(folder: Path, files: Mapping[str, str]) -> gradreel.Film:
    """Write the files and run the first one while recording; what it raises ends it. Its modules are forgotten afterwards."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())
    known = set(sys.modules)
    sys.path.insert(0, str(folder))
    block = gradreel.record(exclude=[__file__])
    try:
        with block:
            runpy.run_path(str(folder / next(iter(files))), run_name="__main__")
    except RuntimeError:
        pass
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - known:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
                del sys.modules[name]
    return block.film


def files_of(folder: Path) -> dict[str, str]:
    """The Python files of a folder, ``train.py`` first."""
    paths = sorted(folder.glob("*.py"), key=lambda path: (path.name != "train.py", path.name))
    return {path.name: path.read_text() for path in paths}
