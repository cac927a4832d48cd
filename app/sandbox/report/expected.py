"""States what each gradient would have been, had nothing written over a saved tensor without moving its version counter.

traced ─▶ did any write go past a counter, or come before a checkpoint was computed again? ── no ─▶ nothing to state
                    │ yes
reference run: saved tensors are kept as copies, also in checkpoints ─▶ gradients alike ─▶ expected, differs = false
                    │ some differ
perturbed run: plain, in memory with other leftovers ─▶ the same gradient as traced ─▶ expected, differs = true
                                                    └ another one: the program differs from itself ─▶ unknown
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice, product

from app.sandbox.protocol.modes import Mode
from gradreel.diagnose import recomputes_after_write
from gradreel.trace import Cell, ControlRun, EndedCell, Gradient, OpEvent, Recording, Saved, Scalar, Tensor, Value, Write

# A copy of a saved tensor may lie differently in memory, and a vectorised sum then rounds differently in its last bits.
RELATIVE_TOLERANCE = 1e-4
ABSOLUTE_TOLERANCE = 1e-7
SCALE_TOLERANCE = 1e-6
"""Of the largest element: what elements that nearly cancel out may differ by."""
MAX_PREVIEW_ELEMENTS = 64


def with_expected(recording: Recording, run: Callable[[Mode], ControlRun | None]) -> Recording:
    """State the expected gradients, if any write went past the counter; ``run`` runs the snippet once more, untraced."""
    if recording.cells:
        return cells_with_expected(recording, run) if is_in_doubt(recording) else recording
    if recording.outcome.status != "completed" or not recording.gradients or not is_in_doubt(recording):
        return recording
    reference = _completed(run("reference"))
    stated = compared(recording, reference) if reference is not None else recording
    if not any(gradient.differs for gradient in stated.gradients):
        return stated
    return confirmed(stated, _completed(run("perturbed")))


def cells_with_expected(recording: Recording, run: Callable[[Mode], ControlRun | None]) -> Recording:
    """State the same cell by cell, up to the first cell that ended otherwise; of the whole run as of its last cell."""
    stated = _compared_cells(recording, run("reference"))
    if any(gradient.differs for cell in stated.cells for gradient in cell.gradients):
        stated = _confirmed_cells(stated, run("perturbed"))
    last = next((cell for cell in reversed(stated.cells) if cell.kind == "code"), None)
    if last is None or last.status != "completed":
        return stated
    known = {gradient.tensor: gradient for gradient in last.gradients}
    gradients = tuple(
        gradient.model_copy(update={"expected": found.expected, "differs": found.differs})
        if (found := known.get(gradient.tensor)) is not None and found.value == gradient.value
        else gradient
        for gradient in stated.gradients
    )
    return stated.model_copy(update={"gradients": gradients})


def _compared_cells(recording: Recording, reference: ControlRun | None) -> Recording:
    def state(cell: Cell, digests: dict[str, str], other: EndedCell) -> tuple[Gradient, ...]:
        return tuple(_compared_to(gradient, digests, other.gradients, other.fingerprint) for gradient in cell.gradients)

    return _each_cell(recording, reference, state)


def _confirmed_cells(recording: Recording, again: ControlRun | None) -> Recording:
    def state(cell: Cell, digests: dict[str, str], other: EndedCell) -> tuple[Gradient, ...]:
        return tuple(
            gradient.model_copy(update={"expected": None, "differs": False})
            if gradient.differs and not _same_digests(gradient, digests, other.fingerprint)
            else gradient
            for gradient in cell.gradients
        )

    return _each_cell(recording, again, state)


State = Callable[[Cell, dict[str, str], EndedCell], tuple[Gradient, ...]]


def _each_cell(recording: Recording, control_run: ControlRun | None, state: State) -> Recording:
    """State the gradients of each cell that completed; nothing is stated of those from the first one on that ended otherwise."""
    others = iter(control_run.cells if control_run is not None else ())
    digests = iter(recording.cell_fingerprints)
    cells = []
    alike_so_far = True
    for cell in recording.cells:
        if cell.kind == "code":
            other, found = next(others, None), next(digests, {})
            alike_so_far = alike_so_far and other is not None and other.status == cell.status
            told = state(cell, found, other) if alike_so_far and other is not None and cell.status == "completed" else _unstated(cell)
            cell = cell.model_copy(update={"gradients": told})
        cells.append(cell)
    return recording.model_copy(update={"cells": tuple(cells)})


def _unstated(cell: Cell) -> tuple[Gradient, ...]:
    return tuple(gradient.model_copy(update={"expected": None, "differs": False}) for gradient in cell.gradients)


def _completed(control_run: ControlRun | None) -> ControlRun | None:
    return control_run if control_run is not None and control_run.outcome.status == "completed" else None


def compared(recording: Recording, control_run: ControlRun) -> Recording:
    """State for each gradient what it was in the reference run, and whether it differs."""
    gradients = tuple(_compared(gradient, recording, control_run) for gradient in recording.gradients)
    return recording.model_copy(update={"gradients": gradients})


def confirmed(recording: Recording, again: ControlRun | None) -> Recording:
    """Take back what was stated of gradients that another plain run did not give again, bit for bit."""
    gradients = tuple(
        gradient.model_copy(update={"expected": None, "differs": False})
        if gradient.differs and (again is None or not _same_digest(gradient, recording, again))
        else gradient
        for gradient in recording.gradients
    )
    return recording.model_copy(update={"gradients": gradients})


def is_in_doubt(recording: Recording) -> bool:
    """Whether the gradients may be others than those of the forward that ran."""
    return writes_past_counter(recording) or recomputes_after_write(recording)


def writes_past_counter(recording: Recording) -> bool:
    """Did anything write into the storage of a tensor that was saved before, without moving the counter that it was saved under?"""
    tensors = {tensor.id: tensor for tensor in recording.tensors}
    storages = {tensor.id: tensor.storage for tensor in recording.tensors}
    saves: dict[str, FirstSaves] = {}
    to_come = deque(sorted(recording.saved, key=lambda each: each.event))
    for event in recording.events:
        while to_come and to_come[0].event < event.index:
            _add_first(saves, to_come.popleft(), tensors, storages)
        if not isinstance(event, OpEvent):
            continue
        before = {write.tensor: storages.get(write.tensor) for write in event.writes}
        # ``x.data = y`` and ``x.set_(y)`` give it another one; the states of a sparse tensor name none.
        storages.update((state.tensor, state.storage) for state in event.states if state.storage is not None)
        for write in event.writes:
            written = {before[write.tensor], storages.get(write.tensor)}
            if any(_past_a_counter(write, event.index, saves.get(storage or "", ())) for storage in written):
                return True
    return False


FirstSaves = tuple[tuple[int, str | None], ...]
"""The first event at which something was saved in a storage, with the counter, and the first under any other counter."""


def _add_first(found: dict[str, FirstSaves], saved: Saved, tensors: dict[str, Tensor], storages: dict[str, str | None]) -> None:
    """Note a save under the storage that its tensor has by then."""
    tensor, storage = tensors.get(saved.tensor), storages.get(saved.tensor)
    if tensor is None or storage is None:
        return
    first = found.get(storage, ())
    if not first or (len(first) == 1 and first[0][1] != tensor.counter):
        found[storage] = (*first, (saved.event, tensor.counter))


def _past_a_counter(write: Write, event: int, saves: FirstSaves) -> bool:
    return any(first < event and (write.via != "in_place" or counter != write.counter) for first, counter in saves)


def _compared(gradient: Gradient, recording: Recording, control_run: ControlRun) -> Gradient:
    return _compared_to(gradient, recording.fingerprint or {}, control_run.gradients, control_run.fingerprint or {})


def _compared_to(gradient: Gradient, digests: dict[str, str], values: dict[str, Value], others: dict[str, str]) -> Gradient:
    expected = values.get(gradient.name) if gradient.name is not None else None
    if expected is None or gradient.value is None:
        return gradient
    same = True if _same_digests(gradient, digests, others) else alike(gradient.value, expected)
    if same is None:
        return gradient
    return gradient.model_copy(update={"expected": expected, "differs": not same})


def _same_digest(gradient: Gradient, recording: Recording, control_run: ControlRun) -> bool:
    return _same_digests(gradient, recording.fingerprint or {}, control_run.fingerprint or {})


def _same_digests(gradient: Gradient, digests: dict[str, str], others: dict[str, str]) -> bool:
    name = f"{gradient.name}.grad"
    return name in digests and digests[name] == others.get(name)


def alike(one: Value, other: Value) -> bool | None:
    """Whether two values are the same up to rounding, as far as both show; None where they do not show enough to tell."""
    if one.shape != other.shape:
        return None
    if (one.nan, one.inf) != (other.nan, other.inf) and _is_summarised(one) and _is_summarised(other):
        return False
    tolerance = max(ABSOLUTE_TOLERANCE, SCALE_TOLERANCE * max(_scale(one), _scale(other)))
    if not all(_same(a, b, tolerance) for a, b in _shown_in_both(one, other)):
        return False
    complete = _is_whole(one) and _is_whole(other)
    return True if complete or (_is_summarised(one) and _is_summarised(other)) else None


def _is_whole(value: Value) -> bool:
    return value.preview_shape == value.shape


def _is_summarised(value: Value) -> bool:
    """Whether all of its elements were looked at: those of complex values only where the preview shows them all."""
    return value.mean is not None or _is_whole(value)


def _scale(value: Value) -> float:
    return max((abs(number) for number in (value.min, value.max) if isinstance(number, int | float)), default=0.0)


def _shown_in_both(one: Value, other: Value) -> Iterator[tuple[Scalar, Scalar]]:
    """Pairs of elements of the corner that both previews cover, and of the entries that both summaries have."""
    for first, second in ((one.preview, other.preview), (one.imaginary, other.imaginary)):
        if first is None or second is None:
            continue
        corner = product(*(range(min(a, b)) for a, b in zip(one.preview_shape, other.preview_shape, strict=False)))
        for index in islice(corner, MAX_PREVIEW_ELEMENTS):
            a, b = _position(index, one.preview_shape), _position(index, other.preview_shape)
            if a < len(first) and b < len(second):
                yield first[a], second[b]
    for entry, counterpart in ((one.min, other.min), (one.max, other.max), (one.mean, other.mean)):
        if entry is not None and counterpart is not None:
            yield entry, counterpart


def _position(index: tuple[int, ...], extent: tuple[int, ...]) -> int:
    """Where an element stands in a row-major list of a corner's elements."""
    position = 0
    for at, size in zip(index, extent, strict=False):
        position = position * size + at
    return position


def _same(one: Scalar, other: Scalar, tolerance: float) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=RELATIVE_TOLERANCE, abs_tol=tolerance)
    return one == other
