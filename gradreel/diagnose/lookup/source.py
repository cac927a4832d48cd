"""Parses a program into statements by line, for naming and rewriting.

A line is what Python's own tokenizer calls one. Columns of the ``ast`` module count bytes of UTF-8, so edits are made on bytes.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gradreel.cells import cells_of, parsed

SHOWN_CHARS = 60
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")


@dataclass(frozen=True)
class Source:
    """A snippet; everything about a snippet that does not parse is empty."""

    code: str
    containers: frozenset[str] = frozenset()
    """Names of lists and dicts that hold tensors: an element of theirs is a tensor of its own, not a part of one."""
    unread: tuple[tuple[int, int], ...] = ()
    """First and last line of what is quoted, but not read as Python."""
    fixed: frozenset[str] = frozenset()
    """Names of what a tuple holds: nothing can be assigned to them."""

    @cached_property
    def text(self) -> str:
        """The code with one kind of line end, and without a byte order mark."""
        return self.code.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def line(self, number: int | None) -> str:
        """The text of a line, shortened to be quoted in a sentence; all of what begins there and goes on in the lines below."""
        if number is None or not 1 <= number <= len(self.lines):
            return ""
        node = self._leading.get(number)
        text = (in_one_line(self._text_of(node)) if node is not None else "") or without_comment(self.lines[number - 1].strip())
        return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"

    @cached_property
    def _leading(self) -> dict[int, ast.stmt | ast.expr]:
        """By line of a statement of several lines: what begins with that line, and reaches furthest."""
        found: dict[int, ast.stmt | ast.expr] = {}
        indents = [len(line) - len(line.lstrip()) for line in self.lines]
        for node in self.nodes:
            if not isinstance(node, ast.stmt | ast.expr) or node.col_offset != indents[node.lineno - 1]:
                continue
            stmt = self._innermost.get(node.lineno)
            if stmt is None or stmt.lineno == stmt.end_lineno or node.lineno in self._crowded:
                continue
            if node.lineno not in found or _end(node) > _end(found[node.lineno]):
                found[node.lineno] = node
        return found

    def _text_of(self, node: ast.stmt | ast.expr) -> str:
        """The text of a statement or expression; of a statement that others stand in, its head."""
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and body[0].lineno > node.lineno:
            return "\n".join(self.lines[node.lineno - 1 : body[0].lineno - 1])
        return self.segment(node)

    @cached_property
    def tree(self) -> ast.Module | None:
        return parsed(self._read)

    @property
    def _read(self) -> str:
        lines = list(self.lines)
        for first, last in self.unread:
            lines[first - 1 : last] = [""] * (last - first + 1)
        return "\n".join(lines) if self.unread else self.text

    def in_one_cell(self, first: ast.stmt, last: ast.stmt) -> bool:
        """Whether two statements stand in one cell, as all do in a program without cells."""
        return not any(first.lineno < cell.line <= (last.end_lineno or last.lineno) for cell in cells_of(self.text))

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree)) if self.tree else []

    @cached_property
    def statements(self) -> list[ast.stmt]:
        return [node for node in self.nodes if isinstance(node, ast.stmt)]

    @cached_property
    def classes(self) -> list[ast.ClassDef]:
        return [node for node in self.nodes if isinstance(node, ast.ClassDef)]

    @cached_property
    def _innermost(self) -> dict[int, ast.stmt]:
        """By line: the statement that covers it and lies deepest."""
        found: dict[int, ast.stmt] = {}
        for stmt in sorted(
            self.statements, key=lambda stmt: (stmt.lineno - (stmt.end_lineno or stmt.lineno), stmt.lineno, stmt.col_offset)
        ):
            found.update(dict.fromkeys(range(stmt.lineno, (stmt.end_lineno or stmt.lineno) + 1), stmt))
        return found

    @cached_property
    def _crowded(self) -> set[int]:
        """Lines on which several simple statements begin."""
        begun = Counter(stmt.lineno for stmt in self.statements if not hasattr(stmt, "body"))
        return {line for line, count in begun.items() if count > 1}

    def statement(self, line: int | None) -> ast.stmt | None:
        """The innermost statement that covers a line; None where several begin there."""
        return self._innermost.get(line) if line is not None and line not in self._crowded else None

    def editing(self, line: int | None) -> ast.stmt | None:
        """The statement of a line; where several stand beside each other, the only one that edits in place: ``b = a; b += 1``."""
        if line not in self._crowded:
            return self.statement(line)
        found = [stmt for stmt in self.statements if stmt.lineno == line and (isinstance(stmt, ast.AugAssign) or bare_edit(stmt))]
        return found[0] if len(found) == 1 else None

    def makes_beside(self, line: int | None, name: str) -> bool:
        """Whether a line of several statements makes what has a name, before the one that edits, and gives it no other name."""
        edit = self.editing(line) if line in self._crowded else None
        if edit is None:
            return False
        before = [
            stmt for stmt in self.statements if stmt.lineno == line and stmt.col_offset < edit.col_offset and isinstance(stmt, ast.Assign)
        ]
        made = any(dotted(target) == name for stmt in before for target in stmt.targets)
        return made and not any(isinstance(stmt.value, ast.Name) for stmt in before)

    def calling(self, line: int | None, method: str) -> ast.stmt | None:
        """The statement of a line; where several stand beside each other, the only one that is a call of a method: ``a.step(); b.f()``."""
        if line not in self._crowded:
            return self.statement(line)
        calls = [(stmt, call) for stmt in self.statements if stmt.lineno == line and (call := bare_call(stmt)) is not None]
        found = [stmt for stmt, call in calls if last_name(call.func) == method]
        return found[0] if len(found) == 1 else None

    def block(self, stmt: ast.stmt) -> list[ast.stmt]:
        """The list of statements that a statement stands in."""
        for node in self.nodes:
            for field in ("body", "orelse", "finalbody"):
                block = getattr(node, field, None)
                if isinstance(block, list) and any(entry is stmt for entry in block):
                    return block
        return []

    @cached_property
    def _functions(self) -> dict[int, ast.FunctionDef | ast.AsyncFunctionDef]:
        """By line: the innermost function whose body covers it."""
        found: dict[int, ast.FunctionDef | ast.AsyncFunctionDef] = {}
        functions = [node for node in self.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for node in sorted(functions, key=lambda node: node.lineno):
            found.update(dict.fromkeys(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1), node))
        return found

    def function_at(self, line: int | None) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """The innermost function whose body covers a line."""
        return self._functions.get(line or 0)

    def edited(self, stmt: ast.stmt | None) -> ast.expr | None:
        """What a statement that edits in place edits: ``d`` in ``d[:] = 0``, ``d += 1``, ``d.mul_(2)`` and ``d[0].zero_()``."""
        found = _target(stmt) or self._handed_over(bare_call(stmt)) or self._receiver(stmt)
        while isinstance(found, ast.Subscript) and self.called(found.value) not in self.containers:
            found = found.value
        return found if isinstance(found, ast.Subscript) or (isinstance(found, ast.Name | ast.Attribute) and dotted(found)) else None

    def _receiver(self, stmt: ast.stmt | None) -> ast.expr | None:
        call = bare_call(stmt) if bare_edit(stmt) else None
        if call is None or not isinstance(call.func, ast.Attribute) or self.is_function(call.func):
            return None
        found = call.func.value
        while isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute) and edits_in_place(found.func.attr):
            found = found.func.value  # ``d`` in ``d.mul_(2).sub_(1)``: each returns what it edited
        return found

    def _handed_over(self, call: ast.Call | None) -> ast.expr | None:
        """What a function that is no method edits: ``y`` in ``torch.relu_(y)`` and ``F.relu(y, inplace=True)``."""
        if call is None or not call.args or not self.is_function(call.func):
            return None
        return call.args[0] if edits_in_place(last_name(call.func)) or inplace_flag(call) is not None else None

    def is_function(self, func: ast.expr) -> bool:
        """Whether what is called is a function that was imported, or one of an imported module: ``torch.relu_``, ``F.relu``."""
        name = dotted(func)
        return name is not None and name.partition(".")[0] in self._imported

    @cached_property
    def _imported(self) -> frozenset[str]:
        """Names that imports gave: no tensor is called so."""
        imports = (node for node in self.nodes if isinstance(node, ast.Import | ast.ImportFrom))
        return frozenset((alias.asname or alias.name).partition(".")[0] for node in imports for alias in node.names)

    def called(self, node: ast.expr | None) -> str | None:
        """What the trace calls an expression: ``d``, ``self.d``, ``outs[1]``, ``layers[0].w``."""
        steps: list[str] = []
        inner = node
        while isinstance(inner, ast.Attribute | ast.Subscript):
            if isinstance(inner, ast.Attribute):
                steps.append(f".{inner.attr}")
            elif isinstance(inner.slice, ast.Constant):
                steps.append(f"[{inner.slice.value!r}]")
            else:
                break
            inner = inner.value
        if isinstance(inner, ast.Name):
            return inner.id + "".join(reversed(steps))
        return self.segment(node) if isinstance(node, ast.Subscript) else None

    def assigned(self, line: int | None) -> str | None:
        """The one name that the statement of a line gives to something."""
        stmt = self.statement(line)
        return dotted(stmt.targets[0]) if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None

    def loop_at(self, line: int | None) -> ast.For | ast.While | None:
        """The innermost loop whose body covers a line."""
        loops = (node for node in self.nodes if isinstance(node, ast.For | ast.While))
        around = [loop for loop in loops if line and loop.body[0].lineno <= line <= (loop.body[-1].end_lineno or 0)]
        return max(around, key=lambda loop: loop.lineno, default=None)

    def segment(self, node: ast.AST) -> str:
        """The text of an expression, as it was written."""
        start, end = self.span(node)
        return self.bytes[start:end].decode()

    @cached_property
    def bytes(self) -> bytes:
        return self.text.encode("utf-8", "surrogatepass")

    @cached_property
    def _offsets(self) -> list[int]:
        offsets = [0]
        for line in self.lines:
            offsets.append(offsets[-1] + len(line.encode("utf-8", "surrogatepass")) + 1)
        return offsets

    def span(self, node: ast.AST) -> tuple[int, int]:
        """First byte of a node, and the byte after its last."""
        start = self._offsets[getattr(node, "lineno", 1) - 1] + getattr(node, "col_offset", 0)
        end = self._offsets[(getattr(node, "end_lineno", None) or 1) - 1] + (getattr(node, "end_col_offset", None) or 0)
        return start, end

    @cached_property
    def newline(self) -> str:
        """How the file ends its lines."""
        found = re.search(r"\r\n|\r|\n", self.code)
        return found[0] if found else "\n"

    @cached_property
    def _line_starts(self) -> list[int]:
        """By line: the offset of its first character in the file, byte order mark and line ends of any kind included."""
        first = len(self.code) - len(self.code.removeprefix("\ufeff"))
        return [first, *(found.end() for found in re.finditer(r"\r\n|\r|\n", self.code))]

    def offset(self, byte: int) -> int:
        """Where in the file a byte of ``bytes`` stands, in characters."""
        byte = min(byte, len(self.bytes))
        line = bisect_right(self._offsets, byte) - 1
        before = self.bytes[self._offsets[line] : byte].decode("utf-8", "surrogatepass")
        return self._line_starts[line] + len(before)

    def dot(self, attribute: ast.Attribute) -> int:
        """The byte of the dot before an attribute's name; a bracket around what stands before it is no part of that node."""
        return self.bytes.rindex(b".", 0, self.span(attribute)[1])

    def line_start(self, line: int) -> int:
        """The byte that a line begins with."""
        return self._offsets[min(line, len(self._offsets)) - 1]


