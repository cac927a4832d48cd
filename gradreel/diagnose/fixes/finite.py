"""Fixes for numbers that are not finite: what is given to a logarithm, a root, a division or a mask is kept where these are defined.

torch.where(x > 0, x.log(), 0.0)   ─▶  torch.where(x > 0, torch.where(x > 0, x, 1.0).log(), 0.0)
a.pow(2).sum().sqrt()              ─▶  (a.pow(2).sum() + 1e-12).sqrt()
torch.log(torch.softmax(z, 1))     ─▶  torch.log_softmax(z, 1)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import patched
from gradreel.diagnose.lookup.source import Source, dotted, last_name, own_nodes
from gradreel.trace import Fix, Line

MAX_PLACES = 4
"""How many calls of one line are mended together."""
IN_ROOT, IN_DIVISION, IN_LOG, AT_EDGE = "1e-12", "1e-8", "1e-12", "1e-6"
ROOTS = frozenset({"sqrt", "rsqrt"})
LOGARITHMS = frozenset({"log", "log2", "log10"})
BOUNDED = frozenset({"acos", "arccos", "asin", "arcsin", "atanh", "arctanh", "erfinv"})
DIVISIONS = frozenset({"div", "divide", "true_divide"})
WITH_LOGITS = "torch.nn.functional.binary_cross_entropy_with_logits"
SIMPLE = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant)


@dataclass(frozen=True)
class Place:
    """A function or operator that is not finite everywhere, and the operand that it depends on."""

    whole: ast.expr
    operand: ast.expr
    is_method: bool = False


def fixes(source: Source, line: Line | None, family: str, masked_line: Line | None, *, outside: bool) -> Iterator[Fix | None]:
    """What may keep the numbers of a line finite, the most fitting first.

    ``masked_line`` made what a softmax was given; ``outside``: a function was given what it is not defined for.
    """
    stmt = source.statement(line)
    imports = (alias for node in source.nodes if isinstance(node, ast.Import) for alias in node.names)
    if stmt is None or not any(alias.asname is None and alias.name.partition(".")[0] == "torch" for alias in imports):
        return
    places = list(_places(stmt, family))[: MAX_PLACES + 1]
    if 0 < len(places) <= MAX_PLACES:
        chosen = _safe_where(source, stmt, places)
        yield chosen
        if chosen is None:
            yield from _of_places(source, stmt, places, family, outside)
    if family in ("normalized", "product"):
        yield _finite_mask(source, source.statement(masked_line) if family == "normalized" else stmt)
    elif family == "average":
        yield _mean_of_any(source, stmt)
    elif family == "spread":
        yield _without_correction(source, stmt)
    elif family == "exponential":
        yield _softplus(source, stmt)


def _of_places(source: Source, stmt: ast.stmt, places: list[Place], family: str, outside: bool) -> Iterator[Fix | None]:
    if family == "logarithm":
        yield _with_logits(source, stmt)
        yield _of_probabilities(source, stmt, places)
        yield _changed(source, "clamp_log", places, f".clamp(min={IN_LOG})", bound=IN_LOG)
    elif family == "bounded":
        edges = f".clamp(-1 + {AT_EDGE}, 1 - {AT_EDGE})"
        yield _changed(source, "clamp_domain", places, edges, bound=AT_EDGE)
    elif family == "division":
        yield _changed(source, "eps_in_division", places, f" + {IN_DIVISION}", bound=IN_DIVISION)
    else:
        yield None if outside else _changed(source, "eps_in_root", places, f" + {IN_ROOT}", bound=IN_ROOT)
        yield _changed(source, "clamp_root", places, f".clamp(min={IN_ROOT})", bound=IN_ROOT)


def _places(stmt: ast.stmt, family: str) -> Iterator[Place]:
    for node in own_nodes(stmt):
        if isinstance(node, ast.Call):
            names = {"logarithm": LOGARITHMS, "root": ROOTS, "power": ROOTS, "bounded": BOUNDED, "division": DIVISIONS}.get(family, ())
            place = _of_call(node, divides=family == "division") if last_name(node.func) in names else None
            if place is None and family in ("power", "root") and last_name(node.func) == "pow" and _is_fraction(node.args[-1:]):
                place = _of_call(node, divides=False)
            if place is not None:
                yield place
        elif isinstance(node, ast.BinOp):
            is_root = isinstance(node.op, ast.Pow) and family in ("power", "root") and _is_fraction([node.right])
            if is_root:
                yield Place(node, node.left)
            elif isinstance(node.op, ast.Div) and family == "division" and not isinstance(node.right, ast.Constant):
                yield Place(node, node.right)


def _is_fraction(exponent: list[ast.expr]) -> bool:
    """Whether an exponent is a number below one: such a power has an infinite slope at zero."""
    try:
        number = ast.literal_eval(exponent[0]) if exponent else None
    except ValueError:
        return False
    return isinstance(number, int | float) and number < 1


def _of_call(call: ast.Call, *, divides: bool) -> Place | None:
    """``torch.log(x)``, ``x.log()``, ``torch.div(a, b)``, ``a.div(b)``."""
    is_function = isinstance(call.func, ast.Name) or dotted(call.func) in (f"torch.{last_name(call.func)}", f"F.{last_name(call.func)}")
    if divides:
        return Place(call, call.args[-1]) if len(call.args) == 1 + is_function else None
    if is_function:
        return Place(call, call.args[0]) if call.args else None
    return Place(call, call.func.value, is_method=True) if isinstance(call.func, ast.Attribute) else None


def _changed(source: Source, kind: str, places: list[Place], added: str, **params: str) -> Fix | None:
    """Add something to each operand: a small number, or a call of ``clamp``."""
    patches = []
    for place in places:
        start, end = _with_brackets(source, place.operand)
        text = source.bytes[start:end].decode()
        bare = isinstance(place.operand, SIMPLE) or text.startswith("(")
        called = added.startswith(".")
        inside = text if bare or not called else f"({text})"
        is_argument = isinstance(place.whole, ast.Call) and not place.is_method
        patches.append((start, end, f"{inside}{added}" if called or is_argument else f"({inside}{added})"))
    rewrite = patched(source, patches)
    named = source.line(places[0].whole.lineno)
    return fix(kind, rewrite, line=places[0].whole.lineno, code=named, **params) if rewrite else None


def _with_brackets(source: Source, node: ast.expr) -> tuple[int, int]:
    """The span of an expression with the brackets directly around it, where they hold nothing else and belong to no call."""
    start, end = source.span(node)
    before, after = source.bytes[:start].rstrip(), source.bytes[end:]
    opened = before[-1:] == b"(" and not (before[-2:-1].isalnum() or before[-2:-1] in (b"_", b")", b"]"))
    return (len(before) - 1, end + after.index(b")") + 1) if opened and after.lstrip()[:1] == b")" else (start, end)


# Values that where() does not choose -------------------------------------------------------------------------------------------------


def _safe_where(source: Source, stmt: ast.stmt, places: list[Place]) -> Fix | None:
    """Give what is not chosen a harmless value, where a ``where`` or ``masked_fill`` chooses by a condition known there."""
    for place in places:
        for condition, is_chosen, choosing in _choices(source, stmt, place):
            if not _is_known_at(source, condition, stmt, choosing):
                continue
            start, end = _with_brackets(source, place.operand)
            text, asked = source.segment(place.operand), source.segment(condition)
            inner = f"torch.where({asked}, {text}, 1.0)" if is_chosen else f"torch.where({asked}, 1.0, {text})"
            rewrite = patched(source, [(start, end, inner)])
            if rewrite:
                return fix("safe_where", rewrite, line=stmt.lineno, name=text, condition=asked)
    return None


def _choices(source: Source, stmt: ast.stmt, place: Place) -> Iterator[tuple[ast.expr, bool, ast.stmt]]:
    """Conditions by which a value is chosen, and whether it is chosen where they hold: in the statement, or below by its name."""
    name = source.assigned(stmt.lineno)
    function = source.function_at(stmt.lineno)
    for other in source.statements:
        if other.lineno < stmt.lineno or source.function_at(other.lineno) is not function:
            continue
        for call in (node for node in own_nodes(other) if isinstance(node, ast.Call)):
            for condition, is_chosen, value in _chosen_by(call):
                is_inside = other is stmt and any(node is place.whole for node in ast.walk(value))
                if is_inside or (other is not stmt and name is not None and dotted(value) == name):
                    yield condition, is_chosen, other


def _chosen_by(call: ast.Call) -> Iterator[tuple[ast.expr, bool, ast.expr]]:
    method, args = last_name(call.func), call.args
    if method == "where" and len(args) == 3:
        yield args[0], True, args[1]
        yield args[0], False, args[2]
    elif method in ("where", "masked_fill") and len(args) == 2 and isinstance(call.func, ast.Attribute):
        yield args[0], method == "where", call.func.value


def _is_known_at(source: Source, condition: ast.expr, stmt: ast.stmt, choosing: ast.stmt) -> bool:
    """Whether a condition of a later statement means the same at an earlier one."""
    names = {node.id for node in ast.walk(condition) if isinstance(node, ast.Name)}
    between = [each for each in source.statements if stmt.lineno <= each.lineno < choosing.lineno]
    stored = {node.id for each in between for node in ast.walk(each) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return not names & stored


# Functions that are made for it ------------------------------------------------------------------------------------------------------


def _of_probabilities(source: Source, stmt: ast.stmt, places: list[Place]) -> Fix | None:
    """``log_softmax(z)`` for ``log(softmax(z))`` and ``logsigmoid(z)`` for ``log(sigmoid(z))``, also where a name stands between."""
    place = places[0]
    made = _made_by_name(source, stmt, place.operand) if isinstance(place.operand, ast.Name) else place.operand
    if len(places) != 1 or not isinstance(made, ast.Call) or not _is_logarithm_of_e(place.whole):
        return None
    method, kind = last_name(made.func), {"softmax": "log_softmax", "sigmoid": "log_sigmoid"}.get(last_name(made.func))
    if kind is None or not isinstance(made.func, ast.Attribute):
        return None
    text = source.segment(made)
    owner = source.segment(made.func.value)
    if owner in ("torch", "F", "torch.nn.functional") and made.args:
        inside = text[len(source.segment(made.func)) :]
    elif method == "softmax":
        inside = f"({owner}, {text[len(source.segment(made.func)) + 1 :]}"
    else:
        inside = f"({owner})"
    function = "torch.log_softmax" if kind == "log_softmax" else "torch.nn.functional.logsigmoid"
    rewrite = patched(source, [(*source.span(place.whole), f"{function}{inside}")])
    return fix(kind, rewrite, line=stmt.lineno) if rewrite else None


def _with_logits(source: Source, stmt: ast.stmt) -> Fix | None:
    """``binary_cross_entropy_with_logits(z, y)`` for ``y * log(p) + (1 - y) * log(1 - p)`` of ``p = sigmoid(z)``, with its sign."""
    for node in own_nodes(stmt):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add | ast.Sub):
            continue
        is_negative = isinstance(node.op, ast.Sub)  # -y * log(p) - (1 - y) * log(1 - p)
        yes, no = _weighted_log(node.left), _weighted_log(node.right)
        if yes is None or no is None:
            continue
        target = yes[0].operand if is_negative and isinstance(yes[0], ast.UnaryOp) and isinstance(yes[0].op, ast.USub) else yes[0]
        if is_negative == (target is yes[0]) or not all(_is_rest(source, part, of) for part, of in ((no[0], target), (no[1], yes[1]))):
            continue
        made = _made_by_name(source, stmt, yes[1]) if isinstance(yes[1], ast.Name) else yes[1]
        if not isinstance(made, ast.Call) or last_name(made.func) != "sigmoid" or not isinstance(made.func, ast.Attribute):
            continue
        if isinstance(target, ast.Constant):
            continue  # the function takes tensors only
        given = made.args[0] if made.args else made.func.value
        call = f"{WITH_LOGITS}({source.segment(given)}, {source.segment(target)}, reduction='none')"
        rewrite = patched(source, [(*source.span(node), call if is_negative else f"-{call}")])
        return fix("with_logits", rewrite, line=stmt.lineno) if rewrite else None
    return None


def _weighted_log(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """``y`` and ``p`` of ``y * log(p)`` or ``log(p) * y``."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return None
    for weight, log in ((node.left, node.right), (node.right, node.left)):
        place = _of_call(log, divides=False) if isinstance(log, ast.Call) and _is_logarithm_of_e(log) else None
        if place is not None:
            return weight, place.operand
    return None


