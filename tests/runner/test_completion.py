"""What a version check that failed has prevented: nobody waits for it, it follows when it is asked for, and is then there for all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from app.errors import RunLost
from app.main import create_app
from app.runner.local import LocalRunner, LocalSlot
from app.sandbox.protocol.modes import Mode
from app.sandbox.server.pool import Answer
from app.settings import Settings
from gradreel.film.film import Film
from gradreel.trace import Diagnosis, Run
from tests.conftest import PATIENCE_S, client_of

pytestmark = pytest.mark.jail

FAILS = "import torch\nw = torch.ones(2, requires_grad=True)\ny = w * w\nz = (y * y).sum()\ny.zero_()\nz.backward()\n"
COMPLETES = "import torch\nw = torch.ones(2, requires_grad=True)\n(w * w).sum().backward()\n"
SAYS = {"case": "wrong", "unchecked": "[0, 0]", "meant": "[4, 4]"}
ROOMY = {"queue_wait_s": PATIENCE_S, "zygote_start_s": PATIENCE_S, "twin_wait_s": PATIENCE_S, "reader_time_s": PATIENCE_S}


class Children:
    """The modes in which children were run."""

    def __init__(self) -> None:
        self.modes: list[Mode] = []
        self.refused: set[Mode] = set()


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> Children:
    found, run = Children(), LocalSlot.run

    async def noted(slot: LocalSlot, code: str, mode: Mode = "traced") -> Answer:
        found.modes.append(mode)
        if mode in found.refused:
            raise RunLost("refused by the test")
        return await run(slot, code, mode)

    monkeypatch.setattr(LocalSlot, "run", noted)
    return found


@pytest.fixture(scope="module")
async def runner() -> AsyncIterator[LocalRunner]:
    made = LocalRunner(Settings(**ROOMY, light_use_s=0.0))  # type: ignore[arg-type]
    await made.start()
    yield made
    await made.aclose()


@pytest.fixture(scope="module")
async def client(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx.AsyncClient]:
    url = f"sqlite:///{tmp_path_factory.mktemp('completion')}/gradreel.db"
    settings = Settings(**ROOMY, database_url=url, refresh_pause_s=0, example_links=False, rate_limit="1000/minute")  # type: ignore[arg-type]
    async with client_of(create_app(settings)) as made:
        yield made


def pending(film: Film) -> list[bool]:
    return [each["unchecked_pending"] for each in film.diagnoses()]


async def submitted(runner: LocalRunner, code: str) -> Film:
    return (await runner.submit(code, "a")).film


async def test_failing_program_takes_no_more_children_than_one_that_completes(runner: LocalRunner, children: Children) -> None:
    for code in (COMPLETES, FAILS):
        children.modes.clear()
        film = await submitted(runner, code)
        assert sorted(children.modes) in (["plain", "traced"], ["traced"]), "the plain one is run where there is a child to spare"
    assert pending(film) == [True]
    assert not film.run().diagnoses[0].unchecked


async def test_film_that_is_completed_says_what_was_prevented_and_is_otherwise_the_same(runner: LocalRunner, children: Children) -> None:
    film = await submitted(runner, FAILS)
    children.modes.clear()
    whole = await runner.complete(FAILS, film, "a")
    assert sorted(children.modes) == ["allowed", "copied", "fixed", "unchecked"]
    before, after = film.run(), whole.run()
    assert {name: after.diagnoses[0].unchecked[name] for name in SAYS} == SAYS
    assert pending(whole) == [False]
    assert "allow_mutation" in [fix.kind for fix in after.diagnoses[0].fixes]
    assert without_diagnoses(before) == without_diagnoses(after)
    assert (whole.reusable, whole.kept) == (film.reusable, film.kept)
    assert "Without the check" in whole.summary["en"]
    assert "Without the check" not in film.summary["en"]


def without_diagnoses(run: Run) -> Run:
    return run.model_copy(update={"diagnoses": ()})


async def test_client_is_charged_the_seconds_of_all_children(runner: LocalRunner) -> None:
    used: dict[str, float] = {}
    charge = runner._queue.charge

    def noted(who: str, seconds: float) -> None:
        used[who] = used.get(who, 0.0) + seconds
        charge(who, seconds)

    runner._controls._charge = noted
    try:
        film = (await runner.submit(FAILS, "charged")).film
        plain_s = used.get("charged", 0.0)
        await runner.complete(FAILS, film, "charged")
    finally:
        runner._controls._charge = charge
    assert plain_s < used["charged"]
    assert runner._queue._use.is_heavy("charged")


async def test_film_stays_as_it_is_where_a_run_could_not_be_made(runner: LocalRunner, children: Children) -> None:
    film = await submitted(runner, FAILS)
    children.refused.add("copied")
    with pytest.raises(RunLost):
        await runner.complete(FAILS, film, "a")
    children.refused.clear()
    assert pending(await runner.complete(FAILS, film, "a")) == [False]


async def test_film_of_which_nothing_is_pending_is_the_same_afterwards(runner: LocalRunner, children: Children) -> None:
    film = await submitted(runner, COMPLETES)
    children.modes.clear()
    assert (await runner.complete(COMPLETES, film, "a")).etag == film.etag
    assert children.modes == []


async def test_whole_diagnoses_are_found_out_once_and_stand_wherever_the_film_is_shown(
    client: httpx.AsyncClient, children: Children
) -> None:
    assert (await client.post("/api/runs", json={"code": FAILS})).json()["diagnoses"][0]["unchecked_pending"] is True
    link = (await client.post("/api/snippets", json={"code": FAILS})).json()
    children.modes.clear()
    asked = [client.post("/api/diagnoses", json={"code": FAILS}) for _ in range(2)]
    first, second = [answer.json() for answer in await asyncio.gather(*asked)]
    assert first == second
    assert {name: first["diagnoses"][0]["unchecked"][name] for name in SAYS} == SAYS
    assert sorted(children.modes) == ["allowed", "copied", "fixed", "unchecked"]

    again = await client.post("/api/runs", json={"code": FAILS})
    assert again.headers["Gradreel-Film"] == "memory"
    assert again.json()["diagnoses"] == first["diagnoses"]
    stored = await client.get(f"/s/{link['id']}.json")
    assert stored.json()["diagnoses"] == first["diagnoses"]
    assert (await client.get(f"/api/snippets/{link['id']}")).json()["etag"] == first["etag"] != link["etag"]


async def test_fixes_are_tried_of_the_whole_film_without_its_being_asked_for(client: httpx.AsyncClient) -> None:
    code = f"{FAILS}# another\n"
    tried = (await client.post("/api/fixes", json={"code": code})).json()
    whole = (await client.post("/api/diagnoses", json={"code": code})).json()
    keys = {fix["key"]: fix["kind"] for fix in whole["diagnoses"][0]["fixes"] if fix["code"] is not None}
    assert {kind: tried[key] for key, kind in keys.items()}["allow_mutation"] == "works"


async def test_code_that_nobody_has_run_is_run_and_diagnosed_whole(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/diagnoses", json={"code": f"{FAILS}# a third\n"})
    (told,) = [Diagnosis.model_validate(each) for each in answer.json()["diagnoses"]]
    assert (told.unchecked_pending, told.unchecked["meant"]) == (False, "[4, 4]")
    assert answer.headers["RateLimit"].startswith('"runs";r=')


async def test_film_that_a_reader_fails_to_complete_stays_as_it_is(runner: LocalRunner) -> None:
    film = await submitted(runner, FAILS)
    damaged = Film(b"damaged", film.etag, film.reusable, film.summary)
    before = runner._readers.left_out["unchecked"]
    assert await runner.complete(FAILS, damaged, "a") == damaged
    assert runner._readers.left_out["unchecked"] == before + 1
