"""Adds to a film what takes further runs, and what nobody should wait for: what a version check that failed has prevented."""

from __future__ import annotations

from app.sandbox.protocol.modes import Expect, Mode
from app.sandbox.reader.frames import CompleteFilm, FinishedFilm
from app.sandbox.reader.stages import STAGE_SHARE, RunControl, StageOverrun, control_run_of, cpu_limit, finished
from app.sandbox.report.unchecked import with_unchecked, without_pending
from app.settings import Settings
from gradreel.film.film import Film, film_of
from gradreel.trace import ControlRun, Recording, Run


def completed(request: CompleteFilm, settings: Settings, run_control: RunControl, expect: Expect) -> FinishedFilm:
    """Find it out by runs of the program without the tracer; where that cannot be done, the film says that it is not known."""
    run = Film(request.body, "", True, {}).run()
    left_out: tuple[str, ...] = ()

    def control(mode: Mode) -> ControlRun | None:
        return control_run_of(run_control(mode, False).result, settings)

    found = without_pending(run.diagnoses)
    try:
        with cpu_limit(settings.reader_cpu_s * STAGE_SHARE):
            found = with_unchecked(run.code, _recording_of(run), found, control, expect)
    except (Exception, StageOverrun) as error:
        left_out = (f"unchecked:{type(error).__name__}",)
    run = run.model_copy(update={"diagnoses": found})
    return finished(run, film_of(run), left_out=left_out)


def _recording_of(run: Run) -> Recording:
    """What the run was made of, as far as it is kept."""
    parts = {name: getattr(run, name) for name in Recording.model_fields if name in Run.model_fields}
    return Recording.model_construct(**parts, torch=run.engine.torch, python=run.engine.python)
