"""A pasted error is read in the page: beside the text, or below it on a phone, until a film explains it."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Open
from tests.browser.film import paste, run, type_code
from tests.long import some_of_each

pytestmark = [pytest.mark.browser, pytest.mark.jail]

MESSAGE = (
    "RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: "
    "[torch.FloatTensor [3]], which is output 0 of ExpBackward0, is at version 1; expected version 0 instead."
)
TRACEBACK = f"""Traceback (most recent call last):
  File "train.py", line 41, in <module>
    loss.backward()
{MESSAGE}
"""
THREAD = f"""What do I do about this?

```python
import torch
w = torch.ones(3, requires_grad=True)
y = w.exp()
y += 1
y.sum().backward()
```

{MESSAGE}
"""


async def test_traceback_alone_is_read_beside_the_text_and_its_nearest_example_is_a_film(open_page: Open) -> None:
    page = await open_page()
    await paste(page, TRACEBACK)
    card = page.locator("#reading-beside .card")
    await expect(card.get_by_role("heading", level=2)).to_have_text("A tensor that backward needs was edited in place")
    await expect(card).to_contain_text("It was kept at version 0 and is at version 1: it was edited once since.")
    await expect(card.locator(".suspects code").first).to_be_visible()
    await expect(page.locator("#reading .card")).to_be_hidden()
    await expect(page.locator("#diagnoses")).to_be_hidden()
    await card.get_by_role("button", name="Watch the nearest example: exp saves its result").click()
    await expect(page.locator("#stage .thing").first).to_be_visible()
    await expect(page.locator("#diagnoses .card.error").first).to_be_visible()
    await expect(card).to_be_hidden()


FILM = """import torch
w = torch.ones(3, requires_grad=True)
y = w.exp()
y.sum().backward()
"""
OF_THE_FILM = ("#stage", "#side", "#narration", "#transport", "#header .facts")


@pytest.mark.parametrize("width", [1440, 1100])
async def test_old_film_is_away_with_all_that_tells_about_it_while_an_error_is_read_and_comes_back(width: int, open_page: Open) -> None:
    page = await open_page(viewport={"width": width, "height": 900})
    await paste(page, FILM)
    await run(page)
    await page.keyboard.press("Escape")
    sentence = await page.locator("#narration .sentence").text_content()
    await paste(page, TRACEBACK)
    card = page.locator("#reading-beside .card")
    await expect(card).to_be_visible()
    for part in OF_THE_FILM:
        await expect(page.locator(part)).to_be_hidden()
    await expect(page.get_by_role("status").filter(visible=True)).to_have_text(
        "This is an error message without the program that raised it, "
        "and it stays as it was pasted. Paste the program too: it is run here, and the error explained."
    )
    await expect(page.get_by_role("separator")).to_have_count(1)
    box = await card.locator("xpath=..").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] == width, "nothing stands beside the card"
    await card.get_by_role("heading", level=2).click()
    await page.keyboard.press("ArrowRight")
    await page.locator(".cm-content").click()
    await page.keyboard.press("Control+z")
    await expect(card).to_be_hidden()
    for part in OF_THE_FILM:
        await expect(page.locator(part)).to_be_visible()
    await expect(page.locator("#narration .sentence")).to_have_text(sentence or "")


async def test_film_that_plays_stops_when_an_error_takes_its_place(open_page: Open) -> None:
    page = await open_page()
    await paste(page, FILM)
    await run(page)
    await page.locator("#transport").get_by_role("button", name="First step").click()
    await page.get_by_role("button", name="Play (Space)").click()
    await paste(page, TRACEBACK)
    await expect(page.locator("#reading-beside .card")).to_be_visible()
    await page.locator(".cm-content").click()
    await page.keyboard.press("Control+z")
    await expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()


async def test_old_film_keeps_its_own_pane_on_a_phone_while_the_card_has_the_place_of_its_sentence(open_page: Open) -> None:
    page = await open_page(viewport=PHONE)
    await page.locator("#panes").get_by_text("Code").click()
    await paste(page, FILM)
    await run(page)
    await page.locator("#panes").get_by_text("Code").click()
    await expect(page.locator("#narration")).to_be_visible()
    await paste(page, TRACEBACK)
    await expect(page.locator("#reading .card")).to_be_visible()
    await expect(page.locator("#narration")).to_be_hidden()
    await page.locator("#panes").get_by_text("Film").click()
    for part in ("#stage", "#narration", "#transport"):
        await expect(page.locator(part)).to_be_visible()


async def test_error_beside_its_code_names_the_line_that_edits_until_the_film_shows_it(open_page: Open) -> None:
    page = await open_page()
    await paste(page, THREAD)
    card = page.locator("#reading-beside .card")
    await card.get_by_role("button", name="y += 1").click()
    await expect(page.locator(".cm-line", has_text="y += 1")).to_be_in_viewport()
    await run(page)
    await expect(page.locator("#diagnoses .card.error").first).to_be_visible()
    await expect(card).to_be_hidden()
    await expect(page.locator("#reading .card")).to_be_hidden()


async def test_program_that_cannot_run_here_keeps_what_its_error_says_below_its_code(open_page: Open) -> None:
    page = await open_page()
    await paste(page, THREAD.replace("import torch\n", "import torch\nimport mylib\n"))
    await run(page)
    await expect(page.locator("#output")).to_contain_text("mylib is not installed here")
    await expect(page.locator("#reading .card")).to_contain_text("y += 1")
    await expect(page.locator("#reading-beside")).to_be_hidden()


@pytest.mark.parametrize("before", ["Control+a", "Control+a Delete"])
async def test_error_from_the_clipboard_of_a_phones_keyboard_is_read_at_once(before: str, open_page: Open) -> None:
    page = await open_page(viewport=PHONE)
    await page.locator(".cm-content").click()
    for key in before.split():
        await page.keyboard.press(key)
    await page.keyboard.insert_text(TRACEBACK)
    await expect(page.locator("#reading .card")).to_contain_text("A tensor that backward needs was edited in place")
    await expect(page.locator(".cm-content")).to_contain_text("modified by an inplace operation")
    await page.keyboard.press("Control+z")
    await expect(page.locator(".cm-content")).not_to_contain_text("modified by an inplace operation")


async def test_error_is_read_below_the_text_on_a_phone_and_anew_in_another_language(open_page: Open) -> None:
    page = await open_page("/?lang=zh", viewport=PHONE)
    await page.locator("#panes").get_by_text("代码").click()
    await paste(page, TRACEBACK)
    card = page.locator("#reading .card")
    await expect(card.get_by_role("heading", level=2)).to_have_text("反向传播需要的张量被原地修改了")
    await page.locator("#header").get_by_text("EN", exact=True).click()
    await expect(card.get_by_role("heading", level=2)).to_have_text("A tensor that backward needs was edited in place")


async def test_card_goes_with_the_text_that_it_is_of(open_page: Open) -> None:
    page = await open_page()
    await paste(page, TRACEBACK)
    card = page.locator("#reading-beside .card")
    await expect(card).to_be_visible()
    await page.locator(".cm-content").click()
    await page.keyboard.press("Control+a")
    await page.keyboard.insert_text("x = 1")
    await expect(card).to_be_hidden()
    await page.keyboard.press("Control+z")
    await expect(card).to_be_visible()


MODULE = """import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        h = torch.sigmoid(self.fc(x))
        h += 1
        return h
