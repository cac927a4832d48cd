"""A film of a link as a folder: what is in it, with and without notes and pictures."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

import httpx
import pytest
from markdown_it import MarkdownIt

from tests.api.conftest import SeatedRunner, Serve

CODE = "# Two tensors\nimport torch\nw = torch.ones(2, requires_grad=True)\n"
NOTES: dict[str, Any] = {"notes": [{"at": {"line": 3, "kind": "op", "name": "ones"}, "text": {"en": "Look at **w**."}}]}


async def stored(serve: Serve) -> tuple[httpx.AsyncClient, str]:
    client = await serve(SeatedRunner())
    return client, (await client.post("/api/snippets", json={"code": CODE})).json()["id"]


def unpacked(response: httpx.Response) -> dict[str, bytes]:
    """The files by name, without their folder."""
    assert response.status_code == 200
    with ZipFile(io.BytesIO(response.content)) as archive:
        assert archive.testzip() is None
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}


async def test_folder_holds_page_pictures_data_and_code(serve: Serve) -> None:
    client, id = await stored(serve)
    response = await client.get(f"/s/{id}.zip")
    assert response.headers["Content-Disposition"] == f'attachment; filename="gradreel-{id}.zip"'
    files = unpacked(response)
    assert set(files) == {"index.html", "film.json", "program.py", "film.svg", "card.png", "README.md"}
    assert files["program.py"].decode() == CODE
    assert json.loads(files["film.json"]) == (await client.get(f"/s/{id}.json")).json()
    assert files["film.svg"].decode() == (await client.get(f"/s/{id}.svg")).text
    assert files["card.png"] == (await client.get(f"/s/{id}.png")).content
    assert files["index.html"].decode() == (await client.get(f"/s/{id}.html")).text
    assert b"Two tensors" in files["README.md"]


TITLES = (
    "<script>alert(1)</script> &lt;b&gt;",
    "<img src=x onerror=alert(1)>",
    "[free](javascript:alert(1)) ![](//evil.example/x.png)",
    "https://evil.example",
    "**bold** _em_ `code` ~~gone~~ $x$ @somebody #1",
    "Tail \\",
)


@pytest.mark.parametrize("title", TITLES)
async def test_title_in_the_readme_of_a_folder_is_text_whatever_markup_it_looks_like(serve: Serve, title: str) -> None:
    client = await serve(SeatedRunner())
    id = (await client.post("/api/snippets", json={"code": f"# {title}\nx = 1\n"})).json()["id"]
    readme = unpacked(await client.get(f"/s/{id}.zip"))["README.md"].decode()
    heading, inline, *_ = MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(readme)
    assert heading.tag == "h1"
    assert {piece.type for piece in inline.children or ()} <= {"text", "text_special"}
    assert "".join(piece.content for piece in inline.children or ()).replace("\u200b", "") == f"Autograd film: {title}"


async def test_folder_of_a_link_with_notes_holds_them_in_its_page_and_as_they_were_written(serve: Serve) -> None:
    client, id = await stored(serve)
    notes = (await client.post(f"/api/snippets/{id}/notes", json=NOTES)).json()
    files = unpacked(await client.get(f"/s/{id}.zip?notes={notes['id']}&lang=zh"))
    assert json.loads(files["notes.json"]) == notes["notes"]
    assert b"data-notes" in files["index.html"]
    assert b'lang="zh-CN"' in files["index.html"]


async def test_whoever_has_the_folder_is_told_so_and_no_link_has_none(serve: Serve) -> None:
    client, id = await stored(serve)
    etag = (await client.get(f"/s/{id}.zip")).headers["ETag"]
    assert (await client.get(f"/s/{id}.zip", headers={"If-None-Match": etag})).status_code == 304
    assert (await client.get(f"/s/{id}.zip?step=1", headers={"If-None-Match": etag})).status_code == 200
    assert (await client.get("/s/0000000000.zip")).status_code == 404


async def test_folder_of_a_film_of_which_no_picture_can_be_drawn_has_none(serve: Serve) -> None:
    client = await serve(SeatedRunner(), still_time_s=0.001)
    id = (await client.post("/api/snippets", json={"code": CODE})).json()["id"]
    assert set(unpacked(await client.get(f"/s/{id}.zip"))) == {"index.html", "film.json", "program.py", "README.md"}


async def test_files_and_folders_count_against_their_rate_unless_the_reader_has_them(serve: Serve) -> None:
    client = await serve(SeatedRunner(), rate_limit="1000/minute", file_rate_limit="3/hour")
    id = (await client.post("/api/snippets", json={"code": "x = 1"})).json()["id"]
    first = await client.get(f"/s/{id}.html")
    for _ in range(3):
        known = await client.get(f"/s/{id}.html", headers={"If-None-Match": first.headers["ETag"]})
        assert known.status_code == 304
    answers = [await client.get(f"/s/{id}.{form}") for form in ("zip", "html", "zip", "html")]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert answers[0].headers["RateLimit"].startswith('"files";r=1')
    assert "3 files in 3600 s" in answers[2].json()["error"]["message"]
