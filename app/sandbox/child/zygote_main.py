"""Turns a fresh interpreter into a warm one that forks a jailed child whenever the server asks. Runs as a process of its own.

    imports torch and the tracer ─▶ one matmul and backward ─▶ moves into the read-only tree ─▶ gives up its powers ─▶ says hello
    then, for ever: a Spawn packet with five descriptors ─▶ fork ─▶ ``app.sandbox.child.child_main``

It is executed with a clean environment and never sees a snippet: a child reads its own. It ends when the server does.
"""

from __future__ import annotations

import gc
import os
import platform
import signal
import socket
import sys
import traceback
from types import FrameType
from typing import NoReturn

from app.sandbox.child import child_main, hugepages, hugetext, warmup
from app.sandbox.child.child_main import Ground, Record
from app.sandbox.jail import capabilities, landlock, namespaces, probe, seccomp
from app.sandbox.jail.paths import Readable, application_directories, readable
from app.sandbox.protocol import messages
from app.sandbox.protocol.plan import Plan, Tier


def main() -> None:
    """Serve the control channel whose descriptor is the first argument, by the plan that is the second."""
    control = socket.socket(fileno=int(sys.argv[1]))
    plan = Plan.from_json(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        ground, layers = prepare(plan)
    except Exception as error:
        messages.send(control, {"error": str(error) or repr(error), "detail": traceback.format_exc()})
        return
    import torch

    messages.send(control, {"tier": ground.tier, "layers": layers, "torch": torch.__version__, "python": platform.python_version()})
    serve(control, ground)


def prepare(plan: Plan) -> tuple[Ground, list[str]]:
    """Import, warm up, find the tier and move behind its wall."""
    if plan.highest_tier != "none":
        seccomp.library()
    ballast = hugepages.ballast()
    warmup.import_all()
    record = recorder(plan)
    warmup.bound_threads(plan.threads)
    warmup.rehearse(record)
    if (tasks := len(os.listdir("/proc/self/task"))) != 1:
        raise RuntimeError(f"the zygote has {tasks} threads, but forking needs exactly one: a library has started some on import")
    places = readable(application_directories())
    tier = probe.find_tier(plan.highest_tier, plan.jail_uid, places)
    program = seccomp.program(own_files=tier == "N") if tier != "none" else b""
    own_pid = seccomp.own_pid(namespaces.SNIPPET_PID) if tier == "N" else b""
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    layers = _settle(tier, plan, places, proc)
    # NOTE [Own sources] The directory that the application was started from is no place for a snippet's imports.
    sys.path[:] = [path for path in sys.path if path in places.directories or any(path.startswith(top + "/") for top in places.directories)]
    ruleset = landlock.ruleset(places.open_places(), ["/dev/null"]) if tier == "L" else None
    ground = Ground(plan, tier, record, places, _address_space(proc), program, own_pid, (os.geteuid(), os.getegid()), proc, ruleset)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # what was printed survives a kill
    ballast.clear()
    _lie_still(proc, record)
    return ground, layers


def _lie_still(proc: int, record: Record) -> None:
    """Do last what each child would do otherwise, and have a fork copy as little as possible."""
    warmup.seed()
    warmup.forget_locks()
    gc.collect()
    gc.freeze()
    hugetext.settle(proc, lambda: warmup.rehearse(record))
    hugepages.collapse(proc)


def recorder(plan: Plan) -> Record:
    """Import the tracer, whose files are out of reach once this process has moved."""
    from app.sandbox.child.modes import MODES
    from gradreel.tracer.limits import TracerLimits

    limits = TracerLimits(events=plan.trace_events, trace_bytes=plan.tracer_bytes, soft_time_s=plan.wall_time_s)
    return lambda mode, code, hand_in: MODES[mode](code, limits, hand_in)


def _settle(tier: Tier, plan: Plan, places: Readable, proc: int) -> list[str]:
    if tier == "none":
        return ["rlimits"]
    layers = ["seccomp", "capabilities", "rlimits"]
    if landlock.abi():
        layers.insert(0, f"landlock {landlock.abi()}")
    if tier == "N":
        probe.move_in(plan.jail_uid, places, proc)
        layers = ["user", "pid", "net", "mount", "ipc", "uts", "cgroup", *layers]
    elif os.geteuid() == 0 and probe.can_read_as(plan.jail_uid, places):
        capabilities.become(plan.jail_uid)
    return layers


def _address_space(proc: int) -> int:
    handle = os.open("self/statm", os.O_RDONLY | os.O_CLOEXEC, dir_fd=proc)
    with os.fdopen(handle) as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGESIZE")


def serve(control: socket.socket, ground: Ground) -> None:
    """Fork a child for every Spawn packet, until the server closes the channel."""
    signal.signal(signal.SIGCHLD, _reap)
    while True:
        packet, descriptors, _, _ = socket.recv_fds(control, messages.PACKET_BYTES, 8)
        if packet not in (messages.SPAWN, messages.SPAWN_IN_HASTE):
            return
        if child_main.fork(ground) == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            control.close()
            _become_child(ground, descriptors, packet == messages.SPAWN_IN_HASTE)
        for descriptor in descriptors:
            os.close(descriptor)


def _become_child(ground: Ground, descriptors: list[int], hasty: bool) -> NoReturn:
    try:
        child_main.begin(ground, messages.Far(*descriptors), hasty)
    finally:
        os._exit(1)


def _reap(_number: int, _frame: FrameType | None) -> None:
    """Collect children that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


if __name__ == "__main__":
    main()
