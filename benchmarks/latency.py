"""Latency of ``POST /api/runs`` for an eight-line snippet, and for one whose version check fails, beside cold ``python snippet.py`` and a
bare traced exec."""

from __future__ import annotations

import gzip
import http.client
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.server import running_server
from benchmarks.table import Figure, median, milliseconds, percentile

SNIPPET = """import torch
x = torch.tensor([[1., {n}.]])
w1 = torch.ones(2, 1, requires_grad=True)
w2 = torch.ones(1, requires_grad=True)
d = torch.matmul(x, w1)
f = torch.matmul(d, w2)
f.backward()
print(w1.grad)
"""
FAILING = (
    SNIPPET.replace("f.backward()", "w2 += {n}\nf.backward()")
    .replace("w2 = torch.ones(1,", "v2 = torch.ones(1,")
    .replace("d = torch", "w2 = v2 * 1\nd = torch")
)
"""The same with an edit after the save, for which the version check raises."""
WARM_UP = 10
RUNS = 200
COLD_RUNS = 20

BARE = """
import sys, time, torch, torch.nn, torch.optim
torch.set_num_threads(1)
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.record import record
import io
snippet, limits, times = sys.argv[1], TracerLimits(events=20_000, trace_bytes=16 * 1024**2, soft_time_s=None), []
for n in range(60):
    code = snippet.replace("{n}", str(n))
    start = time.perf_counter()
    record(code, limits)
    times.append(time.perf_counter() - start)
print(*times[10:], file=sys.stderr)
"""


def figures() -> list[Figure]:
    """Measure all three in one run."""
    posted, failing = _posted()
    cold = [_cold(SNIPPET, n) for n in range(COLD_RUNS + 1)][1:]
    cold_failing = [_cold(FAILING, n) for n in range(COLD_RUNS + 1)][1:]
    bare = traced_without_sandbox()
    p50, p99 = median(posted), percentile(posted, 0.99)
    return [
        Figure(
            "run latency, eight lines",
            f"p50 {milliseconds(p50)}, p99 {milliseconds(p99)}",
            f"cold `python snippet.py`: {milliseconds(median(cold))}",
            f"{median(cold) / p50:.0f} × faster; p99 = {p99 / p50:.1f} × p50",
            "40 × faster; p99 under 4 × p50",
        ),
        Figure(
            "run latency, eight lines",
            milliseconds(p50),
            f"traced exec, no sandbox: {milliseconds(median(bare))}",
            f"{p50 / median(bare):.2f} ×",
            "at most 8 × (13.8 in 0.1)",
        ),
        Figure(
            "run latency, a failing version check",
            milliseconds(median(failing)),
            f"one that completes, in turn with it: {milliseconds(p50)}",
            f"{median(failing) / p50:.2f} ×",
            "at most 1.3 × (2.9 to 5.1 in 0.1)",
        ),
        Figure(
            "run latency, a failing version check",
            milliseconds(median(failing)),
            f"cold `python` of the same: {milliseconds(median(cold_failing))}",
            f"{median(cold_failing) / median(failing):.0f} × faster",
            "60 × faster (19 in 0.1)",
        ),
    ]


def _posted() -> tuple[list[float], list[float]]:
    """Times of programs that complete and of programs that fail, in turn."""
    times: dict[str, list[float]] = {"completed": [], "raised": []}
    with running_server() as url:
        client = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
        for n in range(WARM_UP + RUNS):
            for status, snippet in (("completed", SNIPPET), ("raised", FAILING)):
                body = json.dumps({"code": snippet.replace("{n}", str(n + 1))})
                start = time.perf_counter()
                client.request("POST", "/api/runs", body, {"Content-Type": "application/json", "Accept-Encoding": "gzip"})
                answer = client.getresponse().read()
                times[status].append(time.perf_counter() - start)
                assert json.loads(gzip.decompress(answer))["outcome"]["status"] == status, answer
        client.close()
    return times["completed"][WARM_UP:], times["raised"][WARM_UP:]


def _cold(snippet: str, n: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "snippet.py")
        file.write_text(snippet.replace("{n}", str(n + 1)))
        start = time.perf_counter()
        subprocess.run([sys.executable, str(file)], check=False, capture_output=True)
        return time.perf_counter() - start


def traced_without_sandbox() -> list[float]:
    """Time the same snippet under the same tracer in a process that has torch imported."""
    done = subprocess.run([sys.executable, "-c", BARE, SNIPPET], check=True, capture_output=True, text=True)
    return [float(word) for word in done.stderr.split()]
