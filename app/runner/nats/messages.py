"""The messages between web replicas and runners: one line of JSON, and behind it the bulk, if there is any.

    job, control   RunAsked                     run this in the slot; the first one takes it
                   StopRun, HoldSlot, LeaveSlot
    slot           SlotTaken                    the runner has a slot for it
                   SlotWorking                  every half second
                   AnswerChunk, RunRefused      once for each run
    beat           Beat                         every second
    queue          Waiting                      between replicas, while any run waits

``key`` names one job that was handed to one runner. The replica makes it up, and nobody but that runner knows it: what comes with it is
this runner's word. The same program handed to another runner is another job.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.sandbox.protocol.fields import MessageInvalid, Messages
from app.sandbox.protocol.modes import Mode, mode_of

MAX_LINE_BYTES = 64 * 1024
"""Of the JSON."""


@dataclass(frozen=True)
class RunAsked:
    """Run a program."""

    answer_to: str
    """Subject."""
    key: str
    number: int
    """Of the run within the slot."""
    mode_name: str
    patient: bool
    """A plain run is made whether or not a child is to spare: nobody waits for its children, or its film is stored."""
    body: bytes
    """The code."""

    @property
    def mode(self) -> Mode:
        """The mode; raises ``MessageInvalid`` if there is none of this name."""
        mode = mode_of(self.mode_name)
        if mode is None:
            raise MessageInvalid("no mode of this name")
        return mode


@dataclass(frozen=True)
class StopRun:
    """Kill a run: nobody wants its answer."""

    key: str
    number: int


@dataclass(frozen=True)
class HoldSlot:
    """Somebody still wants the slot: its runs are killed when this has not been heard for a while."""

    key: str


@dataclass(frozen=True)
class LeaveSlot:
    """Kill what runs in the slot and give it to somebody else."""

    key: str


@dataclass(frozen=True)
class SlotTaken:
    """The runner has taken the job."""

    key: str
    tier: str
    layers: tuple[str, ...]
    torch: str
    python: str


@dataclass(frozen=True)
class SlotWorking:
    """The runner is still there."""

    key: str


@dataclass(frozen=True)
class RunRefused:
    """There is no answer, and it is not the program's doing."""

    key: str
    number: int
    reason: str
    """``full``: the job is not taken, since there is no slot. ``busy``, ``lost`` or ``unavailable``: this run is not made."""


@dataclass(frozen=True)
class AnswerChunk:
    """A piece of an answer; what is beside ``body`` and ``index`` is the same in each."""

    key: str
    number: int
    index: int
    sizes: str
    """Bytes of result, stdout and stderr, with spaces between; ``body`` are pieces of them, one behind the other."""
    has_result: bool
    failure: str
    """Why the run was stopped, a ``Failure`` as JSON; empty if it was not."""
    elapsed_ms: float
    body: bytes


@dataclass(frozen=True)
class Beat:
    """How a runner is."""

    engine: str
    sources: str
    """Hash of the sources that make films: a replica of other sources may not understand the answers."""
    torch: str
    python: str
    tier: str
    layers: tuple[str, ...]
    slots: int
    running: int
    children_waiting: int
    ready: bool
    """It takes jobs, and they would be run."""


@dataclass(frozen=True)
class Waiting:
    """Which runs wait at a replica, for the others: whoever asks for a place may ask any replica."""

    places: tuple[str, ...]
    """Each a ticket, a space, and how many come before it."""


Message = RunAsked | StopRun | HoldSlot | LeaveSlot | SlotTaken | SlotWorking | RunRefused | AnswerChunk | Beat | Waiting
_MESSAGES: Messages[Message] = Messages(Message)


def pack(message: Message) -> bytes:
    """Write a message."""
    return b"\n".join([_MESSAGES.to_json(message), b"".join(_MESSAGES.bulk(message))])


def unpack(data: bytes) -> Message:
    """Read a message; raises ``MessageInvalid`` unless it is exactly one of them."""
    end = data.find(b"\n", 0, MAX_LINE_BYTES)
    if end < 0:
        raise MessageInvalid("a message without its first line")
    body = data[end + 1 :]
    return _MESSAGES.from_json(data[:end], [body] if body else [])
