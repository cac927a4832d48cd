"""Tells the files of the user's program from those of libraries, and keeps their text.

A library is the standard library, whatever lies in ``site-packages``, PyTorch and Gradreel itself, with the code that any of them makes
while the program runs: modules in a temporary folder of their own or in a cache, and names such as ``<decorator-gen-3>``. Other code that
has no file is the program's where ``linecache`` knows its text: cells of a notebook, doctests; what else is made with ``exec`` is shown by
the line that ran it.
"""

from __future__ import annotations

import linecache
import os
import re
import site
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

INSTALLED = frozenset(("site-packages", "dist-packages"))
GENERATED = (
    *("<frozen ", "<attrs generated", "<eval_with_key>", "<__array_function__", "<torch_package", "<@beartype", "<decorator-gen"),
    *("<makefun-gen", "<lambdifygenerated", "<template>", "<jaxtyping", "<dynamic>"),
)
"""Beginnings of the names that libraries give to code which they make themselves."""
COMPILED = "torchinductor_"
"""In the path of what ``torch.compile`` writes."""
CACHES = (
    ("XDG_CACHE_HOME", "~/.cache"),
    ("HF_HOME", "~/.cache/huggingface"),
    ("TORCH_HOME", "~/.cache/torch"),
    ("TRITON_CACHE_DIR", "~/.triton"),
)
"""The variable that names a folder in which libraries keep code that they fetch or make, and where it is without that."""
_MADE = re.compile(r"tmp[a-z0-9_]{8}")
"""A folder that ``tempfile`` has named."""
CELL = "ipykernel_"
"""In the path that a Jupyter kernel gives to a cell, which is no file."""


class UserFiles:
    """Which code is the program's, by the file name of its code objects; called once about each."""

    def __init__(self, include: Sequence[str] = (), exclude: Sequence[str] = ()) -> None:
        """``include`` and ``exclude`` are globs of paths, absolute or relative to the working directory; the second wins."""
        self._include = tuple(include)
        self._exclude = tuple(exclude)
        self._folder = os.getcwd()
        self._libraries = _library_folders()
        self._caches = _folders([os.path.expanduser(os.environ.get(variable) or folder) for variable, folder in CACHES])
        self._temporary = _folders([tempfile.gettempdir()])
        main = getattr(sys.modules.get("__main__"), "__file__", None)
        self._own = _folders([self._folder, *([os.path.dirname(os.path.abspath(main))] if main else [])])
        self._texts: dict[str, str] = {}

    def __call__(self, name: str) -> bool:
        """Tell whether code of this file name is the program's."""
        if self._matches(name, self._exclude) or not (self._matches(name, self._include) or self._is_users(name)):
            return False
        return bool(self.text(name))

    def text(self, name: str) -> str:
        """Return the text of a file as it is when this is first called; "" where there is none."""
        text = self._texts.get(name)
        if text is None:
            text = self._texts[name] = "".join(linecache.getlines(name))
        return text

    def _is_users(self, name: str) -> bool:
        if name.startswith("<"):
            return name.endswith(">") and not name.startswith(GENERATED)
        path = self._path(name)
        return not (path.startswith(self._libraries) or COMPILED in path or INSTALLED.intersection(Path(path).parts) or self._is_made(path))

    def _is_made(self, path: str) -> bool:
        """Whether a library made it while the program ran, or fetched it: what lies where the program does is the program's."""
        if path.startswith(self._own):
            return False
        within = next((path[len(folder) :] for folder in self._temporary if path.startswith(folder)), "")
        return path.startswith(self._caches) or _MADE.fullmatch(within.split(os.sep)[0]) is not None

    def _path(self, name: str) -> str:
        return os.path.normpath(os.path.join(self._folder, name))

    def _matches(self, name: str, patterns: Sequence[str]) -> bool:
        if not patterns:
            return False
        path = self._path(name)
        return any(fnmatchcase(form, pattern) for pattern in patterns for form in (name, path, os.path.relpath(path, self._folder)))

    def shown(self, names: Sequence[str]) -> list[str]:
        """Return the paths under which files are shown: relative to the working directory, or to the folder that the others share."""
        paths = {name: self._path(name) for name in names if not name.startswith("<")}
        outside = [path for path in paths.values() if not path.startswith(self._folder + os.sep)]
        shared = os.path.commonpath([os.path.dirname(path) for path in outside]) if outside else ""
        return [self._cell(name) or (self._shown(paths[name], shared) if name in paths else name) for name in names]

    def _cell(self, name: str) -> str | None:
        """What IPython calls a cell: ``In[3]``."""
        shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
        label = shell.compile.format_code_name(name) if shell else None
        return label[1] if label else None

    def _shown(self, path: str, shared: str) -> str:
        if not path.startswith(self._folder + os.sep):
            return os.path.relpath(path, shared)
        return os.path.relpath(path, self._folder)


def _library_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    folders = {paths[kind] for kind in ("stdlib", "platstdlib", "purelib", "platlib", "scripts")}
    folders.update((*site.getsitepackages(), site.getusersitepackages(), os.path.dirname(sys.executable), _folder_of("gradreel")))
    if "torch" in sys.modules:
        folders.add(_folder_of("torch"))
    return _folders(folders)


def _folders(paths: Iterable[str]) -> tuple[str, ...]:
    """As beginnings of paths, also without symbolic links."""
    return tuple(sorted(folder + os.sep for path in paths for folder in {os.path.normpath(path), os.path.realpath(path)}))


def _folder_of(package: str) -> str:
    return os.path.dirname(sys.modules[package].__file__ or package)