"""


async def test_class_without_a_call_is_read_and_its_call_is_added_with_one_undo_and_run_on_request_only(open_page: Open) -> None:
    page = await open_page()
    await paste(page, MODULE)
    card = page.locator("#reading-beside .card")
    await expect(card.get_by_role("heading", level=2)).to_have_text("What edits in place here")
    await expect(card.locator(".suspects code").first).to_have_text("h += 1")
    await expect(card).to_contain_text("torch.sigmoid keeps its result for its gradient")
    runs: list[str] = []
    page.on("request", lambda request: runs.append(request.url) if request.url.endswith("/api/runs") else None)
    await card.get_by_role("button", name="Add a small call").click()
    code = page.locator(".cm-content")
    await expect(code).to_contain_text("model(x).sum().backward()")
    await expect(card).to_be_hidden()
    await code.click()
    await page.keyboard.press("Control+z")
    await expect(code).not_to_contain_text("model(x)")
    await expect(card).to_be_visible()
    assert runs == []
    await card.get_by_role("button", name="Add a small call").click()
    await run(page)
    await expect(page.locator("#diagnoses .card.error").first).to_contain_text("h")
    assert len(runs) == 1


async def test_piece_that_stops_for_want_of_a_name_says_what_it_edits_beside_the_error(open_page: Open) -> None:
    page = await open_page()
    await paste(page, "import torch\ny = net(torch.ones(3)).exp()\ny += 1\nloss.backward()\n")
    await run(page)
    await expect(page.locator("#output")).to_contain_text("NameError")
    card = page.locator(".card:visible", has_text="What edits in place here")
    await expect(card).to_contain_text("Used here and never bound: net, loss.")
    await card.get_by_role("button", name="y += 1").click()
    await expect(page.locator(".cm-line", has_text="y += 1")).to_be_in_viewport()


PARTLY = """import torch
w = torch.ones(3, requires_grad=True)
y = w * 2
y += 1
loss = criterion(y)
loss.backward()
"""


async def test_program_that_made_tensors_before_a_name_was_missing_keeps_its_film_with_the_card_below_the_code(open_page: Open) -> None:
    page = await open_page()
    await paste(page, PARTLY)
    await run(page)
    await expect(page.locator("#reading .card")).to_contain_text("Used here and never bound: criterion.")
    await expect(page.locator("#reading-beside")).to_be_hidden()
    await expect(page.locator("#output")).to_contain_text("NameError")
    await expect(page.locator("#stage .thing").first).to_be_visible()
    for part in OF_THE_FILM:
        await expect(page.locator(part)).to_be_visible()


async def test_program_whose_film_shows_a_failing_edit_before_a_name_was_missing_is_told_by_the_film(open_page: Open) -> None:
    page = await open_page()
    await paste(page, PARTLY.replace("w * 2", "w.exp()"))
    await run(page)
    await expect(page.locator("#diagnoses .card.error")).to_contain_text("y += 1")
    await expect(page.locator("#output")).to_contain_text("NameError")
    await expect(page.locator(".card", has_text="What edits in place here")).to_have_count(0)


LOG = "2024-05-06 07:08:09 INFO epoch 3 loss 0.25\n"
HOSTILE = """Traceback (most recent call last):
  File "<img src=x onerror=alert(1)>.py", line 4, in <script>alert(2)</script>
    </code></pre><b id=owned>loss.backward()</b>
