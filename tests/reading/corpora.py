"""The programs of the corpora in ``tests/`` and of the examples; which of them fail is found by running them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.diagnose.case import program
from tests.diagnose.forum import posted
from tests.diagnose.public_corpus import public_programs
from tests.diagnose.stale_programs import FAILING
from tests.diagnose.test_every_kind import CASES

ROOT = Path(__file__).parents[2]
FOLDERS = ("benchmarks/readability/programs", "app/examples/*")
KINDS = ROOT / "tests/diagnose/kinds"


@dataclass(frozen=True)
class Given:
    """A program, and what is known of it before it has run."""

    name: str
    code: str
    completes: bool = False
    """Whether it is known to complete."""


def programs() -> list[Given]:
    """All programs that may fail."""
    return [each for each in every_program() if not each.completes]


def every_program() -> list[Given]:
    """All programs."""
    found = [Given(f"public/{each.name}", each.code, each.raises is None) for each in public_programs()]
    found += [Given(f"forum/{each.name}", each.code, each.kind is None) for each in posted()]
    found += [Given(f"stale/{name}", program(code)) for name, (*_, code) in FAILING.items()]
    found += [Given(f"kinds/{name}", program(code)) for name, (code, _) in CASES.items()]
    for folder in FOLDERS:
        found += [
            Given(f"{path.parent.name}/{path.stem}", path.read_text(encoding="utf-8")) for path in sorted(ROOT.glob(f"{folder}/*.py"))
        ]
    found += [Given(f"kinds/{path.stem}", program(path.read_text(encoding="utf-8"))) for path in sorted(KINDS.glob("*.py"))]
    return [each for each in found if not each.name.endswith(("/__init__", "/gallery"))]
