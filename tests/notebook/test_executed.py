"""A notebook executed by nbclient: what its cells show, and that it survives nbconvert and a browser without a network."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import nbformat
import pytest
import torch
from nbconvert import HTMLExporter
from playwright.async_api import FrameLocator, Page, expect

import gradreel
from gradreel.film.mime import MAX_OUTPUT_BYTES
from tests.browser.conftest import launched
from tests.notebook.conftest import executed_copy


@pytest.fixture(scope="module")
def cells(executed: Path) -> list[Any]:
    return [cell for cell in nbformat.read(executed, as_version=4).cells if cell.cell_type == "code"]


def data_of(cell: Any) -> dict[str, str]:
    """The MIME bundle of a cell's film."""
    (shown,) = [output for output in cell.outputs if "image/svg+xml" in output.get("data", {})]
    return dict(shown.data)


def test_block_raises_in_the_notebook_as_always(cells: list[Any]) -> None:
    (error,) = [output for output in cells[2].outputs if output.output_type == "error"]
    assert error.ename == "RuntimeError"
    assert "is at version 1; expected version 0 instead" in error.evalue


def test_film_is_shown_as_player_picture_and_words(cells: list[Any]) -> None:
    data = data_of(cells[3])
    assert set(data) == {"text/plain", "text/html", "image/svg+xml"}
    assert "Line 7" not in data["text/plain"]
    assert "SigmoidBackward0 on In[2] line 7 saved gate at version 0. In[2] line 8 (gate *= 0.5) edited it in place" in " ".join(
        data["text/plain"].split()
    )
    assert data["image/svg+xml"].startswith("<svg")
    assert sum(len(text.encode()) for text in data.values()) <= MAX_OUTPUT_BYTES


def test_player_in_the_output_needs_no_file_and_survives_flattened_lines(cells: list[Any]) -> None:
    html = data_of(cells[3])["text/html"]
    assert html.startswith("<iframe ")
    assert "\n" not in html
    page = unescape(re.search(r'srcdoc="([^"]*)"', html)[1])  # type: ignore[index]
    assert re.findall(r"<(?:script|link|img)\b[^>]*\b(?:src|href)=", page) == []
    script = re.search(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    assert script is not None
    outside_of_strings = re.sub(r"`(?:\\.|[^`\\])*`|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", "", script[1], flags=re.DOTALL)
    assert re.findall(r"(?:^|[;{}\s])//.*", outside_of_strings) == []


def test_magic_records_its_cell_and_shows_the_value_of_its_last_line(cells: list[Any]) -> None:
    outputs = cells[5].outputs
    film = next(output for output in outputs if "image/svg+xml" in output.get("data", {}))
    (value,) = [output.data["text/plain"] for output in outputs if output.output_type == "execute_result"]
    assert value == "torch.Size([4, 4])"
    assert film.data["text/plain"].startswith("In[6]: ")


def code_cells(*texts: str) -> Any:
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(text, metadata={"tags": ["raises-exception"]}) for text in texts]
    return notebook


