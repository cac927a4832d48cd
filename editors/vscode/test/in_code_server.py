"""Use the packaged extension in a real VS Code in Chromium: record, panel, problems, quick fix, lens, test.

    python test/in_code_server.py CODE_SERVER [PICTURE.png]

CODE_SERVER is the command of code-server, which is no dependency of this folder: its package compiles parts of itself for minutes. Run
it with the repository's Python, which has Playwright; needs Chromium, and dist/gradreel.vsix.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.async_api import FrameLocator, Page, async_playwright, expect

HERE = Path(__file__).resolve().parent.parent
TRAIN = """import torch

# %%
w = torch.ones(3, requires_grad=True)
h = w.exp()
h += 1
loss = h.sum()

# %%
loss.backward()
"""
TEST = """import torch


class TestNet:
    def test_step(self):
        w = torch.ones(3, requires_grad=True)
        (w * w).sum().backward()
        assert w.grad is not None
"""
SETTINGS = {
    "security.workspace.trust.enabled": False,
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Light Modern",
    "chat.disableAIFeatures": True,
}
PATIENCE_MS = 60_000


def prepared(server: str, folder: Path) -> tuple[list[str], str]:
    """Write the workspace, install the extension; return the command that serves it, and its address."""
    work, data, extensions = folder / "work", folder / "data", folder / "extensions"
    for each in (work, data / "User", data / "Machine", extensions):
        each.mkdir(parents=True)
    (work / "train.py").write_text(TRAIN)
    (work / "test_net.py").write_text(TEST)
    (data / "User" / "settings.json").write_text(json.dumps(SETTINGS))
    (data / "Machine" / "settings.json").write_text(json.dumps({"gradreel.python": sys.executable}))  # of the scope "machine"
    own = [server, "--config", str(folder / "config.yaml"), "--user-data-dir", str(data), "--extensions-dir", str(extensions)]
    subprocess.run([*own, "--install-extension", str(HERE / "dist" / "gradreel.vsix")], check=True, stdout=subprocess.DEVNULL)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    options = ["--auth", "none", "--bind-addr", address, "--disable-telemetry", "--disable-update-check"]
    return [*own, *options, str(work)], f"http://{address}"


async def command(page: Page, name: str) -> None:
    """Give a command by its name."""
    await page.keyboard.press("F1")
    await page.keyboard.type(name)
    await page.locator(".quick-input-list .monaco-list-row").first.wait_for()
    await page.keyboard.press("Enter")


async def opened(page: Page, name: str, line: int) -> None:
    """Open a file with the cursor on a line."""
    await page.locator(".explorer-folders-view .monaco-list-row", has_text=name).dblclick()
    await page.locator(f'.tab.active[data-resource-name="{name}"]').wait_for()
    await page.keyboard.press("Control+g")
    await page.locator(".quick-input-widget input").wait_for()
    await page.keyboard.type(f"{line}")
    await page.keyboard.press("Enter")


def film(page: Page) -> FrameLocator:
    """The film in its panel: a frame in a frame."""
    return page.frame_locator("iframe.webview.ready").frame_locator("iframe#active-frame")


async def use(page: Page, work: Path, picture: Path | None) -> None:
    """What a person does, with what must then be seen."""
    await opened(page, "train.py", 6)
    await expect(page.locator(".codelens-decoration a", has_text="Record this file")).to_be_visible()
    await command(page, "Gradreel: Record This File")
    await film(page).locator("#stage .thing").first.wait_for(timeout=PATIENCE_MS)
    await expect(page.locator(".monaco-editor .squiggly-error").first).to_be_attached()
    # The editor's cursor leads the film, and a line that is pressed in the film is marked in the editor.
    current = film(page).locator('#code [aria-current="step"]')
    await page.locator(".monaco-editor .view-line", has_text="w.exp").first.click()
    await expect(current).to_contain_text("h = w.exp()")
    await film(page).locator("#code .lines li", has_text="loss.backward()").click()
    await expect(current).to_contain_text("loss.backward()")
    await page.locator(".monaco-editor .cdr[class*=ced-]").first.wait_for(state="attached")
    await command(page, "View: Focus Problems")
    await expect(page.locator(".markers-panel")).to_contain_text("The version check failed")
    await expect(page.locator(".markers-panel")).to_contain_text(re.compile("edited in place: version 0 → 1"))
    if picture:
        await page.screenshot(path=picture)
    await command(page, "View: Focus First Editor Group")  # the film had the focus
    await opened(page, "train.py", 6)
    await page.keyboard.press("Control+.")
    await page.locator(".action-widget .action-item, .action-widget .monaco-list-row.action").first.wait_for()
    await page.keyboard.press("Enter")
    await expect(page.locator(".monaco-editor .view-line", has_text="h = h + 1")).to_be_visible()
    await command(page, "File: Save")
    await command(page, "View: Focus First Editor Group")
    await opened(page, "test_net.py", 1)
    await page.locator(".codelens-decoration a", has_text="Record this test").click()
    await expect(film(page).locator("#code")).to_contain_text("test_step", timeout=2 * PATIENCE_MS)
    await command(page, "View: Focus First Editor Group")
    await opened(page, "train.py", 4)
    await command(page, "Gradreel: Record Up To This Cell")
    await expect(film(page).locator("#code")).to_contain_text("h = h + 1", timeout=PATIENCE_MS)
    assert "h = h + 1" in (work / "train.py").read_text()


async def driven(address: str, work: Path, picture: Path | None) -> None:
    """Open it in Chromium and use it; failed.png shows where it was when something was not seen."""
    async with async_playwright() as playwright:
        chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = await browser.new_page(viewport={"width": 1400, "height": 860})
        page.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=20_000)
        await page.goto(address)
        await page.locator(".monaco-workbench .part.editor").wait_for()
        try:
            await use(page, work, picture)
        except BaseException:
            await page.screenshot(path="failed.png")
            raise
        await browser.close()


def main(server: str, picture: Path | None) -> None:
    """Serve, and drive Chromium."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        served, address = prepared(server, folder)
        process = subprocess.Popen(served, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            while "HTTP server listening" not in (line := process.stdout.readline()):
                assert line, "code-server has ended"
            asyncio.run(driven(address, folder / "work", picture))
        finally:
            process.terminate()
            process.wait(timeout=20)
    sys.stdout.write("1 passed, 0 failed\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
