"""Resource limits of this process. Soft equals hard, so none can be raised again, except two.

CPU time has a soft limit that the tracer handles; address space keeps a bounded reserve for encoding the answer, which a snippet that
knows of it can use early.
"""

from __future__ import annotations

import resource

from app.sandbox.protocol.plan import Plan

# NOTE [CPU grace] Between SIGXCPU, which the tracer handles, and SIGKILL. One second was too little on a busy machine: the kernel counts
# this limit in timer ticks, each charged whole to whoever runs when it strikes, so on a machine that shares its processors a counted
# second was 0.86 s of execution; encoding a film of 10 MiB takes 0.3 s; and a second SIGXCPU, for a snippet that goes on computing in a
# ``finally``, comes a second after the first.
CPU_GRACE_S = 4

INIT = 1
THREAD_POOLS = 2
"""torch keeps two: OpenMP's and pthreadpool's."""


def max_threads(plan: Plan) -> int:
    """Return how many threads a snippet may have, its first one included."""
    return THREAD_POOLS * plan.threads


def apply(plan: Plan, base_bytes: int, *, count_threads: bool, writable: bool) -> None:
    """Limit memory, CPU time, files and threads.

    ``base_bytes`` is the address space of the idle child. ``count_threads`` holds where the kernel counts this child's tasks alone
    (a user namespace of its own): it then has its init, and the plan's threads twice.
    """
    limits = {
        resource.RLIMIT_FSIZE: plan.tmp_bytes if writable else 0,
        resource.RLIMIT_NOFILE: plan.open_files,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_RTPRIO: 0,
    }
    if count_threads:
        limits[resource.RLIMIT_NPROC] = INIT + max_threads(plan)
    for which, value in limits.items():
        resource.setrlimit(which, (value, value))
    address_space = base_bytes + plan.memory_bytes
    resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space + plan.headroom_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (plan.cpu_time_s, plan.cpu_time_s + CPU_GRACE_S))
