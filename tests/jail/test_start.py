"""Starting: what is missing is named, and no jail means no service."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from app.errors import SandboxUnavailable
from app.runner.local import LocalRunner
from app.sandbox.jail import capabilities, landlock, mounts, probe, syscalls
from app.sandbox.jail.paths import ReadablePaths, readable_paths
from app.sandbox.server import zygote
from tests import templates
from tests.conftest import run_of
from tests.jail.conftest import SETTINGS, Jail

pytestmark = pytest.mark.jail

ROOT = Path(__file__).parent.parent.parent
NOBODY = 65_534

# Each is put in front of the zygote's own start, in its process.
NO_SECCOMP = (
    "import ctypes.util; find = ctypes.util.find_library\n"
    "ctypes.util.find_library = lambda name: None if name == 'seccomp' else find(name)\n"
)
NO_NAMESPACES = (
    "from app.sandbox.jail import mounts, namespaces\n"
    "def refused(*_): raise PermissionError(1, 'unshare: Operation not permitted')\n"
    "mounts.unshare = namespaces.unshare = refused\n"
)
NO_RIGHT_TO_CHANGE_USER = "from app.sandbox.jail import syscalls\nsyscalls.set_capabilities()\n"
THREAD = "import threading, time\nthreading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n"
NO_LANDLOCK = "from app.sandbox.jail import landlock\nlandlock.abi = lambda: 0\n"


def booting(monkeypatch: pytest.MonkeyPatch, before: str, fresh: bool = False) -> LocalRunner:
    """A runner whose zygote runs ``before`` first; a ``fresh`` one has imported nothing by then."""
    program = templates.prefaced(zygote.BOOT, before)
    monkeypatch.setattr(zygote, "BOOT", program)
    if fresh:
        monkeypatch.delitem(templates.PREFACED, program)
    return LocalRunner(SETTINGS)


async def test_missing_libseccomp_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a system library, which pip cannot bring."""
    with pytest.raises(SandboxUnavailable, match=r"libseccomp\.so\.2 is missing.*apt-get install libseccomp2"):
        await booting(monkeypatch, NO_SECCOMP, fresh=True).start()


async def test_without_namespaces_tier_l_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a plain container, whose seccomp profile refuses unshare."""
    runner = booting(monkeypatch, NO_NAMESPACES)
    await runner.start()
    try:
        health = runner.health()
        assert (health.tier, health.ready) == ("L", True)
        assert "pid" not in health.layers
        assert any(layer.startswith("landlock") for layer in health.layers)
    finally:
        await runner.aclose()


async def test_without_namespaces_and_landlock_the_start_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the message says what to do."""
    with pytest.raises(SandboxUnavailable, match=r"neither namespaces nor Landlock.*--insecure-no-sandbox"):
        await booting(monkeypatch, NO_NAMESPACES + NO_LANDLOCK).start()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has a user id to give up")
async def test_root_that_cannot_give_up_its_user_id_is_refused_in_tier_l(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SandboxUnavailable, match=r"would run as user id 0.*Start it as another user"):
        await booting(monkeypatch, NO_NAMESPACES + NO_RIGHT_TO_CHANGE_USER).start()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has a user id to give up")
def test_user_whose_files_are_those_of_root_is_somebody_else_for_everything_but_files(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "file").write_text("x")

    def become_and_look() -> None:
        capabilities.become_but_for_files(NOBODY)
        capabilities.drop()
        assert (os.getresuid(), os.getresgid(), os.getgroups()) == ((NOBODY,) * 3, (NOBODY,) * 3, [])
        assert (closed / "file").read_text() == "x"
        with pytest.raises(PermissionError):
            os.setuid(0)
        with pytest.raises(PermissionError):
            os.kill(os.getppid(), 0)
        with pytest.raises(PermissionError):
            os.chown(closed, NOBODY, NOBODY)

    assert probe.attempt(become_and_look) is None


async def test_insecure_start_says_that_there_is_no_jail() -> None:
    """Only the limits of the process are left."""
    runner = LocalRunner(SETTINGS.model_copy(update={"insecure_no_sandbox": True}))
    assert (runner.health().tier, runner.health().ready) == ("?", False)
    await runner.start()
    try:
        assert runner.health().ready
        assert (runner.health().tier, runner.health().layers) == ("none", ("rlimits",))
        assert (await run_of(runner, "print('on')", "a")).stdout == "on\n"
    finally:
        await runner.aclose()
    assert not runner.health().ready


async def test_zygote_that_dies_at_the_start_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not waited for."""
    with pytest.raises(SandboxUnavailable, match="ended while it was starting"):
        await booting(monkeypatch, "import os; os._exit(9)", fresh=True).start()


async def test_zygote_that_hangs_at_the_start_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the time that the settings allow."""
    runner = booting(monkeypatch, "import time; time.sleep(60)", fresh=True)
    runner.pool = type(runner.pool)(SETTINGS.model_copy(update={"zygote_start_s": 0.3}))
    with pytest.raises(SandboxUnavailable, match=r"did not come up within 0\.3 s"):
        await runner.start()


