"""Compares a traced run with the same snippet under plain PyTorch: ``equal``, ``different`` or ``unchecked``.

    traced  ───────────────▶ recording, stdout ─┐
    plain   ───────────▶ answer, stdout ────────┴─▶ same? ─▶ equal
                                                     └ no ─▶ perturbed ─▶ the two untraced runs differ too: unchecked
                                                                        └ they agree: different

A snippet that prints the time differs from itself, which says nothing about the tracer. The perturbed run is untraced too, in memory
with other leftovers: tensors that differ in it hold what nobody wrote, and only the others are compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from gradreel.trace import Cell, ControlRun, EndedCell, Outcome, Recording

Fidelity = Literal["equal", "different", "unchecked"]
# As `repr` prints one, and as `id` and `data_ptr` do: where Linux on 64 bits keeps mappings and the heap.
ADDRESS = re.compile(r"\b(0x[0-9a-f]{6,16}|1[34][0-9]{13}|9[34][0-9]{12})\b")


Digests = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CellEnding:
    """What two runs must agree on of one cell of code."""

    status: str
    exception_type: str | None
    message: str | None
    line: int | None
    echo: str | None
    fingerprint: Digests
    """Of the gradients at its end."""


@dataclass(frozen=True)
class Ending:
    """What two runs of one snippet must agree on."""

    status: str
    exception_type: str | None
    message: str | None
    line: int | None
    stdout: str
    fingerprint: Digests
    cells: tuple[CellEnding, ...] = ()


def ending(outcome: Outcome, fingerprint: dict[str, str], stdout: bytes, cells: tuple[CellEnding, ...] = ()) -> Ending:
    """Reduce a run to what must agree, with addresses of this process blanked out."""
    failure = outcome.failure
    return Ending(
        outcome.status,
        failure.exception_type if failure else None,
        ADDRESS.sub("address", failure.message) if failure else None,
        failure.line if failure else None,
        ADDRESS.sub("address", stdout.decode(errors="replace")),
        tuple(sorted(fingerprint.items())),
        cells,
    )


def cell_endings(run: Recording | ControlRun) -> tuple[CellEnding, ...]:
    """Reduce the cells of code of a run likewise."""
    if isinstance(run, ControlRun):
        return tuple(_cell_ending(cell, cell.fingerprint) for cell in run.cells)
    cells = [cell for cell in run.cells if cell.kind == "code"]
    digests = run.cell_fingerprints or ({},) * len(cells)
    return tuple(_cell_ending(cell, found) for cell, found in zip(cells, digests, strict=False))


def _cell_ending(cell: Cell | EndedCell, fingerprint: dict[str, str]) -> CellEnding:
    failure = cell.failure
    return CellEnding(
        cell.status,
        failure.exception_type if failure else None,
        ADDRESS.sub("address", failure.message) if failure else None,
        failure.line if failure else None,
        None if cell.echo is None else ADDRESS.sub("address", cell.echo),
        tuple(sorted(fingerprint.items())),
    )


def judge(traced: Ending, plain: Ending, again: Ending) -> Fidelity:
    """Compare what a run defines: ``again`` is a plain run in memory with other leftovers."""
    unwritten = {name for one, other in _fingerprints(plain, again) for name, _ in {*one} ^ {*other}}
    traced, plain, again = (_without(each, unwritten) for each in (traced, plain, again))
    if plain != again:
        return "unchecked"
    return "equal" if traced == plain else "different"


def _fingerprints(plain: Ending, again: Ending) -> Iterator[tuple[Digests, Digests]]:
    yield plain.fingerprint, again.fingerprint
    for one, other in zip(plain.cells, again.cells, strict=False):
        yield one.fingerprint, other.fingerprint


def _without(run: Ending, names: set[str]) -> Ending:
    cells = tuple(replace(cell, fingerprint=_left(cell.fingerprint, names)) for cell in run.cells)
    return replace(run, fingerprint=_left(run.fingerprint, names), cells=cells)


def _left(fingerprint: Digests, names: set[str]) -> Digests:
    return tuple(item for item in fingerprint if item[0] not in names)


def differences(plain: Ending, traced: Ending) -> tuple[str, ...]:
    """Name the fields that differ; never their values, which are the snippet's."""
    return tuple(name for name in vars(plain) if getattr(plain, name) != getattr(traced, name))
