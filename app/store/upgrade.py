"""Brings a database of any age into the present form; a newer one is refused."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from app.errors import StoreUnavailable

MIGRATIONS = Path(__file__).parent / "migrations"

LOCK_KEY = 0x67726164
"""Any number, as long as every server takes the same: two that start together must not both migrate."""


def upgrade(connection: Connection, to: str = "head") -> str:
    """Apply the missing steps up to ``to`` in one transaction and return the step that the database is at now.

    Raises ``StoreUnavailable`` when the database is at a step that this version does not know.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    head = script.get_current_head()
    assert head
    _lock(connection)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == head:
        return head
    if current and current not in {step.revision for step in script.walk_revisions()}:
        raise StoreUnavailable(
            f"The database was written by a newer Gradreel: it is at step {current}, this one knows steps up to {head}. "
            "Start that newer version, or restore a backup from before its first start."
        )
    command.upgrade(config, to)
    return head if to == "head" else to


def _lock(connection: Connection) -> None:
    """Let one server at a time migrate; SQLite's write lock is taken by BEGIN IMMEDIATE (see ``database``)."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # a step may compute for long
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK_KEY})
