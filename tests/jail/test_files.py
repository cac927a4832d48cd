"""A snippet finds Python's own files, and a small /tmp of its own or nothing at all: it reads and writes nothing else."""

from __future__ import annotations

import ast
import os
import sys
import sysconfig
from pathlib import Path

import pytest

import app
import gradreel
from tests.jail.attack import REFUSED, SYSCALL, Attack, each, either, raises, says
from tests.jail.conftest import Jail

pytestmark = pytest.mark.jail

APP, LIBRARY = Path(app.__file__).parent, Path(gradreel.__file__).parent
SITE = sysconfig.get_path("purelib")
# In a worktree ``.git`` is a file, and a path below it would not exist whoever looks.
REPOSITORY = APP.parent / ".git/config" if (APP.parent / ".git").is_dir() else APP.parent / ".git"
UNREADABLE = raises("FileNotFoundError", "PermissionError", "NotADirectoryError", hint="files")
UNWRITABLE = raises("FileNotFoundError", "PermissionError", "OSError", hint="files")
FULL = either(raises("OSError", hint="disk_full"), raises("PermissionError", hint="files"))


def read(path: str | Path) -> str:
    return f"print('ESCAPED', open({str(path)!r}).read(100))"


def write(path: str | Path) -> str:
    return f"open({str(path)!r}, 'w').write('x')"


READS = (
    Attack("etc_passwd", read("/etc/passwd"), UNREADABLE),
    Attack("etc_shadow", read("/etc/shadow"), UNREADABLE),
    Attack("etc_hostname", read("/etc/hostname"), UNREADABLE),
    Attack("settings_of_the_application", read(APP / "settings.py"), UNREADABLE),
    Attack("tracer", read(LIBRARY / "tracer/record.py"), UNREADABLE),
    Attack("database", read(APP.parent / "var/gradreel.db"), UNREADABLE),
    Attack("repository", read(REPOSITORY), UNREADABLE),
    Attack("project_file", read(APP.parent / "pyproject.toml"), UNREADABLE),
    Attack("upwards_out_of_the_library", read(f"{SITE}/../../../../../../../../etc/passwd"), UNREADABLE),
    Attack("upwards_out_of_tmp", read("/tmp/../../../etc/passwd"), UNREADABLE),
    Attack("shell", read("/bin/sh"), UNREADABLE),
    Attack("proc_self_status", read("/proc/self/status"), UNREADABLE),
    Attack("proc_self_maps", read("/proc/self/maps"), UNREADABLE),
    Attack("proc_self_mem", "open('/proc/self/mem', 'r+b')", UNREADABLE),
    Attack("proc_1_environ", read("/proc/1/environ"), UNREADABLE),
    Attack("proc_1_root", "import os\nos.listdir('/proc/1/root')", UNREADABLE),
    Attack("proc_parent_mem", "import os\nopen(f'/proc/{os.getppid()}/mem', 'r+b')", UNREADABLE),
    Attack("sys", "import os\nos.listdir('/sys')", UNREADABLE),
    Attack("dev_mem", read("/dev/mem"), UNREADABLE),
    Attack("dev_tty", read("/dev/tty"), UNREADABLE),
    Attack("parents_descriptor", "import os\nopen(f'/proc/{os.getppid()}/fd/2', 'w')", UNREADABLE),
    Attack("disk", "open('/dev/vda', 'rb')", UNREADABLE),
    Attack("home", "import os\nos.listdir('/home')", UNREADABLE),
    Attack("var", "import os\nos.listdir('/var')", UNREADABLE),
    Attack("import_the_application", "import app.settings", raises("ModuleNotFoundError", "PermissionError")),
    Attack("import_the_library", "import gradreel.film.film", raises("ModuleNotFoundError", "PermissionError")),
    Attack("import_the_tests", "import tests.conftest", raises("ModuleNotFoundError", "PermissionError")),
)

