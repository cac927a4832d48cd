"""Cuts the answer of a run into messages, and puts it together again from what a runner sent, which may be anything."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import get_args

from app.runner.nats.messages import AnswerChunk
from app.sandbox.report.verdict import stopped
from app.sandbox.server.pool import Answer
from app.settings import Settings
from gradreel.trace import Failure, Param, StopKind

CHUNK_BYTES = 512 * 1024
MAX_FAILURE_CHARS = 1024
SIGNAL = re.compile(r"SIG[A-Z0-9]{1,12}|signal [0-9]{1,3}")


class AnswerInvalid(ValueError):
    """Chunks that are no answer, or lack one of them: the runner's doing, not the program's."""


def chunks_of(answer: Answer, key: str, number: int) -> Iterator[AnswerChunk]:
    """Cut an answer."""
    parts = (answer.result or b"", answer.stdout, answer.stderr)
    whole = b"".join(parts)
    failure = _told(answer.failure) if answer.failure else ""
    sizes = " ".join(str(len(part)) for part in parts)
    for index in range(max(1, math.ceil(len(whole) / CHUNK_BYTES))):
        piece = whole[index * CHUNK_BYTES : (index + 1) * CHUNK_BYTES]
        yield AnswerChunk(key, number, index, sizes, answer.result is not None, failure, answer.elapsed_ms, piece)


class Assembly:
    """An answer of which chunks arrive."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._first: AnswerChunk | None = None
        self._sizes: tuple[int, int, int] = (0, 0, 0)
        self._pieces: list[bytes] = []
        self._received = 0

    def add(self, chunk: AnswerChunk) -> Answer | None:
        """Take the next chunk and return the answer if it was the last; raises ``AnswerInvalid``."""
        if self._first is None:
            self._first, self._sizes = chunk, self._bounded(chunk)
        first = self._first
        if chunk.index != len(self._pieces) or chunk.sizes != first.sizes:
            raise AnswerInvalid("a chunk is missing, or two answers are mixed")
        self._pieces.append(chunk.body)
        self._received += len(chunk.body)
        total = sum(self._sizes)
        if self._received > total or (not chunk.body and total):
            raise AnswerInvalid("an answer is larger than it said, or has empty chunks")
        return self._answer(first) if self._received == total else None

    def _bounded(self, chunk: AnswerChunk) -> tuple[int, int, int]:
        try:
            result, stdout, stderr = (int(size) for size in chunk.sizes.split(" "))
        except ValueError:
            raise AnswerInvalid("an answer without its sizes") from None
        if min(result, stdout, stderr) < 0 or result > self._settings.trace_bytes or stdout + stderr > self._settings.output_bytes:
            raise AnswerInvalid("an answer that is too large")
        if not (math.isfinite(chunk.elapsed_ms) and chunk.elapsed_ms >= 0):
            raise AnswerInvalid("an answer with an impossible time")
        return result, stdout, stderr

    def _answer(self, first: AnswerChunk) -> Answer:
        whole = b"".join(self._pieces)
        result, stdout, _ = self._sizes
        return Answer(
            result=whole[:result] if first.has_result else None,
            stdout=whole[result : result + stdout],
            stderr=whole[result + stdout :],
            failure=self._failure(first.failure),
            elapsed_ms=first.elapsed_ms,
        )

    def _failure(self, text: str) -> Failure | None:
        """Word what the runner says in our own words, whatever else it wrote."""
        if not text:
            return None
        try:
            told = json.loads(text[:MAX_FAILURE_CHARS])
            kind: StopKind = next(known for known in get_args(StopKind) if known == told["kind"] and known != "internal")
            params: dict[str, Param] = {}
            if kind == "exit":
                params["status"] = int(told["params"]["status"]) & 0xFF
            if kind == "crash" and SIGNAL.fullmatch(signal := str(told["params"]["signal"])):
                params["signal"] = signal
        except (ValueError, TypeError, KeyError, StopIteration, RecursionError):
            raise AnswerInvalid("an answer with a failure that is none") from None
        return stopped(kind, self._settings, **params)


def _told(failure: Failure) -> str:
    return json.dumps({"kind": failure.kind, "params": failure.params})
