"""The zygote: a process that imports torch once and forks a jailed child whenever the server asks.

    imports torch and the tracer ─▶ one matmul and backward ─▶ enters its read-only root ─▶ drops root ─▶ sends ZygoteReady
    then, for ever: a SpawnChild with five descriptors ─▶ fork ─▶ ``app.sandbox.child.child_main``

It is executed with a clean environment and never sees a snippet: each child reads its own. It ends when the server does.
"""

from __future__ import annotations

import contextlib
import gc
import os
import platform
import signal
import socket
import sys
import traceback
from types import FrameType
from typing import NoReturn

from app.sandbox.child import child_main, warmup
from app.sandbox.child.child_main import ChildConfig, Record
from app.sandbox.child.memory import code_pages, heap_pages
from app.sandbox.jail import capabilities, landlock, namespaces, probe, seccomp
from app.sandbox.jail.paths import ReadablePaths, application_directories, readable_paths
from app.sandbox.protocol import channel
from app.sandbox.protocol.messages import ChildDescriptors, ChildFailed, SpawnChild, StartFailed, ZygoteReady
from app.sandbox.protocol.plan import Plan, Tier

RECORDING_SHARE = 3 / 10
"""Of a run's time: what recording may take of it where the film is full."""
FILES_OF_ROOT = "files read as user id 0, since the interpreter lies where no other user may read it"


def main() -> None:
    """Serve the control channel whose descriptor is the first argument, by the plan that is the second."""
    control = socket.socket(fileno=int(sys.argv[1]))
    plan = Plan.from_json(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        config, layers = prepare(plan)
    except Exception as error:
        channel.send(control, StartFailed(str(error) or repr(error), traceback.format_exc()))
        return
    import torch

    channel.send(control, ZygoteReady(config.tier, layers, str(torch.__version__), platform.python_version()))
    serve(control, config)


def prepare(plan: Plan) -> tuple[ChildConfig, tuple[str, ...]]:
    """Import, warm up, find the tier and enter it."""
    if plan.highest_tier != "none":
        seccomp.library()
    arenas = heap_pages.preallocate_arenas()
    warmup.import_all()
    record = recorder(plan)
    warmup.limit_threads(plan.threads)
    warmup.specialise_code(record)
    if (tasks := len(os.listdir("/proc/self/task"))) != 1:
        raise RuntimeError(f"the zygote has {tasks} threads, but forking needs exactly one: a library has started some on import")
    readable = readable_paths(application_directories())
    tier = probe.find_tier(plan.highest_tier, plan.jail_uid, readable)
    program = seccomp.program(own_files=tier == "N") if tier != "none" else b""
    own_pid = seccomp.own_pid(namespaces.SNIPPET_PID) if tier == "N" else b""
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    layers = _enter(tier, plan, readable, proc)
    # NOTE [Own sources] Snippets must not import from the directory that the application was started from.
    allowed = readable.directories
    sys.path[:] = [path for path in sys.path if path in allowed or any(path.startswith(top + "/") for top in allowed)]
    ruleset = landlock.ruleset(readable.landlock_paths(), ["/dev/null"]) if tier == "L" else None
    ids = os.geteuid(), os.getegid()
    config = ChildConfig(plan, tier, record, readable, _address_space(proc), program, own_pid, ids, proc, ruleset)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # what was printed survives a kill
    arenas.clear()
    _prepare_to_fork(proc, record)
    return config, layers


def _prepare_to_fork(proc: int, record: Record) -> None:
    """Do once what each child would have to do otherwise, and make a fork copy as little as possible."""
    warmup.seed()
    warmup.skip_lock_reinit()
    gc.collect()
    gc.freeze()
    code_pages.copy_used(proc, lambda: warmup.trace_sample(record))
    heap_pages.collapse(proc)


def recorder(plan: Plan) -> Record:
    """Import the tracer, whose files are out of reach once this process is in its jail."""
    from app.sandbox.child.modes import MODES
    from gradreel.tracer.limits import TracerLimits

    time_s = min(plan.wall_time_s, plan.cpu_time_s)
    limits = TracerLimits(
        events=plan.trace_events,
        trace_bytes=plan.tracer_bytes,
        soft_time_s=plan.wall_time_s,
        recording_s=time_s * RECORDING_SHARE,
        again_s=time_s,
    )
    return lambda mode, code, hand_in: MODES[mode](code, limits, hand_in)


def _enter(tier: Tier, plan: Plan, readable: ReadablePaths, proc: int) -> tuple[str, ...]:
    """Move this process into what its children share of the jail; return the names of all layers."""
    if tier == "none":
        return ("rlimits",)
    shared = (*([f"landlock {abi}"] if (abi := landlock.abi()) else []), "seccomp", "capabilities", "rlimits")
    if tier == "N":
        probe.enter_root(plan.jail_uid, readable, proc)
        return ("user", "pid", "net", "mount", "ipc", "uts", "cgroup", *shared)
    return (*shared, *_give_up_root(plan, readable, proc)) if os.geteuid() == 0 else shared


def _give_up_root(plan: Plan, readable: ReadablePaths, proc: int) -> tuple[str, ...]:
    """Become the user of the jail; return what is to be said about it on /healthz. Raises ``NoTier`` rather than stay root."""
    try:
        if probe.can_read_as(plan.jail_uid, readable):
            capabilities.become(plan.jail_uid)
            return ()
        # Children could not write it any more. Theirs is this one's, which is better lost than the server.
        child_main.prefer_for_oom_kill(proc)
        capabilities.become_but_for_files(plan.jail_uid)
    except OSError as error:
        raise probe.NoTier(
            f"Snippets would run as user id 0: the server was started as root, without the right to become user {plan.jail_uid} ({error}). "
            "Start it as another user, or with the capabilities SETUID and SETGID."
        ) from error
    return (FILES_OF_ROOT,)


def _address_space(proc: int) -> int:
    handle = os.open("self/statm", os.O_RDONLY | os.O_CLOEXEC, dir_fd=proc)
    with os.fdopen(handle) as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGESIZE")


def serve(control: socket.socket, config: ChildConfig) -> None:
    """Fork a child for every ``SpawnChild``, until the server closes the channel."""
    signal.signal(signal.SIGCHLD, _reap)
    while packet := channel.receive(control):
        assert isinstance(packet.message, SpawnChild), packet.message
        descriptors = ChildDescriptors(*packet.descriptors)
        try:
            pid = child_main.fork(config)
        except OSError as error:
            _report(descriptors, f"fork: {error.strerror}: this machine or container has no process or memory left for another child")
        else:
            if pid == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                control.close()
                _become_child(config, descriptors, packet.message.defer_warmup)
        for descriptor in packet.descriptors:
            os.close(descriptor)


def _report(descriptors: ChildDescriptors, error: str) -> None:
    """Say on the lifeline of a child that could not be made why not."""
    with socket.socket(fileno=os.dup(descriptors.lifeline)) as lifeline, contextlib.suppress(OSError):
        channel.send(lifeline, ChildFailed(error))


def _become_child(config: ChildConfig, descriptors: ChildDescriptors, defer_warmup: bool) -> NoReturn:
    try:
        child_main.begin(config, descriptors, defer_warmup)
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
