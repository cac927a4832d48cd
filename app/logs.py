"""Log calls of structlog and of the standard library in, one line each on stderr out: JSON for machines, or text for people.

A line never holds a snippet: what is logged is ids, kinds, counts and times, and stacks without local variables.
"""

from __future__ import annotations

import logging
import logging.config
import sys
from typing import Any, Literal

import structlog

LogFormat = Literal["json", "text"]


def configure_logging(form: LogFormat) -> None:
    """Send everything at level INFO and above to stderr, in one form."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": {"()": structlog.stdlib.ProcessorFormatter, "foreign_pre_chain": shared, "processors": _last(form)}},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["stderr"], "level": "INFO"},
            "loggers": {"alembic": {"level": "WARNING"}},
        }
    )


def _without_colours(_: object, __: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Drop uvicorn's second, coloured copy of its message."""
    line.pop("color_message", None)
    return line


def _last(form: LogFormat) -> list[Any]:
    """Choose how a line is written; a stack is written plainly, since richer forms show local variables."""
    bare = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, _without_colours]
    if form == "json":
        return [*bare, structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return [*bare, structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)]