"""
BAD = {
    "large: a log of a megabyte": (LOG * (1_000_000 // len(LOG)) + TRACEBACK, "A tensor that backward needs was edited in place"),
    "large: ten thousand frames": (
        TRACEBACK.replace(MESSAGE, '  File "train.py", line 5, in f\n    f(x)\n' * 10_000 + MESSAGE),
        "A tensor that backward needs was edited in place",
    ),
    "hostile: HTML": (HOSTILE + MESSAGE + "\n", "A tensor that backward needs was edited in place"),
    "two tracebacks of a chat": (
        f"Anna 10:02\nit dies\n\nTraceback (most recent call last):\n  File \"a.py\", line 2, in <module>\n    f()\nKeyError: 'lr'\n\n"
        f"Ben 10:05\nadd it\n\nAnna 10:20\nnow this\n\n{TRACEBACK}",
        "A tensor that backward needs was edited in place",
    ),
    "foreign: Java": (
        'Exception in thread "main" java.lang.RuntimeException: no\n\tat com.me.Main.run(Main.java:12)\n',
        "No error of autograd that is known",
    ),
    "foreign: TensorFlow": (
        'Traceback (most recent call last):\n  File "a.py", line 9, in <module>\n    tape.gradient(loss, w)\n'
        "tensorflow.python.framework.errors_impl.InvalidArgumentError: Incompatible shapes: [2] vs. [3]\n",
        "No error of autograd that is known",
    ),
    "hostile: NUL bytes": (TRACEBACK.replace("loss", "lo\0ss"), "A tensor that backward needs was edited in place"),
}


@pytest.mark.parametrize("case", some_of_each(BAD, lambda case: case.partition(":")[0]))
async def test_text_that_is_large_foreign_or_hostile_has_a_card_that_says_what_it_is(case: str, open_page: Open) -> None:
    page = await open_page()
    text, title = BAD[case]
    await paste(page, text)
    card = page.locator("#reading-beside .card")
    await expect(card.get_by_role("heading", level=2)).to_have_text(title)
    await expect(card.locator(".reading-facts li").first).not_to_be_empty()
    assert await page.locator("#owned, img[src=x], .card script").count() == 0


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_run_on_a_traceback_runs_nothing_and_what_is_read_of_it_keeps_its_place(language: str, open_page: Open) -> None:
    page = await open_page(f"/?lang={language}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/runs") else None)
    await paste(page, TRACEBACK)
    card = page.locator("#reading-beside .card")
    await expect(card).to_be_visible()
    await page.keyboard.press("Control+Enter")
    notice = page.locator("#notices .strip.bad")
    await expect(notice).to_contain_text({"en": "Not run. This is an error message", "zh": "没有运行。"}[language])
    await expect(card).to_be_visible()
    await expect(page.locator("#header .facts")).to_be_hidden()
    assert asked == []
    # A program in its place is run.
    await paste(page, FILM)
    await run(page)
    await expect(card).to_be_hidden()
    await expect(notice).to_have_count(0)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Why is my gradient None? I have tried everything.", "No line of this text"),
        ("#include <torch/torch.h>\nint main() {\n  auto w = torch::ones({2});\n}\n", "C++"),
    ],
    ids=["question", "another_language"],
)
async def test_text_that_is_no_program_is_not_run_and_one_that_lacks_a_bracket_is(text: str, kind: str, open_page: Open) -> None:
    page = await open_page()
    await type_code(page, text)
    await page.locator("button.run").click()
    await expect(page.locator("#notices .strip.bad")).to_contain_text(kind)
    await expect(page.locator("#output .card")).to_have_count(0)
    await type_code(page, "import torch\nx = torch.ones(3\ny = x * 2\n")
    await page.locator("button.run").click()
    await expect(page.locator("#output")).to_contain_text("SyntaxError")
