"""Readers: whatever an answer is, there is a film, in bounded time and memory, and the next answer is read as ever."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest

from app.errors import RunLost
from app.sandbox.protocol.fields import MessageInvalid
from app.sandbox.protocol.modes import Mode
from app.sandbox.reader.frames import (
    LENGTH_BYTES,
    AnswerValidated,
    ControlAnswer,
    ControlsExpected,
    ControlWanted,
    FinishedFilm,
    Frame,
    ReadAnswer,
    ReaderReady,
    RenewedFilm,
    RenewFilm,
    from_frame,
    to_frame,
)
from app.sandbox.reader.pool import ReaderPool
from app.sandbox.reader.stages import Reading
from app.settings import Settings
from gradreel.errors import FilmUnreadable
from gradreel.film.film import Film, etag_of
from gradreel.trace import Run
from tests.conftest import PATIENCE_S
from tests.sandbox.test_answer import document, encoded, tensor

pytestmark = pytest.mark.jail

MIB = 1024 * 1024
SETTINGS = Settings(
    reader_cpu_s=2, reader_time_s=60.0, reader_memory_bytes=1024 * MIB, queue_wait_s=100.0, zygote_start_s=200.0, restart_pause_s=0.0
)
CODE = "x = w * 2\nx.backward()\n"
NOTHING = ControlAnswer(b"", b"")


def request(result: bytes, **changes: Any) -> ReadAnswer:
    """Read this answer of ``CODE``."""
    made = ReadAnswer(CODE, result, b"printed\n", b"", 1.5, "2.13.0", "3.11.7", compare=False, plainly=False)
    return replace(made, **changes)


FINE = encoded(document())


async def no_control(_mode: Mode, _for_comparison: bool) -> ControlAnswer:
    return NOTHING


def run_in(film: FinishedFilm) -> Run:
    return Film(film.body, film.etag, film.reusable, {}, film.kept).run()


@pytest.fixture(scope="module")
async def readers() -> AsyncIterator[ReaderPool]:
    made = ReaderPool(SETTINGS, 2)
    await made.start()
    yield made
    await made.aclose()


async def full(readers: ReaderPool) -> None:
    """Wait until all readers are ready again."""
    async with asyncio.timeout(PATIENCE_S):
        while readers.ready < 2:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.02)


FRAMES: tuple[Frame, ...] = (
    ReaderReady(("landlock", "seccomp")),
    request(b"{}\n" * 3),
    request(b"", code='"type": "FinishedFilm"'),
    AnswerValidated(),
    ControlWanted("plain", for_comparison=True),
    ControlsExpected(("fixed", "copied")),
    ControlAnswer(b"{}", b"\xff\0"),
    FinishedFilm(b"\x1f\x8b", b"{}", "ab", True, False, "stopped", "memory", "", "equal", ("stdout",), "", ("summary:KeyError",), False),
    RenewFilm(b"\x1f\x8b", "0123456789"),
    RenewedFilm(b"\x1f\x8b", "ab", "", reader_is_spent=True),
)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_frame_that_is_sent_arrives_as_it_was(frame: Frame) -> None:
    assert from_frame(to_frame(frame)[LENGTH_BYTES:]) == frame


def test_frame_that_is_cut_or_longer_than_it_says_is_refused() -> None:
    whole = to_frame(FRAMES[1])[LENGTH_BYTES:]
    for broken in (b"", whole[:3], whole[:-1], whole + b"\0\0\0\1x", whole[:8], b"\0\0\0\4{}[]"):
        with pytest.raises(MessageInvalid):
            from_frame(broken)


@pytest.mark.parametrize("mode", ["traced", "other", ""])
def test_reader_may_ask_for_control_runs_only(mode: str) -> None:
    with pytest.raises(MessageInvalid):
        _ = ControlWanted(mode, for_comparison=False).mode
    with pytest.raises(MessageInvalid):
        _ = ControlsExpected(("plain", mode)).modes


async def test_sound_answer_becomes_a_film_with_its_summary(readers: ReaderPool) -> None:
    film = await readers.read(request(FINE), no_control)
    run = run_in(film)
    assert (run.outcome.status, run.stdout, run.elapsed_ms, len(run.events)) == ("completed", "printed\n", 1.5, 7)
    assert (film.status, film.failure_kind, film.fidelity, film.left_out, film.refused) == ("completed", "", "unchecked", (), "")
    assert set(json.loads(film.summary)) == {"en", "zh"}
    assert all(json.loads(film.summary).values())


async def test_comparison_asks_for_a_plain_run_and_then_for_another(readers: ReaderPool) -> None:
    asked: list[tuple[Mode, bool]] = []

    async def answer(mode: Mode, for_comparison: bool) -> ControlAnswer:
        asked.append((mode, for_comparison))
        return ControlAnswer(b'{"outcome":{"status":"completed","failure":null},"fingerprint":{}}', b"something else\n")

    film = await readers.read(request(FINE, compare=True), answer)
    assert asked == [("plain", True), ("perturbed", True)]
    assert (film.fidelity, film.differences) == ("different", ("stdout",))


async def test_plain_run_that_has_ended_already_is_not_asked_for(readers: ReaderPool) -> None:
    asked: list[Mode] = []

    async def answer(mode: Mode, _for_comparison: bool) -> ControlAnswer:
        asked.append(mode)
        return NOTHING

    ending = b'{"outcome":{"status":"completed","failure":null},"fingerprint":{}}'
    for stdout, fidelity, others in ((b"printed\n", "equal", []), (b"something else\n", "unchecked", ["perturbed"])):
        sent = request(FINE, compare=True, plain_ended=True, plain_result=ending, plain_stdout=stdout)
        assert (await readers.read(sent, answer)).fidelity == fidelity
        assert asked == others


def with_many(count: int) -> dict[str, Any]:
    """A program that saves one tensor ``count`` times, and writes to it as often."""
    save = {"node": "n1", "attribute": "self", "tensor": "t1", "saved_version": 0, "event": 1, "line": 1}
    region = {"offset": 0, "shape": [1], "stride": [1]}
    write = {"tensor": "t1", "counter": "c1", "version_before": 0, "version_after": 1, "via": "in_place", "region": region}
    edit = {"kind": "op", "line": 2, "name": "add_", "inputs": ["t1"], "outputs": ["t1"], "writes": [write]}
    made = document(saved=[{"id": f"s{n + 1}", **save} for n in range(count)])
    made["events"][1]["saves"] = [each["id"] for each in made["saved"]]
    return {**made, "events": [*made["events"], *({**edit, "index": 7 + n} for n in range(count))]}


LINE = {"kind": "line", "line": 1, "function": "f", "depth": 0}
FORGED: dict[str, Callable[[], Any]] = {
    "nested_lists": lambda: b"[" * (12 * MIB) + b"]" * (12 * MIB),
    "lists_where_events_belong": lambda: (
        b'{"torch":"","python":"","outcome":{"status":"completed","failure":null},"events":[' + b"[]," * (8 * MIB - 1) + b"[]]}"
    ),
    "lists_in_an_unknown_field": lambda: b'{"evil":[' + b"[]," * (8 * MIB - 100) + b"[]]," + FINE[1:],
    "two_hundred_thousand_events": lambda: document(
        events=[{**LINE, "index": n} for n in range(200_000)],
        tensors=[],
        nodes=[],
        saved=[],
        gradients=[],
    ),
    "three_hundred_thousand_tensors": lambda: document(tensors=[tensor(f"t{n + 1}", True) for n in range(300_000)]),
    "five_million_mentions": lambda: (
        b'{"torch":"","python":"","outcome":{"status":"completed","failure":null},"tensors":['
        + encoded(tensor("t1", True))
        + b'],"events":[{"kind":"op","index":0,"line":1,"name":"f","outputs":[],"inputs":['
        + b'"t1",' * (4 * MIB)
        + b'"t1"]},{"kind":"line","index":1,"line":1,"function":"f","depth":0}]}'
    ),
    "ten_thousand_saves_and_writes": lambda: with_many(10_000),
    "strings": lambda: b'{"torch":"' + b"x" * (23 * MIB) + b'","python":"","outcome":{"status":"completed","failure":null}}',
    "not_json": lambda: b"\xff" * MIB,
    "nothing": lambda: b" ",
}


@pytest.mark.parametrize("name", FORGED)
async def test_forged_answer_ends_in_a_film_and_leaves_the_others_alone(readers: ReaderPool, name: str) -> None:
    """Another answer is read beside it, and one after it; this process goes on meanwhile."""
    await full(readers)
    made = FORGED[name]()
    forged = made if isinstance(made, bytes) else encoded(made)
    reading = asyncio.ensure_future(readers.read(request(forged), no_control))
    while not reading.done():
        beside = await readers.read(request(FINE), no_control)
        assert beside.status == "completed"
    film = reading.result()
    assert film.failure_kind in ("", "result_invalid")
    assert run_in(film).code == CODE


async def test_stage_that_takes_too_long_is_left_out(readers: ReaderPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here in this process, where it can be made to: the rest of the film is as ever."""

    def endless(_code: str, _recording: object) -> tuple[()]:
        while True:
            pass

    monkeypatch.setattr("app.sandbox.reader.stages.diagnose", endless)
    film = Reading(request(FINE), SETTINGS.model_copy(update={"reader_cpu_s": 1}), lambda _mode, _for_comparison: NOTHING).finish(
        lambda: None
    )
    assert film.left_out == ("diagnoses:StageOverrun",)
    assert run_in(film).diagnoses == ()
    assert len(run_in(film).events) == 7


