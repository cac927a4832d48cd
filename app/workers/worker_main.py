"""The worker: a process that does one piece of ``work`` after another until the server closes its channel.

It starts and is jailed as a reader is, so whatever a function reads from a file or imports on first use is loaded before: ``load`` does
every kind of work once, in both languages.
"""

from __future__ import annotations

import pickle
import resource
import time
from collections.abc import Callable, Iterator
from typing import Any

from app.errors import TooMuchWork
from app.lessons.path import LESSONS
from app.render.view_options import ViewOptions
from app.sandbox.reader.frames import DoWork, Frame, WorkDone
from app.sandbox.reader.reader_main import CPU_MARGIN_S, Server, run
from app.sandbox.reader.stages import StageOverrun, cpu_limit
from app.settings import Settings
from app.workers import work
from gradreel.film.film import Film, film_of
from gradreel.ids import snippet_id
from gradreel.locale import LANGUAGES, Lang
from gradreel.trace import Anchor, Cell, Engine, Failure, Note, Notes, NoteText, Outcome, Run

Call = tuple[Callable[..., bytes], tuple[Any, ...], dict[str, Any]]
"""A function of ``work``, its arguments and its keywords."""
SAMPLE_CPU_S = 60.0
SAMPLE_CODE = "# %%\nimport torch\nx = torch.ones(2, requires_grad=True)\ny = x.exp()\ny += 1\ny.sum().backward()\n"
SAMPLE_ERROR = (
    "RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: "
    "[torch.FloatTensor [2]], which is output 0 of ExpBackward0, is at version 1; expected version 0 instead."
)


def main() -> None:
    """Serve the channel whose descriptor is the first argument; the second holds the settings, as JSON."""
    run(load, _answer)


def load(_settings: Settings) -> None:
    """Do every kind of work on a sample, so that whatever is loaded on first use is loaded."""
    film, notes = film_of(_sample()), Notes(notes=(Note(at=Anchor(line=4, kind="op", name="exp"), text=NoteText(en="**a**", zh="`b`")),))
    stored = Film(film.body, film.etag, film.reusable, film.summary)
    for lang in LANGUAGES:
        for call in _samples(stored, notes, lang):
            done = _done(pickle.dumps(call), SAMPLE_CPU_S)
            if done.error:
                raise AssertionError(f"{call[0].__name__}: {done.error} {done.message}")


def _samples(film: Film, notes: Notes, lang: Lang) -> Iterator[Call]:
    wanted = work.FilmFile(film, SAMPLE_CODE, ViewOptions(), lang, notes)
    yield work.compared, ([(film, None), (film, 1)],), {}
    yield work.reading, (SAMPLE_ERROR, SAMPLE_CODE, lang), {}
    yield work.reading, ("", SAMPLE_CODE, lang), {}
    yield work.page_facts, (SAMPLE_CODE, film, lang, 1, notes), {}
    yield work.title, (SAMPLE_CODE, film, lang, None), {}
    yield work.folder, ("sample", wanted, {}), {}
    yield work.notebook, (SAMPLE_CODE, film), {}
    yield work.notes_checked, (notes, SAMPLE_CODE), {}
    yield work.notes_shown, (notes,), {}
    yield work.note_blocks, ("**a**",), {}
    yield work.fixes_proposed, (film,), {}
    yield from ((work.task_checked, (lesson.id, film, lang), {}) for lesson in LESSONS)


def _sample() -> Run:
    failure = Failure(kind="python_error", message=SAMPLE_ERROR, exception_type="RuntimeError", line=6)
    return Run(
        id=snippet_id(SAMPLE_CODE),
        code=SAMPLE_CODE,
        engine=Engine(gradreel="", torch="", python=""),
        outcome=Outcome(status="raised", failure=failure),
        cells=(Cell(index=1, kind="code", line=1, end_line=6, title="", status="raised", failure=failure),),
        stdout="",
        elapsed_ms=1.0,
    )


def _answer(request: Frame, _server: Server, settings: Settings) -> WorkDone:
    assert isinstance(request, DoWork)
    # What runs in one call of C hears no signal of Python's: then the kernel ends this process.
    used_s = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (int(used_s + settings.answer_cpu_s) + CPU_MARGIN_S, resource.RLIM_INFINITY))
    return _done(request.call, settings.answer_cpu_s)


def _done(call: bytes, cpu_s: float) -> WorkDone:
    """Do what is asked for; what takes too much is told as ``TooMuchWork``."""
    began_s, content, error, message = time.process_time(), b"", "", ""
    try:
        with cpu_limit(cpu_s):
            function, given, named = pickle.loads(call)
            content = function(*given, **named)
    except tuple(work.ERRORS.values()) as told:
        error, message = type(told).__name__, str(told)
    except (StageOverrun, MemoryError, RecursionError):
        error = TooMuchWork.__name__
    return WorkDone(content, error, message, (time.process_time() - began_s) * 1000, reader_is_spent=False)


if __name__ == "__main__":
    main()
