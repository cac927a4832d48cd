"""The architecture of the two packages, checked: who may import whom (directions.json), what each process loads, what a file may hold.

Each rule is first shown to find what it is for, in a few lines that break it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.rules import (
    file_circles,
    folder_circles,
    long_files,
    long_functions,
    misplaced_imports,
    missing_rooms,
    op_name_literals,
    wrong_directions,
)
from tests.architecture.sources import Sources, imports_of, sources_in, sources_of
from tests.conftest import RunSnippet

ROOT = Path(__file__).parents[2]
TABLE = json.loads((ROOT / "directions.json").read_text())
SHOWN = tuple(f"{path}/" for folder in ("app/examples", "app/lessons") for path in Path(folder).glob("*/"))
"""Folders of programs that readers are shown."""
PROGRAMS = ("tests/diagnose/public/", "benchmarks/readability/programs/", "tests/golden/stories/programs/", "tests/tracer/cell_programs/")

UPWARDS = sources_of({"x/low/a.py": "from x.high.b import b", "x/high/b.py": "b = 1"})
ROOMS = {"x.low": [], "x.high": ["x.low"]}


@pytest.fixture(scope="module")
def sources() -> Sources:
    """The modules of both packages."""
    return sources_in(ROOT, "gradreel", "app", without=SHOWN)


def test_import_of_an_upper_room_by_a_lower_one_is_reported() -> None:
    assert wrong_directions(UPWARDS, ROOMS) == ["x.low.a imports x.high.b: x.low may not import from x.high"]


def test_import_of_a_lower_room_by_an_upper_one_is_allowed() -> None:
    assert wrong_directions(sources_of({"x/low/a.py": "a = 1", "x/high/b.py": "from x.low.a import a"}), ROOMS) == []


def test_one_import_of_the_library_turned_round_is_reported(sources: Sources) -> None:
    """The real sources, with one line more in the contract."""
    turned = {**sources, **sources_of({"gradreel/trace/turned.py": "import app.settings"})}
    wrong = "gradreel.trace.turned imports app.settings: gradreel.trace may not import from app.settings"
    assert wrong in wrong_directions(turned, TABLE["rooms"])


@pytest.mark.parametrize(
    "text",
    [
        "import x.b",
        "import x.b as b",
        "from x import b",
        "from x.b import anything",
        "from . import b",
        "from .b import anything",
        "def f():\n    import x.b",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from x.b import anything",
    ],
)
def test_import_is_found_however_it_is_written(text: str) -> None:
    sources = sources_of({"x/__init__.py": "", "x/a.py": text, "x/b.py": ""})
    assert "x.b" in imports_of("x.a", sources)


def test_module_and_room_without_each_other_are_reported() -> None:
    sources = sources_of({"x/new/a.py": "", "x/low/a.py": ""})
    assert wrong_directions(sources, ROOMS) == ["x.new.a is in no room of the table"]
    assert missing_rooms(sources, ROOMS) == ["x.high"]


def test_module_directly_in_a_top_level_package_is_in_its_room_and_a_folder_of_it_is_not() -> None:
    sources = sources_of({"x/entry.py": "from x.low import a", "x/low/a.py": "from x.entry import b", "x/new/c.py": ""})
    assert wrong_directions(sources, {"x": ["x.low"], "x.low": []}) == [
        "x.low.a imports x.entry: x.low may not import from x",
        "x.new.c is in no room of the table",
    ]


def test_directions_follow_the_table(sources: Sources) -> None:
    assert wrong_directions(sources, TABLE["rooms"]) == []
    assert missing_rooms(sources, TABLE["rooms"]) == []


def test_import_of_a_package_outside_of_its_rooms_is_reported() -> None:
    sources = sources_of({"x/low/a.py": "import torch.nn", "x/high/b.py": "from torch import Tensor"})
    assert misplaced_imports(sources, {"torch": ["x.high"]}) == ["x.low.a imports torch, which only x.high may"]


def test_packages_are_imported_by_their_rooms_alone(sources: Sources) -> None:
    assert misplaced_imports(sources, TABLE["only_imported_by"]) == []


def test_circle_of_files_is_reported() -> None:
    sources = sources_of({"x/a.py": "import x.b", "x/b.py": "import x.c", "x/c.py": "import x.a", "x/d.py": "import x.a"})
    assert file_circles(sources) == [["x.a", "x.b", "x.c"]]


def test_circle_of_folders_without_a_circle_of_files_is_reported() -> None:
    texts = {"x/a.py": "import y.b", "y/b.py": "", "y/c.py": "import x.d", "x/d.py": "", "x/__init__.py": "", "y/__init__.py": ""}
    assert file_circles(sources_of(texts)) == []
    assert folder_circles(sources_of(texts)) == [["x", "y"]]


def test_module_above_and_module_below_a_folder_make_no_circle() -> None:
    texts = {"x/__init__.py": "", "x/main.py": "import x.y.a", "x/y/__init__.py": "", "x/y/a.py": "import x.errors", "x/errors.py": ""}
    assert folder_circles(sources_of(texts)) == []


def test_no_files_import_each_other(sources: Sources) -> None:
    assert file_circles(sources) == []


def test_no_folders_import_each_other(sources: Sources) -> None:
    found = [set(circle) for circle in folder_circles(sources)]
    assert found == []


def test_long_function_and_long_file_are_reported() -> None:
    sources = sources_of({"x/a.py": "class A:\n    async def long(self):\n        a = 1\n        b = 2\n"})
    assert long_functions(sources, 2) == ["x.a:2 long has 3 lines"]
    assert long_functions(sources, 3) == []
    assert long_files(sources, 3) == ["x/a.py has 4 lines"]
    assert long_files(sources, 4) == []


def test_functions_and_files_keep_to_the_limits(sources: Sources) -> None:
    everything = {**sources, **sources_in(ROOT, "tests", "benchmarks", "scripts", without=PROGRAMS)}
    assert long_functions(everything, TABLE["max_function_lines"]) == []
    assert long_files(everything, TABLE["max_file_lines"]) == []


OP_NAMES_FOR_EXAMPLE = frozenset({"add", "detach", "item", "sub"})


@pytest.mark.parametrize(
    "text",
    [
        'found = op.name == "detach"',
        'found = "detach" == name',
        'found = op.name in ("detach", "no_op")',
        'found = name.startswith("detach")',
        'NAMES = frozenset({"detach", "item"})',
        'NAMES = ["detach", "item", "no_op"]',
        'HOW = {"detach": 1, "item": 2}',
        'NAMES = "detach item".split()',
        'PATTERN = re.compile("(detach|item)_?")',
        'match op.name:\n    case "detach" | "item":\n        pass',
    ],
)
def test_decision_by_the_name_of_an_op_is_reported(text: str) -> None:
    assert "x.a detach" in op_name_literals(sources_of({"x/a.py": text}), OP_NAMES_FOR_EXAMPLE)


@pytest.mark.parametrize("text", ['"""Tells detach from item."""', 'params = {"cut": "detach"}', 'LISTS = {"append", "insert", "add"}'])
def test_word_that_decides_nothing_about_an_op_is_allowed(text: str) -> None:
    assert op_name_literals(sources_of({"x/a.py": text}), OP_NAMES_FOR_EXAMPLE) == []


NO_OPS = {"bool", "enable_grad", "float", "inference_mode", "int", "name", "names", "no_grad", "set_grad_enabled"}
"""What torch has under a name that says something else as well: a type of numbers, a scope, a name."""


def op_names() -> frozenset[str]:
    """What torch calls its ops: the functions of ``torch`` and everything that a tensor has."""
    code = "import torch\nprint(*dir(torch.Tensor), *(name for name in dir(torch) if callable(getattr(torch, name)) and name.islower()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return frozenset(done.stdout.split()) - NO_OPS


def test_diagnoses_decide_nothing_by_the_name_of_an_op(sources: Sources) -> None:
    diagnose = {name: module for name, module in sources.items() if name.startswith("gradreel.diagnose") and ".fixes" not in name}
    assert op_name_literals(diagnose, op_names()) == []


def loaded_after(code: str) -> list[str]:
    """Run ``code`` in a fresh interpreter and list the modules that are loaded then."""
    command = [sys.executable, "-c", f"{code}\nimport sys\nprint(*sorted(sys.modules))"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()[-1].split()


def refused(modules: list[str], process: str) -> list[str]:
    """Those of the modules that ``process`` may never load."""
    return [name for name in modules if any(name == never or name.startswith(f"{never}.") for never in TABLE["never_loaded_by"][process])]


SERVER = """
import asyncio, httpx
from app.main import create_app
from tests.templates import borrowed_templates