WRITES = (
    Attack("root", write("/gradreel-escaped"), UNWRITABLE),
    Attack("etc", write("/etc/gradreel-escaped"), UNWRITABLE),
    Attack("site_packages", write(f"{SITE}/gradreel_escaped.py"), UNWRITABLE),
    Attack("torch_itself", f"open({SITE + '/torch/__init__.py'!r}, 'a')", UNWRITABLE),
    Attack("standard_library", write(f"{os.path.dirname(os.__file__)}/gradreel_escaped.py"), UNWRITABLE),
    Attack("interpreter", f"open({os.path.realpath(sys.executable)!r}, 'r+b')", raises("OSError", "PermissionError", "FileNotFoundError")),
    Attack("application", write(APP / "gradreel_escaped.py"), UNWRITABLE),
    Attack("loader_cache", "open('/etc/ld.so.cache', 'r+b')", UNWRITABLE),
    Attack("remove_a_library_file", f"import os\nos.remove({SITE + '/torch/__init__.py'!r})", UNWRITABLE),
    Attack(
        "rename_a_library_file", f"import os\nos.rename({SITE + '/torch/__init__.py'!r}, '/tmp/x')", raises("OSError", "PermissionError")
    ),
    Attack("chmod_a_library_file", f"import os\nos.chmod({SITE + '/torch/__init__.py'!r}, 0o777)", raises("OSError", "PermissionError")),
    Attack("truncate_a_library_file", f"import os\nos.truncate({SITE + '/torch/__init__.py'!r}, 0)", raises("OSError", "PermissionError")),
    Attack("touch_a_library_file", f"import os\nos.utime({SITE + '/torch/__init__.py'!r}, (0, 0))", raises("OSError", "PermissionError")),
    Attack("directory_in_root", "import os\nos.mkdir('/gradreel-escaped')", raises("OSError", "PermissionError")),
    Attack("chown", "import os\nos.chown('/tmp', 0, 0)", raises("PermissionError")),
    Attack("symbolic_link", "import os\nos.symlink('/etc/passwd', '/tmp/gradreel-escaped')", raises("PermissionError")),
    Attack("hard_link", f"import os\nos.link({SITE + '/torch/__init__.py'!r}, '/tmp/gradreel-escaped')", raises("PermissionError")),
    Attack(
        "device", "import os, stat\nos.mknod('/tmp/gradreel-escaped', 0o600 | stat.S_IFBLK, os.makedev(254, 0))", raises("PermissionError")
    ),
    Attack("named_pipe", "import os\nos.mkfifo('/tmp/gradreel-escaped')", raises("PermissionError")),
    Attack("extended_attribute", "import os\nos.setxattr('/tmp', 'user.x', b'1')", raises("OSError", "PermissionError")),
    Attack("change_root", "import os\nos.chroot('/tmp')", raises("PermissionError")),
    Attack("dev_null_removed", "import os\nos.remove('/dev/null')", raises("OSError", "PermissionError")),
)

LIBRARY_FILE = f"import fcntl, struct\nf = open({os.__file__!r})\n"
LOCK = "struct.pack('hhqqi', {kind}, 0, 0, 0, 0)"
LOCKS = (
    Attack("flock_exclusive", LIBRARY_FILE + "fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)", raises("PermissionError")),
    Attack("flock_shared", LIBRARY_FILE + "fcntl.flock(f, fcntl.LOCK_SH)", raises("PermissionError")),
    Attack("flock_of_torch", f"import fcntl\nfcntl.flock(open({SITE + '/torch/__init__.py'!r}), 2)", raises("PermissionError")),
    Attack("ask_for_a_lock", LIBRARY_FILE + f"fcntl.fcntl(f, fcntl.F_GETLK, {LOCK.format(kind=1)})", raises("PermissionError")),
    Attack("ask_for_a_lock_of_a_description", LIBRARY_FILE + f"fcntl.fcntl(f, 36, {LOCK.format(kind=1)})", raises("PermissionError")),
    Attack("lease", LIBRARY_FILE + "fcntl.fcntl(f, fcntl.F_SETLEASE, fcntl.F_RDLCK)", raises("PermissionError")),
    Attack("lock_to_write", LIBRARY_FILE + f"fcntl.fcntl(f, fcntl.F_SETLK, {LOCK.format(kind=1)})", raises("OSError", "PermissionError")),
)

