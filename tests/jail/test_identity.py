"""A snippet is nobody: it has no powers, no secrets within reach, and no descriptor that is not its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from app.runner.local import LocalRunner
from app.sandbox.server.zygote import environment
from tests.conftest import run_of
from tests.jail.attack import REFUSED, SYSCALL, Attack, each, raises, says
from tests.jail.conftest import SETTINGS, Jail

pytestmark = pytest.mark.jail

SECRET = "planted-" + "3141592653589793"
"""Put together here, so that this file's own constant is no false find."""

ATTACKS = (
    Attack("setuid", "import os\nos.setuid(0)", raises("PermissionError")),
    Attack("setgid", "import os\nos.setgid(0)", raises("PermissionError")),
    Attack("setresuid", "import os\nos.setresuid(0, 0, 0)", raises("PermissionError")),
    Attack("setgroups", "import os\nos.setgroups([0])", raises("PermissionError")),
    Attack("host_name", "import socket\nsocket.sethostname('mine')", raises("PermissionError")),
    Attack("capset", SYSCALL + "print(syscall(126, 0, 0))", says(REFUSED)),
    Attack("personality", SYSCALL + "print(syscall(135, 0x0040000))", says(REFUSED)),
    Attack("type_into_the_terminal", "import fcntl\nfcntl.ioctl(0, 0x5412, b'x')", raises("PermissionError")),
    Attack("paste_into_the_console", "import fcntl\nfcntl.ioctl(0, 0x541C, b'x')", raises("PermissionError")),
    Attack("keyring_read", SYSCALL + "print(syscall(250, 0, -3, 1))", says(REFUSED)),
    Attack("keyring_add", SYSCALL + "print(syscall(248, b'user', b'x', b'y', 1, -3))", says(REFUSED)),
    Attack("keyring_request", SYSCALL + "print(syscall(249, b'user', b'x', 0, -3))", says(REFUSED)),
    Attack("kernel_log", SYSCALL + "print(syscall(103, 3, 0, 0))", says(REFUSED)),
    Attack("set_the_clock", "import time\ntime.clock_settime(time.CLOCK_REALTIME, 0)", raises("PermissionError")),
    Attack("reboot", SYSCALL + "print(syscall(169, 0xfee1dead, 672274793, 0x1234567, 0))", says(REFUSED)),
)


@each(ATTACKS)
async def test_gaining_powers_is_refused(attacked: Jail, attack: Attack) -> None:
    """Every way to become somebody else."""
    attack.end(await attacked.run(attack.code))


async def test_snippet_is_not_root(jail: Jail) -> None:
    """Its user ids are ordinary ones, in both tiers and wherever Python lies, and it holds no capability."""
    code = SYSCALL + (
        "header = (ctypes.c_uint32 * 2)(0x20080522, 0)\nsets = (ctypes.c_uint32 * 6)()\n"
        "print(0 in os.getresuid() + os.getresgid(), syscall(125, header, sets), list(sets))"
    )
    assert (await jail.run(code)).stdout == f"False {REFUSED} [0, 0, 0, 0, 0, 0]\n"


async def test_environment_is_the_one_written_out(jail: Jail) -> None:
    """Not the server's: not in os.environ, and not in what the kernel put on the stack."""
    run = await jail.run("import os\nprint(sorted(os.environ))")
    assert "PATH" not in run.stdout
    code = (
        "import ctypes\nenvironment = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), 'environ')\n"
        "i = 0\nwhile environment[i]:\n    print(environment[i].decode())\n    i += 1"
    )
    run = await jail.run(code)
    names = {line.partition("=")[0] for line in run.stdout.splitlines()}
    assert "HOME" in names
    # torch adds two of its own while it is imported
    assert names - {"TORCHINDUCTOR_CACHE_DIR", "KMP_INIT_AT_FORK"} == set(environment(1))


