"""Fix for a program that asks for a device that is not here: run it on the CPU.

device = "cuda:0"              ─▶  device = "cpu"
net.cuda(), x.to(0)            ─▶  net, x.to("cpu")
torch.cuda.FloatTensor(…)      ─▶  torch.FloatTensor(…)
torch.cuda.synchronize()       ─▶  pass
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import Patch, patched
from gradreel.diagnose.lookup.source import Source, bare_call, dotted
from gradreel.trace import Fix

CPU = '"cpu"'
NAMES_OF_DEVICES = frozenset({"current_device", "get_device_name"})
"""Functions that say which device there is."""
HAVE_NO_DEVICE = frozenset({"is_available", "device_count", "manual_seed", "manual_seed_all", "empty_cache"})
"""Functions that may be called without one."""


def use_cpu(source: Source, device: str) -> Fix | None:
    """``"cpu"`` for the device wherever it is named, and nothing that only the device can do."""
    patches = [patch for node in source.nodes for patch in _patches(source, node, device)]
    return fix("use_cpu", patched(source, patches), device=device)


def _patches(source: Source, node: ast.AST, device: str) -> Iterator[Patch]:
    if isinstance(node, ast.Constant | ast.JoinedStr) and _is_device(node, device):
        yield (*source.span(node), CPU)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(f"torch.{device}."):
        start = source.span(node)[0] + source.segment(node).index(f".{device}.")
        yield start, start + len(device) + 1, ""
    elif isinstance(node, ast.Expr):
        yield from _left_out(source, node, device)
    elif isinstance(node, ast.Attribute) and dotted(node.value) == f"torch.{device}" and node.attr.endswith("Tensor"):
        yield source.span(node.value)[0] + len("torch"), source.span(node.value)[1], ""
    elif isinstance(node, ast.Call):
        yield from _of_call(source, node, device)


def _of_call(source: Source, call: ast.Call, device: str) -> Iterator[Patch]:
    called = call.func
    if not isinstance(called, ast.Attribute):
        return
    if dotted(called.value) == f"torch.{device}" and called.attr in NAMES_OF_DEVICES:
        yield (*source.span(call), CPU)
    elif called.attr == device and dotted(called) != f"torch.{device}":
        yield source.dot(called), source.span(call)[1], ""
    given = [*(call.args[:1] if called.attr == "to" or dotted(called) == "torch.device" else ())]
    given += [keyword.value for keyword in call.keywords if keyword.arg == "device"]
    yield from ((*source.span(each), CPU) for each in given if isinstance(each, ast.Constant) and type(each.value) is int)


def _left_out(source: Source, stmt: ast.Expr, device: str) -> Iterator[Patch]:
    """``pass`` for a statement that only tells the device to do something: ``torch.cuda.synchronize()``."""
    call = bare_call(stmt)
    told = call.func if call is not None and isinstance(call.func, ast.Attribute) else None
    if told is not None and dotted(told.value) == f"torch.{device}" and told.attr not in HAVE_NO_DEVICE:
        yield (*source.span(stmt), "pass")


def _is_device(node: ast.Constant | ast.JoinedStr, device: str) -> bool:
    """Whether a string names the device, with or without a number: also ``f"cuda:{rank}"``."""
    if isinstance(node, ast.JoinedStr):
        first = node.values[0] if node.values else None
        return isinstance(first, ast.Constant) and first.value == f"{device}:" and len(node.values) == 2
    return isinstance(node.value, str) and re.fullmatch(rf"{re.escape(device)}(:\d+)?", node.value) is not None
