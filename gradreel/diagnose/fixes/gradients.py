"""Fixes for what stands between backward and step in the wrong place, or is missing there."""

from __future__ import annotations

import ast

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import inserted_after, inserted_before, moved_behind, patched, replaced
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import Source, bare_call, dotted, last_name
from gradreel.diagnose.lookup.steps import Update
from gradreel.trace import Fix, Line

FIND_UNUSED = "find_unused_parameters"


def clear_after_step(history: History, mixed: list[Update]) -> Fix | None:
    """``opt.zero_grad()`` below ``opt.step()``; for a step with a closure above the backward pass inside that."""
    source, update = history.source, mixed[0]
    step = source.statement(update.op.line)
    call = bare_call(step)
    if step is None or call is None or not isinstance(call.func, ast.Attribute) or update.call is None:
        return None
    scaled = update.call.name.startswith("GradScaler")
    optimizer = dotted(call.args[0] if scaled and call.args else call.func.value)
    if optimizer is None:
        return None
    text = f"{optimizer}.zero_grad()"
    if scaled or not (call.args or call.keywords):
        rewrite = inserted_after(source, (step, text))
    else:
        backward = source.statement(update.mixed.line if update.mixed else None)
        rewrite = inserted_before(source, backward, text) if bare_call(backward) is not None and backward is not None else None
    return fix("clear_gradients", rewrite, name=optimizer, line=update.op.line) if rewrite else None


def clear_after_update(history: History, mixed: list[Update]) -> Fix | None:
    """``w.grad = None`` below each update that the program does by itself."""
    source = history.source
    below: dict[ast.stmt, list[str]] = {}
    for update in mixed:
        stmt = source.statement(update.op.line)
        names = _with_gradient(stmt) if stmt is not None and not hasattr(stmt, "body") else []
        if stmt is None or not names:
            return None
        below[stmt] = [f"{name}.grad = None" for name in names]
    added: list[tuple[ast.stmt, *tuple[str, ...]]] = [(stmt, *texts) for stmt, texts in below.items()]
    rewrite = inserted_after(source, *added)
    return fix("clear_gradient", rewrite, name=_with_gradient(next(iter(below)))[0], line=mixed[0].op.line) if rewrite else None


def _with_gradient(stmt: ast.stmt) -> list[str]:
    """``w`` of ``w.data -= 0.1 * w.grad``."""
    read = (dotted(node.value) for node in ast.walk(stmt) if isinstance(node, ast.Attribute) and node.attr == "grad")
    return list(dict.fromkeys(name for name in read if name))


def clear_before_backward(history: History, zero_line: Line | None, step_line: Line | None, backward_line: Line | None) -> Fix | None:
    """Move ``opt.zero_grad()`` from between backward and step to below the step."""
    source = history.source
    zero, step = source.statement(zero_line), source.statement(step_line)
    backward = source.statement(backward_line)
    if zero is None or step is None or source.block(zero) is not source.block(step):
        return None
    if zero.lineno < step.lineno and backward is not None and backward.lineno < zero.lineno:
        rewrite = moved_behind(source, zero, step)
    elif backward is not None and source.block(backward) is source.block(step) and backward.lineno > step.lineno > zero.lineno:
        rewrite = moved_behind(source, step, backward)
    else:
        return None
    return fix("step_then_clear", rewrite, line=zero_line, step_line=step_line) if rewrite else None


def clip_before_step(source: Source, clip_line: Line | None, step_line: Line | None) -> Fix | None:
    """Exchange a step and the clipping below it."""
    clip, step = source.statement(clip_line), source.statement(step_line)
    if clip is None or step is None or source.block(clip) is not source.block(step) or clip.lineno < step.lineno:
        return None
    if hasattr(clip, "body") or hasattr(step, "body") or any(each.lineno == other.lineno for each, other in [(clip, step)]):
        return None
    rewrite = moved_behind(source, step, clip)
    return fix("clip_before_step", rewrite, line=clip_line, step_line=step_line) if rewrite else None


def schedule_after_step(source: Source, schedule_line: Line | None) -> Fix | None:
    """Move ``scheduler.step()`` below the step of the optimizer in the same block."""
    schedule = source.statement(schedule_line)
    block = source.block(schedule) if schedule is not None else []
    scheduler = _receiver(schedule)
    later = [stmt for stmt in block if schedule is not None and stmt.lineno > schedule.lineno and _is_step(stmt, scheduler)]
    rewrite = moved_behind(source, schedule, later[-1]) if schedule is not None and later else None
    return fix("schedule_after_step", rewrite, line=schedule_line, step_line=later[-1].lineno) if rewrite else None


def _is_step(stmt: ast.stmt, scheduler: str | None) -> bool:
    """Whether a statement steps an optimizer, or is a loop that does."""
    calls = (node for node in ast.walk(stmt) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute))
    return any(call.func.attr == "step" and dotted(call.func.value) != scheduler for call in calls if isinstance(call.func, ast.Attribute))


def _receiver(stmt: ast.stmt | None) -> str | None:
    call = bare_call(stmt)
    return dotted(call.func.value) if call is not None and isinstance(call.func, ast.Attribute) else None


