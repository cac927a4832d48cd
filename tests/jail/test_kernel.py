"""The kernel's rarer doors are shut: each system call that no computation needs is refused, and so are other architectures' calls."""

from __future__ import annotations

import os
import signal

import pytest

from tests.jail.attack import REFUSED, SYSCALL, Attack, each, says, stops
from tests.jail.conftest import SETTINGS, Jail, Volley, jail_of

pytestmark = pytest.mark.jail

# Numbers of x86-64; the arguments do not matter, since the filter looks at the number first.
CALLS = {
    "shmget": 29, "shmat": 30, "semget": 64, "msgget": 68, "mq_open": 240, "uselib": 134, "ptrace": 101, "syslog": 103,
    "modify_ldt": 154, "pivot_root": 155, "sysctl": 156, "adjtimex": 159, "chroot": 161, "acct": 163, "settimeofday": 164, "mount": 165,
    "umount2": 166, "swapon": 167, "swapoff": 168, "sethostname": 170, "setdomainname": 171, "iopl": 172, "ioperm": 173,
    "init_module": 175,
    "delete_module": 176, "quotactl": 179, "lookup_dcookie": 212, "remap_file_pages": 216, "timer_create": 222, "clock_settime": 227,
    "mbind": 237, "set_mempolicy": 238, "kexec_load": 246, "add_key": 248, "request_key": 249, "keyctl": 250, "ioprio_set": 251,
    "inotify_init": 253, "migrate_pages": 256, "mknodat": 259, "linkat": 265, "symlinkat": 266, "unshare": 272, "splice": 275, "tee": 276,
    "vmsplice": 278, "move_pages": 279, "signalfd": 282, "timerfd_create": 283, "signalfd4": 289, "inotify_init1": 294,
    "rt_tgsigqueueinfo": 297,
    "perf_event_open": 298, "fanotify_init": 300, "name_to_handle_at": 303, "open_by_handle_at": 304, "clock_adjtime": 305, "setns": 308,
    "process_vm_readv": 310, "kcmp": 312, "finit_module": 313, "sched_setattr": 314, "seccomp": 317, "memfd_create": 319,
    "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323, "copy_file_range": 326, "pkey_alloc": 330, "pidfd_send_signal": 424,
    "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsmount": 432, "fspick": 433, "pidfd_open": 434, "pidfd_getfd": 438,
    "process_madvise": 440, "mount_setattr": 442, "quotactl_fd": 443, "landlock_create_ruleset": 444, "landlock_restrict_self": 446,
    "memfd_secret": 447, "process_mrelease": 448, "set_mempolicy_home_node": 450, "cachestat": 451, "map_shadow_stack": 453,
    "statmount": 457, "lsm_set_self_attr": 460, "mincore": 27, "sendmsg": 46, "readahead": 187, "set_tid_address": 218, "fadvise64": 221,
    "futex_waitv": 449, "futex_wake": 454, "futex_wait": 455, "futex_requeue": 456, "tomorrow's call": 1000,
}  # fmt: skip
MISSING = {"io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "clone3": 435, "openat2": 437}

MACHINE_CODE = """
import ctypes, mmap
def run(code):
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    return ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
"""

CRASHES = (
    Attack("int_0x80", MACHINE_CODE + "print(run(b'\\xb8\\x14\\0\\0\\0\\xcd\\x80\\xc3'))", stops("forbidden_call")),
    Attack("x32", SYSCALL + "print(syscall(0x40000000 + 39))", stops("forbidden_call")),
    Attack("null_pointer", "import ctypes\nctypes.string_at(0)", stops("crash")),
    Attack("abort", "import ctypes\nctypes.CDLL(None).abort()", stops("crash")),
    Attack("illegal_instruction", MACHINE_CODE + "run(b'\\x0f\\x0b')", stops("crash")),
    Attack("divide_error", MACHINE_CODE + "run(b'\\x31\\xc9\\xf7\\xf1\\xc3')", stops("crash")),
    Attack("jump_into_nothing", "import ctypes\nctypes.CFUNCTYPE(None)(0x1000)()", stops("crash")),
    Attack("send_oneself_sigsys", "import os, signal\nos.kill(os.getpid(), signal.SIGSYS)", stops("forbidden_call")),
)

DOORS = (
    Attack("second_filter_by_prctl", SYSCALL + "print(syscall(157, 22, 2, 0, 0, 0))", says(REFUSED)),
    Attack(
        "new_user_namespace_by_clone", SYSCALL + "print(syscall(56, 0x10000000 | 17, 0, 0, 0, 0))", says("Resource temporarily unavailable")
    ),
    Attack("all_new_namespaces", SYSCALL + "print(syscall(272, 0x7e020000))", says(REFUSED)),
    Attack("unlimited_address_space", SYSCALL + "print(syscall(160, 9, 0))", says(REFUSED)),
)


@pytest.fixture(scope="session")
async def answers(jail: Jail) -> dict[str, str]:
    """What the kernel says to each call: one snippet makes them all, since one that is refused has no effect on the next."""
    numbers = CALLS | MISSING
    run = await jail.run(SYSCALL + f"for number in {list(numbers.values())}:\n    print(syscall(number, 0, 0, 0, 0, 0, 0))")
    assert run.outcome.status == "completed", run.outcome
    await jail.check_untouched()
    return dict(zip(numbers, run.stdout.splitlines(), strict=True))


@pytest.mark.parametrize("name", CALLS)
async def test_system_call_is_refused(answers: dict[str, str], name: str) -> None:
    """With EPERM, as the filter has it, and not because the arguments are bad."""
    assert answers[name] == REFUSED


@pytest.mark.parametrize("name", MISSING)
async def test_system_call_is_said_to_be_missing(answers: dict[str, str], name: str) -> None:
    """With ENOSYS, so that libraries fall back."""
    assert answers[name] == "Function not implemented"


@each(DOORS)
async def test_kernel_door_is_shut(attacked: Jail, attack: Attack) -> None:
    """Calls whose arguments matter."""
    attack.end(await attacked.run(attack.code))


@pytest.fixture(scope="session")
async def crashes(jail: Jail) -> Volley:
    """All of them in a row, or each would have a zygote of its own made."""
    return Volley(jail, CRASHES)


@each(CRASHES)
async def test_crash_is_told_apart(crashes: Volley, attack: Attack) -> None:
    """What kills the process says how, and the very next run knows nothing of it."""
    attack.end(await crashes.of(attack))


async def test_crashes_leave_nothing(crashes: Volley) -> None:
    """No process, no file."""
    await crashes.check_untouched()


@pytest.mark.parametrize("tier", ["N", "L"])
async def test_crash_replaces_the_zygote_and_every_child_of_it(tier: str) -> None:
    """Addresses that an attacker has learned by crashing are of no use to the next one, whoever was just getting ready.

    In a jail of its own: one that was attacked before may have had a crash, and keeps its zygote for long after the next.
    """
    async with jail_of(SETTINGS, tier) as jail:
        await jail.settle()
        before = jail.runner.pool.zygote_pid
        assert before is not None
        os.kill(before, signal.SIGSTOP)  # so that the child that is asked for next gets ready after the crash
        stops("crash")(await jail.run("import ctypes\nctypes.string_at(0)"))
        await jail.settle_with_zygote_other_than(before)
        os.kill(before, signal.SIGCONT)
        after = jail.runner.pool.zygote_pid
        await jail.settle()
        await jail.see_off(before)
        assert jail.runner.pool.zygote_pid == after
        await jail.check_untouched()