def _end(node: ast.stmt | ast.expr) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or 0


def without_comment(line: str) -> str:
    """A line of code without the comment behind it; a line that is nothing else stays."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(line).readline) if "#" in line else ():
            if token.type == tokenize.COMMENT:
                return line[: token.start[1]].rstrip() or line
    except (tokenize.TokenError, SyntaxError):
        pass
    return line


def in_one_line(text: str) -> str:
    """Several lines of code as one, without comments; empty where that cannot be."""
    parts: list[str] = []
    row, column = 0, 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
                continue
            if parts and token.start != (row, column):
                closes, opened = token.string in CLOSING, parts[-1] in OPENING
                if closes and parts[-1] == "," and token.start[0] != row:
                    parts.pop()
                if token.start[0] == row or not (closes or opened or token.string == "."):
                    parts.append(" ")
            parts.append(token.string)
            row, column = token.end
    except (tokenize.TokenError, SyntaxError):
        return ""
    text = "".join(parts)
    return "" if "\n" in text else text


def dotted(node: ast.AST) -> str | None:
    """``a.b.c`` for a name or a chain of attributes of one."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


def _target(stmt: ast.stmt | None) -> ast.expr | None:
    """What stands where a statement edits in place, indices included."""
    if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 and isinstance(stmt.targets[0], ast.Subscript):
        return stmt.targets[0]
    if isinstance(stmt, ast.AugAssign):
        return stmt.target
    return None


def pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What an assignment gives to what: of ``a, b = f(), g()`` each by itself."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        yield from zip(target.elts, value.elts, strict=True)
    else:
        yield target, value


def exchanges_data(stmt: ast.stmt) -> bool:
    """Whether a statement gives a tensor other memory: ``w.data = full``."""
    targets = stmt.targets if isinstance(stmt, ast.Assign) else ()
    return any(isinstance(target, ast.Attribute) and target.attr == "data" for target in targets)


def last_name(func: ast.expr) -> str:
    """``relu_`` for ``torch.relu_`` and for ``relu_``; empty where what is called has no name."""
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def inplace_flag(call: ast.Call) -> ast.keyword | None:
    """The ``inplace=True`` of a call."""
    flags = (keyword for keyword in call.keywords if keyword.arg == "inplace")
    return next((flag for flag in flags if isinstance(flag.value, ast.Constant) and flag.value.value is True), None)


def bare_call(stmt: ast.stmt | None) -> ast.Call | None:
    """The call of a statement that is nothing else: ``d.zero_()``."""
    return stmt.value if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) else None


def bare_edit(stmt: ast.stmt | None) -> bool:
    """Whether a statement is nothing but a call that edits: ``d.zero_()``."""
    call = bare_call(stmt)
    return call is not None and isinstance(call.func, ast.Attribute) and edits_in_place(call.func.attr)


def edits_in_place(method: str) -> bool:
    return method.endswith("_") and not method.endswith("__")


def shows_edit(stmt: ast.stmt | None) -> bool:
    """Whether a reader of the statement can see that it edits something in place."""
    if stmt is None:
        return True
    return any(_shows_edit(node) for node in own_nodes(stmt))


def _shows_edit(node: ast.AST) -> bool:
    if isinstance(node, ast.AugAssign):
        return True
    if isinstance(node, ast.Subscript):
        return isinstance(node.ctx, ast.Store)
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return edits_in_place(name) or any(keyword.arg in ("out", "inplace") for keyword in node.keywords)
    return False


def own_nodes(stmt: ast.stmt) -> Iterator[ast.AST]:
    """The statement and its expressions, without the statements inside it."""
    todo: list[ast.AST] = [stmt]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(inner for inner in ast.iter_child_nodes(node) if not isinstance(inner, ast.stmt))
