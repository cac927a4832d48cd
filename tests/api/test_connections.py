"""Limits of a connection, over real sockets: bytes of a head, time to send a request, number of connections."""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests.api.served import start
from tests.conftest import PATIENCE_S

HEAD_BYTES = 32 * 1024
REQUEST_TIME_S = 1.0
ANSWER_PAUSE_S = 1.0
CONNECTIONS = 20
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
MUCH = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200
"""Asks for more than the buffers of both sides hold."""
POST = b"POST /api/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

Address = tuple[str, int]


@contextmanager
def serving(folder: Path, **limits: object) -> Iterator[tuple[Address, int]]:
    """A server that answers; its address and its process."""
    given = {f"GRADREEL_{name.upper()}": str(value) for name, value in limits.items()}
    environment = {**os.environ, **given, "GRADREEL_DATABASE_URL": f"sqlite:///{folder}/gradreel.db"}
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listening, start(listening, **environment) as process:
        address: Address = listening.getsockname()
        httpx.get(f"http://127.0.0.1:{address[1]}/healthz", timeout=PATIENCE_S)
        yield address, process.pid
        process.terminate()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Address, int]]:
    """A server with small limits."""
    folder = tmp_path_factory.mktemp("connections")
    with serving(
        folder, head_bytes=HEAD_BYTES, request_time_s=REQUEST_TIME_S, connections=CONNECTIONS, answer_pause_s=ANSWER_PAUSE_S
    ) as it:
        yield it


@pytest.fixture
def address(server: tuple[Address, int]) -> Address:
    return server[0]


def connect(address: Address) -> socket.socket:
    return socket.create_connection(address, timeout=PATIENCE_S)


def answer_to(connection: socket.socket, *pieces: bytes) -> bytes:
    """Send, and read until the server closes; what it said before it cut the connection counts."""
    received = b""
    try:
        for piece in pieces:
            connection.sendall(piece)
    except (BrokenPipeError, ConnectionResetError):
        pass
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionResetError:
        pass
    return received


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def is_well(address: Address) -> bool:
    return httpx.get(f"http://127.0.0.1:{address[1]}/healthz", timeout=PATIENCE_S).status_code == 200


