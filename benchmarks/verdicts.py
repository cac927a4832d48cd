"""What plain PyTorch says of a program, as the kinds of diagnosis that it calls for: no tracer, and nothing of the diagnoses, is asked.

an exception that reached a line of the snippet    its words say which kind
a backward that was never called                   is called at the end, on everything that is left
``.grad`` of a non-leaf                            PyTorch warns
a gradient                                         differs from the one with copies of all saved tensors
a name's values that changed behind its counter    while a line used another name for the same memory
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import types
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson
import torch
from torch import Tensor

from gradreel.tracer.control.plain import run_plain
from gradreel.tracer.control.reference import expected_gradients, run_reference
from gradreel.tracer.limits import TracerLimits

WORDS = {
    "version_mismatch": "has been modified by an inplace operation",
    "leaf_in_place": "leaf Variable that requires grad is being used in an in-place operation",
    "multi_view_in_place": "is the output of a function that returns multiple views",
    "inference_tensor_saved": "Inference tensors cannot be saved for backward",
    "graph_freed": "Trying to backward through the graph a second time",
    "device_unavailable": "Torch not compiled with",
    "non_scalar_root": "grad can be implicitly created only for scalar outputs",
    "inference_edit": "inference tensor outside InferenceMode is not allowed",
    "out_argument": "functions with out=... arguments don't support automatic differentiation",
    "non_leaf_optimized": "can't optimize a non-leaf Tensor",
    "non_leaf_flag": "you can only change requires_grad flags of leaf variables",
    "non_leaf_copied": "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol",
    "numpy_requires_grad": "Can't call numpy() on Tensor that requires grad",
}
NO_PATH = ("does not require grad and does not have a grad_fn", "appears to not have been used in the graph", "does not require grad")
NO_DEVICE = ("PyTorch is not linked with support for", "Found no NVIDIA driver")
SEVERAL_WORDS = {
    "non_scalar_root": ("Mismatch in shape: grad_output[",),
    "integer_requires_grad": ("nly Tensors of floating point",),
    "view_in_place": ("mode and is being modified inplace", "This view was created inside a custom Function"),
    "custom_gradients": ("returned an incorrect number of gradients", "returned an invalid gradient at index"),
}
NON_LEAF = "The .grad attribute of a Tensor that is not a leaf"
FILENAME = "snippet.py"
LIMITS = TracerLimits(events=1, trace_bytes=1024**2)
"""Of runs that record nothing."""


@dataclass
class Heard:
    """What one plain run showed."""

    messages: list[str] = field(default_factory=list)
    changed: bool = False
    """A name's values changed behind its counter, through another name."""


def verdict(code: str) -> set[str]:
    """Run a program plainly, several times, and return the kinds it calls for."""
    heard, module = _run(code)
    kinds = {kind for kind, words in WORDS.items() if any(words in text for text in heard.messages)}
    kinds |= {kind for kind, several in SEVERAL_WORDS.items() if any(words in text for text in heard.messages for words in several)}
    if any(words in text for text in heard.messages for words in NO_PATH):
        kinds.add("no_grad_path")
    if any(words in text for text in heard.messages for words in NO_DEVICE):
        kinds.add("device_unavailable")
    if any(NON_LEAF in text for text in heard.messages):
        kinds.add("non_leaf_grad")
    if "backward(" not in code and "grad(" not in code and _would_fail(module):
        kinds.add("version_mismatch")
    if "version_mismatch" not in kinds and _wrong_gradient(code):  # what was refused did not go wrong in silence
        kinds.add("silent_overwrite")
    elif heard.changed:
        kinds.add("shared_storage_edit")
    return kinds


def _run(code: str) -> tuple[Heard, dict[str, Any]]:
    heard, names = Heard(), {"__name__": "__main__"}
    watch = _Watch(heard, names, code)
    torch.manual_seed(0)
    with _quiet(heard), contextlib.suppress(BaseException):
        try:
            sys.settrace(watch.trace)
            exec(compile(code, FILENAME, "exec"), names)
        except BaseException as error:
            heard.messages.append(str(error))
        finally:
            sys.settrace(None)
    return heard, names


