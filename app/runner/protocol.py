"""What the API needs of whatever runs snippets: this machine, or many."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from gradreel.film.film import Film


@dataclass(frozen=True)
class RunnerHealth:
    """One runner of several, as it says of itself."""

    torch: str
    tier: str
    slots: int
    """Snippets that it runs at once."""


@dataclass(frozen=True)
class Health:
    """How well snippets are locked in, and how busy it is."""

    tier: str
    """``N`` namespaces, ``L`` Landlock without namespaces, ``none`` no jail at all, ``?`` before the start."""
    layers: tuple[str, ...]
    children_waiting: int
    running: int
    queued: int
    ready: bool
    """Would a snippet be run now?"""
    readers_waiting: int = 0
    """Processes ready to read an answer."""
    readers_replaced: int = 0
    """Processes that read answers and failed, or had grown too large, since the start."""
    film_parts_left_out: dict[str, int] = field(default_factory=dict)
    """How often films had to do without their diagnoses, comparison or summary, since the start, by name."""
    oldest_wait_s: float = 0.0
    """How long the run that has waited longest has been waiting."""
    runners: tuple[RunnerHealth, ...] = ()
    """Other machines that run snippets; none where this one does."""
    other_runners: int = 0
    """Machines that are there and are given none: their version or engine is another one, they are not ready, or are shut out."""
    runners_shut_out: int = 0
    """Those of them that took runs and did not answer."""
    disagreements: int = 0
    """Runs that two machines ended differently, since the start."""
    deliveries: int = 0
    """Runs that those machines have taken, since the start."""
    delivery_s: float = 0.0
    """How long these runs lay in the broker before, in all."""


@dataclass(frozen=True)
class FinishedRun:
    """A run's film, packed, and what is known about it without reading it."""

    film: Film
    status: str
    """As in ``Outcome``."""
    failure_kind: str | None
    fidelity: str
    confirmed: bool = True
    """Whether its film may be stored as it is: this machine made it, or it was compared as a ``kept`` one is."""


Verdict = Literal["works", "raises", "changes", "unchecked"]


@dataclass(frozen=True)
class ProposedFix:
    """A fix that may be run: its key within the film, its kind, and the whole fixed program."""

    key: str
    kind: str
    code: str
    cell: int | None = None
    """Of a program in percent format: the cell of code that must complete, and after which its values are compared."""


@dataclass(frozen=True)
class FixResult:
    """What running a fixed program showed."""

    verdict: Verdict
    """``works`` it runs to its end with the gradients that the program was meant to have, ``raises`` an exception still, ``changes``
    gradients or values, ``unchecked``: it was not run, was stopped, or differs from itself."""
    changed: tuple[str, ...] = ()
    """What differs, by name: ``w.grad``; "" for what no name of the program's module leads to."""
    exception_type: str = ""
    """What it raises."""


@dataclass(frozen=True)
class IntendedRun:
    """What a program before its fixes was meant to do: one for all fixes of it, or of one cell. Hostile bytes, which a reader judges."""

    code: str
    result: bytes
    place: str = ""
    """The machine that ran it; empty where there is only one."""
    cell: int | None = None
    """The cell that it was run up to, as it was meant; null for a program without cells."""
    before: bytes = b""
    """Of a program with cells: what it does under plain PyTorch, all of it."""


class Runner(Protocol):
    """Runs snippets; made once per service."""

    @property
    def engine(self) -> str:
        """The tag of the engine that makes films now; empty while none is known."""

    async def start(self) -> None:
        """Get ready; raises ``SandboxUnavailable``."""

    async def aclose(self) -> None:
        """Stop every run and let go of everything."""

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False, kept: bool = False) -> FinishedRun:
        """Run a snippet for a client. Cancelling the caller kills the run. While it waits, ``ahead`` tells its place by ``ticket``.

        ``patient`` says that nobody waits for this run: its comparison with plain PyTorch takes the time it needs. ``kept`` says that its
        film is to be stored: what another machine answered is compared with what a second one answers, where there is one.

        Raises ``Busy``, ``TooManyRequests``, ``CodeTooLarge`` or ``CodeUnreadable``; a snippet that fails is a ``Run``.
        """

    async def complete(self, code: str, film: Film, client: str) -> Film:
        """Find out by further runs what the film of ``code`` says is pending, and return the film with that.

        Waits and raises as ``submit``, and raises ``RunLost`` where such a run could not be made.
        """

    async def renew(self, film: Film, snippet_id: str = "") -> Film:
        """Bring a stored film into the present form, under this id unless it is empty; raises ``FilmUnreadable``."""

    async def run_intended(self, code: str, client: str, cell: int | None = None) -> IntendedRun:
        """Run a snippet, or its cells up to one, as it was meant, to judge its fixes by; waits and raises as ``submit``."""

    async def try_fix(self, intended: IntendedRun, fix: ProposedFix, client: str) -> FixResult:
        """Run a fixed program in a child of its own and judge it; waits and raises as ``submit``."""

    def ahead(self, ticket: str) -> int | None:
        """Say how many waiting runs come before the one with this ticket; None if none with it waits."""

    def health(self) -> Health:
        """Say how things are, without waiting."""
