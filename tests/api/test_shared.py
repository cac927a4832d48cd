"""What a link answers with: caching, forms, headers, embeds, oEmbed, cards. Over HTTP alone; what it looks like is the browser's to say."""

from __future__ import annotations

import gzip
import json
import re
import struct
from collections.abc import AsyncIterator
from urllib.parse import quote
from xml.etree import ElementTree

import httpx
import pytest

from app.examples.gallery import examples
from app.main import create_app
from app.settings import Settings
from gradreel.ids import snippet_id
from tests.api.conftest import SeatedRunner, Serve, on_both_databases
from tests.api.tags import Tags
from tests.conftest import client_of

CODE = "# Two tensors\nimport torch\nw = torch.ones(2, requires_grad=True)\n"
ID = snippet_id(CODE)


@pytest.fixture
async def client(serve: Serve) -> httpx.AsyncClient:
    """A service that has the link ``ID``."""
    client = await serve(SeatedRunner())
    assert (await client.post("/api/snippets", json={"code": CODE})).status_code == 201
    return client


@pytest.fixture(scope="module")
async def reader(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx.AsyncClient]:
    """One that has it as well, for all tests that only read."""
    given = {"rate_limit": "off", "refresh_pause_s": 0, "database_url": f"sqlite:///{tmp_path_factory.mktemp('shared')}/gradreel.db"}
    async with client_of(create_app(Settings.model_validate(given), lambda _: SeatedRunner())) as client:
        assert (await client.post("/api/snippets", json={"code": CODE})).status_code == 201
        yield client


# Caching


