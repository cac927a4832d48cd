"""Turns an exception that the jail provoked in a snippet into a sentence on why, and what to do now.

The exception stays what it is, a Python error of the snippet's. Only the hint knows of the jail: by the error's own words, and for
errors that say no more than "not permitted", by what the line was about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.settings import Settings
from gradreel.locale import word
from gradreel.trace import Failure, Param

MIB = 1024 * 1024
MOST_SEARCHED = 4_000


@dataclass(frozen=True)
class Clue:
    """If the error matches ``error``, and the line ``line``, then the hint is ``kind``."""

    kind: str
    error: re.Pattern[str]
    line: re.Pattern[str] = re.compile("")


def _clue(kind: str, error: str, line: str = "") -> Clue:
    return Clue(kind, re.compile(error, re.IGNORECASE), re.compile(line, re.IGNORECASE))


NETWORK_WORDS = r"socket|connect|url|http|request|hub|download|pretrained|init_process_group|ftp|smtp|dns|getaddrinfo"
SUBPROCESS_WORDS = r"num_workers|multiprocessing|Pool\(|Process\(|subprocess|exec|spawn|fork"
CLUES = (
    _clue("compile", r"InvalidCxxCompiler|No working C\+\+ compiler|BackendCompilerFailed|inductor|torch\._dynamo|triton"),
    _clue("compile", r"ninja|C\+\+ extension|Permission|Errno|No module named|unavailable", r"cpp_extension|load_inline|torch\.compile"),
    _clue(
        "network", r"urlopen error|gaierror|Name or service|name resolution|ConnectionError|Network is unreachable|no internet connection"
    ),
    _clue("network", r"Operation not permitted|Errno 1\b|DistNetworkError|DistStoreError|server socket", NETWORK_WORDS),
    _clue("threads", r"can't start new thread|Thread creation failed|pthread_create|std::system_error"),
    _clue("subprocess", r"BlockingIOError|Errno 11\b|Resource temporarily unavailable"),
    _clue("subprocess", r"Errno|PermissionError|_multiprocessing", SUBPROCESS_WORDS),
    _clue("subprocess", r"SemLock|shared memory|torch_shm_manager|DataLoader worker"),
    _clue("memory", r"MemoryError|can't allocate memory|Cannot allocate memory|Errno 12\b|bad_alloc|not enough memory"),
    _clue("disk_full", r"Errno 28\b|No space left|Errno 27\b|File too large|Errno 122\b"),
    _clue("descriptors", r"Errno 24\b|Too many open files"),
    _clue("files", r"Read-only file system|Errno 30\b|Errno 13\b|Permission denied|No usable temporary directory"),
    _clue("files", r"FileNotFoundError|Errno 2\b"),
    _clue("recursion", r"RecursionError"),
    _clue("not_permitted", r"Errno 1\b|Operation not permitted|Errno 38\b|Function not implemented"),
)


def explain(failure: Failure, code: str, settings: Settings) -> Failure:
    """Add the hint, if the jail had something to do with it."""
    if failure.kind != "python_error" or failure.hint is not None:
        return failure
    error = f"{failure.exception_type}: {failure.message[:MOST_SEARCHED]}"
    line = _line(code, failure.line)
    for clue in CLUES:
        if clue.error.search(error) and clue.line.search(line):
            return _hinted(failure, clue.kind, settings)
    return failure


def _line(code: str, number: int | None) -> str:
    lines = code.splitlines()
    return lines[number - 1] if number is not None and number <= len(lines) else ""


def _hinted(failure: Failure, kind: str, settings: Settings) -> Failure:
    params: dict[str, Param] = {
        "threads": settings.threads,
        "memory_mib": settings.memory_bytes // MIB,
        "tmp_mib": settings.tmp_bytes // MIB,
        "tmp_inodes": settings.tmp_inodes,
        "open_files": settings.open_files,
    }
    hint = word(f"failure-hint-{kind}", params)
    return failure.model_copy(update={"hint": hint, "hint_kind": kind, "params": {**params, **failure.params}})