FILLS = (
    Attack("one_big_file", "with open('/tmp/big', 'wb') as f:\n    while True:\n        f.write(b'x' * 2**20)", FULL),
    Attack("many_files", "for i in range(10**6):\n    open(f'/tmp/{i}', 'wb').write(b'x' * 2**16)", FULL),
    Attack("many_empty_files", "for i in range(10**6):\n    open(f'/tmp/{i}', 'wb').close()", FULL),
    Attack("many_directories", "import os\nfor i in range(10**6):\n    os.mkdir(f'/tmp/{i}')", FULL),
    Attack("deep_directories", "import os\nos.chdir('/tmp')\nfor i in range(10**6):\n    os.mkdir('d')\n    os.chdir('d')", FULL),
    Attack("sparse_petabyte", "import os\nos.truncate(os.open('/tmp/big', os.O_CREAT | os.O_RDWR), 2**50)", FULL),
    Attack("seek_far_and_write", "f = open('/tmp/big', 'wb')\nf.seek(2**40)\nf.write(b'x')\nf.flush()", FULL),
    Attack("reserve_space", "import os\nos.posix_fallocate(os.open('/tmp/big', os.O_CREAT | os.O_RDWR), 0, 2**30)", FULL),
    Attack("descriptors", "files = []\nwhile True:\n    files.append(open('/dev/null'))", raises("OSError", hint="descriptors")),
)


def test_files_of_ours_that_are_tried_to_be_read_are_there() -> None:
    for path in (APP / "settings.py", LIBRARY / "tracer/record.py", APP.parent / "pyproject.toml"):
        assert path.is_file()


@each(READS)
async def test_reading_what_is_not_its_own_is_refused(attacked: Jail, attack: Attack) -> None:
    """What a snippet may not read does not exist for it."""
    run = await attacked.run(attack.code)
    attack.end(run)
    assert "ESCAPED" not in run.stdout


@each(WRITES)
async def test_writing_outside_of_tmp_is_refused(attacked: Jail, attack: Attack) -> None:
    """Nothing that outlives the run can be written."""
    attack.end(await attacked.run(attack.code))


@each(FILLS)
async def test_filling_the_disk_is_refused(attacked: Jail, attack: Attack) -> None:
    """By size, by number, by holes."""
    attack.end(await attacked.run(attack.code))


@each(LOCKS)
async def test_lock_on_a_file_that_others_can_open_is_refused(attacked: Jail, attack: Attack) -> None:
    """It would be a message to whoever runs at the same time."""
    attack.end(await attacked.run(attack.code))


OWN_LOCKS = """import sqlite3
with sqlite3.connect("/tmp/own.db") as db:
    db.execute("create table t (x)")
    db.execute("insert into t values (3)")
print(sqlite3.connect("/tmp/own.db").execute("select x from t").fetchall())
"""


async def test_snippet_may_lock_files_of_its_own(jail: Jail) -> None:
    """As sqlite3 does; in tier L there are none."""
    run = await jail.run(OWN_LOCKS)
    says("[(3,)]")(run) if jail.tier == "N" else raises("OperationalError")(run)


async def test_file_of_another_run_is_not_there(attacked: Jail) -> None:
    """Each run has a /tmp of its own, or none."""
    first = await attacked.run("open('/tmp/mine', 'w').write('secret')\nprint(open('/tmp/mine').read())")
    if attacked.tier == "N":
        assert first.stdout == "secret\n"
    second = await attacked.run("import os\nprint(os.path.exists('/tmp/mine'))")
    assert second.stdout == "False\n"


async def test_open_by_handle_is_refused(attacked: Jail) -> None:
    """No way around the names of files."""
    run = await attacked.run(SYSCALL + "print(syscall(303, -100, b'/tmp', 0, 0, 0))\nprint(syscall(304, 3, 0, 0))")
    says(f"{REFUSED}\n{REFUSED}")(run)


async def test_tree_of_tier_n_holds_libraries_only(jail: Jail) -> None:
    """The whole view of the machine, from the inside."""
    run = await jail.run("import os\nfor place in ('/', '/tmp', '/dev', '/etc'): print(sorted(os.listdir(place)))")
    if jail.tier == "L":
        raises("PermissionError")(run)
        return
    top, tmp, dev, etc = map(ast.literal_eval, run.stdout.splitlines())
    libraries = {path.split("/")[2] for path in (sys.prefix, sys.base_prefix) if path.startswith("/tmp/")}
    assert not {"proc", "sys", "home", "var", "run", "boot"} & set(top)
    assert set(tmp) == libraries
    assert (dev, etc) == (["null", "urandom", "zero"], ["ld.so.cache"])
