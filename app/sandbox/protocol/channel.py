"""Packet channels between processes: a pair of sockets that carry messages with descriptors."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass

from app.sandbox.protocol.fields import MessageInvalid
from app.sandbox.protocol.messages import MAX_PACKET_BYTES, Message, from_bytes, to_bytes

MAX_DESCRIPTORS = 8


@dataclass(frozen=True)
class Packet:
    """A message and the descriptors that came with it; they belong to whoever received them."""

    message: Message
    descriptors: tuple[int, ...]


def pair() -> tuple[socket.socket, socket.socket]:
    """Make a packet channel; neither end is inherited by programs that are executed."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def send(channel: socket.socket, message: Message, descriptors: tuple[int, ...] = ()) -> None:
    """Send one packet; without descriptors by a call that can carry none, which is the only one that a jailed process may make."""
    if descriptors:
        socket.send_fds(channel, [to_bytes(message)], list(descriptors))
    else:
        channel.send(to_bytes(message))


def receive(channel: socket.socket) -> Packet | None:
    """Take one packet; None at end of file. Raises ``MessageInvalid``, and closes the descriptors, if it is no message."""
    packet, descriptors, _, _ = socket.recv_fds(channel, MAX_PACKET_BYTES, MAX_DESCRIPTORS)
    if not packet:
        return None
    try:
        return Packet(from_bytes(packet), tuple(descriptors))
    except MessageInvalid:
        for descriptor in descriptors:
            os.close(descriptor)
        raise
