"""What a message states of the tensor it is about, and what follows from that."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from gradreel.derivatives.table import table_of

NEWEST_TABLE = "2.15"
TENSOR = re.compile(r"\[([A-Za-z][\w.]{1,80}) \[([\d, ]{0,300})\]\]")
OUTPUT = re.compile(r"which is output (\d{1,9}) of (?:struct )?([^,\s]{1,200}),")
VERSIONS = re.compile(r"is at version (\d{1,12}); expected version (\d{1,12}) instead")
VIEW_OF = re.compile(r"Output (\d{1,9}) of (\w{1,200}) is a view")
FUNCTION = re.compile(r"[Ff]unction '?(\w{1,200})'? returned (?:an in|nan)")
MADE = re.compile(r"(?:torch\.)?(?:(cuda|mps|xpu|xla|hpu|sparse|cpu)\.)?(?:sparse\.)?(\w+?)Tensor$")
TYPED = re.compile(r"(CPU|CUDA|MPS|XLA|XPU|HIP|HPU|Meta|PrivateUse1)(\w+?)Type$")
NUMBERED = re.compile(r"\d+$")
DTYPES = {
    "Float": "float32",
    "Double": "float64",
    "Half": "float16",
    "BFloat16": "bfloat16",
    "Long": "int64",
    "Int": "int32",
    "Short": "int16",
    "Char": "int8",
    "Byte": "uint8",
    "Bool": "bool",
    "ComplexFloat": "complex64",
    "ComplexDouble": "complex128",
    "ComplexHalf": "complex32",
}
Keeps = Literal["result", "input", "both", "nothing"]


@dataclass(frozen=True)
class Stated:
    """What a message states."""

    dtype: str | None = None
    device: str | None = None
    shape: tuple[int, ...] | None = None
    node: str | None = None
    output: int | None = None
    saved: int | None = None
    current: int | None = None

    @property
    def edits(self) -> int | None:
        """How often the tensor was edited since it was saved."""
        return self.current - self.saved if self.current is not None and self.saved is not None and self.current > self.saved else None


def stated_in(message: str) -> Stated:
    """Read a message with single spaces."""
    tensor, output, versions = TENSOR.search(message), OUTPUT.search(message), VERSIONS.search(message)
    view, function = VIEW_OF.search(message), FUNCTION.search(message)
    dtype, device = _type(tensor[1]) if tensor else (None, None)
    node = output[2] if output else view[2] if view else function[1] if function else None
    number = output[1] if output else view[1] if view else None
    return Stated(
        dtype=dtype,
        device=device,
        shape=tuple(int(size) for size in re.findall(r"\d{1,18}", tensor[2])) if tensor else None,
        node=bare(node) if node else None,
        output=int(number) if number else None,
        saved=int(versions[2]) if versions else None,
        current=int(versions[1]) if versions else None,
    )


def bare(node: str) -> str:
    """Return the name of a node as ``grad_fn`` has it: messages have a namespace before it, and recent ones leave out ``Backward``."""
    name = node.removeprefix("struct ").rpartition("::")[2]
    table = table_of(NEWEST_TABLE)
    if name in table or "Backward" in name:
        return name
    if (plain := f"{name}Backward0") in table:
        return plain
    number = NUMBERED.search(name)
    numbered = f"{name[: number.start()]}Backward{number[0]}" if number else ""
    return numbered if numbered in table else name


def keeps(node: str | None) -> Keeps | None:
    """Return what the op of a node keeps for its gradient; the names of releases before 1.10 lack the number."""
    if node is None:
        return None
    table = table_of(NEWEST_TABLE)
    entry = table.get(node) or table.get(f"{node}0")
    if entry is None:
        return None
    read = {attribute for attributes in entry.reads.values() for attribute in attributes}
    results = {attribute for attribute in read if attribute.startswith(("result", "output"))}
    if not read:
        return "nothing"
    return "both" if results and read - results else "result" if results else "input"


def op_of(node: str) -> str:
    """Return the name of the op that a node belongs to, in small letters: ``exp`` for ``ExpBackward0``."""
    return NUMBERED.sub("", node).removesuffix("Backward").lower()


def is_built_in(node: str) -> bool:
    """Whether a node may be of one of PyTorch's own ops; before 1.10 these had no numbers, as those of custom Functions have none."""
    table = table_of(NEWEST_TABLE)
    return node in table or f"{node}0" in table


def _type(name: str) -> tuple[str | None, str | None]:
    if found := TYPED.match(name):
        return DTYPES.get(found[2]), found[1].lower()
    if found := MADE.match(name):
        return DTYPES.get(found[2]), found[1] or "cpu"
    return None, None
