"""The wheel: what is in it, and what it takes to import it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from gradreel.version import VERSION
from tests.packaging.conftest import Environment

NEED_MORE = {"gradreel.film.still", "gradreel.notebook", "gradreel.pytest_plugin", "gradreel.lightning"}
"""Modules of extras, and of what the user has."""
LOADED = "import sys; before = set(sys.modules); import gradreel; import json; print(json.dumps(sorted(set(sys.modules) - before)))"


def test_wheel_holds_the_library_with_its_player_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {"gradreel", f"gradreel-{VERSION}.dist-info"}
    player = {"gradreel/player/offline.js", "gradreel/player/offline.css", "gradreel/player/still.js"}
    assert player | {"gradreel/film/film.html", "gradreel/locales/zh.ftl", "gradreel/py.typed"} <= set(names)


def test_wheel_is_installed_without_torch_and_without_the_service(installed: Environment) -> None:
    names = {entry["name"].lower() for entry in json.loads(installed.run("pip", "list", "--format", "json").stdout)}
    assert "gradreel" in names
    assert not names & {"torch", "fastapi", "uvicorn", "sqlalchemy", "mini-racer", "resvg-py"}


def test_import_loads_nothing_from_other_packages(installed: Environment) -> None:
    done = installed.run("python", "-c", LOADED)
    assert done.returncode == 0, done.stderr
    standard = installed.run("python", "-c", "import json, sys; print(json.dumps(sorted(sys.stdlib_module_names)))")
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert loaded <= {"gradreel", *json.loads(standard.stdout)}


def test_every_module_but_the_tracer_imports_without_torch(installed: Environment) -> None:
    modules = [".".join(path.relative_to(installed.package.parent).with_suffix("").parts) for path in installed.package.rglob("*.py")]
    wanted = [name for name in modules if ".tracer" not in name and name not in NEED_MORE]
    done = installed.run("python", "-c", "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)", *wanted)
    assert done.returncode == 0, done.stderr
