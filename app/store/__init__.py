"""Snippets that somebody asked to keep, and the films that engines made of them.

    Store.open(url) ─┬─ migrations: brought up to date first, or refused when the database is newer
                     ├─ snippets: code by id; created once, deleted with a token, then a tombstone
                     └─ results: compressed films by (snippet, engine)

SQLite (WAL) in ``var/`` or PostgreSQL by URL; what was acknowledged is on disk.
"""
