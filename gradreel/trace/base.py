"""The words of the contract: ids, numbers as JSON can say them, and what every model has in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints


@dataclass(frozen=True)
class IdOf:
    """Marks an annotation as the id of a record in one of the trace's tables; ``gradreel.trace.references`` reads it."""

    table: Literal["tensors", "nodes", "saved", "calls", "storages", "counters"]


@dataclass(frozen=True)
class OwnId:
    """Marks the id that a record gives to itself, where every other id mentions another record."""


TensorId = Annotated[str, StringConstraints(pattern=r"^t[1-9][0-9]{0,8}$"), IdOf("tensors")]
NodeId = Annotated[str, StringConstraints(pattern=r"^n[1-9][0-9]{0,8}$"), IdOf("nodes")]
SavedId = Annotated[str, StringConstraints(pattern=r"^s[1-9][0-9]{0,8}$"), IdOf("saved")]
CallId = Annotated[str, StringConstraints(pattern=r"^k[1-9][0-9]{0,8}$"), IdOf("calls")]
StorageId = Annotated[str, StringConstraints(pattern=r"^m[1-9][0-9]{0,8}$"), IdOf("storages")]
CounterId = Annotated[str, StringConstraints(pattern=r"^c[1-9][0-9]{0,8}$"), IdOf("counters")]
EventIndex = Annotated[int, Field(ge=0)]
Line = Annotated[int, Field(ge=1)]
CellIndex = Annotated[int, Field(ge=1)]
"""Of a cell of code, counted from 1."""
FileIndex = Annotated[int, Field(ge=0)]
Round = Annotated[int, Field(ge=1)]
"""Of a loop, counted from 1 in each entry of it."""
FiniteFloat = Annotated[float, Field(allow_inf_nan=False)]
Scalar = int | FiniteFloat | Literal["NaN", "Infinity", "-Infinity"]
Param = str | int | FiniteFloat | bool | None


class Frozen(BaseModel):
    """Base of every model: immutable, closed, documented from its docstrings."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
        json_schema_serialization_defaults_required=True,
    )
