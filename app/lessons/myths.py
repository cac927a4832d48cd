"""Claims about in-place edits that are found on the web, each with a program that shows what really happens.

The addresses name where a claim was read; nothing is loaded from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PROGRAMS = Path(__file__).parent / "myths"


@dataclass(frozen=True)
class Myth:
    """One claim."""

    id: str
    """Names its program and its texts, ``myth-<id>``, as well."""
    source: str
    """Address of a page that says so."""

    @cached_property
    def code(self) -> str:
        """The program."""
        return (PROGRAMS / f"{self.id}.py").read_text(encoding="utf-8")


RUNEBOOK = "https://runebook.dev/en/docs/pytorch/generated"

MYTHS = (
    Myth("leaf-edit-raises-later", f"{RUNEBOOK}/torch.autograd.function.inplacefunction/torch.autograd.function.InplaceFunction.backward"),
    Myth("used-then-edited", f"{RUNEBOOK}/torch.autograd.graph.increment_version"),
    Myth("detected-immediately", "https://theneuralbase.com/pytorch/learn/beginner/in-place-operations-underscore-suffix/"),
    Myth("slices-corrupt", "https://theneuralbase.com/pytorch/learn/beginner/in-place-operations-underscore-suffix/"),
    Myth("slice-of-a-leaf", "https://discuss.pytorch.org/t/inplace-operation-changes-is-leaf-attribute/120297"),
    Myth("relu-inplace-never-matters", "https://xnip.cn/ruanjian/anli/156578.html"),
    Myth("no-error-means-right", "https://discuss.pytorch.org/t/whats-the-difference-between-nn-relu-and-nn-relu-inplace-true/948"),
    Myth("detach-is-safe", "https://texonom.com/torchtensordetach-4306514cff9548cf841c72d0cdaad9e1"),
    Myth("detach-breaks-init", "https://deadends.dev/pytorch/runtime-error-inplace/pt2-linux"),
    Myth(
        "inplace-is-not-differentiable",
        "https://androidkt.com/one-of-the-variables-needed-for-gradient-computation-has-been-modified-by-an-inplace-operation/",
    ),
)
