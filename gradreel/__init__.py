"""Records what PyTorch's autograd does with a program, explains its failures, and shows them as a film.

    with gradreel.record() as film:
        model(x).mean().backward()
    film.save("why.html")

Importing this package loads neither torch nor anything heavy: the rest is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gradreel.version import VERSION as __version__

if TYPE_CHECKING:
    from gradreel.recording import Film, compare, on_error, record

__all__ = ["Film", "__version__", "compare", "on_error", "record"]


def load_ipython_extension(shell: Any) -> None:
    """Called by ``%load_ext gradreel``."""
    from gradreel.notebook import load_ipython_extension

    load_ipython_extension(shell)


def __getattr__(name: str) -> Any:
    """Load what is used of the library."""
    if name not in __all__:
        raise AttributeError(f"module 'gradreel' has no attribute {name!r}")
    from gradreel import recording

    return getattr(recording, name)
