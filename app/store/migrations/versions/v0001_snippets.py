"""Snippets and their results."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "snippet",
        sa.Column("id", sa.String(52), primary_key=True),
        sa.Column("digest", sa.String(52), nullable=False, unique=True),
        sa.Column("code", sa.LargeBinary, nullable=False),
        sa.Column("client", sa.String(32), nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("created_s", sa.BigInteger, nullable=False),
        sa.Column("deleted_s", sa.BigInteger),
    )
    op.create_index("snippet_client", "snippet", ["client"])
    op.create_table(
        "result",
        sa.Column("snippet_id", sa.String(52), sa.ForeignKey("snippet.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("engine", sa.String(120), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("etag", sa.String(32), nullable=False),
        sa.Column("reusable", sa.Boolean, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("created_s", sa.BigInteger, nullable=False),
    )
    salt = op.create_table("salt", sa.Column("id", sa.Integer, primary_key=True), sa.Column("value", sa.LargeBinary, nullable=False))
    op.bulk_insert(salt, [{"id": 1, "value": secrets.token_bytes(32)}])


def downgrade() -> None:
    """Take back."""
    for table in ("salt", "result", "snippet"):
        op.drop_table(table)
