"""What is read of code alone, beside films of the same programs and beside plain PyTorch: ``python -m tests.reading.pieces [PART]``."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gradreel.reading import CodeEdit, read, read_code
from gradreel.reading.program import program_of
from tests.reading.corpora import Given, every_program, programs
from tests.reading.truth import Runner


@dataclass(frozen=True)
class Judged:
    """A program whose version check failed, and what is read of its code."""

    name: str
    edit_line: int
    saved_line: int | None
    together: bool
    """Whether the op that saved is in the function of the edit."""
    on_line: tuple[CodeEdit, ...]
    """What is read of the line that the film says made the edit."""

    @property
    def told(self) -> bool:
        """Whether the op that saved is among what the edit is said to break."""
        return any(each.line == self.saved_line for edit in self.on_line for each in edit.breaks)

    @property
    def contradicts(self) -> bool:
        """Whether what did harm is said to be harmless."""
        return self.together and bool(self.on_line) and all(edit.effect == "harmless" for edit in self.on_line)


def judged(running: Runner, given: Iterable[Given]) -> Iterator[Judged]:
    """All programs that fail by a version check whose lines the film knows."""
    for each in given:
        compared = running.compared(each)
        film = compared[0].film if compared else None
        program = program_of(each.code)
        if film is None or film.kind != "version_mismatch" or film.edit_line is None or program is None or film.edit_file:
            continue
        piece = read_code(each.code)
        assert piece is not None
        together = film.saved_line is not None and program.function_at(film.edit_line) == program.function_at(film.saved_line)
        on_line = tuple(edit for edit in piece.edits if edit.line == film.edit_line)
        yield Judged(each.name, film.edit_line, film.saved_line, together, on_line)


@dataclass(frozen=True)
class Tried:
    """A call that is offered, and how it ended in plain PyTorch."""

    name: str
    call: str
    text: str
    """What was raised; "" where backward ran to its end."""

    @property
    def works(self) -> bool:
        """Whether it came to backward, and ended there or by an error of autograd that the module makes."""
        return not self.text or read(self.text).kind is not None


def tried(running: Runner, given: Iterable[Given]) -> tuple[list[Tried], Counter[str]]:
    """Every call that is offered for a module of these programs, after the definitions of its program alone; and why others are not."""
    found: list[Tried] = []
    reasons: Counter[str] = Counter()
    seen: set[str] = set()
    for each in given:
        code = definitions_of(each.code)
        piece = read_code(code)
        assert piece is not None
        for module in piece.modules:
            if module.call is None:
                reasons[module.reason] += 1
            elif (whole := "\n".join((*piece.imports, code, module.call, ""))) not in seen:
                seen.add(whole)
                found.append(Tried(f"{each.name}:{module.name}", module.call, running.text_of(whole, False)))
    return found, reasons


def definitions_of(code: str) -> str:
    """The imports, functions, classes and constants of a program."""
    kept = []
    for node in ast.parse(code).body:
        constant = isinstance(node, ast.Assign) and not any(isinstance(each, ast.Call) for each in ast.walk(node))
        if constant or isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef):
            kept.append(ast.unparse(node))
    return "\n".join(kept)


def main() -> None:
    """Print the figures, and what falls short."""
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    running = Runner()
    found = list(judged(running, (each for each in programs() if part in each.name)))
    calls, reasons = tried(running, (each for each in every_program() if part in each.name))
    together = [each for each in found if each.together]
    print(f"failed version checks        {len(found)}")
    print(f"edit's line is among edits   {sum(bool(each.on_line) for each in found)}")
    print(f"saved in the same function   {len(together)}")
    print(f"saved line is told           {sum(each.told for each in together)}")
    print(f"contradictions               {sum(each.contradicts for each in found)}")
    print(f"calls offered                {len(calls)}, not offered {sum(reasons.values())}")
    print(f"calls that work              {sum(each.works for each in calls)}")
    for each in found:
        if each.contradicts or not each.on_line or (each.together and not each.told):
            effects = [(edit.effect, [one.line for one in edit.breaks]) for edit in each.on_line]
            print(
                f"{'CONTRADICTS ' if each.contradicts else ''}{each.name}: edit {each.edit_line}, saved {each.saved_line}, read {effects}"
            )
    for call in calls:
        if not call.works:
            print(f"FAILS {call.name}: {call.call!r}: {call.text.strip().splitlines()[-1][:200]}")
    for reason, count in reasons.most_common(40):
        print(f"{count:4} {reason}")


if __name__ == "__main__":
    main()
