"""Warns where a step uses a gradient to which a later backward pass was added: what the step before used was never cleared.

for x in data: loss.backward(); opt.step()              no zero_grad() anywhere
for epoch …: opt.zero_grad(); for x …: … opt.step()     cleared once for several steps

Passes that add up before one step, as for micro-batches, are meant. So is what is cleared, or edited by the program, before the next step.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, worded
from gradreel.diagnose.fixes.gradients import clear_after_step, clear_after_update
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.steps import Steps, Update, by_line
from gradreel.trace import Diagnosis, Fix, Param

RANK = 240
evidence = explain.leaf_of_step
MAX_NAMES = 8


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that steps."""
    steps = Steps(history)
    if not history.backwards.calls or steps.sets_gradients_itself:
        return
    for updates in by_line(steps.updates):
        mixed = [update for update in updates if update.mixed is not None]
        if mixed:
            diagnosis, fixes = partial(_diagnosis, history, updates, mixed), partial(_fixes, history, mixed)
            yield Finding("gradient_accumulates", "warning", mixed[0].op.index, diagnosis, fixes)


def _diagnosis(history: History, updates: list[Update], mixed: list[Update]) -> Diagnosis:
    first = mixed[0]
    leaves = list(dict.fromkeys(update.leaf for update in mixed))
    names = [name for leaf in leaves if (name := history.names.of(leaf, first.op.index))]
    added = first.mixed
    params: dict[str, Param] = {
        "line": first.op.line,
        "code": history.source.line(first.op.line),
        "backward_line": added.line if added else None,
        "name": names[0] if names else "",
        "named": bool(names),
        "more": len(leaves) - 1,
        "ever": any(update.leaf in leaves and update.mixed is None for update in updates[len(leaves) :]),
    }
    return worded(
        "gradient_accumulates",
        "warning",
        params,
        raised=False,
        event=first.op.index,
        line=first.op.line,
        tensor=first.leaf,
        name=names[0] if names else None,
        names=tuple(names[:MAX_NAMES]),
    )


def _fixes(history: History, mixed: list[Update]) -> Iterator[Fix | None]:
    yield clear_after_step(history, mixed) if mixed[0].call is not None else clear_after_update(history, mixed)
