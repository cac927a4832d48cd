"""The commands of the service, ``python -m tests.borrowing``: its sandbox is forked from the templates of the tests that start it."""

from __future__ import annotations

from app.cli import main
from tests.templates import borrowed_templates

if __name__ == "__main__":
    with borrowed_templates():
        main()
