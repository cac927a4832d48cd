"""Copies a database to one file while it is in use, and back into an empty one, by the database's own means.

    SQLite       VACUUM INTO: a database file, whole and of one moment, however the service writes meanwhile
    PostgreSQL   pg_dump and pg_restore: an archive in their own format, of one moment; the counts of rate limits are left out

A backup holds what was there at its moment: what was deleted or taken down after it is back when it is restored.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from app.errors import StoreUnavailable
from app.store.database import parse

COUNTS = "rate_window"
"""A table that is of no use to a later day."""
SAID_LINES = 3


def back_up(url: str, file: Path) -> None:
    """Write all that is stored to ``file``, which must not exist; raise ``StoreUnavailable`` where that cannot be done."""
    parsed = parse(url)
    if file.exists():
        raise StoreUnavailable(f"{file} is there already: a backup is written to a new file.")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        if parsed.get_backend_name() == "sqlite":
            _copy_sqlite(_existing(parsed), part)
        else:
            _postgresql("pg_dump", parsed, "--format=custom", "--no-owner", f"--exclude-table-data={COUNTS}", f"--file={part}")
        _make_durable(part)
        part.rename(file)
    except OSError as error:
        raise StoreUnavailable(f"{file} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def restore(url: str, file: Path) -> None:
    """Fill the database at ``url``, in which nothing is stored, from a backup.

    Raises ``StoreUnavailable`` where there is something, or the backup is none of this kind of database. No server may use the database
    meanwhile; the next start brings it up to date.
    """
    parsed = parse(url)
    if not file.is_file():
        raise StoreUnavailable(f"There is no file {file}.")
    if parsed.get_backend_name() == "sqlite":
        _restore_sqlite(_path(parsed), file)
    else:
        _restore_postgresql(parsed, file)


def _restore_sqlite(path: Path, file: Path) -> None:
    if path.exists():
        raise StoreUnavailable(f"{path} is there already. Stop the service and move that file away, with those that end in -wal and -shm.")
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as backup:
            (found,) = backup.execute("PRAGMA integrity_check").fetchone()
            backup.execute("SELECT count(*) FROM snippet").fetchone()
    except sqlite3.Error as error:
        raise StoreUnavailable(f"{file} is no backup of an SQLite database of Gradreel: {error}") from error
    if found != "ok":
        raise StoreUnavailable(f"{file} is damaged: {found}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _copy_sqlite(file, path)
        _make_durable(path)
    except OSError as error:
        raise StoreUnavailable(f"{path} cannot be written: {error.strerror}") from error


def _restore_postgresql(url: URL, file: Path) -> None:
    tables = _postgresql(
        "psql", url, "--no-align", "--tuples-only", "--command", "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    )
    if tables.strip() != "0":
        raise StoreUnavailable(f"The database {url.database} has tables already: restore into one that createdb has just made.")
    _postgresql("pg_restore", url, "--no-owner", "--single-transaction", "--exit-on-error", str(file))


def _copy_sqlite(source: Path, target: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise StoreUnavailable(f"{source} cannot be copied to {target}: {error}") from error


def _postgresql(program: str, url: URL, *arguments: str) -> str:
    """Run one of PostgreSQL's programs and return what it says; the password travels in the environment, which nobody else can read."""
    found = shutil.which(program) or _in_debian(program)
    if found is None:
        raise StoreUnavailable(f"{program} is not installed: it comes with PostgreSQL's client programs, of the server's version or later.")
    where = {"PGHOST": url.host or url.query.get("host"), "PGPORT": url.port, "PGUSER": url.username, "PGPASSWORD": url.password}
    environment = {**os.environ, **{name: str(value) for name, value in where.items() if value is not None}}
    command = [found, f"--dbname={url.database}", *arguments]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise StoreUnavailable(f"{program} failed: {_shortened(ended.stderr.splitlines())}")
    return ended.stdout


def _in_debian(program: str) -> str | None:
    """Debian puts only some of them on the path."""
    found = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: int(path.parts[4]) if path.parts[4].isdigit() else 0
    )
    return str(found[-1]) if found else None


def _shortened(lines: Sequence[str]) -> str:
    return " ".join(lines[:SAID_LINES]) or "it says nothing"


def _existing(url: URL) -> Path:
    path = _path(url)
    if not path.is_file():
        raise StoreUnavailable(f"There is no database {path}.")
    return path


def _path(url: URL) -> Path:
    if not url.database or url.database == ":memory:":
        raise StoreUnavailable("This database is in memory alone: there is no file of it.")
    return Path(url.database)


def _make_durable(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
