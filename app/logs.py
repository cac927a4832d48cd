"""Configures logging: one line on stderr for each call of structlog or the standard library, as JSON for machines or text for people.

A line never holds a piece of a snippet: what is logged is ids, kinds, counts and times. Whoever logs sees to that, but for an
exception that nobody foresaw: its message may quote anything, so of every exception only the type and the stack are written.
"""

from __future__ import annotations

import logging
import logging.config
import re
import sys
import traceback
from typing import Any, Literal

import structlog

LogFormat = Literal["json", "text"]

MAX_CHAINED_EXCEPTIONS = 10
REPR = re.compile(r"[\n<(]")
"""Where the repr of a task, a callback or its arguments begins."""


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


def stack_of(error: BaseException | None) -> str:
    """Write where an exception was raised and of what type it is, and the same of what it was raised from; not what it says."""
    parts: list[str] = []
    while error is not None and len(parts) < MAX_CHAINED_EXCEPTIONS:
        parts.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nafter:\n".join(parts)


def _without_messages(_: object, __: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Put ``stack_of`` in place of an exception, and leave out the reprs that asyncio's own complaints go on with."""
    raised = line.pop("exc_info", None)
    if raised:
        error = raised if isinstance(raised, BaseException) else raised[1] if isinstance(raised, tuple) else sys.exc_info()[1]
        line["exception"] = stack_of(error)
    if line.get("logger") == "asyncio":
        line["event"] = REPR.split(str(line["event"]), maxsplit=1)[0].strip()
    return line


def _without_colours(_: object, __: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Drop uvicorn's second, coloured copy of its message."""
    line.pop("color_message", None)
    return line


def _last(form: LogFormat) -> list[Any]:
    """Choose how a line is written."""
    bare = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, _without_messages, _without_colours]
    if form == "json":
        return [*bare, structlog.processors.JSONRenderer()]
    return [*bare, structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
