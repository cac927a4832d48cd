"""Takes pictures of the built-in examples at their key step, light and dark, desktop and phone, into ``var/contact-sheet/``."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.async_api import Browser, Page

from app.examples.gallery import examples
from benchmarks.chromium import launched
from benchmarks.server import running_server

FOLDER = Path(__file__).parent.parent / "var" / "contact-sheet"
GAP = 12
CAPTION = 18
SHOWN_MS = 30_000


@dataclass(frozen=True)
class Device:
    """A screen, and how its pictures are laid out on a sheet."""

    name: str
    width: int
    height: int
    columns: int
    rows: int
    tile: int
    """Width of one picture on the sheet, in pixels."""

    @property
    def tile_height(self) -> int:
        """Height of one picture on the sheet, in pixels."""
        return self.height * self.tile // self.width


DEVICES = (Device("desktop", 1440, 900, 4, 5, 640), Device("phone", 390, 844, 10, 3, 260))
SCHEMES = ("light", "dark")

Picture = tuple[str, Image.Image]


async def main(url: str, names: Sequence[str]) -> None:
    """Make all sheets, two browser windows at a time."""
    async with launched() as browser:
        for device in DEVICES:
            taken = await asyncio.gather(*(_take_all(browser, url, device, scheme, names) for scheme in SCHEMES))
            for scheme, pictures in zip(SCHEMES, taken, strict=True):
                _save(device, scheme, pictures)


async def _take_all(browser: Browser, url: str, device: Device, scheme: str, names: Sequence[str]) -> list[Picture]:
    context = await browser.new_context(
        viewport={"width": device.width, "height": device.height},
        color_scheme=scheme,  # type: ignore[arg-type]  # one of SCHEMES
        locale="en-US",
        reduced_motion="reduce",
    )
    page = await context.new_page()
    pictures = [(name, await _take(page, f"{url}/?example={name}")) for name in names]
    await context.close()
    return pictures


async def _take(page: Page, address: str) -> Image.Image:
    await page.goto(address)
    await page.locator("#stage svg.stage").wait_for(timeout=SHOWN_MS)
    await page.locator("#narration .pill").wait_for(timeout=SHOWN_MS)
    await page.wait_for_timeout(150)
    return Image.open(io.BytesIO(await page.screenshot())).convert("RGB")


def _save(device: Device, scheme: str, pictures: list[Picture]) -> None:
    per_sheet = device.columns * device.rows
    for number, start in enumerate(range(0, len(pictures), per_sheet), start=1):
        path = FOLDER / f"{device.name}-{scheme}-{number}.png"
        _sheet(device, pictures[start : start + per_sheet]).save(path)
        print(path.relative_to(FOLDER.parent.parent))


def _sheet(device: Device, pictures: list[Picture]) -> Image.Image:
    rows = -(-len(pictures) // device.columns)
    cell = (device.tile + GAP, device.tile_height + CAPTION + GAP)
    sheet = Image.new("RGB", (cell[0] * device.columns + GAP, cell[1] * rows + GAP), "#808080")
    pen = ImageDraw.Draw(sheet)
    for (name, picture), (x, y) in zip(pictures, _places(device, cell), strict=False):
        pen.text((x, y), name, fill="white")
        sheet.paste(picture.resize((device.tile, device.tile_height), Image.Resampling.LANCZOS), (x, y + CAPTION))
    return sheet


def _places(device: Device, cell: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for place in range(device.columns * device.rows):
        row, column = divmod(place, device.columns)
        yield GAP + column * cell[0], GAP + row * cell[1]


def _asked(words: Sequence[str]) -> list[str]:
    known = [example.id for example in examples()]
    if unknown := sorted(set(words) - set(known)):
        raise SystemExit(f"no example named {', '.join(unknown)}")
    return list(words) or known


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    asked = _asked(sys.argv[1:])
    with running_server() as base_url:
        asyncio.run(main(base_url, asked))
