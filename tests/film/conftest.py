"""Films of old engines are compared with what the process of the diagnosis tests records."""

from tests.diagnose.conftest import ask, see

__all__ = ["ask", "see"]
