"""``POST /api/comparisons``: what is compared is not run again, and what cannot be compared is said."""

from __future__ import annotations

from tests.api.conftest import SeatedRunner, Serve

ONE, OTHER = "import torch\nx = 1\n", "import torch\nx = 2\n"


async def test_programs_that_have_run_are_compared_without_a_run_and_those_that_have_not_are_run_once(serve: Serve) -> None:
    runner = SeatedRunner()
    client = await serve(runner)
    await client.post("/api/runs", json={"code": ONE})
    response = await client.post("/api/comparisons", json={"sides": [{"code": ONE}, {"code": OTHER}, {"code": OTHER}]})
    assert response.status_code == 200
    assert runner.codes == [ONE, OTHER]
    sides = response.json()["sides"]
    assert [[line["text"] for line in side["lines"] if line["differs"]] for side in sides] == [["x = 1"], ["x = 2"], ["x = 2"]]


async def test_one_side_alone_and_a_cell_that_is_not_there_are_refused(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    alone = await client.post("/api/comparisons", json={"sides": [{"code": ONE}]})
    assert (alone.status_code, alone.json()["error"]["kind"]) == (422, "invalid_request")
    missing = await client.post("/api/comparisons", json={"sides": [{"code": ONE}, {"code": ONE, "cell": 3}]})
    assert (missing.status_code, missing.json()["error"]["kind"]) == (422, "not_comparable")
    assert missing.json()["error"]["message"] == "The program has no cell 3: it has no cells."
