"""Chooses the tests that a change can affect, for ``scripts/test --changed``: ``python -m tests.changed [REF]``.

A changed module reaches the modules of its own room (directions.json) that import it, directly or by way of others, and those of other
rooms that import one of these directly. A test is chosen if its file, a helper of it or the ``conftest.py`` beside it imports one of all
these, or if it has changed itself. What goes through a process (a browser, a cluster, the jail) imports nothing of what it tests: it is
chosen by its folder, and where that takes minutes, it is left to the whole run and named.

The first line of the output is the page's changed sources, for ``vitest related``; each further line is an argument of pytest.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.architecture.rules import room_of
from tests.architecture.sources import Module, Sources, imports_of, own_imports_of, sources_in

ROOT = Path(__file__).parents[1]
SHOWN = ("app/examples/", "app/lessons/")
PROGRAMS = (
    "tests/diagnose/public/",
    "tests/golden/stories/programs/",
    "tests/recording/projects/",
    "tests/lessons/solutions/",
    "tests/tracer/cell_programs/",
)
"""Programs, not modules."""
ALWAYS = ("tests/architecture",)
LEFT_OUT = ("tests/browser/", "tests/cluster/", "tests/jail/", "tests/notebook/", "tests/packaging/", "tests/publish/", "tests/lessons/")
"""Folders that take minutes: of their files that are marked as slow, only those that have changed themselves are run."""
BY_PATH: dict[str, tuple[str, ...]] = {
    "gradreel/locales/": ("tests/test_locale.py",),
    "docs/": ("tests/test_docs.py",),
    "README.md": ("tests/test_docs.py",),
    "CHANGELOG.md": (),
    "templates/": ("tests/api/test_example_pages.py",),
    "app/examples/": ("tests/test_gallery.py", "tests/golden"),
    "app/lessons/": ("tests/test_docs.py",),
    "pyproject.toml": ("tests/packaging/test_requirements.py",),
    "scripts/": ("tests/packaging/test_requirements.py",),
    "tests/golden/": ("tests/golden",),
    "tests/tracer/cell_programs/": ("tests/tracer/test_cell_programs.py",),
    "tests/diagnose/public": ("tests/diagnose/test_public_corpus.py",),
    "tests/diagnose/forum": ("tests/diagnose/test_forum.py",),
}
"""Tests of files that are no modules, or that are read as well as imported; the first entry that begins a path counts."""


FOUND_BY_FILE = {"gradreel.diagnose.kind": "gradreel.diagnose.kinds."}
"""A module that loads every file of a folder without naming one, and how the names of these begin."""


def affected_modules(changed: set[str], sources: Sources, rooms: dict[str, list[str]]) -> set[str]:
    """The changed modules, those of their rooms that import them in any number of steps, and the direct importers of all these."""
    importers: dict[str, set[str]] = {}
    for name in sources:
        found = (other for other in sources if other.startswith(FOUND_BY_FILE.get(name, "\0")))
        for target in (*own_imports_of(name, sources), *found):
            importers.setdefault(target, set()).add(name)
    within, ahead = set(changed), list(changed)
    while ahead:
        name = ahead.pop()
        same = {other for other in importers.get(name, ()) if _outer_room(other, rooms) == _outer_room(name, rooms)} - within
        within |= same
        ahead += same
    return within | {other for name in within for other in importers.get(name, ())}


def _outer_room(name: str, rooms: dict[str, list[str]]) -> str | None:
    """The room of a module, and where it lies in another room, that one; a top-level package is none that others lie in."""
    room = room_of(name, rooms)
    while room and (outer := room.rpartition(".")[0]) in rooms and "." in outer:
        room = outer
    return room


def tests_of(modules: set[str], tests: Sources) -> list[str]:
    """Paths of the test files that import one of the modules themselves, by way of their helpers, or by the conftest beside them."""
    direct = {name: imports_of(name, tests) for name in tests}
    reached = {name: _all_imports(name, direct) for name in tests}
    found = []
    for name, module in tests.items():
        if name.rpartition(".")[2].startswith("test_"):
            beside = f"{name.rpartition('.')[0]}.conftest"
            imported = reached[name] | (reached.get(beside, frozenset()) if beside != "tests.conftest" else frozenset())
            if imported & modules:
                found.append(module.path)
    return found


def _all_imports(name: str, direct: dict[str, frozenset[str]]) -> frozenset[str]:
    """What a file of tests imports, and what the files of tests import that it imports; the conftest of all tests imports everything."""
    found: set[str] = set()
    seen, ahead = {name}, [name]
    while ahead:
        for target in direct[ahead.pop()]:
            found |= {target, target.rpartition(".")[0]}
            for own in (target, target.rpartition(".")[0]):
                if own in direct and own not in seen and own != "tests.conftest":
                    seen.add(own)
                    ahead.append(own)
    return frozenset(found)


def chosen(paths: Iterable[str]) -> list[str]:
    """The arguments of pytest for changed paths, the slow folders among them."""
    table = json.loads((ROOT / "directions.json").read_text())
    sources, tests = _project()
    module_of = {module.path: name for name, module in {**sources, **tests}.items()}
    changed = {module_of[path] for path in paths if path in module_of}
    code, helpers = changed & set(sources), changed & set(tests)
    reached = affected_modules(code, sources, table["rooms"]) | {name for name in helpers if "test_" not in name}
    found = {path for path in tests_of(reached, tests) if not _is_slow(tests[module_of[path]])}
    found |= {tests[name].path for name in helpers if name.rpartition(".")[2].startswith("test_")}
    found |= {test for path in paths for test in next((tests for start, tests in BY_PATH.items() if path.startswith(start)), ())}
    return sorted(found | set(ALWAYS))


@cache
def _project() -> tuple[Sources, Sources]:
    """What the tests test, and the tests."""
    return sources_in(ROOT, "gradreel", "app", "benchmarks", without=SHOWN), sources_in(ROOT, "tests", without=PROGRAMS)


def _is_slow(module: Module) -> bool:
    return module.path.startswith(LEFT_OUT) and "pytestmark = " in module.text


def changed_paths(reference: str) -> list[str]:
    """Files that differ from the last commit that this branch shares with ``reference``, committed or not, and are still there."""
    base = _git("merge-base", "HEAD", reference)[0]
    paths = {*_git("diff", "--name-only", base), *_git("ls-files", "--others", "--exclude-standard")}
    return sorted(path for path in paths if (ROOT / path).is_file())


def _git(*arguments: str) -> list[str]:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def main(reference: str = "main") -> None:
    """Print what to run."""
    paths = changed_paths(reference)
    page = [path.removeprefix("static/") for path in paths if path.startswith(("static/src/", "static/test/")) and path.endswith(".ts")]
    print(*page)
    print(*chosen(paths), sep="\n")
    print(f"{len(paths)} changed files. Left to the whole run: {' '.join(LEFT_OUT)}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
