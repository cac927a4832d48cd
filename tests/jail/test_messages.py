"""Snippets that run one beside the other, or one after the other, cannot tell each other anything through what the kernel shares."""

from __future__ import annotations

import asyncio

import pytest

from tests.jail.attack import REFUSED, SYSCALL, Attack, each, raises, says
from tests.jail.conftest import Jail

pytestmark = pytest.mark.jail

# A page of a library is one page of memory for all who map it. The word at 8 is padding in the head of an ELF file: zero.
PAGE = (
    SYSCALL
    + """import threading, time, torch
libc.mmap.restype, libc.mmap.argtypes = ctypes.c_void_p, [ctypes.c_size_t] * 2 + [ctypes.c_int] * 3 + [ctypes.c_long]
word = ctypes.c_void_p(libc.mmap(0, 4096, 1, 1, os.open(torch._C.__file__, os.O_RDONLY), 0) + 8)
"""
)
WAIT, WAKE, REQUEUE, CMP_REQUEUE, WAKE_OP, LOCK_PI, WAIT_BITSET, WAKE_BITSET = 0, 1, 3, 4, 5, 6, 9, 10
PRIVATE, REALTIME = 128, 256
TRY_AGAIN = "Resource temporarily unavailable"

HEARS = {
    "wait": "print(syscall(202, word, 0, 0, (ctypes.c_long * 2)(2, 0), 0, 0))",
    "wait_bitset": "print(syscall(202, word, 9, 0, (ctypes.c_long * 2)(int(time.monotonic()) + 2, 0), 0, -1))",
    "waitv": "print(syscall(449, (ctypes.c_uint64 * 3)(0, word.value, 2), 1, 0, (ctypes.c_long * 2)(int(time.monotonic()) + 2, 0), 1))",
}
DEAF = {"wait": TRY_AGAIN, "wait_bitset": TRY_AGAIN, "waitv": REFUSED}
AGAIN_AND_AGAIN = "for _ in range(25):\n    {}\n    time.sleep(0.02)\n"
IN_A_THREAD = "thread = threading.Thread(target=syscall, args=({}))\n    thread.start()\n    thread.join()"
THREAD = 0x10F00 | 0x40000 | 0x200000
"""What makes a thread of this process, without memory of its own, whose number is cleared, and waited for, at a given address."""
SAYS = {
    "wake": AGAIN_AND_AGAIN.format("syscall(202, word, 1, 1, 0, 0, 0)"),
    "number_of_a_thread": AGAIN_AND_AGAIN.format(IN_A_THREAD.format("218, word")),
    "robust_list_of_a_thread": "head = (ctypes.c_uint64 * 3)(0, 0, word.value)\nhead[0] = ctypes.addressof(head)\n"
    + AGAIN_AND_AGAIN.format(IN_A_THREAD.format("273, head, 24")),
    "end_of_a_thread": "stack = ctypes.create_string_buffer(1 << 16)\ntop = (ctypes.addressof(stack) + (1 << 16)) & -64\n"
    + AGAIN_AND_AGAIN.format(f"libc.clone(libc.sched_yield, ctypes.c_void_p(top), {THREAD:#x}, None, None, None, word)"),
}
MESSAGES = [("wake", "wait"), ("wake", "wait_bitset"), ("wake", "waitv"), *((how, "wait") for how in SAYS if how != "wake")]


@pytest.mark.parametrize(("sender", "receiver"), MESSAGES)
async def test_snippet_that_waits_on_a_page_of_a_library_hears_nothing_of_another(jail: Jail, sender: str, receiver: str) -> None:
    """Whatever the other does to wake it, also what the kernel does for a thread that ends."""
    heard, said = await asyncio.gather(jail.run(PAGE + HEARS[receiver]), jail.run(PAGE + SAYS[sender]))
    assert said.outcome.status == "completed", (said.outcome, said.stdout)
    says(DEAF[receiver])(heard)


def futex(operation: int) -> str:
    """A program that makes one call on a word of its own memory, with garbage in the half of the argument that the kernel ignores."""
    words = "(ctypes.c_uint32 * 2)()"
    return SYSCALL + f"words = {words}\nprint(syscall(202, words, ctypes.c_ulong({operation} | 1 << 32), 1, 0, ctypes.byref(words, 4), 0))"


CALLS = (
    Attack("wait", futex(WAIT), says(TRY_AGAIN)),
    Attack("wake", futex(WAKE), says("0")),
    Attack("wake_bitset", futex(WAKE_BITSET), says("0")),
    Attack("requeue", futex(REQUEUE), says(REFUSED)),
    Attack("compare_and_requeue", futex(CMP_REQUEUE), says(REFUSED)),
    Attack("wake_and_change", futex(WAKE_OP), says(REFUSED)),
    Attack("lock_with_priority", futex(LOCK_PI), says(REFUSED)),
    Attack("by_another_clock", futex(LOCK_PI | REALTIME), says(REFUSED)),
    Attack("unknown_operation", futex(64), says(REFUSED)),
)


