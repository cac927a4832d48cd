"""The height that is published with an embed: of each example the whole film is seen at it."""

from __future__ import annotations

import httpx
import pytest

from app.examples.gallery import examples
from tests.browser.article import blog
from tests.browser.conftest import Lend
from tests.long import every_nth

pytestmark = [pytest.mark.browser, pytest.mark.jail]

ASKED = "<script>addEventListener('message', e => { if (e.data.type === 'gradreel:resize') self.asked = e.data.height; })</script>"
IS_WHOLE = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const world = document.querySelector('.stage .world').getBoundingClientRect();
  return world.left >= stage.left && world.top >= stage.top && world.right <= stage.right && world.bottom <= stage.bottom;
}"""
TOO_LARGE = {"rnn-cell"}
"""Their whole would be too small to be read: they open on what their step is about."""


@pytest.mark.parametrize("portion", every_nth(range(8), 8))
async def test_every_example_is_whole_at_the_height_that_is_published(portion: int, lent: Lend, server_url: str) -> None:
    page = (await lent(viewport={"width": 760, "height": 900}, reduced_motion="no-preference")).page
    with blog({}) as elsewhere:
        await page.goto(elsewhere)
        async with httpx.AsyncClient(timeout=60) as client:
            for example in examples()[portion::8]:
                made = (await client.post(f"{server_url}/api/snippets", json={"code": example.code})).json()
                await page.set_content(f"<body style='margin:0'>{ASKED}{made['embed_html']}")
                element = await page.wait_for_selector("iframe")
                assert element
                frame = await element.content_frame()
                assert frame
                await frame.wait_for_selector("#stage .thing")
                await page.wait_for_function("() => self.asked")
                height = await page.evaluate("document.querySelector('iframe').offsetHeight")
                own = (await client.get(f"{server_url}/oembed", params={"url": made["url"]})).json()["height"]
                assert await page.evaluate("self.asked") == own, f"{example.id} asks for another height than is worked out for its width"
                assert own <= height, f"{example.id} is not whole at the height that is published"
                if example.id not in TOO_LARGE:
                    await frame.wait_for_function(IS_WHOLE)
