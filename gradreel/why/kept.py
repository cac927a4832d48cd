"""Tells what graphs keep for backward, when they keep most or after a line: a total, and by line, module and tensor what it consists of.

Parameters and other leaves that require grad live without a graph as well, and are not counted, though ``Event.kept`` counts them. What the
program's own saved-tensor hooks hold, as those of ``checkpoint`` and ``save_on_cpu`` do, no film sees, and it is not counted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Literal

from rich.cells import cell_len

from gradreel.locale import Lang, word
from gradreel.trace import BackwardStartEvent, FreeEvent, Frozen, LineEvent, NodeEvent, Run, Saved
from gradreel.why.visible import visible
from gradreel.why.wrap import wrapped

UNITS = ("B", "KiB", "MiB", "GiB", "TiB")
WIDEST = 40
"""Cells of a text that others of its column are lined up with."""
Cells = tuple[str, str, str, str]
"""A size, a place, a name, a module."""


class KeptRow(Frozen):
    """What is kept of one tensor, or of several with one name, that were saved on one line in one module."""

    path: str
    line: int | None
    name: str | None
    bytes: int
    module: str | None = None
    """The path of the module whose forward saved it."""


class KeptTable(Frozen):
    """What was kept after an event."""

    schema_version: Literal[1] = 1
    event: int
    bytes: int
    """What the rows and the rest sum up to."""
    most: int
    """What is kept at most in the whole film."""
    path: str
    line: int | None
    """Where the event was."""
    rows: tuple[KeptRow, ...]
    """The largest first."""
    rest: int
    """What the rows leave out, of films that leave out their middle."""


def kept_table(run: Run, event: int | None = None) -> KeptTable | None:
    """Return what is kept after an event, without one where it is most; None where nothing ever is, or the film does not say it."""
    kept = _kept_without_leaves(run)
    most = max(range(len(kept)), key=kept.__getitem__, default=0)
    if not kept or not kept[most]:
        return None
    at = run.events[most if event is None else event]
    rows = _rows(run, at.index)
    return KeptTable(
        event=at.index,
        bytes=kept[at.index],
        most=kept[most],
        path=run.files[at.file].path,
        line=at.line,
        rows=tuple(
            KeptRow(path=path, line=line, module=module, name=name, bytes=size) for (path, line, module, name), size in rows.most_common()
        ),
        rest=max(0, kept[at.index] - rows.total()),
    )


def after_line(run: Run, line: int) -> int | None:
    """The last event of the last time that a line of the main file ran; None where it did not run."""
    last = next((each.index for each in reversed(run.events) if (each.file, each.line) == (0, line)), None)
    if last is None:
        return None
    later = run.events[last + 1 :]
    return next((each.index - 1 for each in later if isinstance(each, LineEvent) and each.file == 0), run.events[-1].index)


def _kept_without_leaves(run: Run) -> list[int]:
    """By event: the bytes that graphs keep after it, less those of storages that a leaf lies in."""
    leaves = _leaf_storages(run)
    storages = {tensor.id: tensor.storage for tensor in run.tensors}
    of_leaves = [saved for saved in run.saved if storages[saved.tensor] in leaves]
    begun, by_node = defaultdict[int, list[Saved]](list), defaultdict[str, list[Saved]](list)
    for saved in of_leaves:
        begun[saved.event].append(saved)
        by_node[saved.node or ""].append(saved)
    saves, sizes, gone = Counter[str | None](), dict[str | None, int](), set[str]()
    told, total, counts = 0, 0, list[int]()
    for event, freed in zip(run.events, _freed_by_event(run), strict=True):
        for saved in begun[event.index]:
            if (node := saved.node or "") not in gone:
                saves[storages[saved.tensor]] += 1
                sizes[storages[saved.tensor]] = _size(saved)
        for node in freed - gone:
            saves.subtract(storages[saved.tensor] for saved in by_node[node] if saved.event <= event.index)
        gone |= freed
        told = told if event.kept is None else event.kept
        total = sum(size for storage, size in sizes.items() if saves[storage] > 0) if begun[event.index] or freed else total
        counts.append(max(0, told - total))
    return counts


def _leaf_storages(run: Run) -> set[str | None]:
    return {tensor.storage for tensor in run.tensors if tensor.is_leaf and tensor.requires_grad and tensor.storage is not None}


def _size(saved: Saved) -> int:
    return (saved.bytes if saved.storage_bytes is None else saved.storage_bytes) or 0


def _rows(run: Run, last: int) -> Counter[tuple[str, int | None, str | None, str | None]]:
    tensors = {tensor.id: tensor for tensor in run.tensors}
    modules = {node.id: node.module for node in run.nodes}
    counted = _leaf_storages(run)
    rows: Counter[tuple[str, int | None, str | None, str | None]] = Counter()
    for saved in _kept_after(run, last):
        tensor = tensors[saved.tensor]
        size = _size(saved)
        if size and tensor.storage is not None and tensor.storage not in counted:
            counted.add(tensor.storage)
            name = tensor.names[0] if tensor.names else None
            rows[run.files[saved.file].path, saved.line, modules.get(saved.node or ""), name] += size
    return rows


def _kept_after(run: Run, last: int) -> Iterator[Saved]:
    """What had been saved by an event, and neither freed nor dropped."""
    gone = set[str]().union(*islice(_freed_by_event(run), last + 1))
    return (saved for saved in run.saved if saved.event <= last and saved.node not in gone)


def _freed_by_event(run: Run) -> Iterator[set[str]]:
    """For each event: the nodes that keep nothing from then on."""
    retained = False
    for event in run.events:
        freed = set(event.dropped)
        if isinstance(event, BackwardStartEvent):
            retained = event.retain_graph
        elif isinstance(event, FreeEvent):
            freed.update(event.nodes)
        elif isinstance(event, NodeEvent) and not retained and event.grad_outputs:  # a node that raises has none, and keeps what it saved
            freed.add(event.node)
        yield freed


def kept_lines(run: Run, lang: Lang, width: int, event: int | None = None) -> Iterator[str]:
    """Return the lines of the table, none of which takes more than ``width`` cells."""
    table = kept_table(run, event)
    if table is None:
        yield from wrapped(word("why-memory-nothing", {}, lang), width)
        return
    told: dict[str, str | int] = {"most": size_text(table.most), "path": visible(table.path), "line": table.line or 0}
    told["kept"] = size_text(table.bytes)
    yield from wrapped(word("why-memory-most" if event is None else "why-memory-after", told, lang), width)
    rows = [_told(row, lang) for row in table.rows]
    if table.rest:
        rows.append((size_text(table.rest), word("why-memory-rest", {}, lang), "", ""))
    yield from _in_columns(rows, width)


def _told(row: KeptRow, lang: Lang) -> Cells:
    place = visible(row.path) if row.line is None else f"{visible(row.path)}:{row.line}"
    name = word("why-memory-unnamed", {}, lang) if row.name is None else visible(row.name)
    return size_text(row.bytes), place, name, "" if row.module is None else visible(row.module)


def _in_columns(rows: list[Cells], width: int) -> Iterator[str]:
    """Sizes end and the others begin below each other; of a row that is too long the last cells go on below its place."""
    sizes, places, names = (max((cell_len(row[at]) for row in rows if cell_len(row[at]) <= WIDEST), default=0) for at in range(3))
    indent = " " * (sizes + 2)
    for size, place, name, module in rows:
        line = f"{size:>{sizes}}  {_padded(place, places)}  {_padded(name, names)}  {module}".rstrip()
        if cell_len(line) <= width:
            yield line
            continue
        for number, part in enumerate(_below(place, name, module, width=max(1, width - len(indent)))):
            yield f"{size:>{sizes}}  {part}" if number == 0 else f"{indent}{part}"


def _below(*cells: str, width: int) -> Iterator[str]:
    """Put as many cells into each line as fit; one that is longer than a line is wrapped."""
    line = ""
    for cell in filter(None, cells):
        if line and cell_len(joined := f"{line}  {cell}") <= width:
            line = joined
            continue
        if line:
            yield from wrapped(line, width)
        line = cell
    yield from wrapped(line, width)


def _padded(text: str, cells: int) -> str:
    return text + " " * (cells - cell_len(text))


def size_text(size: int) -> str:
    """Return ``640 B``, ``12.5 KiB``: what is read, not what is added up."""
    unit = min(len(UNITS) - 1, max(0, size.bit_length() - 1) // 10)
    return f"{size} B" if not unit else f"{size / 1024**unit:.1f} {UNITS[unit]}"
