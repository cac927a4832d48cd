"""The tracer's cost on a transformer encoder, beside plain PyTorch, torchviz and TorchLens; its growth; the size of a trace.

Everything is measured in one child process with one thread, as in the sandbox. What is timed is the whole of ``record``: compiling,
running, recording and writing the JSON.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
import resource
import subprocess
import sys
import time
import types
from collections.abc import Callable

from benchmarks.table import Figure, median, milliseconds

REPEATS = 20
STEP = "import bench\nbench.model(bench.x).sum().backward()\n"
LOOP = "import torch\nx = torch.ones((), requires_grad=True)\ny = x\nfor i in range({ops}):\n    y = y * 1.0001\ny.backward()\n"
SMALL = {"d_model": 64, "batch": 2, "length": 8}
REAL = {"d_model": 512, "batch": 8, "length": 128}


def figures() -> list[Figure]:
    """Measure in a fresh process and read its figures back."""
    env = {**os.environ, "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-W", "ignore", "-m", "benchmarks.tracer"], env=env, check=True, capture_output=True, text=True)
    return [Figure(**row) for row in json.loads(done.stdout.splitlines()[-1])]


def measured() -> list[Figure]:
    """Measure all figures in this process."""
    small = _overhead("tracer, small ops", SMALL, "at most 4 ×", rivals=True)
    return [*small, *_overhead("tracer, real sizes", REAL, "at most 1.25 ×"), *_growth()]


def _overhead(name: str, sizes: dict[str, int], mark: str, rivals: bool = False) -> list[Figure]:
    _install_model(**sizes)
    _as_in_a_child()
    code = compile(STEP, "snippet.py", "exec")
    plain, traced = _paired(lambda: exec(code, {}), lambda: _record(STEP), REPEATS)
    found = [_ratio(name, traced, "plain", plain, mark)]
    if rivals:
        found.append(_ratio(name, traced, "torchviz", _time(_torchviz, 5), "at most 2 ×"))
        lens = _time(_torchlens, 3)
        found.append(Figure(name, milliseconds(traced), f"TorchLens: {milliseconds(lens)}", f"{lens / traced:.0f} × faster", "15 × faster"))
    return found


def _ratio(name: str, traced: float, against: str, reference: float, mark: str) -> Figure:
    return Figure(name, milliseconds(traced), f"{against}: {milliseconds(reference)}", f"{traced / reference:.2f} ×", mark)


def _install_model(d_model: int, batch: int, length: int) -> None:
    """Put the model and its input where the snippet can import them, so that only the step is timed."""
    import torch

    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(d_model, nhead=4, dim_feedforward=4 * d_model, dropout=0.0, batch_first=True)
    bench = types.ModuleType("bench")
    vars(bench).update(model=torch.nn.TransformerEncoder(layer, 12, enable_nested_tensor=False), x=torch.randn(batch, length, d_model))
    sys.modules["bench"] = bench


def _as_in_a_child() -> None:
    """Freeze existing objects, as the zygote does, so that the garbage collector does not traverse PyTorch's own."""
    gc.collect()
    gc.freeze()


def _record(code: str, events: int = 1_000_000) -> bytes:
    from gradreel.tracer.limits import TracerLimits
    from gradreel.tracer.record import record

    return record(code, TracerLimits(events=events, trace_bytes=1024**3, soft_time_s=None))


def _torchviz() -> None:
    import bench  # type: ignore[import-not-found]  # installed by _install_model
    import torchviz  # type: ignore[import-untyped]

    out = bench.model(bench.x).sum()
    torchviz.make_dot(out, params=dict(bench.model.named_parameters()), show_attrs=True, show_saved=True)
    out.backward()


def _torchlens() -> None:
    import bench
    import torchlens

    torchlens.trace(bench.model, bench.x)


def _paired(first: Callable[[], object], second: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Median seconds of each; they run alternately, so that a drift of the machine affects both."""
    pairs = [(_once(first), _once(second)) for _ in range(repeats + 2)][2:]
    return median([a for a, _ in pairs]), median([b for _, b in pairs])


def _time(call: Callable[[], object], repeats: int) -> float:
    return median([_once(call) for _ in range(repeats + 1)][1:])


def _once(call: Callable[[], object]) -> float:
    gc.collect()
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _growth() -> list[Figure]:
    _as_in_a_child()
    traces = {ops: _record(LOOP.format(ops=ops)) for ops in (1_000, 10_000)}
    seconds = {ops: _time(lambda ops=ops: _record(LOOP.format(ops=ops)), 5) for ops in traces}  # type: ignore[misc]
    packed = len(gzip.compress(traces[10_000], 6)) / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        Figure(
            "growth, 10,000 ops",
            f"{milliseconds(seconds[10_000])}, {len(traces[10_000]) / 1e6:.1f} MB; peak of the process {peak:.0f} MiB",
            f"1,000 ops: {milliseconds(seconds[1_000])}, {len(traces[1_000]) / 1e6:.2f} MB",
            f"time {seconds[10_000] / seconds[1_000]:.1f} ×, bytes {len(traces[10_000]) / len(traces[1_000]):.1f} ×",
            "at most 11 ×",
        ),
        Figure("trace size, 10,000 ops", f"{packed:.2f} MB gzipped", "–", "–", "at most 2 MB"),
    ]


if __name__ == "__main__":
    print(json.dumps([vars(figure) for figure in measured()]))
