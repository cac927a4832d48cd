"""Formulas of gradients are drawn as MathML, have their place, and are copied as the text that they are."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.film import first_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

PROGRAM = """import torch
a = torch.rand(3, requires_grad=True)
b = a * 2
quotient = 3 * a / b
root = (quotient + 1).rsqrt()
b.add_(1)
root.sum().backward()
"""
DIVISION_LINE = 4
LONG = """import torch
import torch.nn.functional as F
prediction = torch.rand(3, requires_grad=True)
target_values = torch.rand(3)
loss = F.huber_loss(prediction, target_values)
loss.backward()
"""
LOSS_LINE = 5
MAX_STEPS = 20
SENTENCE = "#narration .sentence"
FITS = """([outer, inner]) => {
  const [within, has] = [outer.getBoundingClientRect(), inner.getBoundingClientRect()];
  return has.width > 0 && has.left >= within.left - 1 && has.right <= within.right + 1
    && has.top >= within.top - 2 && has.bottom <= within.bottom + 2;
}"""


async def fit(within: Locator) -> bool:
    """Whether each formula lies in the place of its sentence."""
    outer = await within.element_handle()
    pieces = await within.locator("math").element_handles()
    return bool(pieces) and all([await within.page.evaluate(FITS, [outer, piece]) for piece in pieces])


async def film_of(page: Page, code: str, line: int) -> None:
    """Run a program and go to the step of a line."""
    await type_code(page, code)
    await run(page)
    await first_step(page)
    pill = page.locator("#narration .pill")
    for _ in range(MAX_STEPS):  # some are left out of a story
        if await pill.text_content() in (f"line {line}", f"第 {line} 行"):
            return
        await page.keyboard.press("ArrowRight")
    raise AssertionError(f"the film never came to line {line}")


async def test_formula_of_a_step_is_mathml_that_says_its_text(open_page: Open) -> None:
    page = await open_page("/")
    await film_of(page, PROGRAM, DIVISION_LINE)
    formula = page.locator(f"{SENTENCE} .formula").nth(1)
    await expect(formula).to_have_attribute("aria-label", "−g ⊙ mul(a) / b²")
    await expect(formula).to_have_role("math")
    assert await formula.locator("math").first.evaluate("e => [e.namespaceURI, e.querySelector('msup > mn')?.textContent]") == [
        "http://www.w3.org/1998/Math/MathML",
        "2",
    ]
    assert await formula.locator("mtext").all_text_contents() == ["mul(a)", "b"]


async def test_fraction_has_a_line_in_the_details_of_a_link(open_page: Open) -> None:
    page = await open_page("/")
    await film_of(page, PROGRAM, DIVISION_LINE)
    await page.locator("svg.stage .tag").first.click()
    why = page.locator(".kept-why").first
    await expect(why.locator("mfrac")).to_have_count(2)
    assert await fit(why)


@pytest.mark.parametrize(("code", "line"), [(PROGRAM, DIVISION_LINE), (LONG, LOSS_LINE)], ids=["short", "long"])
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_formulas_have_their_place_on_a_phone(open_page: Open, code: str, line: int, lang: str) -> None:
    page = await open_page(f"/?lang={lang}", viewport=PHONE)
    await film_of(page, code, line)
    more = page.locator("#narration .more")
    if await more.is_visible():
        await more.click()
    assert await fit(page.locator(SENTENCE))
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_copied_sentence_has_its_formulas_as_text(open_page: Open) -> None:
    page = await open_page("/")
    await film_of(page, PROGRAM, DIVISION_LINE)
    copied = await page.evaluate(
        """selector => new Promise(resolve => {
          getSelection().selectAllChildren(document.querySelector(selector));
          document.addEventListener("copy", event => resolve(event.clipboardData.getData("text/plain")), { once: true });
          document.execCommand("copy");
        })""",
        SENTENCE,
    )
    assert copied.endswith("Kept because to mul(a) goes g / b and to b goes −g ⊙ mul(a) / b², where g is the gradient that comes in.")
