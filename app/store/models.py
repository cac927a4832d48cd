"""The tables: a snippet, those who published it, and one result for each engine that ran it.

    snippet ◀──┬── result (snippet_id, engine)
               ├── fix_verdicts (snippet_id, engine): which fixes of that result work
               ├── notes (snippet_id, id, client): what an author wrote to its film
               ├── publisher (snippet_id, client); none for a built-in example
               └── after a deletion the row stays without code, as a tombstone, and the others are gone

Times are whole seconds since 1970, so that both databases hold the same thing. Code is bytes: PostgreSQL's text cannot hold NUL.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Float, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from gradreel.ids import DIGEST_LENGTH


class Base(DeclarativeBase):
    """Base of the tables."""


class Snippet(Base):
    """Code that somebody made a link for, or what is left of it after its deletion."""

    __tablename__ = "snippet"

    id: Mapped[str] = mapped_column(String(DIGEST_LENGTH), primary_key=True)
    digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH), unique=True)
    code: Mapped[bytes] = mapped_column(LargeBinary)
    created_s: Mapped[int] = mapped_column(BigInteger)
    deleted_s: Mapped[int | None] = mapped_column(BigInteger)
    takedown: Mapped[str | None] = mapped_column(Text)
    """Why the operator took it down; it cannot be published again."""


class Publisher(Base):
    """Somebody who asked for a link to a snippet, and may withdraw that."""

    __tablename__ = "publisher"

    snippet_id: Mapped[str] = mapped_column(ForeignKey("snippet.id", ondelete="CASCADE"), primary_key=True)
    client: Mapped[str] = mapped_column(String(32), primary_key=True)
    """A keyed hash of the address: enough to count by, no address."""
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    created_s: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("publisher_client", "client"),)


class Result(Base):
    """A film, compressed: what one engine made of one snippet."""

    __tablename__ = "result"

    snippet_id: Mapped[str] = mapped_column(ForeignKey("snippet.id", ondelete="CASCADE"), primary_key=True)
    engine: Mapped[str] = mapped_column(String(120), primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    """The run as JSON, gzipped: what every browser takes as it is."""
    bytes: Mapped[int] = mapped_column(BigInteger, server_default="0")
    """Length of ``body``: it is added up without reading the bodies."""
    etag: Mapped[str] = mapped_column(String(32))
    reusable: Mapped[bool]
    """Whether the same code may be answered with it: false for a run that ran out of time."""
    summary: Mapped[str] = mapped_column(Text)
    """JSON object: one sentence per language on what the film shows."""
    created_s: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("result_bytes", "snippet_id", "bytes"),)


class StoredNotes(Base):
    """Notes to one snippet, as one client published them; others may have published the same."""

    __tablename__ = "notes"

    snippet_id: Mapped[str] = mapped_column(ForeignKey("snippet.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[str] = mapped_column(String(DIGEST_LENGTH), primary_key=True)
    """A hash of what they say."""
    client: Mapped[str] = mapped_column(String(32), primary_key=True)
    """As of a publisher."""
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    """The notes as JSON."""
    created_s: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("notes_client", "client"),)


class FixVerdicts(Base):
    """What became of the fixes of one result when they were run."""

    __tablename__ = "fix_verdicts"

    snippet_id: Mapped[str] = mapped_column(ForeignKey("snippet.id", ondelete="CASCADE"), primary_key=True)
    engine: Mapped[str] = mapped_column(String(120), primary_key=True)
    verdicts: Mapped[str] = mapped_column(Text)
    """JSON object: one verdict per key of a fix."""
    created_s: Mapped[int] = mapped_column(BigInteger)


class RateWindow(Base):
    """When one client did one thing of late: see ``rates``. Lost in a crash of the database, and no harm done."""

    __tablename__ = "rate_window"

    key: Mapped[str] = mapped_column(String(80), primary_key=True)
    """What was done, and the hash of the client."""
    hits: Mapped[str] = mapped_column(Text)
    """Seconds since 1970, the latest first, with commas between."""
    expires_s: Mapped[float] = mapped_column(Float(53))


class Salt(Base):
    """The one row that keys the hashes of client addresses in this database."""

    __tablename__ = "salt"

    id: Mapped[int] = mapped_column(primary_key=True)
    value: Mapped[bytes] = mapped_column(LargeBinary)
