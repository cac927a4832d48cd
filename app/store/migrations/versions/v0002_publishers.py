"""Everybody who publishes a snippet gets a row and a delete token of their own; takedowns; sizes of films.

Columns are dropped by SQL of SQLite's own: Alembic's way for SQLite makes the table anew, and dropping the old one would cascade.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "publisher",
        sa.Column("snippet_id", sa.String(52), sa.ForeignKey("snippet.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("client", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("created_s", sa.BigInteger, nullable=False),
    )
    op.create_index("publisher_client", "publisher", ["client"])
    op.execute(
        "INSERT INTO publisher (snippet_id, client, token_hash, created_s) "
        "SELECT id, client, token_hash, created_s FROM snippet WHERE deleted_s IS NULL AND length(token_hash) > 0"
    )
    op.drop_index("snippet_client", "snippet")
    op.execute("ALTER TABLE snippet DROP COLUMN client")
    op.execute("ALTER TABLE snippet DROP COLUMN token_hash")
    op.add_column("snippet", sa.Column("takedown", sa.Text))
    op.add_column("result", sa.Column("bytes", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE result SET bytes = length(body)")
    op.create_index("result_bytes", "result", ["snippet_id", "bytes"])


def downgrade() -> None:
    """Take back: of several publishers of a snippet the first one keeps the token."""
    op.drop_index("result_bytes", "result")
    op.execute("ALTER TABLE result DROP COLUMN bytes")
    op.execute("ALTER TABLE snippet DROP COLUMN takedown")
    op.add_column("snippet", sa.Column("client", sa.String(32), nullable=False, server_default=""))
    op.add_column("snippet", sa.Column("token_hash", sa.LargeBinary, nullable=False, server_default=""))
    first = "FROM publisher WHERE snippet_id = snippet.id ORDER BY created_s LIMIT 1"
    op.execute(f"UPDATE snippet SET client = (SELECT client {first}), token_hash = (SELECT token_hash {first}) "
               "WHERE id IN (SELECT snippet_id FROM publisher)")  # fmt: skip
    op.create_index("snippet_client", "snippet", ["client"])
    op.drop_table("publisher")
