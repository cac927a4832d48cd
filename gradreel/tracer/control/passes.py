"""Notes what each pass of the autograd engine began from and what it gave, while a program runs under plain PyTorch.

    torch.autograd ─▶ before: the values of the roots ─▶ the engine ─▶ after: the gradient of every leaf in the graph, or what is returned

Gradients are found by way of the graph, not by name: a program may keep its tensors where no name of its module leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

import torch
from torch import _C, Tensor

from gradreel.tracer.control.fingerprint import DIGEST_BYTES, digest, is_readable
from gradreel.tracer.control.freed import FREED, note_freed, was_freed
from gradreel.tracer.tensors.kinds import is_tensor
from gradreel.tracer.tensors.values import Values

MAX_PASSES = 48
"""Passes that are noted; the others are counted."""
MAX_TENSORS = 64
"""Roots of one pass, and leaves."""
MAX_NODES = 20_000
"""Nodes of one graph that are looked at for its leaves."""
MAX_BYTES = 64 * 1024**2
"""Of all noted tensors together."""
CHECK_FAILED = "has been modified by an inplace operation"

Engine = Callable[..., Any]
_autograd: Any = torch.autograd


class SavedDigest:
    """Digests what nodes save, as it is then, in order: of equal digests all that a pass is computed from is equal."""

    def __init__(self) -> None:
        self._left = MAX_BYTES
        self._digest = blake2b(digest_size=DIGEST_BYTES)
        self._whole = True

    def add(self, tensor: Tensor) -> None:
        """Take in what is being saved."""
        if not self._whole or not is_readable(tensor):
            self._whole = False
            return
        self._left -= tensor.numel() * tensor.element_size()
        try:
            self._digest.update(digest(tensor).encode() if self._left >= 0 else b"")
            self._whole = self._left >= 0
        except RuntimeError:  # must not reach the program
            self._whole = False

    def so_far(self, gradients: Iterable[Any]) -> str | None:
        """Return the digest of all that, and of gradients; None where any of what was saved could not be read."""
        found = self._digest.copy()
        for gradient in gradients:
            readable = is_tensor(gradient) and is_readable(gradient)
            found.update(digest(gradient).encode() if readable else b"-")
        return found.hexdigest() if self._whole else None


class Passes:
    """The passes of one program."""

    def __init__(self, keep_graphs: bool = False, saved: SavedDigest | None = None) -> None:
        """``keep_graphs``: have no pass free what the graph has saved. ``saved``: what has been saved, noted of each pass as it begins."""
        self._keep_graphs = keep_graphs
        self._saved = saved
        self.refuses_freed = False
        """Whether a pass through a graph that would have been freed raises all the same."""
        self._values = Values()
        self._left = MAX_BYTES
        self.count = 0
        self.notes: list[dict[str, Any]] = []
        self.exact = True
        """Whether gradients are still what the program means them to be: see ``intended.py``."""

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Note the passes of the block."""
        engine: Engine = _autograd._engine_run_backward

        def run(roots: Any, grad_outputs: Any, retain_graph: Any, *args: Any, **kwargs: Any) -> Any:
            note, leaves = self._begun(roots, grad_outputs)
            if self.refuses_freed and was_freed(roots):
                raise RuntimeError(FREED)
            try:
                gradients = engine(roots, grad_outputs, retain_graph or self._keep_graphs, *args, **kwargs)
            except RuntimeError as error:
                if note is not None:
                    note["stale"] = type(error) is RuntimeError and CHECK_FAILED in str(error)
                raise
            if self._keep_graphs and not retain_graph:
                note_freed(roots)
            if note is not None:
                self._ended(note, leaves if kwargs.get("accumulate_grad") else None, gradients)
            return gradients

        _autograd._engine_run_backward = run
        try:
            yield
        finally:
            _autograd._engine_run_backward = engine

    def _begun(self, roots: Any, grad_outputs: Any) -> tuple[dict[str, Any] | None, list[Tensor]]:
        self.count += 1
        if self.count > MAX_PASSES or self._left < 0:
            return None, []
        with _C.DisableTorchFunction():
            tensors = [root for root in roots if is_tensor(root)][:MAX_TENSORS]
            note: dict[str, Any] = {"roots": self._noted(tensors), "gradients": None, "exact": self.exact}
            leaves = _leaves(tensors)
            if self._saved is not None:
                note["saved"] = self._saved.so_far([*grad_outputs, *(leaf.grad for leaf in leaves)])
            self.notes.append(note)
            return note, leaves

    def _ended(self, note: dict[str, Any], leaves: list[Tensor] | None, returned: Any) -> None:
        with _C.DisableTorchFunction():
            gradients = returned if leaves is None else [leaf.grad for leaf in leaves]
            note["gradients"] = self._noted(gradients[:MAX_TENSORS])

    def _noted(self, tensors: Iterable[Tensor | None]) -> list[dict[str, Any] | None]:
        return [self._one(tensor) for tensor in tensors]

    def _one(self, tensor: Tensor | None) -> dict[str, Any] | None:
        if tensor is None or not is_readable(tensor):
            return None
        self._left -= tensor.numel() * tensor.element_size()
        if self._left < 0:
            return None
        return {"digest": digest(tensor), "value": self._values.of(tensor)}


def _leaves(roots: list[Tensor]) -> list[Tensor]:
    """The leaves of a graph, in the order in which they are met."""
    found: list[Tensor] = [root for root in roots if root.grad_fn is None and root.requires_grad]
    todo = [root.grad_fn for root in reversed(roots) if root.grad_fn is not None]
    seen: set[Any] = set()
    while todo and len(seen) < MAX_NODES and len(found) < MAX_TENSORS:
        node: Any = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        if type(node).__name__ == "AccumulateGrad":
            found.append(node.variable)
        todo.extend(following for following, _ in reversed(node.next_functions) if following is not None)
    return found
