"""What authors write to films."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "notes",
        sa.Column("snippet_id", sa.String(52), sa.ForeignKey("snippet.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("id", sa.String(52), primary_key=True),
        sa.Column("client", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("created_s", sa.BigInteger, nullable=False),
    )
    op.create_index("notes_client", "notes", ["client"])


def downgrade() -> None:
    """Take back."""
    op.drop_table("notes")
