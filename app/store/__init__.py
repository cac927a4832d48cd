"""The database: snippets that somebody published, and the films that engines made of them.

    Store(url) ─┬─ migrations: brought up to date first, or refused when the database is newer
                ├─ snippets: code by id; each publisher has a delete token, after the last one there is a tombstone
                ├─ results: compressed films by (snippet, engine)
                └─ verdicts: which fixes of those films work

SQLite (WAL) in ``var/`` or PostgreSQL by URL; what was acknowledged is on disk.
"""
