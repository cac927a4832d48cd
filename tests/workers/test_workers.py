"""Workers: whatever a text or a film is, there is an answer or an error in bounded time, and the next one is answered as ever."""

from __future__ import annotations

import asyncio
import builtins
import inspect
import io
import json
import logging
import os
import pickle
import re
import signal
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from app.errors import NotComparable, NotesRefused, ServiceError, TooManyRequests, TooMuchWork
from app.sandbox.reader.frames import DoWork
from app.sandbox.reader.process import ReaderFailed
from app.settings import Settings
from app.workers import work, worker_main
from app.workers.workers import Workers
from gradreel.film.film import Film, film_of
from gradreel.trace import Notes
from tests.conftest import PATIENCE_S

pytestmark = pytest.mark.jail

SETTINGS = Settings(
    answer_processes=1, answer_cpu_s=2.0, answer_time_s=PATIENCE_S, queue_wait_s=PATIENCE_S, zygote_start_s=PATIENCE_S, restart_pause_s=0.0
)
EDITS = "y = x.exp()\ny += 1\n" * 2_000
"""Takes a reading some tenths of a second."""
Charged = list[tuple[str, float]]


@pytest.fixture(scope="module")
def charged() -> Charged:
    return []


@pytest.fixture(scope="module")
async def workers(charged: Charged) -> AsyncIterator[Workers]:
    made = Workers(SETTINGS, lambda client, ms: charged.append((client, ms)))
    await made.start()
    yield made
    await made.aclose()


def film() -> Film:
    made = film_of(worker_main._sample())
    return Film(made.body, made.etag, made.reusable, made.summary)


async def still_works(workers: Workers) -> None:
    assert json.loads(await workers.do("b", work.reading, "", "y += 1\n", "en"))["schema_version"] == 1


async def raw(workers: Workers, function: Callable[..., object], *given: object) -> object:
    """Have something done that no route asks for."""
    request = DoWork(pickle.dumps((function, given, {})))
    return await workers._processes.use(lambda process: process.work(request, PATIENCE_S))


async def test_work_is_done_and_its_processor_time_charged_to_the_client(workers: Workers, charged: Charged) -> None:
    charged.clear()
    said = json.loads(await workers.do("a", work.reading, worker_main.SAMPLE_ERROR, EDITS, "en"))
    assert said["kind"] == "version_mismatch"
    ((client, ms),) = charged
    assert client == "a"
    assert 0 < ms < SETTINGS.answer_cpu_s * 1000


async def test_error_that_is_meant_for_the_visitor_reaches_him_in_its_words(workers: Workers) -> None:
    with pytest.raises(NotComparable, match="7"):
        await workers.do("a", work.compared, [(film(), 7), (film(), None)])
    with pytest.raises(NotesRefused, match="nothing in these notes"):
        await workers.do("a", work.notes_checked, Notes(), "")


async def test_work_that_takes_more_processor_time_than_it_may_is_given_up_and_said_to_be_too_much(charged: Charged) -> None:
    made = Workers(SETTINGS.model_copy(update={"answer_cpu_s": 0.02}), lambda client, ms: charged.append((client, ms)))
    await made.start()
    try:
        charged.clear()
        with pytest.raises(TooMuchWork, match=re.escape("0.02 s")):
            await made.do("a", work.reading, "", EDITS, "en")
        assert charged[0][1] >= 20
        assert made.replaced == 0, "what Python can stop costs no process"
        await still_works(made)
    finally:
        await made.aclose()


async def test_work_that_no_signal_stops_is_ended_by_the_kernel_and_the_next_is_done_by_another_process(workers: Workers) -> None:
    before = workers.replaced
    with pytest.raises(ReaderFailed) as failed:
        await raw(workers, sum, range(10**12))
    assert failed.value.overran
    await still_works(workers)
    assert workers.replaced == before + 1


async def test_work_that_fails_is_an_error_of_ours_and_its_text_is_in_no_log(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "4f1c22aa-secret"
    with caplog.at_level(logging.DEBUG), pytest.raises(ServiceError, match="our failure") as failed:
        await workers.do("a", work.task_checked, secret, film(), "en")
    assert type(failed.value) is ServiceError
    assert "task_checked" in caplog.text
    assert secret not in caplog.text
    await still_works(workers)


@pytest.mark.parametrize("call", [(open, "/etc/passwd"), (os.listdir, "/"), (os.fork,), (os.kill, 1, signal.SIGTERM)], ids=str)
async def test_worker_opens_no_file_and_starts_and_ends_no_process(workers: Workers, call: tuple[Any, ...]) -> None:
    with pytest.raises(ReaderFailed) as failed:
        await raw(workers, *call)
    assert not failed.value.overran
    await still_works(workers)


async def test_worker_that_is_killed_or_stopped_is_replaced_and_its_work_done(workers: Workers) -> None:
    (process,) = workers._processes.readers
    os.kill(process.pid, signal.SIGKILL)
    await still_works(workers)

    hasty = Workers(SETTINGS.model_copy(update={"answer_time_s": 0.5}), lambda _client, _ms: None)
    await hasty.start()
    try:
        (process,) = hasty._processes.readers
        os.kill(process.pid, signal.SIGSTOP)
        with pytest.raises(TooMuchWork):
            await hasty.do("a", work.note_blocks, "**a**")
        assert await hasty.do("a", work.note_blocks, "**a**")
    finally:
        await hasty.aclose()


async def test_client_with_all_its_places_taken_is_refused_and_another_is_served(workers: Workers) -> None:
    asked = [asyncio.ensure_future(workers.do("a", work.note_blocks, "**a**")) for _ in range(SETTINGS.client_answers + 5)]
    other = await workers.do("b", work.note_blocks, "**b**")
    assert b'"b"' in other
    done = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(each, TooManyRequests) for each in done) == 5


async def test_what_was_asked_for_lately_is_remembered(workers: Workers, charged: Charged) -> None:
    charged.clear()
    first, second = [await workers.recall(("key",), "a", work.title, "x = 1\n", None, "en", None) for _ in range(2)]
    assert first == second
    assert len(charged) == 1


async def test_function_that_workers_do_not_have_is_refused_at_once(workers: Workers) -> None:
    with pytest.raises(ValueError, match=r"app\.workers\.work"):
        await workers.do("a", bytes)


async def test_age_of_the_oldest_work_is_told(workers: Workers) -> None:
    assert workers.oldest_s == 0
    asked = asyncio.ensure_future(workers.do("a", work.reading, "", EDITS, "en"))
    while not workers.oldest_s:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0)
    await asked
    assert workers.oldest_s == 0


def test_every_kind_of_work_is_done_once_before_the_jail() -> None:
    functions = {
        function
        for name, function in inspect.getmembers(work, inspect.isfunction)
        if function.__module__ == work.__name__ and not name.startswith("_")
    }
    sampled = {call[0] for call in worker_main._samples(film(), Notes(), "en")}
    assert functions - sampled == {work.film_in_one_file}, "that one is a part of a folder"


@pytest.mark.usefixtures("workers")
def test_samples_are_done_without_an_error() -> None:
    worker_main.load(SETTINGS)


def test_what_was_loaded_before_the_jail_is_looked_at_in_no_file_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker may be another user, who cannot even enter the folder of the service."""
    worker_main.load(SETTINGS)

    def refuse(path: object, *_args: object, **_kwargs: object) -> None:
        raise PermissionError(f"a worker looks at {path}")

    for owner, name in ((os, "stat"), (os, "listdir"), (builtins, "open"), (io, "open")):
        monkeypatch.setattr(owner, name, refuse)
    worker_main.load(SETTINGS)
