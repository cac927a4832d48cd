"""What a tensor holds after a write through another one that shares its memory, wherever the page shows it."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.film import last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]


async def test_write_through_transposed_view_shows_new_values_of_base(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, "import torch\na = torch.ones(2, 2)\nb = a.t()\nb[0, 1] = 5\n")
    await run(page)
    await last_step(page)
    card = page.locator("#stage [data-id=t1]")
    await expect(card).to_contain_text("1 1 5 1")
    await card.click()
    await expect(page.locator("#side")).to_contain_text("[[1, 1], [5, 1]]")