@on_both_databases
async def test_stored_run_is_tagged_and_answers_304_to_whoever_has_it(client: httpx.AsyncClient) -> None:
    first = await client.get(f"/s/{ID}.json")
    assert first.headers["Cache-Control"] == "public, no-cache"
    for tag in (first.headers["ETag"], f'"other", {first.headers["ETag"]}', first.headers["ETag"].removeprefix("W/"), "*"):
        again = await client.get(f"/s/{ID}.json", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["ETag"] == first.headers["ETag"]
    assert (await client.get(f"/s/{ID}.json", headers={"If-None-Match": '"other"'})).status_code == 200


async def test_stored_run_asked_for_by_its_tag_is_kept_for_minutes_so_that_no_cache_outlives_a_takedown(reader: httpx.AsyncClient) -> None:
    etag = (await reader.get(f"/api/snippets/{ID}")).json()["etag"]
    assert (await reader.get(f"/s/{ID}.json?v={etag}")).headers["Cache-Control"] == "public, max-age=300, must-revalidate"
    assert (await reader.get(f"/s/{ID}.json?v=another")).headers["Cache-Control"] == "public, no-cache"


@pytest.mark.parametrize(
    ("accepts", "encoding"), [("gzip, br", "gzip"), ("*", "gzip"), ("identity", None), ("gzip;q=0", None), ("br", None)]
)
async def test_stored_run_travels_gzipped_where_that_is_taken_and_plain_elsewhere(
    accepts: str, encoding: str | None, reader: httpx.AsyncClient
) -> None:
    async with reader.stream("GET", f"/s/{ID}.json", headers={"Accept-Encoding": accepts}) as response:
        raw = b"".join([chunk async for chunk in response.aiter_raw()])
    assert response.headers.get("Content-Encoding") == encoding
    assert "Accept-Encoding" in response.headers["Vary"]
    assert json.loads(gzip.decompress(raw) if encoding else raw)["code"] == CODE


async def test_head_is_answered_with_the_headers_of_get(reader: httpx.AsyncClient) -> None:
    for path in (f"/s/{ID}", f"/s/{ID}.json", f"/embed/{ID}", f"/s/{ID}.svg"):
        assert (await reader.head(path)).headers["ETag"] == (await reader.get(path)).headers["ETag"]


# Forms


@on_both_databases
async def test_code_is_plain_text_byte_for_byte(serve: Serve) -> None:
    code = "<script>alert(1)</script>\r\n\0é"
    client = await serve(SeatedRunner())
    await client.post("/api/snippets", json={"code": code})
    response = await client.get(f"/s/{snippet_id(code)}.py")
    assert response.content == code.encode()
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_still_is_a_whole_svg_that_asks_for_nothing_else(reader: httpx.AsyncClient) -> None:
    response = await reader.get(f"/s/{ID}.svg")
    assert response.headers["Content-Type"].startswith("image/svg+xml")
    root = ElementTree.fromstring(response.text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert float(root.attrib["width"]) > 100
    assert not re.findall(r"href|url\(|<script|<style|style=|var\(|light-dark|class=", response.text)


async def test_card_is_a_png_of_1200_by_630(reader: httpx.AsyncClient) -> None:
    picture = (await reader.get(f"/s/{ID}.png")).content
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)


async def test_settings_of_the_address_change_the_still_and_its_tag(reader: httpx.AsyncClient) -> None:
    light, dark = [await reader.get(f"/s/{ID}.svg?theme={theme}") for theme in ("light", "dark")]
    assert light.headers["ETag"] != dark.headers["ETag"]
    assert light.text != dark.text


async def test_film_in_a_file_is_for_keeping_and_allows_only_its_own_script(reader: httpx.AsyncClient) -> None:
    response = await reader.get(f"/s/{ID}.html")
    assert response.headers["Content-Disposition"] == f'attachment; filename="gradreel-{ID}.html"'
    (policy,) = [attrs["content"] for attrs in Tags(response.text).of("meta") if attrs.get("http-equiv")]
    assert policy
    assert re.fullmatch(r"default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'sha256-[\w+/=]{44}'; img-src data:", policy)
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", response.text)


# The page of a link


@pytest.mark.parametrize(("path", "query"), [("s", "lang=zh"), ("s", "step=2&lang=zh"), ("s", "lang=en"), ("embed", "step=2&lang=zh")])
async def test_pictures_on_a_page_are_in_its_language(reader: httpx.AsyncClient, path: str, query: str) -> None:
    asked = query.removesuffix("lang=zh")
    tags = Tags((await reader.get(f"/{path}/{ID}?{asked}", headers={"Accept-Language": "zh-CN"})).text)
    (picture,) = [attrs["src"] or "" for attrs in tags.of("img") if ".svg" in (attrs.get("src") or "")]
    assert picture == f"/s/{ID}.svg?{query}"
    assert [attrs["content"] for attrs in tags.of("meta", property="og:image")] in ([f"http://test/s/{ID}.png?{query}"], [])
    in_english = (await reader.get(picture.replace("lang=zh", "lang=en"))).text
    assert ((await reader.get(picture)).text == in_english) == (query == "lang=en")


@on_both_databases
async def test_page_of_a_link_carries_card_and_discovery(client: httpx.AsyncClient) -> None:
    tags = Tags((await client.get(f"/s/{ID}?step=2")).text)
    assert tags.of("meta", property="og:title")[0]["content"] == "Autograd film: Two tensors"
    assert tags.of("meta", property="og:image")[0]["content"] == f"http://test/s/{ID}.png?step=2"
    assert tags.of("meta", name="twitter:card")[0]["content"] == "summary_large_image"
    assert tags.of("meta", name="gradreel:snippet")[0]["content"] == ID
    (discovery,) = tags.of("link", type="application/json+oembed")
    assert discovery["href"] == f"http://test/oembed?url={quote(f'http://test/s/{ID}?step=2', safe='/')}"
    answer = await client.get(discovery["href"] or "")
    assert answer.json()["type"] == "rich"
    names = [name for name, _ in tags.found]
    assert names.index("link") < names.index("script"), "discovery comes early"


@pytest.mark.parametrize(("lang", "title"), [("en", "Autograd film: "), ("zh", "Autograd 影片：")])
async def test_title_of_a_built_in_example_is_its_own_in_the_readers_language(lang: str, title: str, serve: Serve) -> None:
    example = examples()[0]
    client = await serve(SeatedRunner())
    await client.post("/api/snippets", json={"code": example.code})
    page = (await client.get(f"/s/{snippet_id(example.code)}", headers={"Accept-Language": lang})).text
    expected = example.title.en if lang == "en" else example.title.zh
    assert Tags(page).of("meta", property="og:title")[0]["content"] == title + expected


@pytest.mark.parametrize("path", ["/s/0000000000", "/embed/0000000000", "/s/nonsense!", "/embed/%3Cscript%3E"])
async def test_unknown_link_is_a_page_that_says_so(path: str, reader: httpx.AsyncClient) -> None:
    response = await reader.get(path, headers={"Accept": "text/html"})
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "no snippet at this address" in response.text
    assert "<script>" not in response.text


# Headers


PATHS = [
    "/",
    "/docs",
    "/docs/embedding",
    "/s/{}",
    "/s/{}.py",
    "/s/{}.json",
    "/s/{}.svg",
    "/s/{}.html",
    "/embed/{}",
    "/oembed",
    "/api/snippets/{}",
    "/metrics",
]
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'"
)


