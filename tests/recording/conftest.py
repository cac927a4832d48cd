"""Asserts that nothing of the recorder is left after any test."""

from __future__ import annotations

from tests.tracer.conftest import nothing_stays_installed

__all__ = ["nothing_stays_installed"]
