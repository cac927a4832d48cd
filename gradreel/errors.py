"""What the library itself can raise; the service's errors derive from the same base."""

from __future__ import annotations


class GradreelError(Exception):
    """Base of every error that Gradreel raises on purpose; its text says what is wrong and what to do."""


class PlayerNotBuilt(GradreelError):
    """The player that films are shown with is missing from this installation."""


class FilmUnreadable(GradreelError):
    """A saved film is damaged, or of a version that this installation does not know."""


class StillFailed(GradreelError):
    """The drawing engine is not built, ran out of time or memory, or met a run that it cannot draw."""


class FilmNotReady(GradreelError):
    """The block that is being recorded has not ended."""


class FilmNotWritten(GradreelError):
    """A film cannot be written to the file that was named."""


class TorchMissing(GradreelError):
    """There is no PyTorch to record, or one that is too old."""


class FilmNotPublished(GradreelError):
    """A film that a page asks for cannot be recorded or shown, or is not what its page says."""