@pytest.mark.parametrize("path", [*PATHS, "/embed/0000000000", "/s/0000000000", "/nowhere"])
async def test_policy_is_strict_everywhere_and_only_embeds_may_be_framed_elsewhere(path: str, reader: httpx.AsyncClient) -> None:
    headers = (await reader.get(path.format(ID))).headers
    shows_embeds = path == "/" or path.startswith(("/s/", "/docs/"))
    assert headers["Content-Security-Policy"] == (
        STRICT
        + ("; frame-src 'self'" if shows_embeds else "")
        + ("; frame-ancestors * file: data: blob: app:" if path.startswith("/embed/") else "; frame-ancestors 'self'")
    )
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert "X-Frame-Options" not in headers, "it cannot say what frame-ancestors says"


@pytest.mark.parametrize(("lang", "sentence"), [("en", "The sandbox is off"), ("zh", "沙箱已关闭")])
async def test_server_without_a_jail_says_so_on_every_page_and_no_other_does(lang: str, sentence: str, serve: Serve) -> None:
    pages = ("/", "/docs", "/docs/embedding", f"/s/{ID}", f"/embed/{ID}", "/s/0000000000", "/embed/0000000000", "/nowhere")
    for insecure in (True, False):
        client = await serve(SeatedRunner(), insecure_no_sandbox=insecure)
        client.headers["Host"] = "localhost"
        await client.post("/api/snippets", json={"code": CODE})
        for path in pages:
            page = await client.get(path, params={"lang": lang}, headers={"Accept": "text/html"})
            warned = len(Tags(page.text).of("p", **{"class": "insecure"}))
            # The guide is in English.
            told = sentence in page.text or path.startswith("/docs/")
            assert (warned, told) == ((1, True) if insecure else (0, path.startswith("/docs/"))), path


async def test_body_that_is_refused_unread_carries_the_headers_as_well(client: httpx.AsyncClient) -> None:
    refused = await client.post("/api/snippets", content=b"x" * 10**6)
    assert refused.status_code == 413
    assert refused.headers["Content-Security-Policy"] == f"{STRICT}; frame-ancestors 'self'"
    assert refused.headers["X-Content-Type-Options"] == "nosniff"


async def test_read_endpoints_may_be_read_from_anywhere_without_credentials(reader: httpx.AsyncClient) -> None:
    for path in (
        f"/s/{ID}.json",
        f"/s/{ID}.py",
        f"/s/{ID}.svg",
        f"/embed/{ID}",
        f"/api/snippets/{ID}",
        "/api/examples",
        "/oembed",
        "/embed.js",
    ):
        headers = (await reader.get(path, headers={"Origin": "null"})).headers
        assert headers["Access-Control-Allow-Origin"] == "*", path
        assert "Access-Control-Allow-Credentials" not in headers


