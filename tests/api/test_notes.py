"""Notes over HTTP: written with a link, shown in its embed and its file, refused with a reason, deleted by their own token."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import httpx
import pytest

from gradreel.trace import ShownNotes
from tests.api.conftest import SeatedRunner, Serve, on_both_databases

CODE = "import torch\nw = torch.ones(2, requires_grad=True)\n"
AT = {"line": 2, "kind": "op", "name": "ones"}
NOTES: dict[str, Any] = {
    "notes": [{"at": AT, "text": {"en": "Look at **w**.", "zh": "看 `w`。"}, "points": [{"what": "tensor", "line": 2, "name": "w"}]}],
    "chapters": [{"at": AT, "name": {"en": "Forward", "zh": "前向"}}],
    "opens": AT,
}


async def link(client: httpx.AsyncClient, code: str = CODE) -> dict[str, Any]:
    return dict((await client.post("/api/snippets", json={"code": code})).json())


async def write(client: httpx.AsyncClient, snippet: str, notes: object = NOTES) -> httpx.Response:
    return await client.post(f"/api/snippets/{snippet}/notes", json=notes)


def inlined(page: str) -> ShownNotes:
    """The notes in the page of an embed or a film in a file."""
    found = re.search(r'data-notes="([^"]*)"', page)
    assert found
    return ShownNotes.model_validate_json(html.unescape(found[1]))


@on_both_databases
async def test_written_notes_are_read_back_as_written_and_as_shown(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    response = await write(client, snippet)
    body = response.json()
    assert (response.status_code, body["created"], response.headers["Cache-Control"]) == (201, True, "no-store")
    assert body["url"] == f"http://test/s/{snippet}?notes={body['id']}"
    read = (await client.get(response.headers["Location"])).json()
    assert read == {name: value for name, value in body.items() if name not in ("created", "delete_token", "embed_html")}
    assert read["notes"]["notes"][0]["text"] == NOTES["notes"][0]["text"]
    assert read["shown"]["notes"][0]["text"]["en"][0]["pieces"][1] == {"text": "w", "marks": ["strong"], "href": None}


async def test_same_notes_again_answer_200_with_the_same_id_and_no_token(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    first = (await write(client, snippet)).json()
    again = await write(client, snippet)
    assert again.status_code == 200
    assert again.json() == {**first, "created": False, "delete_token": None}


async def test_one_link_carries_different_notes(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    ids = [(await write(client, snippet, {"opens": {**AT, "nth": nth}})).json()["id"] for nth in (1, 2)]
    shown = [inlined((await client.get(f"/embed/{snippet}?notes={id}")).text) for id in ids]
    assert [each.opens.nth for each in shown if each.opens] == [1, 2]


async def test_embed_file_and_link_show_the_notes_that_the_address_asks_for(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    id = (await write(client, snippet)).json()["id"]
    embed = (await client.get(f"/embed/{snippet}?notes={id}")).text
    assert inlined(embed).chapters[0].name.zh == "前向"
    assert f"/s/{snippet}?notes={id}" in embed
    assert inlined((await client.get(f"/s/{snippet}.html?notes={id}")).text) == inlined(embed)
    assert "data-notes" not in (await client.get(f"/embed/{snippet}")).text
    framed = (await client.get("/oembed", params={"url": f"http://test/s/{snippet}?notes={id}"})).json()["html"]
    assert f"/embed/{snippet}?notes={id}" in framed


async def test_film_file_of_unpublished_code_takes_notes_and_checks_them(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    answer = await client.post("/api/films", json={"code": CODE, "notes": NOTES})
    assert inlined(answer.text).notes[0].points[0].name == "w"
    assert (await client.post("/api/films", json={"code": CODE, "notes": {}})).status_code == 422


async def test_pictures_card_and_page_without_scripts_tell_the_notes(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    id = (await write(client, snippet)).json()["id"]
    plain, noted = [await client.get(f"/s/{snippet}.svg", params=query) for query in ({}, {"notes": id})]
    assert plain.headers["ETag"] != noted.headers["ETag"]
    assert (await client.get(f"/s/{snippet}.png?notes={id}")).status_code == 200
    page = (await client.get(f"/s/{snippet}?notes={id}")).text
    assert '<meta property="og:description" content="Look at w.">' in page
    assert f"/s/{snippet}.png?notes={id}" in page
    assert '<section class="listed-notes">' in page
    assert '<section class="listed-notes">' in (await client.get(f"/embed/{snippet}?notes={id}")).text
    assert "listed-notes" not in (await client.get(f"/s/{snippet}")).text
    card = (await client.get("/oembed", params={"url": f"http://test/s/{snippet}?notes={id}"})).json()["thumbnail_url"]
    assert card == f"http://test/s/{snippet}.png?notes={id}"


async def test_what_is_meant_for_the_speaker_is_in_the_answer_and_in_no_embed_or_file(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    made = (await write(client, snippet, {"notes": [{"at": AT, "text": {"en": "a"}, "speaker": {"en": "whispered"}}]})).json()
    read = (await client.get(f"/api/snippets/{snippet}/notes/{made['id']}")).json()
    assert read["shown"]["notes"][0]["speaker"]["en"][0]["pieces"][0]["text"] == "whispered"
    for path in (f"/embed/{snippet}", f"/s/{snippet}", f"/s/{snippet}.html", f"/s/{snippet}.svg"):
        assert "whispered" not in (await client.get(path, params={"notes": made["id"]})).text


async def test_notes_that_a_reader_has_are_answered_304(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    first = await client.get((await write(client, snippet)).headers["Location"])
    again = await client.get(str(first.url), headers={"If-None-Match": first.headers["ETag"]})
    assert (first.headers["Cache-Control"], again.status_code, again.content) == ("public, no-cache", 304, b"")


@pytest.mark.parametrize("unknown", ["0123456789abcdef", "x", "", "../../etc", "0" * 5000])
async def test_unknown_notes_leave_the_film_as_it_is(serve: Serve, unknown: str) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    for path in (f"/embed/{snippet}", f"/s/{snippet}", f"/s/{snippet}.html"):
        answer = await client.get(path, params={"notes": unknown})
        assert (answer.status_code, "data-notes" in answer.text) == (200, False)


async def test_notes_of_another_snippet_or_of_no_form_are_answered_404(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    one, other = [(await link(client, code))["id"] for code in (CODE, "a = 1\nb = 2\n")]
    id = (await write(client, one)).json()["id"]
    for notes in (id, "0123456789abcdef", "x"):
        answer = await client.get(f"/api/snippets/{other}/notes/{notes}")
        assert (answer.status_code, answer.json()["error"]["kind"]) == (404, "notes_not_found")
    assert "data-notes" not in (await client.get(f"/embed/{other}?notes={id}")).text


@pytest.mark.parametrize(
    ("notes", "status", "kind", "told"),
    [
        ({"chapters": [{"at": AT, "name": {"en": "x"}}] * 500}, 422, "notes_refused", "500 entries, and 50 is the limit"),
        ({"notes": [{"at": AT, "text": {"en": "x" * 2000}}] * 50}, 413, "notes_too_large", "65,536 is the limit"),
        ({"notes": [{"at": AT, "text": {"en": "x" * 100_000}}]}, 422, "notes_refused", "100,000 characters, and 2,000 is the limit"),
        ({"notes": [{"at": {**AT, "line": 99}, "text": {"en": "x"}}]}, 422, "notes_refused", "line is 99"),
        ({"notes": [{"at": AT, "text": {}}]}, 422, "notes_refused", "empty in both languages"),
        ({"notes": [{"at": AT, "speaker": {"zh": "x" * 2001}}]}, 422, "notes_refused", "notes[0].speaker.zh has 2,001 characters"),
        ({"notes": [{"at": AT, "text": {"en": "a\u202eb"}}]}, 422, "notes_refused", "U+202E"),
        ({"notes": [{"at": {**AT, "kind": "dance"}, "text": {"en": "x"}}]}, 422, "invalid_request", "kind"),
        ({"notes": [{"at": {**AT, "nth": 0}, "text": {"en": "x"}}]}, 422, "invalid_request", "nth"),
        ({"opens": {**AT, "line": "1"}}, 422, "invalid_request", "opens.line: Value error, this is to be a number"),
        ({"opens": {**AT, "nth": True}}, 422, "invalid_request", "opens.nth: Value error, this is to be a number"),
        ({"stops": {**AT, "file": False}}, 422, "invalid_request", "stops.file: Value error, this is to be a number"),
        ({"html": "<script>"}, 422, "invalid_request", "html"),
        ([], 422, "invalid_request", ""),
        ({}, 422, "notes_refused", "nothing in these notes"),
    ],
)
async def test_bad_notes_are_refused_with_a_reason_and_nothing_is_stored(
    serve: Serve, notes: object, status: int, kind: str, told: str
) -> None:
    client = await serve(SeatedRunner())
    answer = await write(client, (await link(client))["id"], notes)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)
    assert told in answer.json()["error"]["message"]


async def test_html_and_scripts_in_notes_reach_no_page_as_markup(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    attack = "</main><script>alert(1)</script><img src=x onerror=alert(1)>\"' [x](javascript:alert(1))"
    given = {"notes": [{"at": AT, "text": {"en": attack}}], "chapters": [{"at": AT, "name": {"en": "<script>alert(2)"}}]}
    id = (await write(client, snippet, given)).json()["id"]
    for path in (f"/embed/{snippet}?notes={id}", f"/s/{snippet}?notes={id}", f"/s/{snippet}.html?notes={id}"):
        page = (await client.get(path)).text
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    pieces = inlined((await client.get(f"/embed/{snippet}?notes={id}")).text).notes[0].text.en[0].pieces
    assert ("".join(piece.text for piece in pieces), [piece.href for piece in pieces]) == (attack, [None])


@on_both_databases
async def test_notes_are_deleted_by_their_own_token_alone_and_the_link_stays(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    made = await link(client)
    written = (await write(client, made["id"])).json()
    path = f"/api/snippets/{made['id']}/notes/{written['id']}"
    assert (await client.delete(path)).status_code == 401
    refused = await client.delete(path, headers={"Authorization": f"Bearer {made['delete_token']}"})
    assert (refused.status_code, refused.json()["error"]["kind"]) == (403, "delete_refused")
    assert (await client.delete(path, headers={"Authorization": f"Bearer {written['delete_token']}"})).status_code == 204
    assert (await client.get(path)).status_code == 404
    assert "data-notes" not in (await client.get(f"/embed/{made['id']}?notes={written['id']}")).text
    assert (await client.get(f"/s/{made['id']}.py")).text == CODE


async def test_deleting_the_link_deletes_its_notes(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    made = await link(client)
    written = (await write(client, made["id"])).json()
    await client.delete(f"/api/snippets/{made['id']}", headers={"Authorization": f"Bearer {made['delete_token']}"})
    path = f"/api/snippets/{made['id']}/notes/{written['id']}"
    assert (await client.get(path)).status_code == 410
    assert (await write(client, made["id"])).status_code == 410
    await link(client)
    assert (await client.get(path)).status_code == 404


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"notes": 1}', b'{"notes":' + b"[" * 50_000 + b"]" * 50_000 + b"}"])
async def test_body_that_is_none_is_answered_with_one_that_would_be(serve: Serve, body: bytes) -> None:
    client = await serve(SeatedRunner())
    path = f"/api/snippets/{(await link(client))['id']}/notes"
    answer = await client.post(path, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "invalid_request")
    example = answer.json()["error"]["message"].partition("Send JSON like ")[2].rstrip(".")
    assert (await client.post(path, json={**json.loads(example), "notes": NOTES["notes"]})).status_code == 201


async def test_notes_larger_than_any_request_are_told_to_be_shortened(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    answer = await write(client, (await link(client))["id"], {"notes": [{"at": AT, "text": {"en": "x" * 2_000_000}}]})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "notes_too_large")
    assert "Shorten the notes" in answer.json()["error"]["message"]


async def test_client_with_too_many_notes_is_answered_429(serve: Serve) -> None:
    client = await serve(SeatedRunner(), rate_limit="1000/minute", client_notes=1)
    snippet = (await link(client))["id"]
    await write(client, snippet)
    answer = await write(client, snippet, {"opens": AT})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (429, "too_many_notes")


async def test_preview_answers_with_blocks_and_stores_nothing(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    answer = await client.post("/api/notes/preview", json={"text": "- <b>one</b>"})
    assert answer.json() == {"blocks": [{"kind": "bullet", "pieces": [{"text": "<b>one</b>", "marks": [], "href": None}]}]}
    too_long = await client.post("/api/notes/preview", json={"text": "x" * 2001})
    assert (too_long.status_code, too_long.json()["error"]["kind"]) == (422, "notes_refused")


async def test_notes_may_be_read_from_any_site(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    answer = await client.get((await write(client, snippet)).headers["Location"], headers={"Origin": "null"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert json.loads(answer.text)["snippet_id"] == snippet


async def test_notes_may_be_64_kib_where_code_may_be_less(serve: Serve) -> None:
    client = await serve(SeatedRunner(), code_bytes=100)
    given = {"notes": [{"at": AT, "text": {"en": "x" * 2000}}] * 20}
    assert (await write(client, (await link(client))["id"], given)).status_code == 201


async def test_notes_stored_with_a_number_beyond_64_bits_are_left_out_of_no_folder(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    snippet = (await link(client))["id"]
    answer = await write(client, snippet, {"opens": {**AT, "line": None, "file": 10**30}})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "notes_refused")