def _is_rest(source: Source, node: ast.expr, of: ast.expr) -> bool:
    """Whether an expression is one minus another."""
    is_rest = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and isinstance(node.left, ast.Constant) and node.left.value == 1
    return is_rest and isinstance(node, ast.BinOp) and source.segment(node.right) == source.segment(of)


def _is_logarithm_of_e(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "log"


def _made_by_name(source: Source, stmt: ast.stmt, name: ast.Name) -> ast.expr | None:
    """What the one statement above, in the same block, gave a name, where it means the same still."""
    block = source.block(stmt)
    above = [each for each in block[: block.index(stmt)] if isinstance(each, ast.Assign) and dotted(each.targets[0]) == name.id]
    if len(above) != 1 or not isinstance(above[0], ast.Assign) or not isinstance(above[0].value, ast.Call):
        return None
    return above[0].value if _is_known_at(source, above[0].value, above[0], stmt) else None


def _softplus(source: Source, stmt: ast.stmt) -> Fix | None:
    """``softplus(z)`` for ``log(1 + exp(z))``."""
    for node in own_nodes(stmt):
        if not (isinstance(node, ast.Call) and last_name(node.func) in ("log", "log1p")):
            continue
        place = _of_call(node, divides=False)
        inner = place.operand if place is not None else None
        if last_name(node.func) == "log":
            parts = [inner.left, inner.right] if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Add) else []
            ones = [part for part in parts if isinstance(part, ast.Constant) and part.value == 1]
            inner = next((part for part in parts if part not in ones), None) if ones else None
        exponent = _of_call(inner, divides=False) if isinstance(inner, ast.Call) and last_name(inner.func) == "exp" else None
        if exponent is not None:
            text = f"torch.nn.functional.softplus({source.segment(exponent.operand)})"
            rewrite = patched(source, [(*source.span(node), text)])
            return fix("softplus", rewrite, line=stmt.lineno) if rewrite else None
    return None


