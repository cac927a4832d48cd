"""The wheel: what is in it, and what it takes to import it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from gradreel.version import VERSION
from tests.packaging.conftest import Environment

NEED_MORE = {
    "gradreel.film.animation",
    "gradreel.film.still",
    "gradreel.film.markdown",
    "gradreel.film.notes",
    "gradreel.publish.files",
    "gradreel.superfences",
    "gradreel.recording.session",
    "gradreel.notebook",
    "gradreel.pytest_plugin",
    "gradreel.lightning",
    "gradreel.mcp_server",
    "gradreel.sphinx",
}
"""Modules of extras, and of what the user has."""
LOADED = "import sys; before = set(sys.modules); import gradreel; import json; print(json.dumps(sorted(set(sys.modules) - before)))"


def test_wheel_holds_the_library_with_its_player_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {"gradreel", f"gradreel-{VERSION}.dist-info"}
    player = {"gradreel/player/offline.js", "gradreel/player/offline.css", "gradreel/player/still.js"}
    assert player | {"gradreel/film/film.html", "gradreel/locales/zh/diagnosis.ftl", "gradreel/py.typed"} <= set(names)


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


def test_recording_without_torch_is_one_line_that_says_what_to_install(installed: Environment) -> None:
    (installed.folder / "home").mkdir(exist_ok=True)
    (installed.folder / "home" / "script.py").write_text("print('runs')\n")
    done = installed.run("gradreel", "run", "script.py")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("gradreel: ")
    assert "pip install torch" in done.stderr


def test_picture_without_its_extra_says_what_to_install(installed: Environment) -> None:
    code = "from gradreel.film.export import still_engine; still_engine(1, 1)"
    done = installed.run("python", "-c", code)
    assert done.stderr.splitlines()[-1].endswith("pip install 'gradreel[still]'")


def test_plugin_of_pytest_is_registered_and_loads_neither_torch_nor_the_library(installed: Environment) -> None:
    code = "from importlib.metadata import entry_points; print([each.value for each in entry_points(group='pytest11', name='gradreel')])"
    assert installed.run("python", "-c", code).stdout == "['gradreel.pytest_plugin']\n"
    stand_in = "types.SimpleNamespace(hookimpl=lambda **_: lambda function: function)"
    load = f"import sys, types\nsys.modules['pytest'] = {stand_in}\nimport gradreel.pytest_plugin\n"
    done = installed.run("python", "-c", f"{load}print(sorted({{'torch', 'pydantic', 'gradreel.recording'}} & set(sys.modules)))")
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_every_module_but_the_tracer_imports_without_torch(installed: Environment) -> None:
    modules = [".".join(path.relative_to(installed.package.parent).with_suffix("").parts) for path in installed.package.rglob("*.py")]
    wanted = [name for name in modules if ".tracer" not in name and name not in NEED_MORE]
    # All are tried, so that a failure names every one.
    each = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except Exception as error:
        print(f"{name}: {error!r}")
"""
    done = installed.run("python", "-c", each, *wanted)
    assert (done.returncode, done.stdout) == (0, "")
