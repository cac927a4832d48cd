"""Notes where part of a value that reached a backward pass lost its gradient."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.paths import keep_path
from gradreel.diagnose.kinds.unreached_parameters import copied_later, leaves_behind, reached_leaves, unreached
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.flow import WITHOUT_SLOPE, Cut, Flow, Need
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.optimized import Optimized, optimized
from gradreel.diagnose.lookup.switches import told_off
from gradreel.diagnose.lookup.wording import what_all
from gradreel.trace import Diagnosis, Fix, Param

RANK = 240
SAYS_LESS_THAN = "no_grad_path"
evidence = explain.cut_path

SWITCHES = ("no_grad", "set_grad_enabled", "inference_mode")
"""What a program says that switches gradients off itself."""


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that cut a part of what some backward pass began from."""
    starts = [call.start for call in history.backwards.calls]
    needs = [Need(root, start.index) for start in starts for root in start.roots if history.requires_grad(root, start.index)]
    alike: dict[tuple[int | None, str], list[tuple[Cut, Need]]] = defaultdict(list)
    for cut, need in Flow(history).cuts_before(needs) if needs else ():
        if cut.how not in WITHOUT_SLOPE:
            alike[cut.op.line, cut.how].append((cut, need))
    updated, reached = optimized(history), reached_leaves(history, starts)
    told = {(each.cut.op.line, each.cut.how) for each in unreached(history)}
    for cuts in sorted((alike[each] for each in alike.keys() - told), key=lambda found: found[-1][0].op.index):
        cut, need = cuts[-1]
        on_purpose = cut.how == "detach" or cut.how == "no_grad"
        if _in_sight(history, cut) and not (on_purpose and _loses_nothing(history, cut, updated, reached)):
            diagnosis = partial(_diagnosis, history, cut, need)
            yield Finding("cut_gradient", "note", cut.op.index, diagnosis, partial(_fixes, history, cut))


def _loses_nothing(history: History, cut: Cut, updated: Optimized, reached: set[str]) -> bool:
    """Whether an optimizer trains the program, and all that it updates behind a cut gets its gradient on another way.

    That is what a target network, a straight-through estimator and an advantage are computed without a gradient for.
    """
    if not (updated.modules or updated.names):
        return False
    return all(leaf in reached or not updated.updates(history, leaf) for leaf in leaves_behind(history, cut))


def _in_sight(history: History, cut: Cut) -> bool:
    """Whether the program itself cut, not a library that it called: a power iteration, a pruning mask."""
    source = history.source
    if cut.how == "no_grad":
        return any(switch in source.code for switch in SWITCHES)
    stmt = source.statement(cut.op.line)
    return stmt is None or cut.how == "item" or cut.op.name in source.segment(stmt)


def _diagnosis(history: History, cut: Cut, need: Need) -> Diagnosis:
    root = history.names.of(need.tensor, need.event)
    params: dict[str, Param] = {
        "cut": cut.how,
        "cut_line": cut.op.line,
        "code": history.code_at(cut.op),
        "op": cut.op.name,
        **(told_off(history, cut.op) if cut.how == "no_grad" else {}),
        **what_all(history, cut.tensors, cut.op.index - 1, cut.op.index),
        "rooted": root is not None,
        "root": root or "",
        "backward_line": history.events[need.event].line,
    }
    return worded(
        "cut_gradient",
        "note",
        params,
        raised=False,
        event=cut.op.index,
        tensor=cut.tensor,
        name=history.names.of(cut.tensor, cut.op.index),
        **line_at("", cut.op),
        **line_at("cut", cut.op),
    )


def _fixes(history: History, cut: Cut) -> Iterator[Fix | None]:
    """Told, not made: a cut may be meant, and without it gradients are others."""
    kept = keep_path(history.source, cut.op.line, cut.how) if not copied_later(history, cut) else None
    yield fix("keep_path", **kept.params) if kept else None
