"""A snippet can open no socket of any kind."""

from __future__ import annotations

import pytest

from tests.jail.attack import REFUSED, SYSCALL, Attack, each, raises, says
from tests.jail.conftest import Jail

pytestmark = pytest.mark.jail

OFF = raises("PermissionError", hint="network")

ATTACKS = (
    Attack(
        "tcp", "import socket\nsocket.create_connection(('1.1.1.1', 53), timeout=1)", raises("PermissionError", "OSError", hint="network")
    ),
    Attack("tcp6", "import socket\nsocket.socket(socket.AF_INET6)", OFF),
    Attack("udp", "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM)", OFF),
    Attack("raw", "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_RAW, 1)", OFF),
    Attack("packet", "import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)", OFF),
    Attack("unix", "import socket\nsocket.socket(socket.AF_UNIX)", OFF),
    Attack("unix_datagram", "import socket\nsocket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)", OFF),
    Attack("unix_datagram_pair", "import socket\nsocket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)", OFF),
    Attack("alg", "import socket\nsocket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)", OFF),
    Attack("vsock", "import socket\nsocket.socket(socket.AF_VSOCK)", OFF),
    Attack("netlink", "import socket\nsocket.socket(socket.AF_NETLINK, socket.SOCK_RAW)", OFF),
    Attack("bluetooth", SYSCALL + "print(syscall(41, 31, 3, 3))", says(REFUSED)),
    Attack("kcm", SYSCALL + "print(syscall(41, 41, 2, 0))", says(REFUSED)),
    Attack("xdp", SYSCALL + "print(syscall(41, 44, 3, 0))", says(REFUSED)),
    Attack("can", SYSCALL + "print(syscall(41, 29, 3, 1))", says(REFUSED)),
    Attack("dns", "import socket\nsocket.getaddrinfo('pytorch.org', 443)", raises("gaierror", hint="network")),
    Attack("http", "import urllib.request\nurllib.request.urlopen('http://1.1.1.1/', timeout=1)", raises("URLError", hint="network")),
    Attack(
        "metadata_address",
        "import urllib.request\nurllib.request.urlopen('http://169.254.169.254/latest/meta-data/', timeout=1)",
        raises("URLError", hint="network"),
    ),
    Attack(
        "localhost",
        "import socket\nsocket.create_connection(('127.0.0.1', 8000), timeout=1)",
        raises("PermissionError", "OSError", hint="network"),
    ),
    Attack("listen", "import socket\nsocket.create_server(('127.0.0.1', 0))", raises("PermissionError", hint="network")),
    Attack("http_server", "import http.server\nhttp.server.HTTPServer(('', 0), None)", raises("PermissionError", hint="network")),
    Attack(
        "bind_by_number", SYSCALL + "print(syscall(49, 0, 0, 0), syscall(50, 0, 0), syscall(42, 0, 0, 0))", says(" ".join([REFUSED] * 3))
    ),
    Attack(
        "connect_a_pair_elsewhere",
        "import socket\na, b = socket.socketpair()\na.connect('/run/docker.sock')",
        raises("PermissionError", hint="network"),
    ),
    Attack(
        "send_from_a_pair_elsewhere",
        "import socket\na, b = socket.socketpair()\na.sendto(b'x', '/dev/log')",
        raises("OSError"),
    ),
)


@each(ATTACKS)
async def test_network_is_refused(attacked: Jail, attack: Attack) -> None:
    """At the first call, and the hint says why."""
    attack.end(await attacked.run(attack.code))


async def test_asyncio_still_works(jail: Jail) -> None:
    """It needs a pair of connected sockets, which reach nobody."""
    run = await jail.run("import asyncio\nasync def main():\n    await asyncio.sleep(0.01)\n    print('on')\nasyncio.run(main())")
    says("on")(run)
