"""Records exceptions, each once, without keeping it: its traceback holds tensors."""

from __future__ import annotations

from gradreel.tracer.journal import Journal

MAX_CHARACTERS = 10_000


class Raises:
    """The exceptions seen so far."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._last: tuple[int, str, int] | None = None
        self.count = 0

    def record(
        self,
        error: BaseException,
        line: int | None,
        since: int = 0,
        node: str | None = None,
        saved: str | None = None,
        op: str | None = None,
        inputs: tuple[str, ...] = (),
    ) -> int:
        """Record an exception unless it is the one recorded last, on its way up; return its event.

        ``since`` is the ``count`` of when the work began that it ends: what was recorded before that is another exception, though it had
        the same text and lay at the same address.
        """
        message = text_of(error)
        if self._last is not None and self.count > since and self._last[:2] == (id(error), message):
            return self._last[2]
        name = type.__dict__["__name__"].__get__(type(error))
        index = self._journal.add("raise", line, exception_type=name, message=message, node=node, saved=saved, op=op, inputs=inputs)
        self._last = (id(error), message, index)
        self.count += 1
        return index


def text_of(error: BaseException) -> str:
    """Return ``str(error)``, bounded, also where the program's own ``__str__`` returns something else or raises."""
    try:
        text = str(error)
    except Exception:
        text = f"<unprintable {type(error).__name__} object>"
    text = str.__str__(text)
    return text.encode("utf-8", "replace").decode("utf-8")[:MAX_CHARACTERS]
