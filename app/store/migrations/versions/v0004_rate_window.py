"""What clients have done of late, for servers that share one database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "rate_window",
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("hits", sa.Text, nullable=False),
        sa.Column("expires_s", sa.Float(53), nullable=False),
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("rate_window")
