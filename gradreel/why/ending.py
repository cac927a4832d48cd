"""Tells which diagnosis explains the exception that a program ended with; one that it caught earlier is not to blame."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.reading.messages import wording_of
from gradreel.trace import Diagnosis, Failure, RaiseEvent, Run

WANTS = frozenset({"NameError", "ModuleNotFoundError", "ImportError"})
"""Exceptions of a cell that is a fragment: what it needs is nowhere on the page."""


def telling_failure(run: Run) -> Failure | None:
    """Return the failure that says most of how the program ended.

    Of cells that raised the first one that is diagnosed; else the first one that is no fragment; else the first one.
    """
    failed = [(cell, cell.failure) for cell in run.cells if cell.status == "raised" and cell.failure is not None]
    if run.outcome.status != "raised" or not failed:
        return run.outcome.failure
    diagnosed = {each.cell for each in run.diagnoses if each.raised and each.severity == "error"}
    return min(failed, key=lambda each: (each[0].index not in diagnosed, each[1].exception_type in WANTS))[1]


def ended_by_autograd(run: Run, error: BaseException | None = None) -> bool:
    """Whether the exception that ended it is diagnosed, or left a backward pass; ``error`` is that exception, where it is at hand.

    An exception that was raised from another, or while another was handled, came from autograd if that one did; so did a group that holds
    one which did.
    """
    failure = run.outcome.failure
    if failure is None:
        return False
    texts = _texts(failure, error)
    left = (event for event in run.events if isinstance(event, RaiseEvent) and event.node is not None)
    return explaining(run, error) is not None or any(event.index == failure.event or event.message in texts for event in left)


def is_of_autograd(error: BaseException) -> bool:
    """Whether an exception has the form of one of autograd's: its type and wording. What raised it may still have been something else."""
    return isinstance(error, RuntimeError) and (found := wording_of(" ".join(str(error).split()))) is not None and found.kind is not None


def explaining(run: Run, error: BaseException | None = None) -> Diagnosis | None:
    """Return the diagnosis of the exception that ended the program; None where there is none."""
    failure = run.outcome.failure
    if failure is None:
        return None
    texts = _texts(failure, error)
    raised = (each for each in run.diagnoses if each.raised and each.severity == "error")
    return next((each for each in raised if _explains(run, each, failure, texts)), None)


def _explains(run: Run, diagnosis: Diagnosis, failure: Failure, texts: set[str]) -> bool:
    if diagnosis.params.get("caught") is False:
        return True
    at = diagnosis.raise_event
    event = run.events[at] if at is not None and at < len(run.events) else None
    return isinstance(event, RaiseEvent) and (event.index == failure.event or event.message in texts)


def _texts(failure: Failure, error: BaseException | None) -> set[str]:
    """What the exception says, and those that it came from."""
    return {failure.message, *map(str, _chain(error))}


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    left = [error]
    while left:
        error = left.pop()
        if error is not None and id(error) not in seen:
            seen.add(id(error))
            yield error
            left.append(error.__cause__ or (None if error.__suppress_context__ else error.__context__))
            if isinstance(error, BaseExceptionGroup):
                left += error.exceptions
