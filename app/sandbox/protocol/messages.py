"""What the server, the zygote and the children say to each other, as small JSON packets over Unix socket pairs.

    control    server ──▶ zygote   Spawn, or Spawn in haste, + five descriptors      zygote ──▶ server   Hello, once
    lifeline   child  ──▶ server   Started + two descriptors, Ready, Begun, Ended, Trouble     server ──▶ child   Stop: softly
               closing the server's end kills the child, so does the server's death
    code       server ──▶ child    length (4 bytes), then that many bytes of UTF-8: a letter for the mode, and the snippet
    result     child  ──▶ server   one JSON document on one line; where the line does not end, the child was ended

Packets keep their borders (SOCK_SEQPACKET). Only trusted code speaks on a lifeline: the snippet's process says that it has read
the snippet ("begun": from here on, how it ends is the snippet's doing) and closes it before the snippet runs.
"""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from typing import Any

PACKET_BYTES = 16 * 1024
LENGTH_BYTES = 4
SPAWN = b"spawn"
SPAWN_IN_HASTE = b"haste"
STOP = b"stop"
END_OF_RESULT = b"\n"


@dataclass(frozen=True)
class Far:
    """The child's ends of its channels, as descriptors, in the order in which they are sent."""

    lifeline: int
    code: int
    stdout: int
    stderr: int
    result: int

    def all(self) -> list[int]:
        """Every descriptor, in order."""
        return [self.lifeline, self.code, self.stdout, self.stderr, self.result]


def pair() -> tuple[socket.socket, socket.socket]:
    """Make a packet channel; neither end is inherited by programs that are executed."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def send(channel: socket.socket, message: dict[str, Any], descriptors: tuple[int, ...] = ()) -> None:
    """Send one packet; text that would not fit is cut."""
    packet = json.dumps(message).encode()
    if len(packet) > PACKET_BYTES:
        packet = json.dumps({key: str(value)[: PACKET_BYTES // 8] for key, value in message.items()}).encode()
    socket.send_fds(channel, [packet], list(descriptors))


def receive(channel: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    """Take one packet and its descriptors; None at end of file."""
    packet, descriptors, _, _ = socket.recv_fds(channel, PACKET_BYTES, 8)
    if not packet:
        return None
    return json.loads(packet), descriptors
