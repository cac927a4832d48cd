"""The messages between the server, the zygote and its children, and how they become packets.

    control    server ──▶ zygote   SpawnChild + five descriptors      zygote ──▶ server   ZygoteReady or StartFailed, once
    lifeline   child  ──▶ server   ChildStarted + two pidfds, ChildReady, SnippetRead, SnippetEnded; ChildFailed at any point
               server ──▶ child    StopSnippet. Closing the server's end kills the child, so does the server's death
    code       server ──▶ child    one Snippet
    result     child  ──▶ server   one JSON document on one line; if the line does not end, the child was killed while writing

Packets keep their borders (SOCK_SEQPACKET). Only trusted code writes to a lifeline: the snippet's process closes it before the
snippet runs. What goes wrong after ``SnippetRead`` is the snippet's doing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import BinaryIO

from app.sandbox.protocol.fields import Messages
from app.sandbox.protocol.modes import Mode, mode_of

MAX_PACKET_BYTES = 16 * 1024
MAX_TEXT_CHARS = 1_000
"""Longer texts are cut: of a traceback the end says most."""
LENGTH_BYTES = 4
END_OF_RESULT = b"\n"


@dataclass(frozen=True)
class SpawnChild:
    """Fork a child."""

    defer_warmup: bool
    """Say ``ChildReady`` before the warm-up run; it is made up for only if no snippet comes. For times when runs are queued."""


@dataclass(frozen=True)
class ZygoteReady:
    """The zygote has imported torch and entered its jail."""

    tier: str
    layers: tuple[str, ...]
    torch: str
    python: str


@dataclass(frozen=True)
class StartFailed:
    """The zygote cannot start."""

    message: str
    traceback: str


@dataclass(frozen=True)
class ChildStarted:
    """Comes with two pidfds: of the child's init, and of the snippet's process."""


@dataclass(frozen=True)
class ChildReady:
    """The child is in its jail and waits for a snippet."""


@dataclass(frozen=True)
class SnippetRead:
    """The child has read its snippet and is about to run it."""


@dataclass(frozen=True)
class SnippetEnded:
    """How the snippet's process ended, as its init saw it."""

    wait_status: int
    cpu_s: float
    added_bytes: int
    """The most memory it held, beyond that of an idle child."""


@dataclass(frozen=True)
class ChildFailed:
    """The child could not be set up."""

    traceback: str


@dataclass(frozen=True)
class StopSnippet:
    """Interrupt the snippet, which can then still hand in its trace."""


Message = SpawnChild | ZygoteReady | StartFailed | ChildStarted | ChildReady | SnippetRead | SnippetEnded | ChildFailed | StopSnippet
_MESSAGES: Messages[Message] = Messages(Message)


# NOTE [Same packets] Most messages say no more than what they are: those are written and read once. In a child that saves more than the
# time: the zygote has written them already, so no memory of the JSON library is touched, which a fork would have to copy.
MAX_KEPT_PACKETS = 16


@lru_cache(MAX_KEPT_PACKETS)
def to_bytes(message: Message) -> bytes:
    """Write a message as one packet; ``from_bytes`` is its inverse but for texts that were cut."""
    return _MESSAGES.to_json(message, MAX_TEXT_CHARS)


@lru_cache(MAX_KEPT_PACKETS)
def from_bytes(packet: bytes) -> Message:
    """Read a packet; raises ``MessageInvalid`` unless it is exactly one of the messages."""
    return _MESSAGES.from_json(packet)


for _message in (ChildStarted(), ChildReady(), SnippetRead()):
    to_bytes(_message)


@dataclass(frozen=True)
class Snippet:
    """What a child is to run: length (4 bytes), mode, line feed, UTF-8."""

    mode: Mode
    code: str

    def to_bytes(self) -> bytes:
        """Everything that goes through the pipe."""
        content = f"{self.mode}\n{self.code}".encode()
        return len(content).to_bytes(LENGTH_BYTES) + content

    @staticmethod
    def read(pipe: BinaryIO) -> Snippet | None:
        """Read what ``to_bytes`` wrote; None if the server closed the pipe without sending a snippet."""
        length = pipe.read(LENGTH_BYTES)
        if len(length) < LENGTH_BYTES:
            return None
        name, _, code = pipe.read(int.from_bytes(length)).decode().partition("\n")
        mode = mode_of(name)
        return Snippet(mode, code) if mode else None


@dataclass(frozen=True)
class ChildDescriptors:
    """The child's ends of its channels, in the order in which they are sent."""

    lifeline: int
    code: int
    stdout: int
    stderr: int
    result: int

    def all(self) -> list[int]:
        """Every descriptor, in order."""
        return [self.lifeline, self.code, self.stdout, self.stderr, self.result]
