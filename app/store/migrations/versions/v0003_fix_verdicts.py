"""Which fixes of a published film work."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "fix_verdicts",
        sa.Column("snippet_id", sa.String(52), sa.ForeignKey("snippet.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("engine", sa.String(120), primary_key=True),
        sa.Column("verdicts", sa.Text, nullable=False),
        sa.Column("created_s", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("fix_verdicts")