async def test_thread_in_the_zygote_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork of a process with threads hangs sooner or later."""
    with pytest.raises(SandboxUnavailable, match="2 threads, but forking needs exactly one"):
        await booting(monkeypatch, THREAD, fresh=True).start()


async def test_health_lists_every_layer(jail: Jail) -> None:
    """What /healthz shows."""
    namespaces = {"user", "pid", "net", "mount", "ipc", "uts", "cgroup"} if jail.tier == "N" else set()
    health = jail.runner.health()
    assert set(health.layers) >= {"seccomp", "capabilities", "rlimits"} | namespaces
    assert (health.tier, health.ready) == (jail.tier, True)


def test_readable_places_leave_the_application_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither from the sources nor installed beside other packages."""
    callers = [os.path.abspath(place) for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place]
    monkeypatch.setattr(sys, "path", [place for place in sys.path if os.path.abspath(place) not in callers])
    from_sources = readable_paths((str(ROOT / "app"), str(ROOT / "gradreel")))
    assert not any(str(ROOT / "app").startswith(place + "/") for place in from_sources.directories)
    site = Path(sysconfig.get_path("purelib"))
    installed = readable_paths((str(site / "torch"),))  # as if torch were the application
    assert installed.hidden == (str(site / "torch"),)
    opened = set(installed.landlock_paths())
    assert str(site / "numpy") in opened
    assert not {str(site), str(site / "torch")} & opened


def test_readable_places_do_not_overlap() -> None:
    """A directory inside of another is bound with it."""
    places = readable_paths((str(ROOT / "app"), str(ROOT / "gradreel"))).directories
    assert not [(a, b) for a in places for b in places if a != b and a.startswith(b + "/")]


def test_attempt_tells_what_went_wrong() -> None:
    """The probe runs in a process of its own."""
    assert probe.attempt(lambda: None) is None
    assert "KeyError: 'x'" in (probe.attempt(lambda: {}["x"]) or "")  # type: ignore[index]  # it must raise
    assert "status" in (probe.attempt(lambda: os._exit(3)) or "status")


def test_system_call_that_fails_names_itself() -> None:
    """The message is what the log will have."""
    with pytest.raises(OSError, match="umount2"):
        syscalls.unmount("/no such place", 0)
    with pytest.raises(OSError, match="pivot_root"):
        syscalls.pivot_root("/no such place", "/no such place")
    assert landlock.abi() > 0, "this kernel has no Landlock: run the tests on Linux 5.13 or later"


UNPRIVILEGED = """
import asyncio, os, sys
from app.runner.local import LocalRunner
from tests.jail.conftest import SETTINGS, CANARY
async def main():
    assert os.geteuid() != 0 and not os.access("/etc/shadow", os.R_OK)
    runner = LocalRunner(SETTINGS.model_copy(update={"sandbox_tier": sys.argv[1]}))
    await runner.start()
    run = (await runner.submit(CANARY, "a")).film.run()
    print(runner.health().tier, run.outcome.status, run.stdout.strip())
    for code in ("import socket\\nsocket.socket()", "open('/etc/passwd')", "import os\\nos.fork()", "import os\\nos.kill(os.getppid(), 9)"):
        run = (await runner.submit(code, "a")).film.run()
        print(run.outcome.failure.exception_type)
    await runner.aclose()
asyncio.run(main())
"""


def as_nobody(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command as an unprivileged user; started as root, in a mount namespace in which that user can reach the interpreter."""
    prepare: Callable[[], None] | None = None
    if os.geteuid() == 0:
        prepare = become_nobody
    return subprocess.run(command, cwd=ROOT, preexec_fn=prepare, capture_output=True, text=True, check=False, timeout=100)


def become_nobody() -> None:
    """Open the way to the interpreter and the sources (one may be below root's own home), then give up root."""
    mounts.leave_mounts()
    syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    for place in (sys.base_prefix, str(ROOT)):
        uncover(Path(place))
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def uncover(place: Path) -> None:
    """Cover the first ancestor that is closed to others with an open, empty one that leads to ``place`` only."""
    closed = next((parent for parent in reversed(place.parents) if not parent.stat().st_mode & stat.S_IXOTH), None)
    if closed is None:
        return
    handle = os.open(place, os.O_PATH)
    syscalls.mount("open", str(closed), "tmpfs", 0, "mode=0755")
    place.mkdir(parents=True)
    os.fchdir(handle)
    syscalls.mount(".", str(place), None, syscalls.MS_BIND | syscalls.MS_REC)
    os.chdir(ROOT)


@pytest.mark.parametrize("tier", ["N", pytest.param("L", marks=pytest.mark.long)])
def test_service_runs_as_an_unprivileged_user(tier: str) -> None:
    """In both tiers; the server itself needs no root."""
    done = as_nobody([sys.executable, "-B", "-c", UNPRIVILEGED, tier])
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.split("\n")[0] == f"{tier} completed [2.0, 2.0]"
    assert done.stdout.split()[4:] == [
        "PermissionError",
        "FileNotFoundError" if tier == "N" else "PermissionError",
        "BlockingIOError",
        "PermissionError",
    ]


def test_private_root_shows_only_what_is_given(tmp_path: Path) -> None:
    """The tree that the zygote moves into, seen from a process that is thrown away."""
    given = tmp_path / "given"
    given.mkdir()
    (given / "file").write_text("x")

    def look() -> None:
        proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY)
        probe.enter_root(SETTINGS.jail_uid, ReadablePaths((str(given),), ("/dev/null",), (), ()), proc)
        assert sorted(os.listdir("/")) == sorted({"tmp", "dev", *given.parts[1:2]})
        assert (given / "file").read_text() == "x"
        for path in ("/x", str(given / "new"), "/tmp/x"):
            try:
                Path(path).write_text("x")
            except OSError:
                continue
            raise AssertionError(f"{path} could be written")

    assert probe.attempt(look) is None
