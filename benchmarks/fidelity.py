"""How many programs do under the tracer what they do under plain PyTorch: output, exception, every tensor and gradient, bit for bit.

(a) the gallery and the corpus, (b) PyTorch's own databases of ops (each with what it saved edited in four ways), custom Functions, modules
and optimizers, (c) random programs, (d) programs with cells, cell by cell, where plain Python runs them without the library. What two
plain runs do not agree on cannot be compared, and is counted by itself.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.table import Figure

RANDOM = 200


def figures() -> list[Figure]:
    """Compare in a fresh process and read the figures back."""
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.fidelity"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return [Figure(**row) for row in json.loads(done.stdout.splitlines()[-1])]


def measured() -> list[Figure]:
    """Compare all programs of all four sides."""
    sides = {"(a) gallery and corpus": _own(), "(b) databases of PyTorch": _databases(), "(c) random programs": _random()}
    return [*(_figure(name, programs) for name, programs in sides.items()), _cells()]


def _figure(name: str, programs: Iterator[tuple[str, str]]) -> Figure:
    counts = {"equal": 0, "different": 0, "not repeatable": 0}
    for label, code in programs:
        outcome = _compared(code)
        counts[outcome] += 1
        if outcome != "equal":
            print(f"{name}: {label}: {outcome}", file=sys.stderr)
    total = sum(counts.values())
    measured = ", ".join(f"{count} {what}" for what, count in counts.items())
    share = f"{counts['equal'] / max(total, 1):.4f}"
    return Figure(f"fidelity {name}", measured, f"{total} programs under plain PyTorch", share, "all equal")


def _cells() -> Figure:
    from tests.tracer.cells_compared import counted, is_long, programs

    paths = programs()
    counts, told = counted(paths)
    print(*told, sep="\n", file=sys.stderr)
    total = sum(counts.values())
    measured = ", ".join(f"{count} {what}" for what, count in counts.items())
    beside = f"{total} cells of {len(paths)} programs under plain Python, {sum(map(is_long, paths))} of them long"
    share = f"{counts['equal'] / max(total, 1):.4f}"
    return Figure("fidelity (d) programs with cells, cell by cell", measured, beside, share, "all equal")


def _compared(code: str) -> str:
    from tests.tracer.oracle import plain, traced

    expected, got = plain(code), traced(code)
    if _seen(got) == _seen(expected):
        return "equal"
    return "different" if _seen(plain(code)) == _seen(expected) else "not repeatable"


def _seen(run: object) -> tuple[object, ...]:
    return tuple(getattr(run, name) for name in ("error", "line", "stdout", "tensors"))


def _own() -> Iterator[tuple[str, str]]:
    from app.examples.gallery import examples
    from tests.tracer.test_corpus import programs

    yield from ((each.id, each.code) for each in examples())
    yield from programs()


def _databases() -> Iterator[tuple[str, str]]:
    from tests.tracer.samples import FUNCTIONS, MODULES, OPTIMIZERS, op_names
    from tests.tracer.test_databases import EDITS, MODULE, OP, OPTIMIZER

    for kind, names in (("op", op_names()), ("function", [each.name for each in FUNCTIONS])):
        for position, name in enumerate(names):
            for how, edit in EDITS.items():
                yield f"{kind} {name}, edit: {how}", OP.format(kind=kind, position=position, edit=edit)
    for position, module in enumerate(MODULES):
        for training in (True, False):
            yield f"module {module.name}", MODULE.format(position=position, training=training)
    for position, info in enumerate(OPTIMIZERS):
        yield f"optimizer {info.optim_cls.__name__}", OPTIMIZER.format(position=position)


def _random() -> Iterator[tuple[str, str]]:
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import strategies as st

    from tests.tracer.test_random import program, statements

    drawn: list[list[str]] = []

    @settings(max_examples=RANDOM, deadline=None, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(st.lists(statements(), min_size=2, max_size=12))
    def draw(lines: list[str]) -> None:
        drawn.append(lines)

    draw()
    for number, lines in enumerate(drawn):
        yield f"random {number}", program(lines)


if __name__ == "__main__":
    print(json.dumps([vars(figure) for figure in measured()]))
