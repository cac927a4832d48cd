"""The import rules of the house, each as one test that reads the code instead of trusting it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def imports_of(path: Path) -> set[str]:
    """List the absolute module names that the file at ``path`` imports, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def modules_after(statement: str) -> set[str]:
    """Run ``statement`` in a fresh interpreter and list what is loaded then."""
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    return set(done.stdout.split())


def test_server_started_imports_neither_torch_nor_the_tracer() -> None:
    loaded = modules_after("from app.main import create_app; create_app()")
    assert not {name for name in loaded if name == "torch" or name.startswith(("torch.", "gradreel.tracer"))}


def test_child_imports_no_web_framework_and_no_pydantic() -> None:
    loaded = modules_after("import gradreel.tracer.record")
    assert not loaded & {"fastapi", "starlette", "uvicorn", "pydantic", "app.settings", "gradreel.trace"}


def test_contract_imports_nothing_else_from_app() -> None:
    imported = {name for path in files("gradreel/trace") for name in imports_of(path)}
    assert not {name for name in imported if name.startswith("app") and not name.startswith("gradreel.trace")}


@pytest.mark.parametrize("path", files("gradreel/diagnose"), ids=lambda path: path.name)
def test_diagnosis_imports_only_contract_and_wording(path: Path) -> None:
    allowed = ("gradreel.trace", "gradreel.locale", "gradreel.diagnose")
    assert not {name for name in imports_of(path) if name.startswith(("app.", "gradreel.")) and not name.startswith(allowed)}
    assert not {name for name in imports_of(path) if name == "torch" or name.startswith("torch.")}


def test_app_has_no_import_cycle() -> None:
    graph = {
        module_name(path): {name for name in imports_of(path) if name.startswith(("app", "gradreel"))} for path in files("app", "gradreel")
    }
    remaining = {name: {target for target in targets if target in graph and target != name} for name, targets in graph.items()}
    while free := [name for name, targets in remaining.items() if not targets & remaining.keys()]:
        for name in free:
            del remaining[name]
    assert not remaining, f"these modules import each other: {sorted(remaining)}"


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
