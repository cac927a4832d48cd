"""How a function that arrives at the function mode is treated, and what the table of op semantics says about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from gradreel.tracer.families import family_of
from gradreel.tracer.ops import FORWARD_AD, OpSemantics, semantics_of
from gradreel.tracer.schemas import Argument


@dataclass(frozen=True)
class Call:
    """How one function is treated."""

    name: str
    silent: bool = False
    engine: bool = False
    attribute: str | None = None
    """The tensor attribute that is read or, for a setter, written."""
    setter: bool = False
    applied: bool = False
    """It is the ``apply`` of a custom Function, or a module that runs as one kernel."""
    body: Callable[..., Any] | None = None
    """For a Python function: the same function, in which inner ops can be seen."""
    uncounted: tuple[Argument, ...] = ()
    """The arguments that it may write without moving their counters, by the operator's schema."""
    op: OpSemantics = field(init=False)
    special: bool = field(init=False)
    """It may have written, or set flags, although no counter moved, or its outputs were met before it ended."""
    ordinary: bool = field(init=False)
    """The table says nothing about it, or no more than ``form``."""
    form: str | None = field(init=False)
    """Its out-of-place form, where torch has it."""
    watched_before: bool = field(init=False)
    """Something about it only shows before it runs."""
    exchanges_storage: bool = field(init=False)
    """What it writes may lie in other memory afterwards, or show it in another way: always possible but where an op edits in place."""
    hands_out: bool = field(init=False)
    """Memory is handed out by it, or the tensors of forward-mode AD are made."""
    unfilled: bool = field(init=False)
    """It gives memory that nobody has filled."""
    without_outputs: bool = field(init=False)
    """It is recorded although no tensor comes out."""

    def __post_init__(self) -> None:
        op = semantics_of(self.name)
        form = op.out_of_place if op.out_of_place is not None and _exists(op.out_of_place) else None
        object.__setattr__(self, "op", op)
        object.__setattr__(self, "form", form)
        unseen = op.quiet is not None or bool(self.uncounted)
        object.__setattr__(self, "special", self.setter or self.applied or op.sets_flags or unseen)
        object.__setattr__(self, "ordinary", op == OpSemantics(self.name, in_place=op.in_place, out_of_place=op.out_of_place))
        object.__setattr__(self, "watched_before", op.detaches or unseen or (op.in_place and not op.metadata_edit))
        object.__setattr__(self, "exchanges_storage", self.setter or op.metadata_edit or not op.in_place)
        object.__setattr__(self, "hands_out", op.lends or op.borrows or self.name == FORWARD_AD)
        object.__setattr__(self, "unfilled", family_of(self.name) == "uninitialized")
        object.__setattr__(self, "without_outputs", self.setter or op.to_numbers)


def _exists(name: str) -> bool:
    """Tell whether torch has an op of this name, as a method or as a function."""
    return any(callable(getattr(place, name, None)) for place in (torch.Tensor, torch, torch.nn.functional))
