"""Writes a report as commands of a GitHub workflow: an annotation for each line of each diagnosis, which GitHub shows beside the code."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from gradreel.why.places import Place
from gradreel.why.report import Finding, Report
from gradreel.why.visible import visible

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def github_lines(report: Report, environment: Mapping[str, str] = os.environ) -> Iterator[str]:
    """Return one command for each line; a diagnosis without lines is one command without a place.

    Paths are made relative to the checkout (``GITHUB_WORKSPACE``), where the program was started below it.
    """
    checkout = environment.get("GITHUB_WORKSPACE", "")
    for finding in report.findings:
        command = LEVELS[finding.severity]
        title = f"title={_property(visible(finding.title))}"
        if not finding.places:
            yield f"::{command} {title}::{_data(visible(finding.message))}"
        for place in finding.places:
            yield f"::{command} {_at(place, checkout)},{title}::{_data(_said(finding, place))}"


def _at(place: Place, checkout: str) -> str:
    path = os.path.abspath(place.path)
    shown = os.path.relpath(path, checkout) if checkout and path.startswith(os.path.join(checkout, "")) else place.path
    columns = f",col={place.column},endColumn={place.end_column}" if place.end_column > place.column else ""
    return f"file={_property(visible(shown))},line={place.line},endLine={place.line}{columns}"


def _said(finding: Finding, place: Place) -> str:
    """What happened on the line; on the first one to look at also the whole sentence."""
    label = visible(place.label)
    return f"{label}\n{visible(finding.message)}" if place.primary else label


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
