"""Sphinx extension ``gradreel.sphinx``: the directive ``film`` shows the film of a program that is recorded while the pages are built.

    .. film::                       .. film:: program.py
       :expect: raises                 :step: 6

       import torch
       ...

HTML gets the player, LaTeX the opening picture and the words, man pages and plain text the program and the words. A program that does
not end as ``:expect:`` says, or that cannot be recorded, fails the build. Works in reStructuredText and in MyST.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import SphinxError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from gradreel.errors import FilmNotPublished, StillFailed
from gradreel.locale import Lang, word
from gradreel.publish.files import PublishedFilm
from gradreel.publish.options import NAMES, FilmOptions, read_options
from gradreel.publish.recording import TIME_S, Program, check_ending, recorded
from gradreel.version import VERSION

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "_films"
"""In the built pages."""


class FilmError(SphinxError):
    """A film of the pages cannot be shown, or shows something else than its page says."""

    category = "Film error"


class film(nodes.General, nodes.Element):
    """A film in a page; its children are what is read where no player can be shown."""


class FilmDirective(SphinxDirective):
    """``.. film:: [file]``."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = dict.fromkeys(NAMES, directives.unchanged)

    def run(self) -> list[nodes.Node]:
        """Record the program and put its film here."""
        try:
            published = self._published()
            check_ending(published.film, published.options.expect)
            node = film("", *_words(published), published=published, name=published.name)
        except FilmNotPublished as error:
            raise FilmError(f"{self.get_location()}: {error}") from None
        self.set_source_info(node)
        return [node]

    def _published(self) -> PublishedFilm:
        lang: Lang = "zh" if (self.config.language or "").startswith("zh") else "en"
        here = Path(self.env.doc2path(self.env.docname)).parent
        options = read_options(self.options, here, lang)
        if options.notes is not None:
            self.env.note_dependency(str(options.notes))
        program = self._program()
        return PublishedFilm(recorded(program, Path(self.env.doctreedir, "gradreel"), self.config.gradreel_time_s), options)

    def _program(self) -> Program:
        if not self.arguments:
            if not self.content:
                raise FilmNotPublished("There is no program: write it below the directive, or name a file beside it.")
            return Program("\n".join(self.content) + "\n")
        if self.content:
            raise FilmNotPublished("There is a program, and a file is named as well: leave one of them out.")
        relative, absolute = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(relative)
        try:
            return Program(Path(absolute).read_text(encoding="utf-8"), Path(absolute))
        except (OSError, UnicodeDecodeError) as error:
            raise FilmNotPublished(f"{relative} cannot be read: {error}") from None


def _words(published: PublishedFilm) -> list[nodes.Node]:
    """The program, and what is to be said of it."""
    told: list[nodes.Node] = [nodes.literal_block(published.code, published.code, language="python")]
    told.append(nodes.paragraph("", published.summary))
    for explanation in published.words:
        told.append(nodes.paragraph("", "", nodes.strong("", explanation.title), nodes.Text(f": {explanation.message}")))
        items = [nodes.list_item("", nodes.paragraph("", fix)) for fix in explanation.fixes]
        if items:
            told.append(nodes.paragraph("", f"{word('film-fixes', {}, published.options.lang)}:"))
            told.append(nodes.bullet_list("", *items))
    return told


def _visit_html(self: Any, node: film) -> None:
    published = cast(PublishedFilm, node["published"])
    if self.builder.name == "epub":
        _picture(self, published)
        return
    name = published.write_page(Path(self.builder.outdir, FOLDER))
    address = relative_uri(self.builder.get_target_uri(self.builder.current_docname), f"{FOLDER}/{name}")
    self.body.append(f"{published.frame(address)}\n")
    raise nodes.SkipNode


def _picture(self: Any, published: PublishedFilm) -> None:
    """Put the picture before the words; without the extra ``still`` there are the words alone."""
    try:
        self.body.append(f"<div>{published.svg()}</div>")
    except StillFailed:
        return


def _visit_latex(self: Any, node: film) -> None:
    published = cast(PublishedFilm, node["published"])
    try:
        content = published.png()
    except StillFailed:
        return
    Path(self.builder.outdir, f"{published.name}.png").write_bytes(content)
    self.body.append(f"\n\\noindent\\sphinxincludegraphics[width=\\linewidth]{{{{{published.name}}}.png}}\n\n")


def _visit_words(self: Any, node: film) -> None:
    """The children say it all."""


def _depart(self: Any, node: film) -> None:
    """Nothing was opened."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_config_value("gradreel_time_s", TIME_S, "", (float, int))
    words = (_visit_words, _depart)
    app.add_node(film, html=(_visit_html, _depart), latex=(_visit_latex, _depart), text=words, man=words, texinfo=words)
    app.add_directive("film", FilmDirective)
    return {"version": VERSION, "parallel_read_safe": True, "parallel_write_safe": True}


__all__ = ["FilmDirective", "FilmError", "FilmOptions", "film", "setup"]
