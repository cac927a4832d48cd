"""The programs that diagnoses are judged by: those of the tests, those of the gallery, and the tracer's own corpus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import dedent

from app.examples.gallery import examples
from tests.diagnose import stale_programs, test_classic_failures, test_memory, test_ordinary_programs, test_paths, test_refused_edits
from tests.diagnose.case import program
from tests.diagnose.forum import posted
from tests.diagnose.public_corpus import public_programs
from tests.tracer.test_corpus import programs as corpus

CUT = "cut_gradient"


@dataclass(frozen=True)
class Labelled:
    """One program; ``parts_cut`` says whether a part of its gradient is cut, where that is known: plain torch cannot tell.

    ``kinds`` are the kinds it calls for, where they were written down with it; plain torch is asked where they are None.
    """

    name: str
    code: str
    parts_cut: bool | None = None
    kinds: frozenset[str] | None = None


def labelled() -> list[Labelled]:
    """Every program once."""
    return list({each.code: each for each in _all()}.values())


def _all() -> Iterator[Labelled]:
    yield from (Labelled(f"gallery/{each.id}", each.code) for each in examples())
    yield from (Labelled(f"posted/{each.name}", each.code) for each in posted())
    for each in public_programs():
        yield Labelled(f"public/{each.name}", each.code, True if CUT in each.kinds else None, frozenset(each.kinds))
    yield from (Labelled(f"corpus/{name}", code) for name, code in corpus())
    yield from (Labelled(f"stale/{name}", program(case[3])) for name, case in stale_programs.FAILING.items())
    classic = test_classic_failures.CLASSIC
    yield from (
        Labelled(f"classic/{name}", program("import torch.nn.functional as F\n" + dedent(text))) for name, (_, _, text) in classic.items()
    )
    for group in (stale_programs.HARMLESS, test_memory.UNHARMED, test_memory.APART, test_ordinary_programs.ORDINARY):
        yield from (Labelled(f"harmless/{name}", program(text)) for name, text in group.items())
    yield from (Labelled(f"wrong/{name}", program(f"{text}\nout.sum().backward()")) for name, (_, text) in test_memory.WRONG.items())
    yield from (Labelled(f"shared/{name}", program(case[-1])) for name, case in test_memory.SHARED.items())
    yield from _refused()
    yield from _paths()


def _refused() -> Iterator[Labelled]:
    yield from (Labelled(f"leaf/{name}", program(text)) for name, (_, text) in test_refused_edits.LEAVES.items())
    yield from (Labelled(f"allowed/{name}", program(text)) for name, text in test_refused_edits.ALLOWED.items())
    head = "w = torch.ones(4, requires_grad=True)\nh = w * 1\n"
    yield from (Labelled(f"bundle/{name}", program(head + text)) for name, text in test_refused_edits.BUNDLES.items())


def _paths() -> Iterator[Labelled]:
    for group in (test_paths.TWICE, test_paths.KEPT, test_paths.DEVICES):
        yield from (Labelled(f"path/{name}", program(text)) for name, text in group.items())
    yield from (Labelled(f"cut/{name}", program(f"{text}\nloss.backward()")) for name, (_, text) in test_paths.CUT.items())
    head = "w = torch.tensor([1., 2.], requires_grad=True)\n"
    for name, (_, text) in test_paths.PARTS.items():
        yield Labelled(f"part/{name}", program(f"{head}{text}\nloss.backward()"), parts_cut=True)
    yield from (Labelled(f"whole/{name}", program(text), parts_cut=False) for name, text in test_paths.WHOLE.items())
