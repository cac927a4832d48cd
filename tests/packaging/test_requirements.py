"""What pyproject.toml requires is what the sources import, and the lock files pin all of it with hashes."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
LIBRARY_EXTRAS = ("still", "video", "notebook", "pytest", "sphinx", "markdown")
READS_FILMS = {"sphinx-gallery"}
"""Shows films by what every notebook asks of them; nothing of it is imported."""
LEFT_TO_THE_USER = {"torch", "lightning", "pytorch-lightning"}
LOADED_BY_NAME = {"aiosqlite", "asyncpg", "torch"}
"""Database drivers are named in an address; torch is what the sandbox runs, from the library's tracer."""


def names_of(requirements: list[str]) -> set[str]:
    """The names of the packages that are required, as a package index writes them."""
    return {str(canonicalize_name(Requirement(text).name)) for text in requirements} - {"gradreel"}


def imported_by(package: str) -> set[str]:
    """The distributions that the modules of ``package`` import."""
    roots: set[str] = set()
    for path in (ROOT / package).rglob("*.py"):
        if path.is_relative_to(ROOT / "app" / "examples") and path.parent != ROOT / "app" / "examples":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                roots.update(alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                roots.add(node.module.partition(".")[0])
    roots -= {"app", "gradreel", *sys.stdlib_module_names}
    known = packages_distributions()
    return {canonicalize_name(name) for root in roots for name in known.get(root, [root])}


def test_library_requires_what_it_imports_and_torch_is_left_to_the_user() -> None:
    declared = names_of([*PROJECT["dependencies"], *(text for extra in LIBRARY_EXTRAS for text in EXTRAS[extra])])
    assert imported_by("gradreel") == (declared - READS_FILMS) | LEFT_TO_THE_USER


def test_service_requires_what_it_imports() -> None:
    declared = names_of(PROJECT["dependencies"]) | names_of(EXTRAS["still"]) | names_of(EXTRAS["service"])
    assert imported_by("app") <= declared
    assert names_of(EXTRAS["service"]) <= imported_by("app") | LOADED_BY_NAME


def pins(lock: str) -> dict[str, tuple[str, list[str]]]:
    """Name, version and hashes of every package in a lock file."""
    text = (ROOT / "scripts" / lock).read_text().replace("\\\n", " ")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {canonicalize_name(line[0].partition("==")[0]): (line[0].partition("==")[2], line[1:]) for line in lines}


@pytest.mark.parametrize(
    ("lock", "extras"), [("requirements.lock", ("still", "service", "dev")), ("requirements-service.lock", ("still", "service"))]
)
def test_lock_file_pins_every_requirement_with_hashes(lock: str, extras: tuple[str, ...]) -> None:
    locked = pins(lock)
    wanted = [Requirement(text) for text in [*PROJECT["dependencies"], *(text for extra in extras for text in EXTRAS[extra])]]
    for requirement in wanted:
        if (name := canonicalize_name(requirement.name)) not in ("gradreel", "torch"):
            assert requirement.specifier.contains(locked[name][0]), f"{requirement} against {locked[name][0]}: run scripts/lock"
    for package, (_, hashes) in locked.items():
        assert hashes, package
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", text) for text in hashes), package
    assert "torch" not in locked


def test_service_lock_is_a_part_of_the_whole_lock() -> None:
    assert pins("requirements-service.lock").items() <= pins("requirements.lock").items()