async def test_writing_from_another_site_is_not_allowed(client: httpx.AsyncClient) -> None:
    for method, path in (("POST", "/api/runs"), ("POST", "/api/snippets"), ("DELETE", f"/api/snippets/{ID}"), ("POST", "/api/films")):
        foreign = {"Origin": "https://evil.example", "Content-Type": "text/plain"}
        response = await client.request(method, path, headers=foreign, content='{"code": ""}')
        assert "Access-Control-Allow-Origin" not in response.headers
        assert response.status_code in (401, 415, 422), "a form of another site can send text/plain without asking first"
        asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": method}
        assert "Access-Control-Allow-Origin" not in (await client.options(path, headers=asked)).headers


async def test_no_answer_sets_a_cookie(reader: httpx.AsyncClient) -> None:
    for path in PATHS:
        assert "Set-Cookie" not in (await reader.get(path.format(ID))).headers


# Embeds


PUBLISHED = {
    "/embed/{}": {"data-view": "graph", "data-theme": "auto", "data-step": "", "data-autoplay": "0", "data-controls": "1"},
    "/embed/{}?step=3": {"data-step": "3"},
    "/embed/{}?step=3&theme=dark&view=both&lang=zh&autoplay=1&controls=0": {
        "data-step": "3",
        "data-theme": "dark",
        "data-view": "both",
        "data-autoplay": "1",
        "data-controls": "0",
    },
    "/embed/{}?theme=light": {"data-theme": "light"},
    "/embed/{}?view=code": {"data-view": "code"},
    "/embed/{}?show=story": {"data-show": "story", "data-about": ""},
    "/embed/{}?show=overview": {"data-show": "overview"},
    "/embed/{}?show=all&step=2": {"data-show": "all", "data-step": "2"},
    "/embed/{}?show=story&about=t3.grad2": {"data-show": "story", "data-about": "t3.grad2"},
    "/embed/{}?show=everything&about=t3.grad2%22x": {"data-show": "", "data-about": ""},
    "/embed/{}?about=d2": {"data-show": "", "data-about": "d2"},
    "/embed/{}?cell=3": {"data-cell": "3", "data-step": ""},
    "/embed/{}?cell=3%22x": {"data-cell": ""},
    "/embed/{}?step=0": {"data-step": ""},
    "/embed/{}?step=-1&theme=pink&view=&autoplay=yes&controls=no&lang=fr&utm_source=x": {
        "data-step": "",
        "data-theme": "auto",
        "data-view": "graph",
        "data-autoplay": "0",
        "data-controls": "1",
    },
    "/embed/{}?step=3&step=4": {"data-step": "4"},
    "/embed/{}?step=999999999999999999999": {"data-step": ""},
    "/embed/{}?step=٣": {"data-step": ""},
}


@pytest.mark.parametrize("form", PUBLISHED)
async def test_every_published_form_of_an_embed_keeps_its_meaning(form: str, reader: httpx.AsyncClient) -> None:
    response = await reader.get(form.format(ID))
    assert response.status_code == 200
    (main,) = Tags(response.text).of("main")
    assert PUBLISHED[form].items() <= main.items()


async def test_embed_code_is_exactly_as_published(reader: httpx.AsyncClient) -> None:
    body = (await reader.get(f"/api/snippets/{ID}")).json()
    assert body["embed_html"] == (
        f'<iframe src="http://test/embed/{ID}" title="Autograd film: Two tensors" width="100%" height="348" loading="lazy" '
        'style="border:0" '
        'sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" referrerpolicy="strict-origin-when-cross-origin"></iframe>'
    )


