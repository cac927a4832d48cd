"""Fills in what each gradient would have been, had nothing written over a saved tensor behind the version counter's back."""

from __future__ import annotations

import math
from collections.abc import Mapping

from app.sandbox.report.answer import ResultInvalid, validate_twin
from app.sandbox.server.pool import Pool
from gradreel.errors import GradreelError
from gradreel.trace import Gradient, OpEvent, Recording, Scalar, Twin, Value, Write

# A copy of a saved tensor may lie differently in memory, and a vectorised sum then rounds differently in its last bits.
RELATIVE_TOLERANCE = 1e-4
ABSOLUTE_TOLERANCE = 1e-7


async def with_expected(code: bytes, recording: Recording, pool: Pool) -> Recording:
    """Run the snippet once more with its saved tensors unharmed, if any write went past the counter, and compare the gradients."""
    if recording.outcome.status != "completed" or not recording.gradients or not writes_past_counter(recording):
        return recording
    try:
        answer = await pool.run(code, "u")
        twin = validate_twin(answer.result) if answer.result is not None and answer.failure is None else None
    except (GradreelError, ResultInvalid):
        return recording
    if twin is None or twin.outcome.status != "completed":
        return recording
    return compared(recording, twin)


def compared(recording: Recording, twin: Twin) -> Recording:
    """State for each gradient what it was in the unharmed run, and whether it differs."""
    gradients = tuple(_compared(gradient, recording, twin) for gradient in recording.gradients)
    return recording.model_copy(update={"gradients": gradients})


def writes_past_counter(recording: Recording) -> bool:
    """Did anything write into the storage of a tensor that was saved before, without moving a counter?"""
    tensors = {tensor.id: tensor for tensor in recording.tensors}
    first_saved: dict[str, dict[str | None, int]] = {}
    """By storage and counter: the first event at which something was saved under it."""
    for saved in recording.saved:
        tensor = tensors.get(saved.tensor)
        if tensor is not None and tensor.storage is not None:
            under = first_saved.setdefault(tensor.storage, {})
            under[tensor.counter] = min(saved.event, under.get(tensor.counter, saved.event))
    return any(
        _past_a_counter(write, event.index, first_saved.get(tensors[write.tensor].storage or "", {}))
        for event in recording.events
        if isinstance(event, OpEvent)
        for write in event.writes
        if write.tensor in tensors
    )


def _past_a_counter(write: Write, event: int, saved: Mapping[str | None, int]) -> bool:
    """Had anything been saved in that storage under a counter that the write did not move?"""
    return any(first < event and (write.via != "in_place" or counter != write.counter) for counter, first in saved.items())


def _compared(gradient: Gradient, recording: Recording, twin: Twin) -> Gradient:
    name = gradient.name
    expected = twin.gradients.get(name) if name is not None else None
    if name is None or expected is None or gradient.value is None:
        return gradient
    same = recording.residue.get(f"{name}.grad") == twin.residue.get(f"{name}.grad")
    differs = not same and not _close(gradient.value, expected)
    return gradient.model_copy(update={"expected": expected, "differs": differs})


def _close(one: Value, other: Value) -> bool:
    if one.shape != other.shape or (one.nan, one.inf) != (other.nan, other.inf):
        return False
    pairs = [*zip(one.preview, other.preview, strict=True), (one.min, other.min), (one.max, other.max), (one.mean, other.mean)]
    pairs += zip(one.imaginary or (), other.imaginary or (), strict=False)
    return all(_same(a, b) for a, b in pairs)


def _same(one: Scalar | None, other: Scalar | None) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=RELATIVE_TOLERANCE, abs_tol=ABSOLUTE_TOLERANCE)
    return one == other
