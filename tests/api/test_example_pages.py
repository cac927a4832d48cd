"""The page of a built-in example, ``/e/{id}``: over HTTP alone, as ``test_shared.py`` is of links."""

from __future__ import annotations

from app.api.routes.pages import OPENING
from app.examples.gallery import examples
from gradreel.ids import snippet_id
from tests.api.conftest import SeatedRunner, Serve
from tests.api.tags import Tags


async def test_page_of_a_published_example_carries_its_film_card_and_discovery(serve: Serve) -> None:
    example = examples()[0]
    client = await serve(SeatedRunner())
    await client.post("/api/snippets", json={"code": example.code})
    tags = Tags((await client.get(f"/e/{example.id}?step=2")).text)
    stored = snippet_id(example.code)
    assert tags.of("link", rel="canonical")[0]["href"] == f"http://test/e/{example.id}"
    assert tags.of("meta", property="og:url")[0]["content"] == f"http://test/e/{example.id}"
    assert tags.of("meta", property="og:title")[0]["content"] == f"Autograd film: {example.title.en}"
    assert tags.of("meta", property="og:description")[0]["content"] == example.sentence.en
    assert tags.of("meta", property="og:image")[0]["content"] == f"http://test/s/{stored}.png?step=2"
    assert tags.of("meta", name="gradreel:example")[0]["content"] == example.id
    assert (tags.of("meta", name="gradreel:film")[0]["content"] or "").startswith(f"/s/{stored}.json?v=")
    (discovery,) = tags.of("link", type="application/json+oembed")
    answer = (await client.get(discovery["href"] or "")).json()
    assert f'src="http://test/embed/{stored}?step=2"' in answer["html"]


async def test_page_of_an_example_that_is_not_published_yet_names_the_example_alone(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    example = examples()[1]
    response = await client.get(f"/e/{example.id}", headers={"Accept-Language": "zh"})
    tags = Tags(response.text)
    assert response.status_code == 200
    assert tags.of("meta", name="gradreel:example")[0]["content"] == example.id
    assert tags.of("meta", name="description")[0]["content"] == example.sentence.zh
    assert not [
        *tags.of("meta", name="gradreel:film"),
        *tags.of("meta", property="og:image"),
        *tags.of("link", type="application/json+oembed"),
    ]
    assert (await client.get("/oembed", params={"url": f"http://test/e/{example.id}"})).status_code == 404


async def test_unknown_example_is_a_page_that_says_so(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    response = await client.get("/e/no-such-example")
    assert response.status_code == 404
    assert "nothing at this address" in response.text
    assert (await client.get("/oembed", params={"url": "http://test/e/no-such-example"})).status_code == 404


async def test_first_visit_names_the_stored_film_of_the_first_example(serve: Serve) -> None:
    example = next(each for each in examples() if each.id == OPENING)
    client = await serve(SeatedRunner(), example_links=True)
    await client.post("/api/snippets", json={"code": example.code})
    tags = Tags((await client.get("/")).text)
    assert tags.of("meta", name="gradreel:opening")[0]["content"] == example.id
    film = tags.of("meta", name="gradreel:opening-film")[0]["content"] or ""
    assert film.startswith(f"/s/{snippet_id(example.code)}.json?v=")
    assert tags.of("link", rel="preload")[0]["href"] == film
    assert (await client.get(film)).json()["code"] == example.code


async def test_first_visit_opens_without_a_film_where_examples_are_not_published(serve: Serve) -> None:
    example = next(each for each in examples() if each.id == OPENING)
    client = await serve(SeatedRunner(), example_links=False)
    await client.post("/api/snippets", json={"code": example.code})
    response = await client.get("/")
    assert response.status_code == 200
    assert "gradreel:opening" not in response.text
