"""Writes a formula for readers: ``T(self) @ g`` as ``dᵀ·g``, from the expression that the tests compute.

    text ─▶ ast ─▶ parts, as in MathML (a fraction, a power, a row) ─▶ one line of plain text

``·`` is a matrix product or a product with a number, ``⊙`` one element by element, ``⊗`` the outer product; ``[a > b]`` is 1 where it
holds and 0 elsewhere.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

TRANSPOSED = "ᵀ"
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
WRITTEN = {"sigmoid": "σ", "Phi": "Φ", "phi": "φ", "digamma": "ψ", "trigamma": "ψ′", "pi": "π"}
COMPARED = {ast.Gt: ">", ast.Lt: "<", ast.GtE: "≥", ast.LtE: "≤", ast.Eq: "="}
CONDITION, SUM, PRODUCT, SIGN, POWER, ATOM = range(6)
"""How tightly a part holds together."""


class _Part(NamedTuple):
    text: str
    holds: int
    is_number: bool = False


def written(text: str, names: Mapping[str, str]) -> str:
    """Write a formula in one line, with these names in place of its own."""
    return _Writer(names).part(parsed(text)).text


def names_in(text: str) -> frozenset[str]:
    """Return what a formula mentions: what is kept, numbers, and ``g``."""
    tree = parsed(text)
    functions = {id(each.func) for each in ast.walk(tree) if isinstance(each, ast.Call)}
    return frozenset(each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and id(each) not in functions) - {"pi"}


@lru_cache(maxsize=512)
def parsed(text: str) -> ast.expr:
    """Parse a formula."""
    return ast.parse(text, mode="eval").body


class _Writer:
    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def part(self, tree: ast.expr) -> _Part:
        match tree:
            case ast.Name(id=name):
                shown = WRITTEN.get(name) or self._names.get(name, name)
                return _Part(shown, SIGN if shown.startswith("-") else ATOM, name == "pi" or _is_number(shown))
            case ast.Constant(value=value):
                return _Part(str(value), ATOM, True)
            case ast.UnaryOp(operand=operand):
                inner = self.part(operand)
                return _Part(f"−{self._inside(inner, PRODUCT)}", SIGN, inner.is_number)
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return self._power(left, right)
            case ast.BinOp(left=left, op=op, right=right):
                return self._joined(self.part(left), op, self.part(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return _Part(f"{self.part(left).text} {COMPARED[type(op)]} {self.part(right).text}", CONDITION)
            case ast.Call(func=ast.Name(id=name), args=args):
                return self._call(name, args)
        raise ValueError(ast.dump(tree))

    def _joined(self, left: _Part, op: ast.operator, right: _Part) -> _Part:
        if isinstance(op, ast.BitAnd):
            return _Part(f"{left.text} ∧ {right.text}", CONDITION)
        number = left.is_number and right.is_number
        if isinstance(op, ast.Sub) and _is_number(left.text) and _is_number(right.text):
            return _Part(f"{float(left.text) - float(right.text):g}", ATOM, True)  # an exponent, less one
        if isinstance(op, ast.Add | ast.Sub):
            sign = "+" if isinstance(op, ast.Add) else "−"
            return _Part(f"{self._inside(left, SUM)} {sign} {self._inside(right, PRODUCT)}", SUM, number)
        if isinstance(op, ast.Div):
            return _Part(f"{self._inside(left, PRODUCT)} / {self._inside(right, POWER)}", PRODUCT, number)
        matrices = isinstance(op, ast.MatMult)
        if not matrices and right.is_number and right.holds >= POWER and not left.is_number and left.holds >= POWER:
            left, right = right, left  # 3·g
        sign = "·" if matrices or left.is_number or right.is_number else " ⊙ "
        return _Part(f"{self._inside(left, PRODUCT)}{sign}{self._inside(right, PRODUCT if matrices else SIGN)}", PRODUCT, number)

    def _power(self, base: ast.expr, exponent: ast.expr) -> _Part:
        below, above = self.part(base), self.part(exponent)
        if above.text.lstrip("-").isdecimal():
            return _Part(self._inside(below, ATOM) + above.text.translate(SUPERSCRIPTS), POWER, below.is_number)
        return _Part(f"{self._inside(below, ATOM)}^{self._inside(above, ATOM)}", POWER, below.is_number and above.is_number)

    def _call(self, name: str, args: list[ast.expr]) -> _Part:
        if (special := _SPECIAL.get(name)) is not None:
            return special(self, *map(self.part, args))
        texts = [self.part(each) for each in args]
        pairs = zip(args, texts, strict=True)
        shown = [f"dim={each.text}" if isinstance(tree, ast.Name) and tree.id == "dim" else each.text for tree, each in pairs]
        shown = [each for each in shown if each != "dim=None"]
        number = name in ("numel", "count") or (name in ("log", "sqrt", "exp") and all(each.is_number for each in texts))
        return _Part(f"{WRITTEN.get(name, name)}({', '.join(shown)})", ATOM, number)

    def _inside(self, part: _Part, least: int) -> str:
        if part.holds == CONDITION and least > CONDITION:
            return f"[{part.text}]"
        return part.text if part.holds >= least else f"({part.text})"

    def transposed(self, matrix: _Part) -> _Part:
        """A transpose; that of a transpose is what it was."""
        if matrix.text.endswith(TRANSPOSED):
            return _Part(matrix.text.removesuffix(TRANSPOSED), ATOM)
        return _Part(f"{self._inside(matrix, ATOM)}{TRANSPOSED}", ATOM)

    def outer(self, left: _Part, right: _Part) -> _Part:
        """An outer product."""
        return _Part(f"{self._inside(left, PRODUCT)} ⊗ {self._inside(right, SIGN)}", PRODUCT)

    def root(self, of: _Part) -> _Part:
        """A square root."""
        return _Part(f"√{self._inside(of, ATOM)}", POWER, of.is_number)

    def absolute(self, of: _Part) -> _Part:
        """An absolute value."""
        return _Part(f"|{of.text}|", ATOM, of.is_number)

    def chosen(self, condition: _Part, one: _Part, other: _Part) -> _Part:
        """One where a condition holds, another elsewhere: as Python says it."""
        return _Part(f"({one.text} if {condition.text} else {other.text})", ATOM)


_SPECIAL: dict[str, Callable[..., _Part]] = {
    "T": _Writer.transposed,
    "outer": _Writer.outer,
    "sqrt": _Writer.root,
    "abs": _Writer.absolute,
    "where": _Writer.chosen,
}


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
