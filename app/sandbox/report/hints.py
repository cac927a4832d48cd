"""Hints: for a Python error that the jail caused in a snippet, a sentence on why and what to do.

The error stays a Python error of the snippet. The hint is found by the error's text, and for errors that say no more than
"not permitted" also by the words of the line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.settings import Settings
from gradreel.cells import lines_of
from gradreel.locale import word
from gradreel.trace import Failure, Param

MIB = 1024 * 1024
MAX_SEARCHED_CHARS = 4_000


@dataclass(frozen=True)
class HintRule:
    """If the error matches ``error``, and the line ``line``, then the hint is ``kind``; named groups of ``error`` are its parameters."""

    kind: str
    error: re.Pattern[str]
    line: re.Pattern[str] = re.compile("")


def _rule(kind: str, error: str, line: str = "") -> HintRule:
    return HintRule(kind, re.compile(error, re.IGNORECASE), re.compile(line, re.IGNORECASE))


NETWORK_WORDS = r"socket|connect|url|http|request|hub|download|pretrained|ftp|smtp|dns|getaddrinfo"
SUBPROCESS_WORDS = (
    r"num_workers|multiprocessing|(?-i:\bPool\(|\bProcess\()|subprocess|\bexec[lv]|\bspawn\b|posix_spawn|\bfork|os\.system|popen"
)
HINT_RULES = (
    _rule("compile", r"InvalidCxxCompiler|No working C\+\+ compiler|CppCompileError|TritonMissing|Cannot find a working triton"),
    # Of the compiler of torch.compile any error, whichever step is not permitted first; what is not traced is the snippet's own.
    _rule("compile", r"^InductorError\b|^BackendCompilerFailed: backend='inductor'"),
    _rule("compile", r"ninja|C\+\+ extension|Permission|Errno|No module named|unavailable", r"cpp_extension|load_inline|torch\.compile"),
    _rule("process_group", r"Default process group has not been initialized"),
    _rule(
        "process_group",
        r"DistNetworkError|DistStoreError|server socket|rendezvous|Cannot resolve|Operation not permitted|NCCL|ProcessGroup",
        r"init_process_group|DistributedDataParallel|\bDDP\(|TCPStore|init_device_mesh",
    ),
    _rule(
        "network", r"urlopen error|gaierror|Name or service|name resolution|ConnectionError|Network is unreachable|no internet connection"
    ),
    _rule("network", r"Operation not permitted|Errno 1\b|DistNetworkError|DistStoreError|server socket", NETWORK_WORDS),
    _rule("missing_module", r"ModuleNotFoundError: No module named '(?P<module>\w+)"),
    _rule("relative_import", r"ImportError: attempted relative import"),
    _rule("input", r"EOFError: EOF when reading a line"),
    _rule("threads", r"can't start new thread|Thread creation failed|pthread_create|std::system_error"),
    _rule("subprocess", r"BlockingIOError|Errno 11\b|Resource temporarily unavailable"),
    _rule("subprocess", r"Errno (1|11|12|13|38)\b|PermissionError|_multiprocessing", SUBPROCESS_WORDS),
    _rule("subprocess", r"SemLock|shared memory|torch_shm_manager|DataLoader worker"),
    _rule("memory", r"MemoryError|can't allocate memory|Cannot allocate memory|Errno 12\b|bad_alloc|not enough memory"),
    _rule("disk_full", r"Errno 28\b|No space left on device|Errno 27\b|Errno 122\b"),
    _rule("descriptors", r"Errno 24\b|Too many open files\b"),
    _rule("subprocess", r"FileNotFoundError: \[Errno 2\] No such file or directory$"),
    _rule("files", r"Read-only file system|Errno 30\b|Errno 13\b|Permission denied|No usable temporary directory"),
    _rule("files", r"FileNotFoundError|Errno 2\b"),
    _rule("recursion", r"RecursionError"),
    _rule("not_permitted", r"Errno 1\b|Operation not permitted|Errno 38\b|Function not implemented"),
)


def explain(failure: Failure, code: str, settings: Settings) -> Failure:
    """Add the hint if the jail caused the failure."""
    if failure.kind != "python_error" or failure.hint is not None:
        return failure
    error = f"{(failure.exception_type or '')[:MAX_SEARCHED_CHARS]}: {failure.message[:MAX_SEARCHED_CHARS]}"
    line = _line(code, failure.line)
    for rule in HINT_RULES:
        found = rule.error.search(error)
        if found and rule.line.search(line):
            return _hinted(failure, rule.kind, settings, found.groupdict())
    return failure


def _line(code: str, number: int | None) -> str:
    lines = lines_of(code)
    return lines[number - 1] if number is not None and number <= len(lines) else ""


def _hinted(failure: Failure, kind: str, settings: Settings, found: dict[str, str]) -> Failure:
    """Word the hint with the limits, and with what the error names."""
    params: dict[str, Param] = {
        **found,
        "threads": settings.threads,
        "memory_mib": settings.memory_bytes // MIB,
        "tmp_mib": settings.tmp_bytes // MIB,
        "tmp_inodes": settings.tmp_inodes,
        "open_files": settings.open_files,
    }
    hint = word(f"failure-hint-{kind}", params)
    return failure.model_copy(update={"hint": hint, "hint_kind": kind, "params": {**params, **failure.params}})
