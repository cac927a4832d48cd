"""``%load_ext gradreel``: the cell magic ``%%film``, which records a cell and shows its film below it.

The cell runs as it would without the magic, in the notebook's own names: the value of its last line is shown, and what it raises ends
it as always, below the film.
"""

from __future__ import annotations

import ast
import sys
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, cell_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import display

from gradreel.recording import Block, record

BLOCK, RESULT = "_gradreel_block", "_gradreel_result"
"""Names that the cell has while it runs."""


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Called by ``%load_ext gradreel``."""
    shell.register_magics(FilmMagics)


@magics_class
class FilmMagics(Magics):
    """The magics of Gradreel."""

    @magic_arguments()
    @argument("name", nargs="?", default="film", help="the variable that the film is bound to")
    @argument("--save", metavar="FILE", help="write the film to this file as well: .html, .svg, .png or .json")
    @argument("--quiet", action="store_true", help="bind the film, and do not show it")
    @cell_magic
    def film(self, line: str, cell: str) -> None:
        """Record the cell, show its film below it and bind the film to a variable."""
        __tracebackhide__ = True
        given = parse_argstring(self.film, line)
        block = record()
        shown: list[Any] = []
        try:
            self._run(f"# %%film {line}".rstrip() + f"\n{cell}", block, shown)
        finally:
            self.shell.user_ns[given.name] = block.film
            if given.save:
                sys.stdout.write(f"{block.film.save(given.save)}\n")
            if not given.quiet:
                display(block.film)
        for value in shown:
            self.shell.displayhook(value)

    def _run(self, cell: str, block: Block, shown: list[Any]) -> None:
        __tracebackhide__ = True
        shell = self.shell  # `cell` begins with the line of the magic, so that lines count as they do in the notebook
        text = shell.transform_cell(cell)
        # Its own number: the shell's may be that of the next cell already.
        name = shell.compile.cache(text, len(shell.history_manager.input_hist_parsed) - 1, raw_code=cell)
        names = shell.user_ns
        names[BLOCK], names[RESULT] = block, shown.append
        try:
            exec(shell.compile(recorded(shell.compile.ast_parse(text, name)), name, "exec"), names)  # noqa: S102 this is what cells are for
        finally:
            del names[BLOCK], names[RESULT]


def recorded(tree: ast.Module) -> ast.Module:
    """Put the statements of a cell into ``with BLOCK:``, and what its last line is worth into ``RESULT``."""
    future = [each for each in tree.body if isinstance(each, ast.ImportFrom) and each.module == "__future__"]
    body = [each for each in tree.body if each not in future] or [ast.Pass()]
    if isinstance(last := body[-1], ast.Expr):
        body[-1] = ast.copy_location(ast.Expr(ast.Call(ast.Name(RESULT, ast.Load()), [last.value], [])), last)
    block = ast.With([ast.withitem(ast.Name(BLOCK, ast.Load()))], body)
    return ast.fix_missing_locations(ast.Module([*future, block], []))
