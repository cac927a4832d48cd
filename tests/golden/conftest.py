"""Golden traces are recorded by the same process that runs the programs of the diagnosis tests."""

from tests.diagnose.conftest import ask, see

__all__ = ["ask", "see"]
