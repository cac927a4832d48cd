"""Where the milliseconds of one run go: from the first byte of ``POST /api/runs`` to the last byte of its answer, stage by stage.

A real server with a real jail and real readers; each stage ends when its point is passed (``timeline``). Twice in the same run: with a
pause after each run, as for one visitor, when children are ready and nothing else works; and back to back, when each run meets the work
of refilling the pool after the one before.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.latency import SNIPPET, traced_without_sandbox
from benchmarks.server import running_server
from benchmarks.table import Figure, median, milliseconds, percentile
from benchmarks.timeline import ENVIRONMENT, FILE_BYTES, READERS, Noted, read_notes

RUNS = 60
WARM_UP = 10
PAUSE_S = 0.25
"""Enough for the pool to be full again."""

READ, ANSWERED = "snippet read", "answer read"
CLIENT = -1
"""As the number of a process."""
STAGES = (
    ("server: first byte", "received"),
    ("server: request parsed", "parsed"),
    ("server: looked up in memory and store", "looked up"),
    ("server: queue", "slot taken"),
    ("server: child taken", "child taken"),
    ("child: woken, code read", READ),
    ("child: told so", "recording begins"),
    ("child: tracer made", "program begins"),
    ("child: traced exec", "program ended"),
    ("child: fingerprint", "fingerprinted"),
    ("child: answer encoded", "answer encoded"),
    ("transfer to the server", "answer received"),
    ("server: reader taken", "reader taken"),
    ("transfer to the reader", "answer taken"),
    ("reader: validated", "validated"),
    ("reader: expected gradients", "expected gradients stated"),
    ("reader: before the comparison", "plain run asked for"),
    ("reader: compared with the plain run", "plain run read"),
    ("reader: assembled", "assembled"),
    ("reader: diagnosed", "diagnosed"),
    ("reader: summarised, packed", "packed"),
    ("transfer to the server", "film received"),
    ("server: response", "response made"),
    ("server: sent, read by the client", ANSWERED),
)
AHEAD = (
    ("namespaces, /tmp, capabilities, second fork", "namespaces set up"),
    ("death signal", "jail begins"),
    ("descriptors, limits, Landlock, seccomp", "jailed"),
    ("warm-up run", "warmed up"),
)
"""What a child does before its snippet comes, after ``forked``."""


@dataclass(frozen=True)
class Window:
    """One request as its client saw it; times of ``time.monotonic``."""

    sent_s: float
    answered_s: float


@dataclass(frozen=True)
class Spent:
    """What one run spent on one stage."""

    wall_s: float
    cpu_s: float | None
    """Processor time; None where the stage begins in one process and ends in another."""


def figures() -> list[Figure]:
    """Measure both, with the traced exec without a sandbox beside them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "timeline")
        file.write_bytes(b"")
        os.truncate(file, FILE_BYTES)
        with running_server("benchmarks.timeline", **{ENVIRONMENT: str(file)}) as url:
            _post(url, 0, WARM_UP, 0)
            quiet = _post(url, 1_000, RUNS, PAUSE_S)
            busy = _post(url, 2_000, RUNS, 0)
        noted = read_notes(file)
    bare = median(traced_without_sandbox())
    return [
        *_stages(noted, quiet, busy),
        _total("with pauses", quiet, bare),
        _total("back to back", busy, bare),
        *_ahead(noted),
    ]


def _post(url: str, first: int, runs: int, pause_s: float) -> list[Window]:
    """Post different snippets, one after the other."""
    windows = []
    client = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    for number in range(first, first + runs):
        time.sleep(pause_s)
        body = json.dumps({"code": SNIPPET.replace("{n}", str(number))})
        sent_s = time.monotonic()
        client.request("POST", "/api/runs", body, {"Content-Type": "application/json", "Accept-Encoding": "gzip"})
        answer = client.getresponse().read()
        windows.append(Window(sent_s, time.monotonic()))
        assert json.loads(gzip.decompress(answer))["outcome"]["status"] == "completed", answer
    client.close()
    return windows


def _stages(noted: list[Noted], quiet: list[Window], busy: list[Window]) -> Iterator[Figure]:
    first, second = (_spent(noted, windows) for windows in (quiet, busy))
    for number, (name, _) in enumerate(STAGES):
        one, other = first.get(number, []), second.get(number, [])
        runs = f"{len(one)} and {len(other)} runs"
        yield Figure(f"stage, {name}", _with_cpu(one), f"back to back: {_with_cpu(other)}", runs, "–")


def _spent(noted: list[Noted], windows: Iterable[Window]) -> dict[int, list[Spent]]:
    """For each stage what each run spent on it; a stage that a run skips has nothing, and its time counts as the next one's."""
    found: dict[int, list[Spent]] = defaultdict(list)
    for window in windows:
        passed = _passed(noted, window)
        passed[ANSWERED] = Noted(ANSWERED, window.answered_s, 0.0, CLIENT)
        before = Noted("", window.sent_s, 0.0, CLIENT)
        for number, (_, point) in enumerate(STAGES):
            if (reached := passed.get(point)) is not None:
                in_one = reached.process == before.process != CLIENT
                found[number].append(Spent(reached.at_s - before.at_s, reached.cpu_s - before.cpu_s if in_one else None))
                before = reached
    return found


def _passed(noted: list[Noted], window: Window) -> dict[str, Noted]:
    """How each point was passed; of children only by the one that ran the snippet traced, since others get ready meanwhile."""
    within = [each for each in noted if window.sent_s <= each.at_s <= window.answered_s]
    read = next(each for each in within if each.point == READ)
    passed: dict[str, Noted] = {}
    for each in within:
        if each.process <= READERS or (each.process == read.process and each.at_s >= read.at_s):
            passed.setdefault(each.point, each)
    return passed


def _ahead(noted: list[Noted]) -> Iterator[Figure]:
    """What each child did before its snippet came."""
    children: dict[int, dict[str, float]] = defaultdict(dict)
    for each in noted:
        if each.process > READERS:
            children[each.process].setdefault(each.point, each.at_s)
    before = "forked"
    for name, point in AHEAD:
        times = [passed[point] - passed[before] for passed in children.values() if point in passed and before in passed]
        yield Figure(f"ahead of a run, child: {name}", _told(times), "–", f"{len(times)} children", "–")
        before = point


def _total(name: str, windows: list[Window], bare_s: float) -> Figure:
    times = [window.answered_s - window.sent_s for window in windows]
    measured = f"p50 {milliseconds(median(times))}, p99 {milliseconds(percentile(times, 0.99))}"
    return Figure(
        f"whole run, {name}",
        measured,
        f"traced exec, no sandbox: {milliseconds(bare_s)}",
        f"{median(times) / bare_s:.1f} ×",
        "at most 8 × (13.8 in 0.1)",
    )


def _with_cpu(spent: list[Spent]) -> str:
    cpu = [each.cpu_s for each in spent if each.cpu_s is not None]
    return _told([each.wall_s for each in spent]) + (f"; processor {median(cpu) * 1000:.2f} ms" if cpu else "")


def _told(times: list[float]) -> str:
    return f"median {median(times) * 1000:.2f} ms, p90 {percentile(times, 0.9) * 1000:.2f} ms" if times else "–"