async def test_listener_for_articles_is_short_and_may_be_cached(reader: httpx.AsyncClient) -> None:
    response = await reader.get("/embed.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert len(response.text.splitlines()) <= 25
    assert "max-age" in response.headers["Cache-Control"]


# The built page


@pytest.mark.parametrize("path", ["/", f"/s/{ID}"])
async def test_playground_names_itself_in_a_heading_before_any_script_has_run(path: str, reader: httpx.AsyncClient) -> None:
    assert len(Tags((await reader.get(path)).text).of("h1")) == 1


async def test_script_of_the_embed_travels_packed_and_never_changes(reader: httpx.AsyncClient) -> None:
    (script,) = Tags((await reader.get(f"/embed/{ID}")).text).of("script")
    async with reader.stream("GET", script["src"] or "", headers={"Accept-Encoding": "gzip"}) as response:
        packed = b"".join([chunk async for chunk in response.aiter_raw()])
    plain = await reader.get(script["src"] or "", headers={"Accept-Encoding": "identity"})
    assert gzip.decompress(packed) == plain.content
    assert len(packed) <= len(gzip.compress(plain.content, 9))
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert (await reader.get(script["src"] or "", headers={"If-None-Match": response.headers["ETag"]})).status_code == 304
    assert (await reader.get("/static/assets/nothing.js")).status_code == 404


# oEmbed


@pytest.mark.parametrize("form", ["/s/{}", "/embed/{}", "/s/{}?step=3&theme=dark", "/s/{}?show=story&about=t3.grad", "/s/{}.html"])
async def test_oembed_answers_for_every_address_of_a_film_and_keeps_its_settings(form: str, reader: httpx.AsyncClient) -> None:
    answer = (await reader.get("/oembed", params={"url": "http://test" + form.format(ID), "format": "json"})).json()
    assert (answer["type"], answer["version"], answer["provider_name"]) == ("rich", "1.0", "Gradreel")
    (frame,) = Tags(answer["html"]).of("iframe")
    query = form.partition("?")[2]
    assert frame["src"] == f"http://test/embed/{ID}{'?' + query if query else ''}"
    assert (int(frame["width"] or 0), int(frame["height"] or 0)) == (answer["width"], answer["height"])


async def test_oembed_keeps_within_the_room_it_is_given(reader: httpx.AsyncClient) -> None:
    url = f"http://test/s/{ID}"
    for width, height in ((300, 200), (50, 1)):
        small = (await reader.get("/oembed", params={"url": url, "maxwidth": width, "maxheight": height})).json()
        assert (small["width"], small["height"]) == (width, height)
        assert f'width="{width}" height="{height}"' in small["html"]
        assert "thumbnail_url" not in small, "a picture of 1200 × 630 does not keep within it"
    large = (await reader.get("/oembed", params={"url": url, "maxwidth": 9999, "maxheight": 9999})).json()
    assert (large["width"], large["height"]) == (760, 348)
    assert (large["thumbnail_url"], large["thumbnail_width"], large["thumbnail_height"]) == (f"http://test/s/{ID}.png", 1200, 630)


async def test_oembed_knows_its_addresses_by_http_and_https(reader: httpx.AsyncClient) -> None:
    assert (await reader.get("/oembed", params={"url": f"https://test/s/{ID}"})).status_code == 200


REFUSED = {
    "http://evil.example/s/" + ID: 404,
    "http://test@evil.example/s/" + ID: 404,
    "javascript:alert(1)//http://test/s/" + ID: 404,
    "http://test/s/0000000000": 404,
    "http://test/healthz": 404,
    "http://[": 404,
    "": 404,
}


@pytest.mark.parametrize("url", REFUSED)
async def test_oembed_knows_no_address_but_ours(url: str, reader: httpx.AsyncClient) -> None:
    assert (await reader.get("/oembed", params={"url": url})).status_code == REFUSED[url]


async def test_oembed_in_another_format_is_not_implemented(reader: httpx.AsyncClient) -> None:
    response = await reader.get("/oembed", params={"url": f"http://test/s/{ID}", "format": "xml"})
    assert (response.status_code, response.json()["error"]["kind"]) == (501, "format_unknown")
