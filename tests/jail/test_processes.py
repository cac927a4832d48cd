"""A snippet is one process among nobody: it can start none, signal none, see none."""

from __future__ import annotations

import pytest

from tests.jail.attack import REFUSED, SYSCALL, Attack, each, either, raises, says, stops
from tests.jail.conftest import Jail

pytestmark = pytest.mark.jail

ATTACKS = (
    Attack("fork_bomb", "import os\nwhile True:\n    os.fork()", raises("BlockingIOError", hint="subprocess")),
    Attack("vfork", SYSCALL + "print(syscall(58))", says("Resource temporarily unavailable")),
    Attack("clone_without_thread", SYSCALL + "print(syscall(56, 17, 0, 0, 0, 0))", says("Resource temporarily unavailable")),
    Attack("clone_into_a_pid_namespace", SYSCALL + "print(syscall(56, 0x20000000 | 0x10000 | 0x900, 0, 0, 0, 0))", says(REFUSED)),
    Attack("clone3", SYSCALL + "print(syscall(435, 0, 0))", says("Function not implemented")),
    Attack(
        "ten_thousand_threads",
        "import threading\ngate = threading.Event()\nfor _ in range(10_000):\n    threading.Thread(target=gate.wait, daemon=True).start()",
        raises("RuntimeError", hint="threads"),
    ),
    Attack("subprocess", "import subprocess\nsubprocess.run(['/bin/sh', '-c', 'id'])", raises("BlockingIOError", hint="subprocess")),
    Attack("os_system", "import os\nprint(os.system('id > /tmp/gradreel-escaped'))", says("-1", "32512")),
    Attack("os_popen", "import os\nos.popen('id').read()", raises("BlockingIOError", hint="subprocess")),
    Attack("execv", "import os\nos.execv('/bin/sh', ['sh', '-c', 'id'])", raises("PermissionError")),
    Attack("execveat", SYSCALL + "print(syscall(322, -100, b'/bin/sh', 0, 0, 0))", says(REFUSED)),
    Attack("posix_spawn", "import os\nos.posix_spawn('/bin/sh', ['sh'], {})", raises("BlockingIOError", "PermissionError")),
    Attack("kill_everybody", "import os\nos.kill(-1, 9)", raises("PermissionError")),
    Attack("kill_the_group", "import os\nos.kill(0, 9)", raises("PermissionError")),
    Attack("killpg", "import os\nos.killpg(os.getpgid(0), 9)", raises("PermissionError")),
    Attack("kill_the_parent", "import os\nos.kill(os.getppid(), 9)", raises("PermissionError")),
    Attack("kill_process_1", "import os\nos.kill(1, 2)", raises("PermissionError")),
    Attack("tkill_process_1", SYSCALL + "print(syscall(200, 1, 9))", says(REFUSED)),
    Attack("tgkill_process_1", SYSCALL + "print(syscall(234, 1, 1, 9))", says(REFUSED)),
    Attack("queue_a_signal", SYSCALL + "print(syscall(129, 1, 9, 0))", says(REFUSED)),
    Attack("kill_oneself", "import os\nos.kill(os.getpid(), 9)", raises("PermissionError")),
    Attack("kill_oneself_by_a_longer_number", SYSCALL + "print(syscall(62, os.getpid(), ctypes.c_ulong(9 | 1 << 32)))", says(REFUSED)),
    Attack("end_oneself_by_a_signal", "import os, signal\nos.kill(os.getpid(), signal.SIGABRT)", stops("crash")),
    Attack("ptrace_the_parent", SYSCALL + "print(syscall(101, 16, os.getppid(), 0, 0))", says(REFUSED)),
    Attack("ptrace_traceme", SYSCALL + "print(syscall(101, 0, 0, 0, 0))", says(REFUSED)),
    Attack("process_vm_readv", SYSCALL + "print(syscall(310, os.getppid(), 0, 0, 0, 0, 0))", says(REFUSED)),
    Attack("process_vm_writev", SYSCALL + "print(syscall(311, os.getppid(), 0, 0, 0, 0, 0))", says(REFUSED)),
    Attack("pidfd_open", "import os\nos.pidfd_open(os.getppid())", raises("PermissionError")),
    Attack("pidfd_getfd", SYSCALL + "print(syscall(438, 0, 0, 0))", says(REFUSED)),
    Attack("setsid_daemon", "import os\nos.setsid()", raises("PermissionError")),
    Attack("setpgid", "import os\nos.setpgid(0, 0)", raises("PermissionError")),
    Attack("realtime_scheduling", "import os\nos.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))", raises("PermissionError")),
    Attack("nicer_than_allowed", "import os\nos.nice(-20)", raises("PermissionError")),
    Attack("pin_another_process", "import os\nos.sched_setaffinity(os.getppid(), [0])", raises("PermissionError")),
    Attack(
        "raise_a_limit",
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)",
        raises("ValueError", "PermissionError"),
    ),
    Attack(
        "raise_another_process_limit",
        "import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)",
        raises("PermissionError"),
    ),
    Attack("clear_the_death_signal", SYSCALL + "print(syscall(157, 1, 0, 0, 0, 0))", says(REFUSED)),
    Attack("become_subreaper", SYSCALL + "print(syscall(157, 36, 1, 0, 0, 0))", says(REFUSED)),
    Attack(
        "signal_by_owning_a_pipe",
        "import fcntl, os\nr, w = os.pipe()\nfcntl.fcntl(r, fcntl.F_SETOWN, os.getppid())",
        raises("PermissionError"),
    ),
    Attack(
        "lease_on_a_library",
        "import fcntl, torch\nfcntl.fcntl(open(torch.__file__), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
        raises("PermissionError"),
    ),
    Attack("larger_pipe", "import fcntl, os\nr, w = os.pipe()\nfcntl.fcntl(r, 1031, 2**20)", raises("PermissionError")),
    Attack("become_dumpable", SYSCALL + "print(syscall(157, 4, 1, 0, 0, 0))", says(REFUSED)),
    Attack("wait_for_others", "import os\nos.waitpid(-1, 0)", raises("ChildProcessError")),
    Attack(
        "unwaited_thread_spins",
        "import threading\ndef spin():\n    while True:\n        pass\nthreading.Thread(target=spin, daemon=True).start()\nprint('on')",
        either(says("on"), stops("cpu_time", "wall_time")),
    ),
)


@each(ATTACKS)
async def test_process_attack_is_refused(attacked: Jail, attack: Attack) -> None:
    """Each ends as it must, and nothing is left behind."""
    attack.end(await attacked.run(attack.code))


async def test_snippet_in_tier_n_sees_only_itself_and_its_init(jail: Jail) -> None:
    """Process numbers start anew for every run."""
    run = await jail.run("import os\nprint(os.getpid(), os.getppid())")
    if jail.tier == "N":
        assert run.stdout == "2 1\n"
    else:
        assert int(run.stdout.split()[0]) > 2
