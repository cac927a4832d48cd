"""``.. film::`` in real Sphinx projects: HTML, LaTeX, man pages, text, MyST; expectations, the cache, and what is said where it fails."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from tests.browser.conftest import launched
from tests.long import every_nth

ROOT = Path(__file__).parents[2]
FAILING = """import torch
w = torch.ones(3, requires_grad=True)
h = w.exp()
h += 1
h.sum().backward()
"""
FINE = "import torch\nw = torch.ones(3, requires_grad=True)\n(w * 2).sum().backward()\n"


def indented(code: str) -> str:
    return "".join(f"   {line}\n" for line in code.splitlines())


INDEX = f"""
Films
=====

.. film::
   :expect: raises
   :step: 4
   :height: 500

{indented(FAILING)}

.. toctree::

   deep/page
   myst
"""
DEEP = """
Deep
====

.. film:: ../programs/fine.py
   :expect: completes
   :view: graph
   :lang: zh
   :predict:
   :notes: ../notes.json
"""
MYST = f"# MyST\n\n```{{film}}\n:expect: raises\n:show: story\n:theme: dark\n\n{FAILING}```\n"
NOTES = '{"notes": [{"at": {"line": 2, "kind": "op", "name": "ones"}, "text": {"en": "A **leaf**.", "zh": "叶子。"}}]}'


class Project:
    """A Sphinx project in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("conf.py", "project = 'Films'\nextensions = ['gradreel.sphinx', 'myst_parser']\nroot_doc = 'index'\n")

    def write(self, name: str, text: str) -> None:
        path = self.folder / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def build(self, builder: str = "html", *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sphinx", "-W", "-b", builder, "-d", str(self.folder / "doctrees"), *options]
        command += [str(self.folder / "source"), str(self.folder / builder)]
        path = {"PYTHONPATH": str(ROOT)}
        return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **path, **environment})

    def built(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def frames(self, name: str) -> list[str]:
        return re.findall(r'<iframe class="gradreel-film" src="([^"]+)"', self.built(name))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project of three pages, built as HTML."""
    project = Project(tmp_path_factory.mktemp("sphinx"))
    for name, text in (("index.rst", INDEX), ("deep/page.rst", DEEP), ("myst.md", MYST), ("notes.json", NOTES)):
        project.write(name, text)
    project.write("programs/fine.py", FINE)
    done = project.build()
    assert done.returncode == 0, done.stderr
    return project


def test_html_has_the_player_as_a_file_beside_the_pages(project: Project) -> None:
    for name in ("html/index.html", "html/deep/page.html", "html/myst.html"):
        (address,) = project.frames(name)
        film = (project.folder / name).parent / address
        text = film.read_text(encoding="utf-8")
        assert '<template id="film">' in text
        assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text)
    index = project.built("html/index.html")
    assert 'height="500"' in index
    assert "h.sum().backward()" not in index.replace("&quot;", ""), "the player shows the code"
    deep = ((project.folder / "html/deep") / project.frames("html/deep/page.html")[0]).read_text(encoding="utf-8")
    assert all(each in deep for each in ('lang="zh-CN"', 'data-view="graph"', 'data-predict="1"', "叶子。"))
    myst = (project.folder / "html" / project.frames("html/myst.html")[0]).read_text(encoding="utf-8")
    assert all(each in myst for each in ('data-theme="dark"', 'data-show="story"'))


@pytest.mark.browser
async def test_player_plays_from_the_disk(project: Project) -> None:
    requests: list[str] = []
    async with launched() as browser:
        page = await browser.new_page()
        page.on("request", lambda request: requests.append(request.url))
        await page.goto((project.folder / "html/index.html").as_uri())
        frame = page.frame_locator("iframe.gradreel-film")
        await frame.locator("#stage .thing").first.wait_for()
        assert "4 /" in await frame.locator(".narration .count").inner_text()
    assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []


def test_second_build_takes_the_films_from_the_cache(project: Project, tmp_path: Path) -> None:
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch/__init__.py").write_text("raise RuntimeError('recorded again')")
    done = project.build("html", "-E", "-a", PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert done.returncode == 0, done.stderr[-2000:]


def test_latex_has_the_picture_and_the_words(project: Project) -> None:
    done = project.build("latex")
    assert done.returncode == 0, done.stderr
    text = project.built("latex/films.tex")
    pictures = re.findall(r"\\sphinxincludegraphics\[width=\\linewidth\]\{\{(film-\w+)\}\.png\}", text)
    assert len(pictures) == 3
    for name in pictures:
        with Image.open(project.folder / "latex" / f"{name}.png") as picture:
            assert picture.width > 300
    assert "saved" in text
    assert "Ways out" in text


@pytest.mark.parametrize(("builder", "file"), every_nth([("text", "index.txt"), ("man", "films.1")], 2))
def test_text_and_man_pages_have_the_program_and_the_words(project: Project, builder: str, file: str) -> None:
    done = project.build(builder)
    assert done.returncode == 0, done.stderr
    text = project.built(f"{builder}/{file}").replace("\\", "")
    assert "h.sum().backward()" in text
    assert "Ways out" in text


@pytest.mark.long
def test_epub_has_the_picture_in_place_of_a_script(project: Project) -> None:
    project.write("conf.py", project.built("source/conf.py") + "version = '1'\ncopyright = 'nobody'\n")
    done = project.build("epub")
    assert done.returncode == 0, done.stderr
    text = project.built("epub/index.xhtml")
    assert "<svg" in text
    assert "<iframe" not in text
    ElementTree.fromstring(text)


UNFIT = {
    "other ending": (
        f".. film::\n   :expect: completes\n\n{indented(FAILING)}",
        r"says that this program completes, and it raised: one of",
    ),
    "no program": (".. film::\n", "There is no program"),
    "missing file": (".. film:: none.py\n", "none.py cannot be read"),
    "file and code": (f".. film:: none.py\n\n{indented(FINE)}", "leave one of them out"),
    "step that is no number": (f".. film::\n   :step: six\n\n{indented(FINE)}", "step is 'six': give a number"),
    "unknown show": (f".. film::\n   :show: everything\n\n{indented(FINE)}", "choose from story, overview, all"),
    "notes that are none": (f".. film::\n   :notes: conf.py\n\n{indented(FINE)}", r"conf\.py"),
    "program that loops for ever": (".. film::\n\n   while True:\n       pass\n", r"ended after 3 s"),
    "syntax error": (".. film::\n\n   def\n", "could not be recorded: SyntaxError"),
}


@pytest.mark.parametrize("case", every_nth(UNFIT, 5))
def test_film_that_cannot_be_shown_fails_the_build_and_says_where(case: str, tmp_path: Path) -> None:
    text, said = UNFIT[case]
    project = Project(tmp_path)
    project.write("index.rst", f"Page\n====\n\n{text}")
    if "loops" in case:
        project.write("conf.py", "extensions = ['gradreel.sphinx']\ngradreel_time_s = 3\n")
    done = project.build()
    assert done.returncode != 0
    assert re.search(said, done.stderr), done.stderr
    assert "index.rst:4" in done.stderr


def test_project_without_torch_says_what_to_install(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write("index.rst", f"Page\n====\n\n.. film::\n\n{indented(FINE)}")
    (tmp_path / "sitecustomize.py").write_text(
        "from importlib import metadata\nfound = metadata.version\n"
        "def version(name):\n    if name == 'torch':\n        raise metadata.PackageNotFoundError(name)\n    return found(name)\n"
        "metadata.version = version\n"
    )
    done = project.build(PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert done.returncode != 0
    assert "there is none here: pip install torch" in done.stderr
    assert "most recent call" not in done.stderr
