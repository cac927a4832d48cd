"""The licenses of what the page contains, which the about dialog links to."""

from __future__ import annotations

from tests.api.conftest import SeatedRunner, Serve


async def test_licenses_of_what_the_page_contains_are_a_text_that_a_browser_shows(serve: Serve) -> None:
    client = await serve(SeatedRunner())
    response = await client.get("/static/THIRD_PARTY_LICENSES.txt")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    assert "@codemirror/view" in response.text
