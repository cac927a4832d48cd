"""Messages between processes: each comes back as it was sent, and nothing else is taken for one."""

from __future__ import annotations

import io
import os
import socket

import pytest

from app.sandbox.protocol import channel
from app.sandbox.protocol.fields import MessageInvalid
from app.sandbox.protocol.messages import (
    MAX_PACKET_BYTES,
    ChildFailed,
    ChildReady,
    ChildStarted,
    Message,
    Snippet,
    SnippetEnded,
    SnippetRead,
    SpawnChild,
    StartFailed,
    StopSnippet,
    ZygoteReady,
    from_bytes,
    to_bytes,
)
from app.sandbox.protocol.modes import MODES, Mode

MESSAGES: tuple[Message, ...] = (
    SpawnChild(defer_warmup=True),
    ZygoteReady("N", ("landlock 6", "seccomp"), "2.13.0", "3.11.7"),
    StartFailed("No jail can be set up: étage", "Traceback\n"),
    ChildStarted(),
    ChildReady(),
    SnippetRead(),
    SnippetEnded(9, 1.25, 4096),
    ChildFailed("Traceback\n"),
    StopSnippet(),
)

INVALID = {
    "empty": b"",
    "no_json": b"spawn",
    "no_object": b"[]",
    "no_type": b"{}",
    "unknown_type": b'{"type": "Other"}',
    "type_of_no_text": b'{"type": []}',
    "field_missing": b'{"type": "SpawnChild"}',
    "field_unknown": b'{"type": "ChildReady", "extra": 1}',
    "number_for_flag": b'{"type": "SpawnChild", "defer_warmup": 1}',
    "flag_for_number": b'{"type": "SnippetEnded", "wait_status": true, "cpu_s": 1, "added_bytes": 0}',
    "text_for_list": b'{"type": "ZygoteReady", "tier": "N", "layers": "abc", "torch": "", "python": ""}',
    "number_in_list": b'{"type": "ZygoteReady", "tier": "N", "layers": [1], "torch": "", "python": ""}',
    "deep_nesting": b"[" * 100_000,
}


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_message_that_is_sent_arrives_as_it_was(message: Message) -> None:
    assert from_bytes(to_bytes(message)) == message


@pytest.mark.parametrize("name", INVALID)
def test_packet_that_is_no_message_is_refused(name: str) -> None:
    with pytest.raises(MessageInvalid):
        from_bytes(INVALID[name])


@pytest.mark.parametrize("character", ["x", "é", "\U0001f600", "\ud800", "\0"])
def test_long_text_is_cut_at_its_beginning_and_fits_into_a_packet(character: str) -> None:
    packet = to_bytes(StartFailed(character * 10**5, character * 10**5 + "end"))
    assert len(packet) <= MAX_PACKET_BYTES
    received = from_bytes(packet)
    assert isinstance(received, StartFailed)
    assert received.traceback.endswith("end")


def test_descriptors_of_a_packet_that_is_no_message_are_closed() -> None:
    local, remote = channel.pair()
    with local, remote:
        before = len(os.listdir("/proc/self/fd"))
        socket.send_fds(local, [b"nonsense"], [0, 1])
        with pytest.raises(MessageInvalid):
            channel.receive(remote)
        assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("mode", MODES)
def test_snippet_that_is_sent_arrives_as_it_was(mode: Mode) -> None:
    for code in ("", "x = 1\ny = 'é\U0001f600'\n", "traced\n"):
        assert Snippet.read(io.BytesIO(Snippet(mode, code).to_bytes())) == Snippet(mode, code)


@pytest.mark.parametrize("content", [b"", b"\0\0", b"\0\0\0\5other"])
def test_pipe_closed_without_a_snippet_gives_none(content: bytes) -> None:
    assert Snippet.read(io.BytesIO(content)) is None
