"""Records what PyTorch's autograd does with a program, explains its failures, and shows them as a film.

Importing this package loads neither torch nor anything heavy.
"""

from __future__ import annotations

from gradreel.version import VERSION as __version__

__all__ = ["__version__"]
