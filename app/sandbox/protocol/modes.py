"""The ways in which a child can run a snippet.

traced               under the tracer; answers with a Recording
plain                without the tracer; answers with what must be equal to the traced run
perturbed            plain, in memory with other leftovers: tensors that differ were never written
reference            plain, with every saved tensor kept as it was when it was saved
fixed                plain; answers with what its backward passes begin from and give
intended             the same of a program as it was meant: nothing saved is overwritten, no graph freed, refused edits are carried out
intended_perturbed   the same again, in memory with other leftovers
unchecked            the same of a program whose saved tensors no version check protects: backward reads what they hold by then
copied               the same of a program whose saved tensors are copies, in memory with other leftovers; all else is as it is
allowed              the same of a program inside ``torch.autograd.graph.allow_mutation_on_saved_tensors()``
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

Mode = Literal["traced", "plain", "perturbed", "reference", "fixed", "intended", "intended_perturbed", "unchecked", "copied", "allowed"]
MODES: tuple[Mode, ...] = get_args(Mode)
Expect = Callable[[tuple[Mode, ...]], None]
"""Told of control runs that will be asked for, most of the time all of them: they may be begun before."""


def begin_none(_modes: tuple[Mode, ...]) -> None:
    """Begin no run before it is asked for."""


def mode_of(name: str) -> Mode | None:
    """Return the mode of this name."""
    return next((known for known in MODES if known == name), None)


def control_mode_of(name: str) -> Mode | None:
    """Return the mode of this name, if a control run has it."""
    return None if name == "traced" else mode_of(name)