@each(CALLS)
async def test_futex_that_is_not_private_is_refused(jail: Jail, attack: Attack) -> None:
    """With what the caller can go on from: glibc ends a process that is told anything else of a wait or a wake."""
    attack.end(await jail.run(attack.code))


LIBRARY = "import ctypes, mmap, os\nf = os.open(os.__file__, os.O_RDONLY)\n"
ADVISE = LIBRARY + "pages = mmap.mmap(f, 4096, mmap.MAP_SHARED, mmap.PROT_READ)\npages[0]\npages.madvise({})"
CACHED = (
    Attack("read_what_is_in_memory", LIBRARY + "os.preadv(f, [bytearray(9)], 0, os.RWF_NOWAIT)", raises("PermissionError")),
    Attack("read_before_others", LIBRARY + "os.preadv(f, [bytearray(9)], 0, os.RWF_HIPRI)", raises("PermissionError")),
    Attack("write_what_is_in_memory", "import os\nos.pwritev(1, [b'x'], 0, os.RWF_DSYNC)", raises("PermissionError")),
    Attack("put_out_of_memory", ADVISE.format(21), raises("PermissionError")),
    Attack("make_cold", ADVISE.format(20), raises("PermissionError")),
    Attack("make_one_huge_page", ADVISE.format(25), raises("PermissionError")),
    Attack("share_equal_pages", "import mmap\nmmap.mmap(-1, 4096).madvise(12)", raises("PermissionError")),
    Attack("drop_from_memory", LIBRARY + "os.posix_fadvise(f, 0, 0, os.POSIX_FADV_DONTNEED)", raises("PermissionError")),
)


@each(CACHED)
async def test_asking_which_pages_of_a_file_are_in_memory_or_putting_them_out_is_refused(jail: Jail, attack: Attack) -> None:
    """All who run here read the same files."""
    attack.end(await jail.run(attack.code))


FLAGS = "import fcntl, os\nprint(fcntl.fcntl(0, fcntl.F_GETFL) & (os.O_NONBLOCK | os.O_APPEND))\n"
SETS_FLAGS = FLAGS + "fcntl.fcntl(0, fcntl.F_SETFL, os.O_NONBLOCK | os.O_APPEND)\n"


async def test_flags_that_a_snippet_sets_on_its_standard_input_are_not_the_next_ones(jail: Jail) -> None:
    """Flags belong to an open file, which every process forked from where it was opened shares."""
    says("0")(await jail.run(SETS_FLAGS))
    says("0")(await jail.run(FLAGS))


LOWERS = "import resource\nprint(resource.getrlimit(resource.RLIMIT_{0}) != 0)\nresource.setrlimit(resource.RLIMIT_{0}, (1, 1))"
# Python takes any refusal for one to raise a limit.
COUNTED = (
    Attack("limit_of_threads", LOWERS.format("NPROC"), raises("ValueError")),
    Attack("limit_of_queued_signals", LOWERS.format("SIGPENDING"), raises("ValueError")),
    Attack("limit_of_its_own", LOWERS.format("NOFILE"), says("True")),
    Attack("descriptors_in_flight", "import socket\nsocket.send_fds(socket.socketpair()[0], [b'x'], [0])", raises("PermissionError")),
    Attack("queued_signals", "import os, signal\nsignal.pthread_sigmask(0, [34])\nos.kill(os.getpid(), 34)", raises("PermissionError")),
    Attack("signals_of_a_thread", "import signal, threading\nsignal.pthread_kill(threading.get_ident(), 64)", raises("PermissionError")),
)


@each(COUNTED)
async def test_using_up_what_is_counted_for_all_processes_of_a_user_is_refused(jail: Jail, attack: Attack) -> None:
    """All snippets are one user: who is told that there is no more is told something by another."""
    attack.end(await jail.run(attack.code))


THREADS = """import ctypes, queue, threading, torch
torch.set_num_threads(2)
x = torch.ones(300, 300, requires_grad=True)
y = (x @ x).sum()
y.backward()
found = queue.Queue()
for number in range(3):
    threading.Thread(target=lambda number=number: found.put(number)).start()
print(sorted(found.get() for _ in range(3)), x.grad[0, 0].item())
libc = ctypes.CDLL(None)
thread, nap = ctypes.c_ulong(), (ctypes.c_long * 2)(0, 50_000_000)
assert libc.pthread_create(ctypes.byref(thread), None, libc.nanosleep, nap) == 0
print(libc.pthread_join(thread, None))
"""


async def test_threads_of_a_program_wait_for_each_other_and_are_joined(jail: Jail) -> None:
    """pthread_join waits on a number that only the kernel can wake by, so it asks for it again and again."""
    says("[0, 1, 2] 600.0\n0")(await jail.run(THREADS))