async def test_open_descriptors_are_its_own(jail: Jail) -> None:
    """Standard streams and the pipe of the result; no socket, no file, no directory."""
    code = (
        "import os, stat\nfor number in range(64):\n    try:\n        mode = os.fstat(number).st_mode\n"
        "    except OSError:\n        continue\n"
        "    print(number > 2, 'pipe' if stat.S_ISFIFO(mode) else 'device' if stat.S_ISCHR(mode) else mode)"
    )
    run = await jail.run(code)
    assert run.stdout.splitlines() == ["False device", "False pipe", "False pipe", "True pipe"]


async def test_result_pipe_cannot_be_read(jail: Jail) -> None:
    """What is in it is nobody's but the server's."""
    code = (
        "import os\nfor number in range(3, 64):\n    try:\n        os.read(number, 1)\n"
        "        print('read', number)\n    except OSError as error:\n"
        "        assert error.errno == 9"
    )
    says("")(await jail.run(code))


SEARCH = """
import sys
sys.settrace(None)
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
libc.sbrk.restype = ctypes.c_void_p
head, tail = b"planted-", bytes(reversed(b"3979853562951413"))
PAGE, STRIDE = 4096, 65536
reader, writer = os.pipe()
os.set_blocking(writer, False)
def read(address):
    # write() answers EFAULT where nothing is mapped, so this never crashes
    if libc.write(writer, ctypes.c_void_p(address), PAGE) != PAGE:
        return b""
    return os.read(reader, PAGE)
def matches(data):
    place = data.find(head)
    while place >= 0:
        if data[place + 8 : place + 24] == tail:
            return 1
        place = data.find(head, place + 1)
    return 0
def search(start, stop):
    count = pages = 0
    before = b""
    for block in range(start & -STRIDE, stop, STRIDE):
        if not read(block) and not read(block + STRIDE - PAGE) and not read(block + STRIDE // 2):
            continue
        for address in range(block, block + STRIDE, PAGE):
            data = read(address)
            count += matches(before[-32:] + data)
            pages += len(data) == PAGE
            before = data
    return count, pages
top = libc.sbrk(0)
stack = ctypes.cast(ctypes.c_void_p.in_dll(libc, "environ").value, ctypes.POINTER(ctypes.c_void_p))[0]
# what a program's own code holds is where a secret in it would be
constants = sys._getframe().f_code.co_consts
things = (b"x" * 5000, [0] * 9000, [0] * 10**6, {i: i for i in range(999)}, sys, print, *constants)
objects = [id(thing) for thing in things]
low, high = min(a for a in objects if a > top), max(objects)
totals = [search(top - 160 * 2**20, top), search(stack - 2**20, stack + 2**18), search(low - 2**26, high + 2**26)]
print(sum(count for count, _ in totals), sum(pages for _, pages in totals) > 20_000)
"""


@pytest.fixture(scope="module")
def secret_in_the_environment() -> Iterator[None]:
    """The server's, that is this process's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADREEL_TEST_SECRET", SECRET)
        yield


@pytest.fixture(scope="module", params=["N", "L"])
async def burdened(request: pytest.FixtureRequest, secret_in_the_environment: None) -> AsyncIterator[LocalRunner]:
    """A runner whose server holds a secret in its environment and its memory."""
    runner = LocalRunner(
        SETTINGS.model_copy(
            update={
                "sandbox_tier": request.param,
                "database_url": f"postgresql://u:{SECRET}@host/db",
                "wall_time_s": 100.0,
                "cpu_time_s": 30,
            }
        )
    )
    await runner.start()
    yield runner
    await runner.aclose()


async def test_planted_secret_is_never_found(burdened: LocalRunner) -> None:
    """Not in memory, not in the environment, not on the stack; not in another run's code either."""
    before = await run_of(burdened, f"x = {SECRET!r}\nprint(len(x))", "victim")
    assert before.stdout == "24\n"
    run = await run_of(burdened, SEARCH, "thief")
    assert run.outcome.status == "completed", run.outcome
    assert run.stdout == "0 True\n", run.stdout


async def test_search_for_a_secret_can_find_one(burdened: LocalRunner) -> None:
    """The same search finds a secret that is there: the test above can fail."""
    run = await run_of(burdened, "kept = 'planted-' + '3141592653589793'\n" + SEARCH, "thief")
    assert run.stdout.split()[0] not in ("", "0"), (run.stdout, run.outcome)
