"""Has something done before SIGTERM ends the program, as a scheduler sends it; the program sees nothing of it.

A handler of the program's own takes the place of this one, as it would take that of the default; ``signal.getsignal`` says that there is
none where it has set none. The process ends by the signal, and none of the program's code runs any more, as without this. Only while
Python waits for code in C, it ends later. A process that the program forks has nothing of this.
"""

from __future__ import annotations

import os
import signal
import threading
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any


class Terminated(KeyboardInterrupt):
    """What a recording ends with when SIGTERM has come. It is raised nowhere."""


@contextmanager
def on_sigterm(act: Callable[[], None]) -> Iterator[None]:
    """Call ``act`` when the signal comes in this block, unless the program or whoever started it handles it."""
    functions: Any = signal
    get, put = functions.getsignal, functions.signal
    if not _is_main_thread() or get(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return

    def act_and_end(number: int, _frame: types.FrameType | None) -> None:
        put(number, signal.SIG_DFL)
        with suppress(Exception):
            act()
        os.kill(os.getpid(), number)

    def shown(handler: Any) -> Any:
        return signal.SIG_DFL if handler is act_and_end else handler

    def getsignal(number: int) -> Any:
        return shown(get(number))

    def set_signal(number: int, handler: Any) -> Any:
        return shown(put(number, act_and_end if number == signal.SIGTERM and handler == signal.SIG_DFL else handler))

    def is_on() -> bool:
        return functions.signal is set_signal

    def take_away() -> None:
        if get(signal.SIGTERM) is act_and_end:
            put(signal.SIGTERM, signal.SIG_DFL)
        functions.getsignal, functions.signal = get, put

    def step_aside() -> None:
        # Python forgets the signals that a new process gets before it has its own state: there is to be no handler by then.
        if _is_main_thread() and get(signal.SIGTERM) is act_and_end:
            put(signal.SIGTERM, signal.SIG_DFL)
            aside.append(True)

    def step_back() -> None:
        if aside:
            aside.clear()
            put(signal.SIGTERM, act_and_end)

    put(signal.SIGTERM, act_and_end)
    functions.getsignal, functions.signal = getsignal, set_signal
    process, aside = os.getpid(), list[bool]()
    # They cannot be taken back: after this block they find no handler of ours.
    os.register_at_fork(before=step_aside, after_in_parent=step_back, after_in_child=lambda: take_away() if is_on() else None)
    try:
        yield
    finally:
        if os.getpid() == process:
            take_away()


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
