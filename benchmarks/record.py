"""What ``gradreel.record()`` and ``on_error()`` cost a program that runs beside the same program without them.

Each pair runs alternately in one process on one thread, and processor time is what is compared: a busy machine slows both. Beside them
stands what an empty recorder costs (``floor.py``). A block is measured from its beginning to its end; ``on_error()``, which a program calls
once, by the steps that run while it is armed, and what the call itself takes is told beside them.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from benchmarks.table import Figure, median

Step = Callable[[], object]
STEPS = 5
"""Training steps in one block."""
OPS = 10_000
MIB = 1024**2


def figures() -> list[Figure]:
    """Measure in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.record"], check=True, capture_output=True, text=True)
    return [Figure(**figure) for figure in json.loads(done.stdout)]


def measured() -> list[Figure]:
    """Measure every figure, the small sizes first."""
    import torch

    import gradreel
    from benchmarks.floor import empty_recorder

    torch.set_num_threads(1)
    found: list[Figure] = []
    small, real = _step(12, 64, 2, 8), _step(2, 512, 8, 128)
    full = _beside(small, gradreel.record, 9, STEPS)
    found.append(_figure("small ops (12 layers, d 64), full film", full, "at most 4 ×"))
    found.append(_figure('the same, values="none"', _beside(small, lambda: gradreel.record(values="none"), 9, STEPS), "at most 3 ×"))
    found.append(_figure("the same, an empty recorder", _beside(small, empty_recorder, 9, STEPS), "–"))
    found.append(_figure("real sizes (2 layers, d 512, batch 8 × 128), full film", _beside(real, gradreel.record, 4, 2), "at most 1.10 ×"))
    found.append(_figure("on_error() armed, real sizes", _beside(real, _armed, 4, STEPS, inside=True), "at most 1.02 ×"))
    found.append(_figure("real sizes, an empty recorder", _beside(real, empty_recorder, 4, 2), "–"))
    found.append(Figure("calling on_error(), and calling it off", f"{_arming(real) * 1e3:.1f} ms once", "–", "–", "–"))
    return [*found, _torchlens(full), *_memory()]


def _step(layers: int, d_model: int, batch: int, length: int) -> Step:
    import torch

    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(d_model, nhead=4, dim_feedforward=4 * d_model, dropout=0.0, batch_first=True)
    model, x = torch.nn.TransformerEncoder(layer, layers, enable_nested_tensor=False), torch.randn(batch, length, d_model)

    def step() -> None:
        model.zero_grad()
        model(x).sum().backward()

    return step


@contextmanager
def _armed() -> Iterator[None]:
    import gradreel

    with gradreel.on_error("benchmark-error.html"):
        yield


def _beside(
    step: Step, around: Callable[[], AbstractContextManager[Any]], repeats: int, steps: int, inside: bool = False
) -> tuple[float, float]:
    """Median seconds of a step, with and without what is measured, run alternately; ``inside``: without entering and leaving the block."""
    pairs = [(_time(step, around, steps, inside), _time(step, nullcontext, steps)) for _ in range(repeats + 1)][1:]
    return median([one for one, _ in pairs]), median([other for _, other in pairs])


def _time(step: Step, around: Callable[[], AbstractContextManager[Any]], steps: int, inside: bool = False) -> float:
    gc.collect()
    start = time.process_time()
    with around():
        begun = time.process_time()
        for _ in range(steps):
            step()
        ended = time.process_time()
    return ((ended - begun) if inside else time.process_time() - start) / steps


def _arming(step: Step) -> float:
    """Seconds that a program spends on ``on_error()`` itself, the names of the model in the calling function included."""
    whole, within = (median([_time(step, _armed, 1, inside) for _ in range(5)]) for inside in (False, True))
    return max(0.0, whole - within)


def _figure(name: str, pair: tuple[float, float], mark: str) -> Figure:
    return Figure(name, f"{pair[0] * 1e3:.1f} ms", f"{pair[1] * 1e3:.1f} ms", f"{pair[0] / pair[1]:.2f} ×", mark)


def _torchlens(full: tuple[float, float]) -> Figure:
    """TorchLens, with all that it saves of forward and backward, beside a full film of the same."""
    import torch
    import torchlens

    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(64, nhead=4, dim_feedforward=256, dropout=0.0, batch_first=True)
    model, x = torch.nn.TransformerEncoder(layer, 12, enable_nested_tensor=False), torch.randn(2, 8, 64)
    times = [_time(lambda: torchlens.trace(model, x), nullcontext, 1) for _ in range(2)]
    ratio = f"{min(times) / full[0]:.1f} × faster"
    return Figure(
        "TorchLens, forward of the same model", f"{full[0] * 1e3:.1f} ms", f"{min(times) * 1e3:.0f} ms", ratio, "at least 15 × faster"
    )


def _memory() -> list[Figure]:
    import torch

    import gradreel

    w = torch.ones(8, requires_grad=True)

    def loop() -> None:
        y = w
        for _ in range(OPS // 2):
            y = (y * 1.0001).clone()
        torch.autograd.backward(y.sum())

    loop()
    gc.collect()
    before = _resident()
    with gradreel.record() as film:
        loop()
    gc.collect()
    held = _resident() - before
    step = _step(1, 64, 2, 8)
    sizes = []
    with gradreel.record(last=2) as last:
        for count in range(1, 1001):
            step()
            if count in (100, 1000):
                gc.collect()
                sizes.append(_resident())
    events = len(film.run.events)
    return [
        Figure(f"memory held by a film of {OPS:,} ops ({events:,} events)", f"{held / MIB:.0f} MiB", "–", "–", "under 64 MiB"),
        Figure(
            "memory after 1,000 recorded steps, last=2",
            f"{sizes[1] / MIB:.0f} MiB in all, {len(last.run.events):,} events",
            f"after 100 steps: {sizes[0] / MIB:.0f} MiB",
            f"{(sizes[1] - sizes[0]) / MIB:+.1f} MiB",
            "flat",
        ),
    ]


def _resident() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    print(json.dumps([vars(figure) for figure in measured()]))
