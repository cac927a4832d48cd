"""``gradreel.record()``: the context manager around what is to be recorded."""

from __future__ import annotations

import sys
import types
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gradreel.recording.current import CURRENT, Pausing, heed_forks
from gradreel.recording.film import Film
from gradreel.recording.noted import note
from gradreel.recording.notice import tell_in
from gradreel.recording.options import MAX_BYTES, MAX_EVENTS, Options, Values
from gradreel.recording.torch_version import new_session

if TYPE_CHECKING:
    from gradreel.locale import Lang
    from gradreel.recording.session import Session


def record(
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    max_events: int = MAX_EVENTS,
    max_bytes: int = MAX_BYTES,
    values: Values = "all",
    last: int | None = None,
    steps: int | None = None,
    lang: Lang = "en",
) -> Block:
    """Record the block of a ``with`` statement; ``as`` gives the ``Film``.

        with gradreel.record() as film:
            loss = model(x).mean()
            loss.backward()
        film.save("why.html")

    The program runs as without it: same results, exceptions, gradients and random numbers. An exception leaves the block as always,
    and the film is complete up to there; one that came from autograd has a note (``__notes__``) with the lines that explain it.

    ``include`` and ``exclude`` are globs of paths, absolute or relative to the working directory: the program's files are all but the
    standard library, ``site-packages``, PyTorch and Gradreel, plus ``include``, less ``exclude``. ``max_events`` bounds the number of
    events, ``max_bytes`` the size of the recording as JSON, in bytes: a film that is full keeps its beginning, what later events depend
    on, and its end.

    ``values`` says of which tensors elements are shown: ``"all"``, ``"near"`` (what a diagnosis is about: recording takes as much as for
    ``"all"``, the film is smaller) or ``"none"``. Those of tensors that are not on the CPU are never read: nothing waits for a device.
    ``last`` keeps so many training steps, each up to the end of a backward pass, without values; what is older is forgotten while the
    program runs, and memory does not grow. ``steps`` stops recording after so many backward passes. ``lang`` is the language of the note,
    and of a line on stderr that says what went wrong with the recording.

    Raises ``ValueError`` for an option that is not possible.
    """
    _keep_out_of_compiled()
    return Block(Options(include, exclude, max_events, max_bytes, values, last, steps, lang=lang))


vars(record)["_torchdynamo_disable"] = True
"""What ``torch.compiler.disable`` sets: a compiled function is left here, and goes on as it is written."""


def _keep_out_of_compiled() -> None:
    """Have ``torch.compile`` run the code of this package as it is: it compiles what functions that it was given call."""
    rules: Any = sys.modules.get("torch._dynamo.trace_rules")
    if rules is not None and CURRENT.compiled_by is not rules:
        CURRENT.compiled_by = rules
        rules.add("gradreel")


class Block:
    """Records while it is entered. Each may be entered once.

    Inside another block, or beside one in another thread, it is a part of that one, and a line on stderr says so.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self.film = Film()
        """What ``as`` gives."""
        self._session: Session | None = None
        self._main: str | None = None
        self._armed: Pausing | None = None

    @property
    def is_recording(self) -> bool:
        """Whether the block runs."""
        return self._session is not None

    def of(self, main: str) -> Block:
        """Make the code of this file name file 0; without that it is the file in which the block stands."""
        self._main = main
        return self

    def __enter__(self) -> Film:
        self._armed = CURRENT.armed
        if self._armed is not None:
            self._armed.suspend()
        if (outer := CURRENT.block) is not None:
            tell_in(self._options.lang, "told-inside")
            self.film.follow(outer.film)
            return self.film
        heed_forks()
        session = new_session(self._options.lang)(self._options, sys._getframe(1), self._main)
        try:
            session.start()
        except Exception as error:
            session.give_up()
            tell_in(self._options.lang, "told-not-recorded", error=error)
        else:
            self._session, CURRENT.block = session, self
        return self.film

    def begin_cells(self, main: str, caller: types.FrameType) -> Session:
        """Begin to record a program with cells, in the file ``main``: whoever runs it says when each of them begins and ends."""
        heed_forks()
        self._session, CURRENT.block = new_session(self._options.lang)(self._options, caller, main), self
        return self._session

    def __exit__(self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: types.TracebackType | None) -> None:
        self.end(error)

    def end(self, error: BaseException | None) -> None:
        """End the recording; ``error`` is what the block ended with."""
        session, self._session = self._session, None
        if session is None:
            return
        debugger = sys.gettrace()
        if not isinstance(debugger, types.FunctionType | types.MethodType):  # one that is written in C stops nowhere
            self._end(session, error)
            return
        sys.settrace(None)  # it would step into what follows
        try:
            self._end(session, error)
        finally:
            sys.settrace(debugger)

    def _end(self, session: Session, error: BaseException | None) -> None:
        CURRENT.block = None
        armed, self._armed = self._armed, None
        try:
            self.film.develop(session.stop(error))
        except Exception as failed:
            tell_in(self._options.lang, "told-no-film", error=failed)
        else:
            note(error, self.film, lang=self._options.lang)
        if armed is not None:
            armed.resume(sys._getframe(3))

    def abandon(self) -> None:
        """Record nothing more: this is a process that was forked."""
        if self._session is not None:
            self._session.abandon()
