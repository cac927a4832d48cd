"""Reads Python packages into parsed modules, and tells what each imports: all that the rules look at."""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Module:
    """One file."""

    path: str
    """From the root, for messages."""
    text: str
    tree: ast.Module
    is_package: bool
    """Is it an ``__init__.py``?"""


Sources = Mapping[str, Module]
"""Modules by their dotted names."""


def sources_in(root: Path, *folders: str, without: tuple[str, ...] = ()) -> Sources:
    """Read every module below ``folders`` of ``root``, but for those below the folders ``without``."""
    paths = (path for folder in folders for path in sorted((root / folder).rglob("*.py")))
    texts = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in paths}
    return sources_of({path: text for path, text in texts.items() if not path.startswith(without)})


def sources_of(texts: Mapping[str, str]) -> Sources:
    """Parse modules that are given as text by path: ``{"low/a.py": "import high.b"}``."""
    return {_name_of(path): Module(path, text, ast.parse(text), path.endswith("__init__.py")) for path, text in texts.items()}


def _name_of(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def imports_of(name: str, sources: Sources) -> frozenset[str]:
    """Name the modules that a module imports anywhere in it: in functions and for types alone as well."""
    return frozenset(_resolved(target, sources) for target in _targets(name, sources[name]) if target != name)


def own_imports_of(name: str, sources: Sources) -> frozenset[str]:
    """The same, and only what is among ``sources``."""
    return frozenset(target for target in imports_of(name, sources) if target in sources and target != name)


@functools.cache
def _targets(name: str, module: Module) -> frozenset[str]:
    """Worked out once: each rule asks for those of every module."""
    found: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, name, module.is_package)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return frozenset(found)


def _absolute(node: ast.ImportFrom, name: str, is_package: bool) -> str:
    """The module that ``from … import`` names, with the dots of a relative import resolved."""
    if not node.level:
        return node.module or ""
    parts = name.split(".")
    package = parts[: len(parts) - node.level + is_package]
    return ".".join([*package, *([node.module] if node.module else [])])


def _resolved(target: str, sources: Sources) -> str:
    """``package.name`` is a module where there is one, else something that ``package`` holds."""
    return target if target in sources else target.rpartition(".")[0] if target.rpartition(".")[0] in sources else target
