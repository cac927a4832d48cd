"""Tells whether what ended a recorded block came from autograd."""

from __future__ import annotations

from gradreel.trace import RaiseEvent, Run


def ended_by_autograd(run: Run) -> bool:
    """Whether the exception that ended it is diagnosed, or left a backward pass."""
    failure = run.outcome.failure
    if failure is None:
        return False
    if any(diagnosis.raised and diagnosis.severity == "error" for diagnosis in run.diagnoses):
        return True
    return any(isinstance(event, RaiseEvent) and event.node is not None and event.message == failure.message for event in run.events)
