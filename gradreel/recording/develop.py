"""Turns what the tracer wrote down into a Run: read, diagnosed, put together."""

from __future__ import annotations

import logging

from gradreel.diagnose import diagnose
from gradreel.ids import snippet_id
from gradreel.recording.session import Recorded
from gradreel.trace import Engine, OutputEvent, Recording, Run
from gradreel.trace.files import named
from gradreel.version import VERSION

MAX_STDOUT_CHARACTERS = 64 * 1024

log = logging.getLogger(__name__)


def run_of(recorded: Recorded) -> Run:
    """Read and diagnose a recording; a kind of diagnosis that fails is left out and logged."""
    recording = Recording.model_validate_json(recorded.document)
    diagnosed = diagnose(recorded.code, recording)
    for kind, error in diagnosed.failures:
        log.error("no diagnosis %s: %s: %s", kind, type(error).__name__, error)
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


def _stdout(recording: Recording) -> str:
    written = (event.text for event in recording.events if isinstance(event, OutputEvent) and event.stream == "stdout")
    return "".join(written)[:MAX_STDOUT_CHARACTERS]
