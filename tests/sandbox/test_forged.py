"""Forged answers of every pattern: each is refused, or becomes a whole film, within what one answer may cost; the bounds of both."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.sandbox.protocol.modes import Mode
from app.sandbox.reader.frames import ControlAnswer
from app.sandbox.reader.pool import ReaderPool
from app.sandbox.reader.stages import MAX_JSON_BYTES
from app.settings import Settings
from benchmarks.forged import LIMIT, PATTERNS
from gradreel.film.film import Film
from tests.fuzz.grown import answer_of, code_of
from tests.long import every_nth, some_of_each
from tests.sandbox.test_reader import request, run_in

pytestmark = pytest.mark.jail

SETTINGS = Settings(reader_time_s=100.0, queue_wait_s=100.0, zygote_start_s=200.0, restart_pause_s=0.0)
REFUSED = {
    "noise": "document",
    "blanks": "document",
    "nested_lists": "document",
    "nested_objects": "document",
    "lists_where_events_belong": "document",
    "lists_in_an_unknown_field": "document",
    "half_an_answer": "document",
    "digits": "document",
    "duplicated_ids": "tensors",
    "unknown_ids": "events",
    "too_many_events": "events",
    "too_many_mentions": "mentions",
    "too_many_files": "files",
    "one_huge_file": "files",
    "numbers_that_grow": "film",
}
"""By pattern: the part in which it breaks the contract or a bound; the others are read."""


@pytest.fixture(scope="module")
async def readers() -> AsyncIterator[ReaderPool]:
    made = ReaderPool(SETTINGS, 1)
    await made.start()
    yield made
    await made.aclose()


@pytest.mark.parametrize("name", some_of_each(PATTERNS, REFUSED.get, 2))
async def test_forged_answer_is_refused_or_read_as_a_whole(readers: ReaderPool, name: str) -> None:
    """Read as a whole: no stage took more processor time than it may, and none failed."""
    answer = PATTERNS[name]()
    assert len(answer) <= LIMIT

    async def control(_mode: Mode, _for_comparison: bool) -> ControlAnswer:
        return ControlAnswer(answer, b"")

    failed = readers.left_out.total()
    film = await readers.read(request(answer, compare=True), control)
    assert (film.refused, film.left_out, readers.left_out.total()) == (REFUSED.get(name, ""), (), failed)
    assert film.failure_kind == "result_invalid" or not film.refused
    assert Film(film.body, film.etag, film.reusable, {}).json_bytes <= MAX_JSON_BYTES


async def test_diagnoses_of_a_tensor_with_a_huge_name_quote_little_of_it(readers: ReaderPool) -> None:
    """Fifty times its name would be a gigabyte."""

    async def control(_mode: Mode, _for_comparison: bool) -> ControlAnswer:
        return ControlAnswer(b"", b"")

    run = run_in(await readers.read(request(PATTERNS["huge_name"]()), control))
    assert run.diagnoses
    assert all(len(found.name or "") < 200 for found in run.diagnoses)


@pytest.mark.parametrize("seed", every_nth(range(20), 4))
async def test_answer_grown_at_random_is_refused_or_read_as_a_whole(readers: ReaderPool, seed: int) -> None:
    """The first few of ``python -m tests.fuzz.bounds``."""
    answer = answer_of(seed)

    async def control(_mode: Mode, _for_comparison: bool) -> ControlAnswer:
        return ControlAnswer(answer, b"")

    failed = readers.left_out.total()
    film = await readers.read(request(answer, code=code_of(seed), compare=True), control)
    assert film.left_out == ()
    assert readers.left_out.total() == failed
    assert Film(film.body, film.etag, film.reusable, {}).json_bytes <= MAX_JSON_BYTES
