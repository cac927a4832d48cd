"""Reads a piece of code that cannot be run, or is not run: what edits in place in it, and what each of these edits would break."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from gradreel.locale import Lang, clip, word
from gradreel.reading.flow import Met, met_in
from gradreel.reading.memory import Save
from gradreel.reading.model import Break, CodeEdit, CodeReading, Effect
from gradreel.reading.offered import offered
from gradreel.reading.program import Program, program_of
from gradreel.reading.unbound import binds_torch, libraries_of, unbound
from gradreel.trace import Param

MAX_EDITS = 60
MAX_BREAKS = 8
MAX_NAMES = 40
LEAVES_REFUSE = ("augmented", "subscript", "attribute", "method", "module", "out")


def read_code(code: str, lang: Lang = "en") -> CodeReading | None:
    """Return what a piece of code shows by its syntax tree; None for what Python cannot read, or what is too large. Nothing is run."""
    program = program_of(code)
    if program is None:
        return None
    try:
        edits = _edits(program, lang)
        missing, imports = unbound(program)
        modules = offered(program, frozenset(missing), lang)
        if "import torch" not in imports and not binds_torch(program.tree) and any(each.call for each in modules):
            imports = ("import torch", *imports)
        return CodeReading(
            edits=edits[:MAX_EDITS],
            missing=tuple(map(clip, missing[:MAX_NAMES])),
            imports=imports,
            libraries=tuple(map(clip, libraries_of(program.tree)[:MAX_NAMES])),
            modules=modules,
            piece=_is_piece(program.tree),
        )
    except RecursionError:
        return None


def _is_piece(tree: ast.Module) -> bool:
    """Whether nothing is done when it runs, beside binding names."""
    binding = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    methods = any(isinstance(node, ast.FunctionDef) and node.args.args and node.args.args[0].arg == "self" for node in tree.body)
    defines = any(isinstance(node, binding[:3]) for node in tree.body)
    return defines and (methods or all(isinstance(node, binding) or _binds_constant(node) for node in tree.body))


def _binds_constant(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Assign | ast.AnnAssign) and not any(isinstance(each, ast.Call) for each in ast.walk(node))


def _edits(program: Program, lang: Lang) -> tuple[CodeEdit, ...]:
    found: dict[tuple[int, str | None], CodeEdit] = {}
    for met in met_in(program):
        if met.followed and not met.tensors:
            continue  # it edits a number or a list
        edit = _edit(program, met, lang)
        before = found.get((edit.line, edit.target))
        if before is None or _ORDER.index(edit.effect) < _ORDER.index(before.effect):
            found[edit.line, edit.target] = edit
    return tuple(found.values())


_ORDER = ("refused", "breaks", "silent", "unknown", "harmless")


def _edit(program: Program, met: Met, lang: Lang) -> CodeEdit:
    edit = met.edit
    effect, key, more = _effect(met)
    breaks = tuple(_breaks(program, met, lang)) if effect in ("breaks", "silent") else ()
    params: dict[str, Param] = {"name": edit.target or edit.text, "how": edit.how, **more}
    return CodeEdit(
        line=edit.line,
        text=clip(edit.text),
        target=clip(edit.target) if edit.target else None,
        effect=effect,
        reason=word(f"piece-edit-{key}", {name: clip(value) if isinstance(value, str) else value for name, value in params.items()}, lang),
        breaks=breaks,
    )


def _effect(met: Met) -> tuple[Effect, str, dict[str, Param]]:
    edit = met.edit
    if edit.grad:
        return "unknown" if met.saves else "harmless", "grad", {}
    if met.leaf and edit.how in LEAVES_REFUSE and not met.unseen:
        return "refused", "refused", {}
    if met.saves:
        return ("silent", "silent", {}) if met.unseen else ("breaks", "breaks", {})
    if not met.followed:
        return "unknown", "unfollowed", {}
    if met.given_to:
        line, called = next(iter(met.given_to))
        return "unknown", "given-to", {"line": line, "called": called}
    if met.unknown:
        return "unknown", "unknown", {}
    if met.given:
        return "unknown", "given", {}
    return "harmless", "harmless", {}


def _breaks(program: Program, met: Met, lang: Lang) -> Iterable[Break]:
    saves = sorted(met.saves, key=lambda save: save.line)
    seen: set[tuple[int, str, str]] = set()
    for save in saves:
        if (save.line, save.keeps, save.op) in seen:
            continue
        seen.add((save.line, save.keeps, save.op))
        if len(seen) > MAX_BREAKS:
            return
        text = program.lines[save.line - 1].strip() if save.line <= len(program.lines) else ""
        yield Break(line=save.line, text=clip(text), keeps=save.keeps, reason=_reason(save, lang))


def _reason(save: Save, lang: Lang) -> str:
    needs = word("piece-or", {}, lang).join(name for name in save.needs if name)
    known = "yes" if not needs else "no"
    params: dict[str, Param] = {
        "op": clip(save.op),
        "name": clip(save.name) or "?",
        "needs": clip(needs),
        "known": known,
        "sure": "yes" if save.sure else "no",
    }
    return word(f"piece-keeps-{save.keeps}", params, lang)
