"""What graphs keep, as PyTorch's own saved-tensor hooks see it: the distinct storages of all tensors that are saved at one time.

pack    the engine saves a tensor      ─▶ Held: counts its storage, as long as the engine keeps it
drop    a node is freed, or dies       ─▶ Held dies with it
"""

from __future__ import annotations

import types
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from gradreel.trace import BackwardStartEvent, RaiseEvent, Recording
from tests.tracer.oracle import fresh_world


@dataclass
class Seen:
    """What was kept while a program ran."""

    at_starts: list[int] = field(default_factory=list)
    """Bytes whenever the engine was asked for gradients."""
    peak: int = 0
    error: bool = False
    own_hooks: bool = False
    """Whether the program set hooks of its own: then these see what it saves."""
    sizes: dict[int, int] = field(default_factory=dict)
    counts: Counter[int] = field(default_factory=Counter)

    def now(self) -> int:
        """Return the bytes that are kept now."""
        return sum(self.sizes[address] for address, count in self.counts.items() if count)


class Held:
    """One saved tensor."""

    def __init__(self, tensor: Tensor, seen: Seen) -> None:
        self.tensor = tensor.detach()
        self.seen = seen
        self.address: int | None = None
        try:
            storage = tensor.untyped_storage()
        except (RuntimeError, NotImplementedError):
            return
        self.address = storage._cdata
        seen.sizes[self.address] = storage.nbytes()
        seen.counts[self.address] += 1
        seen.peak = max(seen.peak, seen.now())

    def __del__(self) -> None:
        if self.address is not None:
            self.seen.counts[self.address] -= 1


def kept_by(code: str) -> Seen:
    """Run a program under hooks and return what they saw."""
    seen = Seen()
    variable: Any = torch.autograd.Variable
    engine = variable._execution_engine
    real = torch.autograd.graph.saved_tensors_hooks.__enter__

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return getattr(engine, name)

        def run_backward(self, *args: Any, **kwargs: Any) -> Any:
            seen.at_starts.append(seen.now())
            return engine.run_backward(*args, **kwargs)

    def enter(self: Any) -> Any:
        seen.own_hooks = True
        return real(self)

    variable._execution_engine = Watched()
    try:
        with fresh_world(), torch.autograd.graph.saved_tensors_hooks(lambda tensor: Held(tensor, seen), lambda held: held.tensor):
            torch.autograd.graph.saved_tensors_hooks.__enter__ = enter  # type: ignore[method-assign]
            exec(compile(code, "hooked.py", "exec"), vars(types.ModuleType("__main__")))  # noqa: S102 a program of the corpus
    except BaseException:
        seen.error = True
    finally:
        torch.autograd.graph.saved_tensors_hooks.__enter__ = real  # type: ignore[method-assign]
        variable._execution_engine = engine
    return seen


def check_kept(code: str, found: Recording) -> bool:
    """Assert that a film states to the byte what hooks see, at its peak and whenever the engine is asked for gradients.

    Return whether they could be compared: not where a program raises, since the check that fails is left out under hooks.
    """
    truth = kept_by(code)
    if truth.error or truth.own_hooks or any(isinstance(event, RaiseEvent) for event in found.events):
        return False
    kept = peak = 0
    starts = []
    for event in found.events:
        kept = event.kept if event.kept is not None else kept
        peak = max(peak, kept)
        if isinstance(event, BackwardStartEvent):
            starts.append(kept)
    assert (starts, peak) == (truth.at_starts, truth.peak)
    return True
