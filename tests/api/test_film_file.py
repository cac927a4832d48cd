"""``POST /api/films``: a film as one file, of code that has a link and of code that has none."""

from __future__ import annotations

import pytest

from gradreel.ids import snippet_id
from tests.api.conftest import SeatedRunner, Serve
from tests.api.tags import Tags

CODE = "# Two tensors\nimport torch\nw = torch.ones(2, requires_grad=True)\n"
ID = snippet_id(CODE)


async def test_film_of_code_without_a_link_comes_as_one_file_and_stores_nothing(serve: Serve) -> None:
    runner = SeatedRunner()
    client = await serve(runner)
    await client.post("/api/runs", json={"code": CODE})
    response = await client.post("/api/films", json={"code": CODE, "step": 3, "lang": "zh", "theme": "dark", "show": "all", "about": "t1"})
    assert response.status_code == 200
    assert Tags(response.text).of("main", **{"data-step": "3", "data-theme": "dark", "data-show": "all", "data-about": "t1"})
    assert Tags(response.text).of("html", lang="zh-CN")
    assert runner.codes == [CODE], "what has just been run is not run again"
    assert (await client.get(f"/s/{ID}.py")).status_code == 404


@pytest.mark.parametrize("step", [True, 0, -1, 1.5, "3", 10**30])
async def test_film_asked_to_open_at_what_is_no_step_is_refused(serve: Serve, step: object) -> None:
    response = await (await serve(SeatedRunner())).post("/api/films", json={"code": CODE, "step": step})
    assert (response.status_code, response.json()["error"]["kind"]) == (422, "invalid_request")


async def test_film_asked_to_open_at_a_step_with_a_point_opens_there(serve: Serve) -> None:
    response = await (await serve(SeatedRunner())).post("/api/films", json={"code": CODE, "step": 3.0})
    assert Tags(response.text).of("main", **{"data-step": "3"})


async def test_film_of_code_that_has_a_link_comes_as_one_file_without_a_run(serve: Serve) -> None:
    await (await serve(SeatedRunner())).post("/api/snippets", json={"code": CODE})
    runner = SeatedRunner()
    response = await (await serve(runner)).post("/api/films", json={"code": CODE})
    assert response.status_code == 200
    assert runner.codes == []