@contextlib.contextmanager
def _quiet(heard: Heard) -> Iterator[None]:
    torch.set_warn_always(True)
    with warnings.catch_warnings(record=True) as shown, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        yield
    heard.messages += [str(warning.message) for warning in shown]


class _Watch:
    """Records exceptions, including those that the snippet catches, and the names of its module before each line."""

    def __init__(self, heard: Heard, names: dict[str, Any], code: str) -> None:
        self._heard = heard
        self._names = names
        self._lines = code.split("\n")
        self._line = 0
        self._before: dict[str, tuple[Tensor, int, Tensor]] = {}

    def trace(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        if frame.f_code.co_filename != FILENAME:
            return None
        if event == "exception":
            self._heard.messages.append(str(arg[1]))
        elif frame.f_code.co_name == "<module>" and event in ("line", "return"):
            self._look()
            self._line = frame.f_lineno
        return self.trace

    def _look(self) -> None:
        with torch.no_grad():
            now = {name: tensor for name, tensor in self._names.items() if type(tensor) is Tensor and _plain(tensor)}
            for name, (tensor, version, values) in self._before.items():
                if now.get(name) is tensor and tensor._version == version and not torch.equal(tensor.detach(), values):
                    self._heard.changed |= self._through_another(name, tensor)
            self._before = {name: (tensor, tensor._version, tensor.detach().clone()) for name, tensor in now.items()}

    def _through_another(self, name: str, tensor: Tensor) -> bool:
        if tensor.is_leaf and tensor.requires_grad:
            return False  # a parameter that is set by hand
        text = self._lines[self._line - 1]
        words = set(re.findall(r"(?<![.\w])[^\W\d]\w*", text))
        return any(word != name and self._shares(self._names.get(word), tensor) for word in words)

    @staticmethod
    def _shares(other: Any, tensor: Tensor) -> bool:
        if hasattr(other, "__array_interface__") and not isinstance(other, Tensor):
            if other.base is None:
                return False  # an array of its own, that is filled and then read as a tensor
            start = other.__array_interface__["data"][0]
            storage = tensor.untyped_storage()
            return bool(storage.data_ptr() <= start < storage.data_ptr() + storage.nbytes())
        return isinstance(other, Tensor) and _plain(other) and other.untyped_storage().data_ptr() == tensor.untyped_storage().data_ptr()


def _plain(tensor: Tensor) -> bool:
    return tensor.layout is torch.strided and tensor.is_cpu and not tensor.is_inference() and not tensor.is_nested and tensor.numel() > 0


def _would_fail(names: dict[str, Any]) -> bool:
    for value in list(names.values()):
        if isinstance(value, Tensor) and value.requires_grad and value.grad_fn is not None:
            try:
                torch.autograd.backward(value.sum(), retain_graph=True)
            except RuntimeError as error:
                if WORDS["version_mismatch"] in str(error):
                    return True
    return False


def _wrong_gradient(code: str) -> bool:
    found = []
    for run in (_with_gradients, lambda code: run_reference(code, LIMITS)):
        torch.manual_seed(0)
        with _quiet(Heard()):
            found.append(orjson.loads(run(code)))
    plain, reference = found
    if plain["outcome"]["failure"] or reference["outcome"]["failure"]:
        return False
    one, other = plain["gradients"], reference["gradients"]
    return any(not _close(one[name], other[name]) for name in one.keys() & other.keys())


def _with_gradients(code: str) -> bytes:
    return run_plain(code, LIMITS, at_end=expected_gradients)


def _close(one: Any, other: Any) -> bool:
    if one is None or other is None:
        return True
    a, b = (torch.tensor([float(number) for number in each["preview"]]) for each in (one, other))
    return a.shape == b.shape and torch.allclose(a, b, rtol=1e-4, atol=1e-7, equal_nan=True)
