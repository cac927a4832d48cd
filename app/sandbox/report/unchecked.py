"""States what a version check that failed has prevented: the gradients that its pass would have given without it, beside the right ones.

    plain      ─▶ the first pass in which a check failed; it must be the one that the film shows
    unchecked  ─▶ the same pass with what the saved tensors hold by then
    copied     ─▶ the same pass with what they held when they were saved

Nothing is claimed where the three do not agree on all that the pass begins from, where one of them does not come to its end, or where
an edit changed the shape or the storage of a saved tensor: then the engine would have raised for another reason.

None of the three needs another one, so whoever makes them is told of all beforehand and may make them side by side.

Where that is known, PyTorch's own way to allow such edits is tried as well, and offered if it gives the right gradients: ``allowing``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from app.sandbox.protocol.modes import Expect, Mode, begin_none
from app.sandbox.report.fixes import judge_fix
from app.sandbox.report.notes import GRADIENT, Notes, Undecided, is_same
from gradreel.diagnose.fixes.allowed import allow_mutation
from gradreel.diagnose.lookup.history import History
from gradreel.locale import clip
from gradreel.trace import (
    BackwardStartEvent,
    ControlRun,
    Diagnosis,
    EnginePass,
    Fix,
    Param,
    Recording,
    Scalar,
    UncheckedGradient,
    Value,
)

KIND = "version_mismatch"
MAX_GRADIENTS = 16
MAX_LEAVES = 64
"""Of so many leaves the control runs note gradients; there may be more."""
MAX_SHOWN = 4
"""Elements of a gradient that a sentence lists; of a larger one it tells the one that differs most."""
DIGITS = (4, 6, 9, 17)
"""Significant digits of a number in a sentence: as many as it takes to tell two apart."""
OUT_OF_REACH = frozenset({"transform", "transform_edit", "jit", "compiled", "forward_ad", "subclass", "saved_hooks", "thread"})
"""What a film does not show, and saved-tensor hooks do not reach."""

RunControl = Callable[[Mode], ControlRun | None]
Told = tuple[str | None, str | None]
"""A tensor, and what it is called."""


class Unclaimed(Exception):
    """Nothing can be said; for tests, why."""


def with_unchecked(
    code: str, recording: Recording, diagnoses: tuple[Diagnosis, ...], run: RunControl, expect: Expect = begin_none
) -> tuple[Diagnosis, ...]:
    """State it of the first check that failed; ``run`` runs the program once more, untraced."""
    first = failed_check(diagnoses)
    if first is None:
        return diagnoses
    answers: dict[Mode, ControlRun | None] = {}

    def known(mode: Mode) -> ControlRun | None:
        if mode not in answers:
            answers[mode] = run(mode)
        return answers[mode]

    history = History(code, recording)
    try:
        stated = stated_of(history, first, known, expect)
    except (Unclaimed, Undecided):
        return diagnoses
    allowed = allowing(history, known) if not recording.cells else None
    if allowed is not None:
        stated = stated.model_copy(update={"fixes": (*stated.fixes, allowed)})
    return tuple(stated if each is first else each for each in diagnoses)


def with_pending(code: str, recording: Recording, diagnoses: tuple[Diagnosis, ...]) -> tuple[Diagnosis, ...]:
    """Say of the first check that failed that it can be found out, where ``with_unchecked`` may come to something."""
    first = failed_check(diagnoses)
    if first is None:
        return diagnoses
    try:
        _failing_pass(History(code, recording), first.raise_event or 0)
    except Unclaimed:
        return diagnoses
    return tuple(each.model_copy(update={"unchecked_pending": True}) if each is first else each for each in diagnoses)


def without_pending(diagnoses: tuple[Diagnosis, ...]) -> tuple[Diagnosis, ...]:
    """Take that back."""
    return tuple(each.model_copy(update={"unchecked_pending": False}) if each.unchecked_pending else each for each in diagnoses)


def allowing(history: History, run: RunControl) -> Fix | None:
    """The way out that allows edits of what was saved, if it gives every gradient that has a name as copies do, all passes included."""
    copied = run("copied")
    if copied is None or copied.outcome.status != "completed" or not any(name.endswith(GRADIENT) for name in copied.values):
        return None
    allowed = run("allowed")
    if allowed is None or not allowed.cloned_bytes:  # it noticed no edit
        return None
    if judge_fix("allow_mutation", allowed, copied).verdict != "works":
        return None
    return allow_mutation(history.source, allowed.cloned_bytes)


def failed_check(diagnoses: tuple[Diagnosis, ...]) -> Diagnosis | None:
    """The diagnosis of the first version check that raised."""
    raised = [each for each in diagnoses if each.kind == KIND and each.raised and each.raise_event is not None]
    return min(raised, key=lambda each: each.raise_event or 0, default=None)


def stated_of(history: History, diagnosis: Diagnosis, run: RunControl, expect: Expect = begin_none) -> Diagnosis:
    """State it of a diagnosis; raises ``Unclaimed`` or ``Undecided``."""
    number, start = _failing_pass(history, diagnosis.raise_event or 0)
    expect(("fixed", "unchecked", "copied") if history.recording.cells else ("fixed", "unchecked", "copied", "allowed"))
    plain = _passes(run("fixed"), number)
    if [each.stale for each in plain] != [False] * number + [True]:
        raise Unclaimed("pass")
    unchecked, copied = _passes(run("unchecked"), number), _passes(run("copied"), number)
    if not all(_begin_alike(three) for three in zip(plain, unchecked, copied, strict=True)):
        raise Unclaimed("roots")
    if unchecked[number].saved is None or unchecked[number].saved != copied[number].saved:
        raise Unclaimed("saved")  # or what flows in, or what stood in ``.grad`` before
    return _compared(history, diagnosis, start, unchecked[number], copied[number])


def _failing_pass(history: History, raised: int) -> tuple[int, BackwardStartEvent]:
    """The pass that an exception ended, and which one it is, from 0."""
    recording = history.recording
    if recording.truncated or recording.gap or any(each.kind in OUT_OF_REACH for each in recording.not_shown):
        raise Unclaimed("film")
    if _changes_layout(history, raised):
        raise Unclaimed("layout")
    call = history.backwards.at(raised)
    if call is None or call.end is not None:
        raise Unclaimed("pass")
    return history.backwards.calls.index(call), call.start


def _changes_layout(history: History, end: int) -> bool:
    """Did an edit before an event change shape, strides or storage of a tensor in whose storage something was saved?"""
    saved = sorted(history.recording.saved, key=lambda each: -each.event)
    storages: set[str | None] = set()
    for op in history.ops:
        if op.index >= end:
            break
        while saved and saved[-1].event < op.index:
            storages.add(history.storage(saved.pop().tensor, op.index - 1))
        if any(write.metadata_only and history.storage(write.tensor, op.index - 1) in storages for write in op.writes):
            return True
        for state in op.states:
            tensor, before = history.tensors.get(state.tensor), history.state(state.tensor, op.index - 1)
            if tensor is None or tensor.event >= op.index or history.storage(state.tensor, op.index - 1) not in storages:
                continue
            known = before or tensor
            if (known.shape, known.storage) != (state.shape, state.storage):
                return True
    return False


def _passes(run: ControlRun | None, number: int) -> tuple[EnginePass, ...]:
    """The passes of a run, through one of them."""
    if run is None or len(run.passes) <= number:
        raise Unclaimed("run")
    return run.passes[: number + 1]


def _begin_alike(passes: tuple[EnginePass, EnginePass, EnginePass]) -> bool:
    """Do passes of several runs begin from the same roots, and end alike unless the check failed in one?"""
    plain, *others = passes
    if not plain.roots or not all(_same(plain.roots, other.roots) for other in others):
        return False
    return plain.stale or all((plain.gradients is None) == (other.gradients is None) for other in others)


def _same(ones: Notes, others: Notes) -> bool:
    return len(ones) == len(others) and all(is_same(one, other) for one, other in zip(ones, others, strict=True))


def _compared(history: History, diagnosis: Diagnosis, start: BackwardStartEvent, found: EnginePass, right: EnginePass) -> Diagnosis:
    if found.gradients is None or right.gradients is None or len(found.gradients) != len(right.gradients):
        raise Unclaimed("end")
    told = _leaves(history, start)
    names = told if len(told) == len(found.gradients) else [(None, None)] * len(found.gradients)
    gradients = [
        _gradient(history, start, each, one.value, other.value, not is_same(one, other))
        for each, one, other in zip(names, found.gradients, right.gradients, strict=True)
        if one is not None and other is not None
    ]
    missing = any((one is None) != (other is None) for one, other in zip(found.gradients, right.gradients, strict=True))
    if not gradients or missing or (len(found.gradients) >= MAX_LEAVES and not any(each.differs for each in gradients)):
        raise Unclaimed("gradients")
    shown = tuple(sorted(gradients, key=lambda each: not each.differs)[:MAX_GRADIENTS])
    return diagnosis.model_copy(update={"unchecked_gradients": shown, "unchecked": _sentence(shown, start)})


def _leaves(history: History, start: BackwardStartEvent) -> list[Told]:
    """What the gradients of a pass are of, in the order in which control runs note them."""
    tensors = start.inputs if start.call == "grad" else _met(history, start)
    return [(tensor, history.names.of(tensor, start.index)) for tensor in tensors[:MAX_LEAVES]]


def _met(history: History, start: BackwardStartEvent) -> tuple[str, ...]:
    """The leaves of a graph, in the order in which ``tracer/control/passes.py`` meets them."""
    states = {root: history.state(root, start.index) for root in start.roots}
    found = [root for root, state in states.items() if (state is None or state.grad_fn is None) and history.is_parameter(root, start.index)]
    todo = [state.grad_fn for root in reversed(start.roots) if (state := states[root]) and state.grad_fn]
    seen: set[str] = set()
    while todo:
        node = history.nodes.get(todo.pop())
        if node is None or node.id in seen:
            continue
        seen.add(node.id)
        if node.kind == "accumulate_grad" and node.variable is not None:
            found.append(node.variable)
        todo.extend(edge.node for edge in reversed(node.next_functions) if edge.node is not None)
    return tuple(found)


def _gradient(
    history: History, start: BackwardStartEvent, told: Told, value: Value | None, expected: Value | None, differs: bool
) -> UncheckedGradient:
    if value is None or expected is None or value.shape != expected.shape:
        raise Undecided
    tensor, name = told
    if tensor is not None and _shape(history, tensor, start.index) != value.shape:
        tensor = name = None
    return UncheckedGradient(tensor=tensor, name=name, value=value, expected=expected, differs=differs)


def _shape(history: History, tensor: str, event: int) -> tuple[int, ...] | None:
    known = history.state(tensor, event) or history.tensors.get(tensor)
    return known.shape if known else None


# The sentence -------------------------------------------------------------------------------------------------------------------


def _sentence(gradients: tuple[UncheckedGradient, ...], start: BackwardStartEvent) -> dict[str, Param]:
    """What a sentence says: of the gradients that differ one with a name, if any has one, and the smallest of these."""
    wrong = [each for each in gradients if each.differs]
    most = max(wrong or gradients, key=lambda each: (each.name is not None, -math.prod(each.value.shape)))
    how = "unnamed" if most.name is None else "result" if start.call == "grad" else "attribute"
    ending = ".grad" if how == "attribute" else ""
    told: dict[str, Param] = {
        "case": "right",
        "how": how,
        "name": clip(most.name or "") + ending,
        "place": "",
        "unchecked": "",
        "meant": "",
    }
    if not wrong:
        return told | {"others": len(gradients) > 1}
    place, ones, others = _shown(most)
    for digits in DIGITS:
        without, right = _written(ones, digits, most.value), _written(others, digits, most.value)
        if without != right:
            return told | {"case": "wrong", "place": place, "unchecked": without, "meant": right, "others": len(wrong) > 1}
    return told | {"case": "other", "others": len(wrong) > 1}


def _shown(gradient: UncheckedGradient) -> tuple[str, list[str | complex], list[str | complex]]:
    """The elements that are told, and where they are: all of a few, else the one of those recorded that differs most."""
    value, expected = gradient.value, gradient.expected
    ones, others = list(_elements(value)), list(_elements(expected))
    if value.shape == value.preview_shape and len(ones) <= MAX_SHOWN:
        return "", ones, others
    if value.preview_shape != expected.preview_shape or not ones:
        return "", [], []
    position = max(range(len(ones)), key=lambda at: _difference(ones[at], others[at]))
    return f"[{', '.join(map(str, _index(position, value.preview_shape)))}]", [ones[position]], [others[position]]


def _difference(one: str | complex, other: str | complex) -> float:
    if isinstance(one, str) or isinstance(other, str):
        return 0.0 if one == other else math.inf
    return abs(one - other)


def _index(position: int, extent: tuple[int, ...]) -> Iterator[int]:
    for at, size in enumerate(extent):
        rest = math.prod(extent[at + 1 :])
        yield position // rest % size


def _elements(value: Value) -> Iterator[str | complex]:
    for real, imaginary in zip(value.preview, value.imaginary or [None] * len(value.preview), strict=True):
        if isinstance(real, str) or isinstance(imaginary, str):
            yield _named(real) if imaginary is None else f"{_named(real)}, {_named(imaginary)}j"
        else:
            yield real if imaginary is None else complex(real, imaginary)


def _named(number: Scalar) -> str:
    return {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}[number] if isinstance(number, str) else f"{number:.4g}"


def _written(elements: list[str | complex], digits: int, value: Value | None) -> str:
    """Write elements as the film does: in brackets, unless it is one element that is told by its place or has none."""
    text = ", ".join(each if isinstance(each, str) else f"{each:.{digits}g}" for each in elements)
    return f"[{text}]" if value is not None and value.shape and math.prod(value.shape) == len(elements) else text
