"""What a recording is told: how much it may hold, and which files are the program's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from gradreel.locale import LANGUAGES, Lang

Values = Literal["all", "near", "none"]

MAX_EVENTS = 50_000
MAX_BYTES = 32 * 1024**2
MIN_BYTES = 256 * 1024
"""Less than this has no room for what is added at the end."""


@dataclass(frozen=True)
class Options:
    """Checked when they are made: raises ``ValueError``, which says what is wrong and what is possible."""

    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    max_events: int = MAX_EVENTS
    max_bytes: int = MAX_BYTES
    values: Values = "all"
    """Elements of tensors on the CPU: of all tensors, of those that a diagnosis is about, of none."""
    last: int | None = None
    """Training steps that are kept; nothing is left out where it is None."""
    steps: int | None = None
    """Backward passes after which nothing more is recorded."""
    non_finite: bool = False
    """Whether tensors that show no elements are looked at for NaN and infinities."""
    lang: Lang = "en"
    """Language of the note on an exception, and of a film that is written by itself."""

    def __post_init__(self) -> None:
        for name in ("include", "exclude"):
            if isinstance(getattr(self, name), str):
                raise ValueError(f"{name} is a list of patterns such as ['src/*.py'], not one string: {getattr(self, name)!r}")
        if self.max_events < 1:
            raise ValueError(f"max_events is {self.max_events}: at least 1")
        for name in ("steps", "last"):
            if (count := getattr(self, name)) is not None and count < 1:
                raise ValueError(f"{name} is {count}: at least 1")
        check_choice("values", self.values, get_args(Values))
        check_choice("lang", self.lang, LANGUAGES)
        if self.max_bytes < MIN_BYTES:
            raise ValueError(f"max_bytes is {self.max_bytes}: at least {MIN_BYTES}")


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise ``ValueError`` for a value that is none of the choices."""
    if value not in choices:
        raise ValueError(f"{name} is {value!r}: one of {', '.join(map(repr, choices))}")
