"""Turns what the tracer wrote down into a Run: read, diagnosed, put together."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from gradreel.derivatives import explained, unexplained
from gradreel.diagnose import diagnose
from gradreel.diagnose.lookup.names import with_names
from gradreel.ids import snippet_id
from gradreel.recording.bounded import Bounded
from gradreel.recording.notice import tell_in
from gradreel.trace import AccumulateEvent, Diagnosis, Engine, Event, NodeEvent, OpEvent, OutputEvent, Recording, Run
from gradreel.trace.files import named, touched, without_texts_of_others
from gradreel.version import VERSION

if TYPE_CHECKING:
    from gradreel.recording.session import Recorded

MAX_STDOUT_CHARACTERS = 64 * 1024
DIAGNOSING_S = 20.0
MORE_DIAGNOSING_S = 0.002
"""For each event: a diagnosis takes time with the trace."""

log = logging.getLogger(__name__)


def run_of(recorded: Recorded) -> Run:
    """Read and diagnose a recording; a kind of diagnosis that fails, or takes too long, is left out and told."""
    recording = without_texts_of_others(touched(Recording.model_validate_json(recorded.document)))
    diagnosed = diagnose(recorded.code, recording, Bounded(DIAGNOSING_S + MORE_DIAGNOSING_S * len(recording.events)))
    for kind, error in diagnosed.failures:
        log.error("no diagnosis %s: %s: %s", kind, type(error).__name__, error)
    if late := sorted({kind for kind, error in diagnosed.failures if isinstance(error, TimeoutError)}):
        tell_in(recorded.lang, "told-late", kinds=", ".join(late))
    recording = _explained(with_names(recording))
    if recorded.near:
        recording = near_values(recording, diagnosed.diagnoses)
    parts = {name: getattr(recording, name) for name in Recording.model_fields if name in Run.model_fields}
    return Run(
        **{**parts, "files": named(recording.files)},
        id=snippet_id(recorded.code),
        code=recorded.code,
        engine=Engine(gradreel=VERSION, torch=recording.torch, python=recording.python),
        stdout=_stdout(recording),
        elapsed_ms=recorded.elapsed_ms,
        diagnoses=diagnosed.diagnoses,
        more_diagnoses=diagnosed.more,
    )


def _explained(recording: Recording) -> Recording:
    try:
        return explained(recording, recording.torch)
    except Exception as error:
        log.error("no reasons for what is kept: %s: %s", type(error).__name__, error)
        return unexplained(recording)


def near_values(recording: Recording, diagnoses: tuple[Diagnosis, ...]) -> Recording:
    """Leave out the values of what no diagnosis is about: of all tensors but those that they name, or whose saves they name."""
    saved = {each for diagnosis in diagnoses for each in (diagnosis.saved, *diagnosis.others)}
    near = {diagnosis.tensor for diagnosis in diagnoses} | {each.tensor for each in recording.saved if each.id in saved}
    tensors = tuple(each if each.id in near else each.model_copy(update={"value": None}) for each in recording.tensors)
    events = tuple(_without_values(event, near) for event in recording.events)
    gradients = tuple(each if each.tensor in near else each.model_copy(update={"value": None}) for each in recording.gradients)
    return recording.model_copy(update={"tensors": tensors, "events": events, "gradients": gradients})


def _without_values(event: Event, near: set[str | None]) -> Event:
    if isinstance(event, NodeEvent):
        nothing = {"grad_outputs": (None,) * len(event.grad_outputs), "grad_inputs": (None,) * len(event.grad_inputs)}
        return event.model_copy(update=nothing)
    if isinstance(event, AccumulateEvent) and event.tensor not in near:
        return event.model_copy(update={"grad": None})
    if isinstance(event, OpEvent) and (event.writes or event.aliases):
        writes = tuple(each if each.tensor in near else each.model_copy(update={"value": None}) for each in event.writes)
        aliases = tuple(each if each.tensor in near else each.model_copy(update={"value": None}) for each in event.aliases)
        return event.model_copy(update={"writes": writes, "aliases": aliases})
    return event


def _stdout(recording: Recording) -> str:
    written = (event.text for event in recording.events if isinstance(event, OutputEvent) and event.stream == "stdout")
    return "".join(written)[:MAX_STDOUT_CHARACTERS]
