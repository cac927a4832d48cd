"""``%load_ext gradreel``: the cell magic ``%%film``, which records a cell and shows its film below it.

The cell runs as it would without the magic, in the notebook's own names: the value of its last line is shown, and what it raises ends
it as always, below the film.
"""

from __future__ import annotations

import ast
import sys
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, cell_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import display

from gradreel.errors import GradreelError
from gradreel.locale import LANGUAGES, Lang
from gradreel.recording import Block, Film, record
from gradreel.recording.noted import note
from gradreel.recording.notice import tell
from gradreel.recording.place import checked

BLOCK, RESULT = "_gradreel_block", "_gradreel_result"
"""Names that the cell has while it runs."""


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Called by ``%load_ext gradreel``."""
    shell.register_magics(FilmMagics)


@dataclass(frozen=True)
class _Shown:
    """A film below its cell, in a language."""

    film: Film
    lang: Lang

    def _repr_mimebundle_(self, **_chosen: object) -> dict[str, str]:
        from gradreel.film.mime import Output, mime_bundle

        return mime_bundle(Output(self.film.packed, self.film.name, self.lang)) if self.film.is_ready else {"text/plain": repr(self.film)}


@magics_class
class FilmMagics(Magics):
    """The magics of Gradreel."""

    @magic_arguments()
    @argument("name", nargs="?", default="film", help="the variable that the film is bound to")
    @argument("--save", metavar="FILE", help="write the film to this file as well: .html, .svg, .png or .json")
    @argument("--lang", choices=LANGUAGES, default="en", help="language of the film and of the note on an exception")
    @argument("--quiet", action="store_true", help="bind the film, and do not show it")
    @cell_magic
    def film(self, line: str, cell: str) -> None:
        """Record the cell, show its film below it and bind the film to a variable."""
        __tracebackhide__ = True
        given = parse_argstring(self.film, line)
        if given.save:
            checked(Path(given.save))
        block = record(lang=given.lang)
        shown: list[Any] = []
        try:
            self._run(f"# %%film {line}".rstrip() + f"\n{cell}", block, shown)
        except BaseException as error:
            self._keep(given, block, error)
            raise
        self._keep(given, block, None)
        for value in shown:
            self.shell.displayhook(value)

    def _keep(self, given: Namespace, block: Block, error: BaseException | None) -> None:
        """Bind, save and show the film, and name its file on what the cell ended with."""
        self.shell.user_ns[given.name] = block.film
        if given.save:
            try:
                path = block.film.save(given.save, lang=given.lang)
            except GradreelError as failed:
                if error is None:
                    raise
                tell(str(failed))
            else:
                sys.stdout.write(f"{path}\n")
                note(error, block.film, path, given.lang)
        if not given.quiet:
            display(_Shown(block.film, given.lang))

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