def unscale_before_clip(source: Source, clip_line: Line | None, scaler: str | None, optimizer: str | None) -> Fix | None:
    """``scaler.unscale_(opt)`` above the clipping."""
    clip = source.statement(clip_line)
    if clip is None or hasattr(clip, "body") or scaler is None or optimizer is None:
        return None
    rewrite = inserted_before(source, clip, f"{scaler}.unscale_({optimizer})")
    return fix("unscale_before_clip", rewrite, line=clip_line, name=scaler) if rewrite else None


def update_after_step(source: Source, update_line: Line | None, step_line: Line | None) -> Fix | None:
    """Exchange the update of a scaler and the step below it."""
    update, step = source.statement(update_line), source.statement(step_line)
    if update is None or step is None or source.block(update) is not source.block(step) or step.lineno <= update.lineno:
        return None
    rewrite = moved_behind(source, update, step)
    return fix("update_after_step", rewrite, line=update_line, step_line=step_line) if rewrite else None


def step_by_scaler(source: Source, step_line: Line | None, scaler: str | None) -> Fix | None:
    """``scaler.step(opt)`` in place of ``opt.step()``."""
    call = bare_call(source.statement(step_line))
    optimizer = dotted(call.func.value) if call is not None and isinstance(call.func, ast.Attribute) else None
    if call is None or scaler is None or optimizer is None or call.args or call.keywords:
        return None
    rewrite = replaced(source, call, f"{scaler}.step({optimizer})")
    return fix("step_by_scaler", rewrite, line=step_line, name=scaler) if rewrite else None


def optimize_too(source: Source, line: Line | None, module: str) -> Fix | None:
    """Give the optimizer the parameters of a module besides: ``list(enc.parameters()) + list(dec.parameters())``."""
    stmt = source.statement(line)
    call = stmt.value if isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Call) else None
    given = call.args[0] if call is not None and call.args else None
    if given is None or dotted(given.func if isinstance(given, ast.Call) else given) is None:
        return None
    is_call = isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute) and given.func.attr == "parameters"
    if not is_call:
        return None
    start, end = source.span(given)
    rewrite = patched(source, [(start, end, f"[*{source.segment(given)}, *{module}.parameters()]")])
    return fix("optimize_too", rewrite, name=module, line=line) if rewrite else None


def optimizer_after(source: Source, line: Line | None, made_line: Line | None) -> Fix | None:
    """Make the optimizer below the statement that gives the module a new parameter, where nothing between the two uses it."""
    stmt, made = source.statement(line), source.statement(made_line)
    name = source.assigned(line)
    if stmt is None or made is None or name is None or source.block(stmt) is not source.block(made) or made.lineno <= stmt.lineno:
        return None
    block = source.block(stmt)
    between = block[block.index(stmt) + 1 : block.index(made) + 1]
    if any(isinstance(node, ast.Name | ast.Attribute) and dotted(node) == name for each in between for node in ast.walk(each)):
        return None
    rewrite = moved_behind(source, stmt, made)
    return fix("optimizer_after", rewrite, line=line, made_line=made_line) if rewrite else None


def find_unused(source: Source) -> Fix | None:
    """``find_unused_parameters=True`` for the one call of DistributedDataParallel, by whatever name it was imported."""
    aliases = (alias for node in source.nodes if isinstance(node, ast.ImportFrom) for alias in node.names)
    names = {"DistributedDataParallel", *(each.asname for each in aliases if each.name == "DistributedDataParallel" and each.asname)}
    calls = [node for node in source.nodes if isinstance(node, ast.Call) and last_name(node.func) in names]
    if len(calls) != 1 or not calls[0].args or any(keyword.arg is None for keyword in calls[0].keywords):
        return None
    call = calls[0]
    given = next((keyword.value for keyword in call.keywords if keyword.arg == FIND_UNUSED), None)
    if given is not None:
        rewrite = replaced(source, given, "True")
    else:
        end = source.span(max((*call.args, *(keyword.value for keyword in call.keywords)), key=lambda node: source.span(node)[1]))[1]
        rewrite = patched(source, [(end, end, f", {FIND_UNUSED}=True")])
    return fix("find_unused", rewrite, line=call.lineno) if rewrite else None


def whole_module(source: Source, line: Line | None, module: str) -> Fix | None:
    """Give the optimizer ``net.parameters()`` instead of the parameters of parts of ``net``."""
    stmt = source.statement(line)
    call = stmt.value if isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Call) else None
    given = call.args[0] if call is not None and call.args else None
    if given is None or any(isinstance(node, ast.Dict | ast.comprehension | ast.Constant) for node in ast.walk(given)):
        return None
    handed = [node for node in ast.walk(given) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    owners = [dotted(node.func.value) for node in handed if isinstance(node.func, ast.Attribute) and node.func.attr == "parameters"]
    if len(owners) != len(handed) or not owners or not all(owner is not None and owner.startswith(f"{module}.") for owner in owners):
        return None
    rewrite = replaced(source, given, f"{module}.parameters()")
    return fix("whole_module", rewrite, name=module, line=line) if rewrite else None
