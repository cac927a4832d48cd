"""A snippet that would run for ever, or take all memory, ends within the limits whatever it does against that."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.jail.attack import SYSCALL, Attack, each, either, raises, says, stops
from tests.jail.conftest import HURRIED, Jail, Volley, jail_of
from tests.jail.test_output import TO_RESULT

pytestmark = pytest.mark.jail

UNPUNCTUAL_S = 60.0
"""How late a busy machine may be; nothing here would ever end by itself."""

# On a busy machine the clock may get there first; tests/jail/test_limits.py tells the two apart.
ENDLESS = stops("cpu_time", "wall_time")

TIME = (
    Attack("loop", "while True:\n    pass", ENDLESS),
    Attack(
        "loop_that_swallows_everything",
        "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
        ENDLESS,
    ),
    Attack("endless_products_in_c", "import torch\nx = torch.randn(1500, 1500)\nwhile True:\n    x @ x", ENDLESS),
    Attack("one_endless_product_in_c", "10**10**8", ENDLESS),
    Attack("regex_backtracking", "import re\nre.match('(a+)+$', 'a' * 60 + 'b')", ENDLESS),
    Attack("sleep", "import time\ntime.sleep(1000)", stops("wall_time")),
    Attack("sleep_without_the_alarm", "import signal, time\nsignal.setitimer(signal.ITIMER_REAL, 0)\ntime.sleep(1000)", stops("wall_time")),
    Attack(
        "sleep_that_swallows_everything",
        "import time\nwhile True:\n    try:\n        time.sleep(1000)\n    except BaseException:\n        pass",
        stops("wall_time"),
    ),
    Attack("deadlock", "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()", stops("wall_time")),
    Attack("wait_for_a_pipe", "import os\nr, w = os.pipe()\nos.read(r, 1)", stops("wall_time")),
    Attack(
        "spin_in_three_threads",
        "import threading\ndef spin():\n    while True:\n        pass\nfor _ in range(3):\n    threading.Thread(target=spin).start()",
        ENDLESS,
    ),
    Attack(
        "ignore_the_cpu_signal",
        "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\n"
        "signal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True:\n    pass",
        ENDLESS,
    ),
    Attack("endless_repr", "class A:\n    def __repr__(self):\n        while True:\n            pass\nprint(A())", ENDLESS),
    Attack("endless_import_lock", "import time, threading\nthreading.Thread(target=lambda: time.sleep(1000)).start()", stops("wall_time")),
    Attack(
        "ten_million_nodes",
        "import torch\nx = torch.ones(1, requires_grad=True)\nfor _ in range(10**7):\n    x = x * 1",
        either(ENDLESS, raises("RuntimeError", "MemoryError", hint="memory")),
    ),
    Attack(
        "bottomless_recursion",
        "import sys\nsys.setrecursionlimit(10**9)\ndef f():\n    f()\nf()",
        either(raises("MemoryError", "RecursionError"), stops("crash", "memory", "cpu_time", "wall_time")),
    ),
    Attack(
        "bottomless_recursion_in_c",
        "import sys\nsys.setrecursionlimit(10**9)\nx = []\nfor _ in range(10**6):\n    x = [x]\nrepr(x)",
        either(raises("MemoryError", "RecursionError"), stops("crash", "memory", "cpu_time", "wall_time")),
    ),
    Attack(
        "ignore_every_signal",
        "import signal\nfor number in range(1, 65):\n    try:\n        signal.signal(number, signal.SIG_IGN)\n"
        "    except (OSError, ValueError):\n        pass\nwhile True:\n    pass",
        ENDLESS,
    ),
    Attack("stop_oneself", "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", stops("wall_time")),
    Attack(
        "hook_that_loops",
        "import torch\nx = torch.ones(2, requires_grad=True)\ndef h(g):\n    while True: pass\nx.register_hook(h)\n"
        "(x * 2).sum().backward()",
        ENDLESS,
    ),
    Attack(
        "result_that_never_ends",
        TO_RESULT + "import time\nfor number in result_descriptors():\n    os.write(number, b'{')\ntime.sleep(100)",
        stops("wall_time", "result_invalid"),
    ),
)

BUSY = (
    Attack(
        "sixty_four_threads", "import torch\ntorch.set_num_threads(64)\nx = torch.randn(800, 800)\nprint((x @ x).shape[0])", says("800")
    ),
    Attack(
        "postpone_the_cpu_limit",
        "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (900, 900))",
        raises("ValueError", "PermissionError"),
    ),
)

MEMORY = (
    Attack("huge_tensor", "import torch\ntorch.empty(10**12)", raises("RuntimeError", hint="memory")),
    Attack("touched_four_gigabytes", "import torch\ntorch.ones(10**9)", raises("RuntimeError", hint="memory")),
    Attack("growing_list", "chunks = []\nwhile True:\n    chunks.append(bytearray(10**8))", raises("MemoryError", hint="memory")),
    Attack(
        "growing_list_of_tensors",
        "import torch\nchunks = []\nwhile True:\n    chunks.append(torch.ones(10**6))",
        raises("RuntimeError", hint="memory"),
    ),
    Attack("huge_bytes", "bytearray(2**34)", raises("MemoryError", hint="memory")),
    Attack("huge_string", "'x' * 2**34", raises("MemoryError", hint="memory")),
    Attack("huge_array", "import numpy\nnumpy.ones(2**32)", raises("MemoryError", "_ArrayMemoryError", hint="memory")),
    Attack("deep_recursion", "def f():\n    f()\nf()", raises("RecursionError", hint="recursion")),
    Attack("anonymous_shared_memory", "import mmap\nmmap.mmap(-1, 2**34)", raises("OSError")),
    Attack("memfd", "import os\nos.memfd_create('x')", raises("PermissionError")),
    Attack("dev_shm", "open('/dev/shm/x', 'w')", raises("FileNotFoundError", "PermissionError")),
    Attack("system_v_shared_memory", SYSCALL + "print(syscall(29, 0, 2**30, 0o1600))", says("Operation not permitted")),
    Attack(
        "posix_shared_memory",
        "from multiprocessing import shared_memory\nshared_memory.SharedMemory(create=True, size=2**20)",
        raises("FileNotFoundError", "PermissionError"),
    ),
    Attack("locked_memory", SYSCALL + "print(syscall(151, 1))", says("Operation not permitted")),
    Attack(
        "last_byte",
        "kept = []\nfor size in (10**6, 10**4, 500):\n    try:\n        while True:\n            kept.append(b'x' * size)\n"
        "    except MemoryError:\n        pass",
        either(says(""), raises("MemoryError", hint="memory"), stops("memory", "cpu_time", "wall_time")),
    ),
    Attack("no_memory_for_the_answer", "import orjson\ndef full(*a, **k):\n    raise MemoryError\norjson.dumps = full", stops("memory")),
    Attack(
        "memory_kept_back_for_the_answer",
        "import resource\nsoft, hard = resource.getrlimit(resource.RLIMIT_AS)\nresource.setrlimit(resource.RLIMIT_AS, (hard, hard))\n"
        "bytearray(hard - soft + 600 * 2**20)",
        raises("MemoryError", hint="memory"),
    ),
    Attack(
        "pipes_full_of_data",
        "import os\npairs = []\nwhile True:\n    r, w = os.pipe()\n    os.set_blocking(w, False)\n"
        "    os.write(w, b'x' * 65536)\n    pairs.append(r)",
        raises("OSError", hint="descriptors"),
    ),
    Attack("nested_brackets", "eval('[' * 10**5 + ']' * 10**5)", raises("SyntaxError", "MemoryError", "RecursionError")),
)


@pytest.fixture(scope="module", params=["N", pytest.param("L", marks=pytest.mark.long)])
async def endless(request: pytest.FixtureRequest) -> AsyncIterator[Volley]:
    """All that are tested at once, in a jail of their own with little time: each takes all that it may."""
    async with jail_of(HURRIED, request.param) as jail:
        tests = [item for item in request.session.items if isinstance(item, pytest.Function)]
        chosen = [test.callspec.params["attack"] for test in tests if test.function is test_endless_snippet_is_stopped]
        yield Volley(jail, [attack for attack in TIME if attack in chosen])


ALIKE = (
    "endless_products_in_c regex_backtracking deadlock wait_for_a_pipe ignore_the_cpu_signal endless_repr endless_import_lock "
    "hook_that_loops"
)


@each(TIME, ALIKE)
async def test_endless_snippet_is_stopped(endless: Volley, attack: Attack) -> None:
    """By the clock or by its processor time."""
    run = await endless.of(attack)
    attack.end(run)
    assert run.elapsed_ms < (HURRIED.wall_time_s + HURRIED.grace_s + UNPUNCTUAL_S) * 1000


async def test_endless_snippets_leave_nothing(endless: Volley) -> None:
    """No process, no file."""
    await endless.check_untouched()


@each(BUSY)
async def test_busy_snippet_is_bounded(attacked: Jail, attack: Attack) -> None:
    """It gets what it may have and no more."""
    attack.end(await attacked.run(attack.code))


@each(MEMORY, "touched_four_gigabytes huge_bytes huge_string growing_list nested_brackets")
async def test_greedy_snippet_is_refused_memory(attacked: Jail, attack: Attack) -> None:
    """By its address space; what is shared or locked is refused outright."""
    attack.end(await attacked.run(attack.code))