FAILING = "%%film why --save why.json --quiet\nimport torch\nh = torch.ones(2, requires_grad=True).exp()\nh += 1\nh.sum().backward()"
MAGIC = (
    "%load_ext gradreel",
    FAILING,
    "why.diagnoses[0].message",
    "h.sum().item(), '_gradreel_block' in globals()",
    FAILING.replace("why --save why.json --quiet", "--lang zh --save why.html"),
)
TOO_LARGE = (
    "import gradreel, torch\nw = torch.ones(2, requires_grad=True)\nlong = '''\n"
    + f"{'x' * 1000}\n" * (MAX_OUTPUT_BYTES // 1000)
    + "'''\nwith gradreel.record() as film:\n    (w * 2).sum().backward()\nfilm"
)


@pytest.fixture(scope="module")
def other_cells(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[list[Any]], Path]:
    """What cells of several tests show, one kernel for all of them, and the folder that it ran in."""
    folder = tmp_path_factory.mktemp("cells")
    notebook = executed_copy(code_cells(*MAGIC, TOO_LARGE), folder)
    return [cell.outputs for cell in notebook.cells], folder


def test_magic_passes_on_what_its_cell_raises_and_binds_the_film(other_cells: tuple[list[list[Any]], Path]) -> None:
    (_, ran, said, after, chinese, _), folder = other_cells
    assert [output.get("ename") for output in ran] == [None, "RuntimeError"]
    assert re.search(r"edited  In\[2\]:4 .*h \+= 1.*\n.*\n  film: why\.json", "\n".join(ran[1].traceback))
    assert ran[0].text == "why.json\n"
    assert "ExpBackward0 on line 3 saved h" in said[0].data["text/plain"]
    assert after[0].data["text/plain"] == "(7.436563491821289, False)"
    assert (folder / "why.json").stat().st_size > 1000
    assert re.search(r"保存  In\[5\]:3 ", "\n".join(chinese[-1].traceback))
    assert "版本" in next(output for output in chinese if "image/svg+xml" in output.get("data", {})).data["text/plain"]
    assert '<html lang="zh' in (folder / "why.html").read_text()


def test_film_too_large_for_an_output_is_a_picture_and_a_link(other_cells: tuple[list[list[Any]], Path]) -> None:
    (*_, outputs), folder = other_cells
    (shown,) = outputs
    html = shown.data["text/html"]
    assert sum(len(text.encode()) for text in shown.data.values()) < MAX_OUTPUT_BYTES
    (file,) = set(folder.glob("*.html")) - {folder / "why.html"}
    assert f'href="{file.name.replace("[", "%5B").replace("]", "%5D")}"' in html
    assert "<iframe" not in html


async def plays(page: Page, within: Page | FrameLocator | None = None) -> None:
    """The first frame of the page, or of what is given, draws its film, and a key takes it to another step."""
    frame = (within or page).frame_locator("iframe[srcdoc]").first
    await frame.locator("#stage .thing").first.wait_for()
    sentence = frame.locator(".narration .sentence")
    first = await sentence.inner_text()
    await frame.locator("#transport .slider").focus()
    await page.keyboard.press("Home")
    await expect(sentence).not_to_have_text(first)


@pytest.mark.browser
async def test_notebook_converted_to_html_plays_without_a_network(executed: Path, tmp_path: Path) -> None:
    html, _ = HTMLExporter().from_filename(str(executed))
    (tmp_path / "notebook.html").write_text(html)
    errors: list[str] = []
    async with launched() as browser:
        page = await browser.new_page(offline=True)
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto((tmp_path / "notebook.html").as_uri(), wait_until="domcontentloaded")
        await plays(page)
    assert [error for error in errors if "MathJax" not in error and "require" not in error] == []


def test_film_answers_what_sphinx_gallery_asks() -> None:
    with gradreel.record() as film:
        torch.autograd.backward(torch.ones(2, requires_grad=True).sum())
    html = film._repr_html_()
    assert html is not None
    assert html.startswith("<iframe ")
    assert html == film._repr_mimebundle_()["text/html"]


MAX_COLAB_BYTES = 10 * 1024**2
HOLDERS = {
    "in a frame of an opaque origin, as in Colab": "const host = document.body.appendChild(document.createElement('iframe'));"
    "host.sandbox = 'allow-scripts'; host.id = 'host'; host.width = 900; host.height = 700; host.srcdoc = '<!doctype html>' + html;",
    "by innerHTML, as in VS Code and marimo": "document.body.innerHTML = html;",
}


@pytest.mark.browser
@pytest.mark.parametrize("holder", HOLDERS)
async def test_output_plays_however_a_page_holds_it(cells: list[Any], holder: str) -> None:
    html = data_of(cells[3])["text/html"]
    assert len(html.encode()) < MAX_COLAB_BYTES
    errors: list[str] = []
    asked: list[str] = []
    async with launched() as browser:
        page = await browser.new_page(offline=True)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        await page.set_content("<!doctype html><title>output</title>")
        await page.evaluate(f"html => {{ {HOLDERS[holder]} }}", html)
        await plays(page, page.frame_locator("#host") if "iframe" in HOLDERS[holder] else None)
    assert errors == []
    assert [url for url in asked if not url.startswith(("data:", "blob:", "about:"))] == []
