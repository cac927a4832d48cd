"""The words of the contract: ids, numbers as JSON can say them, and what every model has in common."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

TensorId = Annotated[str, StringConstraints(pattern=r"^t[1-9][0-9]{0,8}$")]
NodeId = Annotated[str, StringConstraints(pattern=r"^n[1-9][0-9]{0,8}$")]
SavedId = Annotated[str, StringConstraints(pattern=r"^s[1-9][0-9]{0,8}$")]
StorageId = Annotated[str, StringConstraints(pattern=r"^m[1-9][0-9]{0,8}$")]
CounterId = Annotated[str, StringConstraints(pattern=r"^c[1-9][0-9]{0,8}$")]
EventIndex = Annotated[int, Field(ge=0)]
Line = Annotated[int, Field(ge=1)]
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