async def run_once():
    app = create_app()
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        done = await client.post("/api/runs", json={"code": "import torch\\nx = torch.ones(1, requires_grad=True)\\nx += 1"}, timeout=100)
        assert done.json()["diagnoses"], done.text

with borrowed_templates():  # a sandbox that need not import torch again
    asyncio.run(run_once())
"""
CHILD = "import sys\nprint(*sorted(name for name in sys.modules if not name.startswith('torch.')))"


def test_module_that_a_process_may_not_load_is_reported() -> None:
    modules = loaded_after("import gradreel.trace")
    assert {"gradreel.trace", "gradreel.trace.events", "pydantic"} <= set(refused(modules, "library"))
    assert "gradreel.version" not in refused(modules, "library")


def test_library_alone_loads_nothing_heavy() -> None:
    assert refused(loaded_after("import gradreel"), "library") == []


@pytest.mark.jail
def test_server_that_has_answered_a_run_has_loaded_no_torch_and_no_jail() -> None:
    assert refused(loaded_after(SERVER), "server") == []


@pytest.mark.jail
async def test_sandboxed_child_has_loaded_neither_contract_nor_settings_nor_web(run_snippet: RunSnippet) -> None:
    run = await run_snippet(CHILD)
    modules = run.stdout.split()
    assert {"gradreel.tracer.record", "app.sandbox.child.child_main", "torch"} <= set(modules)
    assert refused(modules, "child") == []
