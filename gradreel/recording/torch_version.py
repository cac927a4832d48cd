"""Loads what records, and with it PyTorch; says so where there is none, one that does not load, or one older than what is supported."""

from __future__ import annotations

import importlib
import re
import sys
from functools import cache
from typing import TYPE_CHECKING

from gradreel.errors import TorchMissing
from gradreel.recording.notice import tell_in

if TYPE_CHECKING:
    from gradreel.locale import Lang
    from gradreel.recording.session import Session

OLDEST = (2, 4)
"""The oldest minor release that is supported; ``docs/torch-range.md`` says which releases the tests have been run with."""


def new_session(lang: Lang = "en") -> type[Session]:
    """Return the class that records. Raise ``TorchMissing`` where PyTorch is not here, does not load, or is too old to record with."""
    _load_torch()
    try:
        from gradreel.recording.session import Session
    except (ImportError, AttributeError) as error:
        found = _found()
        if found is None or not is_old(found):
            raise
        raise TorchMissing(f"Gradreel needs PyTorch {_written(OLDEST)} or later; here is {found}: pip install --upgrade torch") from error
    if (found := _found()) is not None and is_old(found):
        _warn(found, lang)
    return Session


def _load_torch() -> None:
    """Import PyTorch by itself, so that what fails in it is not taken for a defect of what records."""
    try:
        importlib.import_module("torch")
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "torch":
            raise TorchMissing("Gradreel records what PyTorch does, and there is no PyTorch here: pip install torch") from None
        said = ": ".join((type(error).__name__, *str(error).strip().splitlines()[:1]))
        raise TorchMissing(f"PyTorch is here and does not load: {said}. `python -c 'import torch'` shows where it fails") from error


def is_old(version: str) -> bool:
    """Whether a version such as ``2.9.1+cpu`` is older than what is supported; one that cannot be read is not."""
    numbers = re.match(r"(\d+)\.(\d+)", version)
    return numbers is not None and (int(numbers[1]), int(numbers[2])) < OLDEST


@cache
def _warn(found: str, lang: Lang) -> None:
    tell_in(lang, "told-old-torch", found=found, oldest=_written(OLDEST))


def _found() -> str | None:
    version = getattr(sys.modules.get("torch"), "__version__", None)
    return None if version is None else str(version)


def _written(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))
