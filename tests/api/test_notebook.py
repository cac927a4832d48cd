"""The program of a link as a notebook."""

from __future__ import annotations

import json

import nbformat

from app.errors import Busy
from gradreel.recording.notebook_file import program_of
from tests.api.conftest import SeatedRunner, Serve

CODE = "import torch\n\n# %% [markdown] Why\n# Since *it* <b>is</b> so.\n# %% Two\nx = 1  # kept\n"


async def test_notebook_of_a_link_is_a_file_that_is_read_as_the_same_program(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    id = (await client.post("/api/snippets", json={"code": CODE})).json()["id"]
    answer = await client.get(f"/s/{id}.ipynb")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/x-ipynb+json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="gradreel-{id}.ipynb"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    nbformat.validate(json.loads(answer.content))
    assert program_of(answer.content) == CODE
    book = json.loads(answer.content)
    assert [cell["cell_type"] for cell in book["cells"]] == ["code", "markdown", "code"]
    assert book["cells"][2]["outputs"][0]["text"] == ["1"], "what the runner of these tests prints"
    assert answer.content == (await client.get(f"/s/{id}.ipynb")).content


async def test_whoever_has_the_notebook_is_told_so_and_no_link_has_none(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    made = (await client.post("/api/snippets", json={"code": CODE})).json()
    etag = (await client.get(f"/s/{made['id']}.ipynb")).headers["ETag"]
    assert (await client.get(f"/s/{made['id']}.ipynb", headers={"If-None-Match": etag})).status_code == 304
    assert (await client.get("/s/0000000000.ipynb")).status_code == 404
    token = {"Authorization": f"Bearer {made['delete_token']}"}
    assert (await client.delete(f"/api/snippets/{made['id']}", headers=token)).status_code == 204
    assert (await client.get(f"/s/{made['id']}.ipynb")).status_code == 410


async def test_notebook_of_a_program_without_a_film_has_its_cells_without_outputs(serve: Serve) -> None:
    client = await serve(SeatedRunner(error=Busy("No room.")))
    id = (await client.post("/api/snippets", json={"code": CODE})).json()["id"]
    assert (await client.get(f"/s/{id}.json")).status_code != 200
    answer = await client.get(f"/s/{id}.ipynb")
    assert (answer.status_code, program_of(answer.content)) == (200, CODE)
    assert all(not cell.get("outputs") for cell in json.loads(answer.content)["cells"])


async def test_notebooks_count_against_the_rate_of_files(serve: Serve) -> None:
    client = await serve(SeatedRunner(), rate_limit="1000/minute", file_rate_limit="1/hour")
    id = (await client.post("/api/snippets", json={"code": CODE})).json()["id"]
    assert [(await client.get(f"/s/{id}.ipynb")).status_code for _ in range(2)] == [200, 429]
