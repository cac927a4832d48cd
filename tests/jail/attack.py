"""An attack: a name, a snippet, and how it must end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest

from gradreel.trace import Run

End = Callable[[Run], None]

SYSCALL = """import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def syscall(number, *arguments):
    result = libc.syscall(number, *arguments)
    return result if result >= 0 else os.strerror(ctypes.get_errno())
"""


@dataclass(frozen=True)
class Attack:
    """``code`` must end as ``end`` demands, in every tier."""

    name: str
    code: str
    end: End


def each(attacks: Iterable[Attack], alike: str = "") -> pytest.MarkDecorator:
    """Make one test per attack; those that are named as alike to others, which always run, are long (tests/long.py)."""
    alike_ones = alike.split()
    parameters = [
        pytest.param(attack, id=attack.name, marks=(pytest.mark.long,) if attack.name in alike_ones else ()) for attack in attacks
    ]
    return pytest.mark.parametrize("attack", parameters)


def raises(*types: str, hint: str | None = None) -> End:
    """It ends in one of these Python errors."""

    def check(run: Run) -> None:
        failure = run.outcome.failure
        assert run.outcome.status == "raised", (run.outcome, run.stdout)
        assert failure is not None
        assert failure.exception_type in types, failure
        if hint is not None:
            assert failure.hint_kind == hint, failure

    return check


def stops(*kinds: str) -> End:
    """It is stopped for one of these reasons."""

    def check(run: Run) -> None:
        assert run.outcome.status == "stopped", (run.outcome, run.stdout[:200])
        assert run.outcome.failure is not None
        assert run.outcome.failure.kind in kinds, run.outcome.failure

    return check


def says(*texts: str) -> End:
    """It completes, and prints one of these."""

    def check(run: Run) -> None:
        assert run.outcome.status == "completed", run.outcome
        assert run.stdout.strip() in texts, run.stdout

    return check


def either(*ends: End) -> End:
    """It ends in one of several ways."""

    def check(run: Run) -> None:
        complaints = []
        for end in ends:
            try:
                end(run)
            except AssertionError as complaint:
                complaints.append(str(complaint))
            else:
                return
        raise AssertionError("\n".join(complaints))

    return check


REFUSED = "Operation not permitted"