def resident_bytes(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def sockets_of(pid: int) -> int:
    found = 0
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            found += os.readlink(link).startswith("socket:")
    return found


def test_head_of_100_mb_is_cut_off_and_takes_no_memory(server: tuple[Address, int]) -> None:
    address, pid = server
    before = resident_bytes(pid)
    with closing(connect(address)) as connection:
        answer = answer_to(connection, GET + b"X-Large: ", *(b"a" * 2**20 for _ in range(100)), b"\r\nConnection: close\r\n\r\n")
    assert answer == b"" or status_of(answer) == 431, "a reset may overtake the answer"
    assert resident_bytes(pid) - before < 30 * 2**20
    assert is_well(address)


@pytest.mark.parametrize("pieces", [1, 50])
def test_head_over_the_limit_is_answered_431_however_it_comes(pieces: int, address: Address) -> None:
    head = GET + b"".join(b"X-%d: %s\r\n" % (n, b"a" * 990) for n in range(HEAD_BYTES // 1000 + 2)) + b"\r\n"
    size = len(head) // pieces + 1
    with closing(connect(address)) as connection:
        answer = answer_to(connection, *(head[at : at + size] for at in range(0, len(head), size)))
    assert status_of(answer) == 431
    assert b"32,768 bytes" in answer


def test_long_address_is_answered_431(address: Address) -> None:
    with closing(connect(address)) as connection:
        answer = answer_to(connection, b"GET /" + b"a" * HEAD_BYTES + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert status_of(answer) == 431


def test_large_head_within_the_limit_is_answered(address: Address) -> None:
    with closing(connect(address)) as connection:
        head = GET + b"X-Large: " + b"a" * (HEAD_BYTES - 500) + b"\r\nConnection: close\r\n\r\n"
        assert status_of(answer_to(connection, head[:1000], head[1000:])) == 200


HOSTS = {
    "two": b"Host: localhost\r\nHost: evil.example\r\n",
    "two that are equal": b"Host: localhost\r\nHost: localhost\r\n",
    "two in different spelling": b"host: localhost\r\nX-Between: 1\r\nHOST: evil.example\r\n",
    "a second one that is empty": b"Host: localhost\r\nHost:\r\n",
    "a second one in lines of the first": b"Host: localhost\r\n evil.example\r\n",
    "none": b"",
    "a path": b"Host: localhost/evil?x\r\n",
    "two in one": b"Host: localhost, evil.example\r\n",
    "a user": b"Host: evil.example@localhost\r\n",
    "other characters": b"Host: l\xc3\xb6calhost\r\n",
}


@pytest.mark.parametrize("fields", HOSTS.values(), ids=HOSTS)
def test_request_without_exactly_one_host_is_answered_400(fields: bytes, address: Address) -> None:
    with closing(connect(address)) as connection:
        answer = answer_to(connection, b"GET /healthz HTTP/1.1\r\n" + fields + b"Connection: close\r\n\r\n")
    assert status_of(answer) == 400


def test_second_host_in_a_later_request_or_after_a_body_ends_the_connection(address: Address) -> None:
    with closing(connect(address)) as connection:
        assert answer_to(connection, GET + b"Host: evil.example\r\n\r\n").count(b"one header field Host") == 1
    with closing(connect(address)) as connection:
        connection.sendall(GET + b"\r\n")
        assert status_of(connection.recv(65536)) == 200
        assert status_of(answer_to(connection, GET + b"Host: evil.example\r\n\r\n")) == 400
    chunked = POST + b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n0\r\nHost: evil.example\r\n\r\n'
    with closing(connect(address)) as connection:
        assert not answer_to(connection, chunked).startswith(b"HTTP/1.1 2")
    assert is_well(address)


@pytest.mark.parametrize("host", [b"localhost", b"localhost:8000", b"[::1]:8000", b"grad_reel.example", b"127.0.0.1", b""])
def test_request_with_one_host_is_answered(host: bytes, address: Address) -> None:
    with closing(connect(address)) as connection:
        head = b"GET /healthz HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n"
        assert status_of(answer_to(connection, head)) == 200


def test_request_of_http_1_0_needs_no_host(address: Address) -> None:
    with closing(connect(address)) as connection:
        assert status_of(answer_to(connection, b"GET /healthz HTTP/1.0\r\n\r\n")) == 200


def test_body_does_not_count_as_head(address: Address) -> None:
    code = b'{"code": "# ' + b"a" * (2 * HEAD_BYTES - 100) + b'"}'
    head = (
        b"POST /api/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    )
    with closing(connect(address)) as connection:
        assert status_of(answer_to(connection, head % len(code), code[:1000], code[1000:])) == 200


def test_requests_in_one_piece_are_all_answered(address: Address) -> None:
    with closing(connect(address)) as connection:
        answer = answer_to(connection, (GET + b"\r\n") * 50 + GET + b"Connection: close\r\n\r\n")
    assert answer.count(b"HTTP/1.1 200 OK") == 51


@pytest.mark.parametrize("beginning", [b"", b"GET", GET])
def test_request_that_does_not_come_is_answered_408_in_time(beginning: bytes, address: Address) -> None:
    began = time.monotonic()
    with closing(connect(address)) as connection:
        answer = answer_to(connection, beginning)
    assert status_of(answer) == 408
    assert b"not complete after 1 s" in answer
    assert time.monotonic() - began >= REQUEST_TIME_S * 0.9


def test_request_that_comes_by_the_byte_is_cut_off_all_the_same(address: Address) -> None:
    with closing(connect(address)) as connection:
        for byte in GET * 50:
            try:
                connection.sendall(bytes([byte]))
            except (BrokenPipeError, ConnectionResetError):
                break
            time.sleep(0.05)
        else:
            pytest.fail("the server read on")
    assert is_well(address)


def test_body_that_does_not_come_ends_the_connection(address: Address) -> None:
    with closing(connect(address)) as connection:
        assert b" 200 " not in answer_to(connection, POST + b"Content-Length: 1000\r\n\r\n{")
    assert is_well(address)


def test_idle_connections_over_the_limit_make_room_for_new_ones(server: tuple[Address, int]) -> None:
    address, pid = server
    with ExitStack() as stack:
        for number in range(200):
            stack.enter_context(closing(connect(address)))
            if number % 20 == 0:
                assert is_well(address)
        assert is_well(address)
        assert sockets_of(pid) < CONNECTIONS + 15


def ask_and_take_nothing(address: Address, count: int, stack: ExitStack) -> None:
    """Ask for much by so many connections, and read nothing of it; each answer has begun."""
    poll = select.poll()
    for _ in range(count):
        connection = stack.enter_context(closing(connect(address)))
        connection.sendall(MUCH)
        poll.register(connection, select.POLLIN)
    wait_until(lambda: len(poll.poll(0)) == count, "an answer does not begin")


def wait_until(holds: Callable[[], bool], otherwise: str) -> None:
    ends = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < ends, otherwise
        time.sleep(0.05)


def test_connection_that_takes_nothing_of_its_answer_is_closed(server: tuple[Address, int]) -> None:
    address, pid = server
    before = sockets_of(pid)
    with ExitStack() as stack:
        ask_and_take_nothing(address, 5, stack)
        wait_until(lambda: sockets_of(pid) <= before, "the connections stay open")
    assert is_well(address)


def test_whoever_takes_a_long_answer_gets_all_of_it(address: Address) -> None:
    with closing(connect(address)) as connection:
        answer = answer_to(connection, MUCH, GET + b"Connection: close\r\n\r\n")
    assert answer.count(b"HTTP/1.1 200 OK") == 201


def test_answers_that_wait_take_no_more_memory_than_their_bound(tmp_path: Path) -> None:
    with serving(tmp_path, unsent_bytes=1024**2, answer_pause_s=1000) as (address, pid), ExitStack() as stack:
        before = sockets_of(pid)
        ask_and_take_nothing(address, 40, stack)
        wait_until(lambda: sockets_of(pid) <= before + 20, "the connections stay open")
        assert is_well(address)