@pytest.mark.parametrize("stage", ["with_expected", "diagnose", "film_of", "explain"])
def test_stage_that_fails_is_left_out(monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    def fail(*_: object) -> None:
        raise RecursionError("what it says may quote the answer")

    monkeypatch.setattr(f"app.sandbox.reader.stages.{stage}", fail)
    failure = {"kind": "python_error", "message": "no", "exception_type": "OSError", "line": 1}
    answer = encoded(document(outcome={"status": "raised", "failure": failure}))
    film = Reading(request(answer), SETTINGS, lambda _mode, _for_comparison: NOTHING).finish(lambda: None)
    assert [each.partition(":")[2] for each in film.left_out] == ["RecursionError"]
    assert len(run_in(film).events) == 7


async def test_readers_killed_from_outside_are_replaced_and_cost_the_film_nothing(readers: ReaderPool) -> None:
    """All at once, while one of them is at work; a control run is where it can be met there."""
    await full(readers)
    killed: list[int] = []

    async def kill(_mode: Mode, _for_comparison: bool) -> ControlAnswer:
        for pid in [reader.pid for reader in readers.readers] if not killed else ():
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
        return NOTHING

    replaced, left_out = readers.replaced, readers.left_out.total()
    film = await readers.read(request(FINE, compare=True), kill)
    assert (film.status, film.fidelity, film.left_out, json.loads(film.summary)["en"] != "") == ("completed", "unchecked", (), True)
    assert len(run_in(film).events) == 7
    await full(readers)
    assert (readers.replaced, readers.left_out.total()) == (replaced + len(killed), left_out)


async def test_reader_that_is_killed_again_and_again_loses_the_run_and_blames_nobody() -> None:
    pool = ReaderPool(SETTINGS, 1)
    await pool.start()

    async def kill(_mode: Mode, _for_comparison: bool) -> ControlAnswer:
        os.kill(pool.readers[0].pid, signal.SIGKILL)
        return NOTHING

    try:
        with pytest.raises(RunLost, match="ended from outside"):
            await pool.read(request(FINE, compare=True), kill)
        assert (await pool.read(request(FINE), no_control)).status == "completed"
        assert not pool.left_out
    finally:
        await pool.aclose()


async def test_reader_that_crashes_at_work_is_replaced_and_the_film_is_made_plainly() -> None:
    """After the validation."""
    pool = ReaderPool(SETTINGS, 1)
    await pool.start()

    async def crash(_mode: Mode, _for_comparison: bool) -> ControlAnswer:
        os.kill(pool.readers[0].pid, signal.SIGSEGV)
        return NOTHING

    try:
        film = await pool.read(request(FINE, compare=True), crash)
        assert (film.status, film.fidelity, run_in(film).diagnoses) == ("completed", "unchecked", ())
        assert len(run_in(film).events) == 7
        assert (pool.replaced, pool.left_out) == (1, {"all": 1})
    finally:
        await pool.aclose()


OLD_FILM = {
    "schema_version": 1,
    "id": "0123456789",
    "code": CODE,
    "engine": {"gradreel": "0.1.0", "torch": "2.13.0", "python": "3.11.7"},
    "outcome": {"status": "completed", "failure": None},
    "stdout": "",
    "elapsed_ms": 1.0,
}


def stored(text: bytes) -> Film:
    """A film as it lies in the store."""
    return Film(gzip.compress(text), "etag", True, {"en": "It completed."})


async def test_stored_film_is_brought_into_the_present_form_by_a_reader_under_the_id_that_it_is_to_have(readers: ReaderPool) -> None:
    film = stored(encoded(OLD_FILM))
    for snippet_id in ("", "0123456789a"):
        found = await readers.renew(film, snippet_id)
        run = found.run()
        assert (run.schema_version, run.id, run.code) == (1, snippet_id or "0123456789", CODE)
        assert (found.etag, found.summary, found.reusable) == (etag_of(found.json()), film.summary, True)


DAMAGED = {
    "no_gzip": Film(b"no gzip", "etag", True, {}),
    "cut": Film(gzip.compress(encoded(OLD_FILM))[:-9], "etag", True, {}),
    "no_json": stored(b"{"),
    "later_version": stored(encoded({**OLD_FILM, "schema_version": 99})),
    "lists": stored(b'{"schema_version":1,"events":[' + b"[]," * (8 * MIB - 1) + b"[]]}"),
    "gigabytes_of_nothing": Film(gzip.compress(b" " * (16 * MIB)) * 128, "etag", True, {}),
}


@pytest.mark.parametrize("name", DAMAGED)
async def test_stored_film_that_cannot_be_read_says_so_and_costs_nobody_else_anything(readers: ReaderPool, name: str) -> None:
    await full(readers)
    reading = asyncio.ensure_future(readers.renew(DAMAGED[name], ""))
    assert (await readers.read(request(FINE), no_control)).status == "completed"
    with pytest.raises(FilmUnreadable):
        await reading


async def test_reader_that_is_stopped_is_replaced_after_its_time() -> None:
    pool = ReaderPool(SETTINGS.model_copy(update={"reader_time_s": 1.0}), 1)
    await pool.start()
    try:
        os.kill(pool.readers[0].pid, signal.SIGSTOP)
        film = await pool.read(request(FINE), no_control)
        assert (film.failure_kind, pool.left_out["answer"]) == ("result_invalid", 1)
        assert (await pool.read(request(FINE), no_control)).status == "completed"
    finally:
        await pool.aclose()


async def test_client_that_leaves_costs_no_reader(readers: ReaderPool) -> None:
    await full(readers)
    replaced = readers.replaced
    reading = asyncio.ensure_future(readers.read(request(FINE), no_control))
    await asyncio.sleep(0.001)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    await full(readers)
    assert readers.replaced == replaced