def _finite_mask(source: Source, stmt: ast.stmt | None) -> Fix | None:
    """The least finite number in place of minus infinity: a row that is masked whole, and a product with zero, stay finite."""
    found = [node for node in (own_nodes(stmt) if stmt is not None else ()) if isinstance(node, ast.expr) and _is_minus_infinity(node)]
    if stmt is None or not found:
        return None
    rewrite = patched(source, [(*source.span(node), "torch.finfo(torch.get_default_dtype()).min") for node in found])
    return fix("finite_mask", rewrite, line=stmt.lineno) if rewrite else None


def _is_minus_infinity(node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and dotted(node.func) == "float" and len(node.args) == 1 and isinstance(node.args[0], ast.Constant):
        return str(node.args[0].value).strip().lower() in ("-inf", "-infinity")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = node.operand
        if isinstance(operand, ast.Call) and dotted(operand.func) == "float" and operand.args and isinstance(operand.args[0], ast.Constant):
            return str(operand.args[0].value).strip().lower() in ("inf", "infinity")
        return dotted(operand) in ("torch.inf", "math.inf", "np.inf", "numpy.inf")
    return False


def _mean_of_any(source: Source, stmt: ast.stmt) -> Fix | None:
    """A mean that is zero of nothing, and a loss whose targets are all ignored."""
    for node in own_nodes(stmt):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.keywords:
            continue
        name = dotted(node.func.value)
        if node.func.attr == "mean" and not node.args and name is not None and name != "torch":
            text = f"({name}.sum() / max({name}.numel(), 1))"
        elif node.func.attr in ("cross_entropy", "nll_loss") and len(node.args) == 2 and (targets := dotted(node.args[1])):
            end = source.span(node)[1] - 1
            given = source.bytes[source.span(node)[0] : end].decode()
            text = f'({given}, reduction="sum") / ({targets} != -100).sum().clamp(min=1))'
        else:
            continue
        rewrite = patched(source, [(*source.span(node), text)])
        return fix("mean_of_any", rewrite, line=stmt.lineno) if rewrite else None
    return None


def _without_correction(source: Source, stmt: ast.stmt) -> Fix | None:
    """The deviation of one element is zero where nothing is taken from the count."""
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call) and last_name(node.func) in ("std", "var")]
    bare = [call for call in calls if not call.keywords and (not call.args or dotted(call.func) in ("torch.std", "torch.var"))]
    patches = []
    for call in bare:
        end = source.span(call)[1] - 1
        patches.append((end, end, ", correction=0" if call.args else "correction=0"))
    rewrite = patched(source, patches) if patches and len(bare) == len(calls) else None
    return fix("without_correction", rewrite, line=stmt.lineno) if rewrite else None
