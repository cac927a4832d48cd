"""Makes random notebooks and programs with cells, and says what the library reads in them, for the page to read the same.

python -m tests.fuzz.notebooks [RUNS] [SEED]     # prints JSON; static/test/snippet/ipython.test.ts compares
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from gradreel.cells import cells_of
from gradreel.recording.ipython import for_python
from gradreel.recording.notebook_file import program_of

RUNS = 400
PIECES = [
    *("x = 1", "if x:", "    y = 2", "\ty", "def f(a,", "  b):", "return", "'''", '"""', "'", '"', "\\"),
    *("(", ")", "[", "}", "#", ",", " ", "  ", "\t"),
    *("!ls", "%cd", "%%time", "%%bash", "%%R x", "%%", "%%!", "!!", "$ ls", "x = !ls", "a.b?", "?a", "??"),
    *("= %env", "!=", "==", "%", "!", "?", "="),
    *("pip install a", "conda install", "pip3 uninstall x", "pip installs", ">>> ", "... ", "...: ", "In [3]: ", "In [ ]: ", "Out[1]: 2"),
    *("# %%", "# %% ", "#%%", "# %% [markdown]", "[md]", "[RAW]", "# ", "words", "形", "é", "（", "】", "😀", "\ud83d", "mar\u212adown]"),
    *("\u2028", "\u2029", "\x1c", "\x1f", "\x85", "\x0b", "\f", "\xa0", "\u3000", "\ufeff", "\u200b", "\x00"),
]  # fmt: skip
ENDS = ["\n"] * 8 + ["\r\n", "\r", "\n\n"]


def text_of(dice: random.Random) -> str:
    """Return a few lines, most of them of few pieces."""
    lines = ["".join(dice.choices(PIECES, k=dice.choice((0, 1, 1, 1, 2, 3, 4)))) for _ in range(dice.randrange(7))]
    return "".join(line + dice.choice(ENDS) for line in lines) + dice.choice(("", "x = 1", dice.choice(PIECES)))


def cell_of(dice: random.Random) -> dict[str, Any]:
    """Return a cell; its source is a text, or the lines of one."""
    source = text_of(dice)
    metadata: dict[str, Any] = {}
    if dice.random() < 0.3:
        title = "".join(dice.choices(PIECES, k=dice.randrange(4))) * dice.choice((1, 1, 1, 60))
        metadata["title"] = title
        if dice.random() < 0.5:
            source = f"# {' '.join(title.split())}\n{source}"
    if dice.random() < 0.15:
        metadata["gradreel"] = {"text": dice.choice((source, f"# %%\n{source}", f"# %% [md]\n{source}"))}
    if dice.random() < 0.2:
        source = "# %%\n".join(text_of(dice) for _ in range(2))
    lines = source.splitlines(keepends=True) if dice.random() < 0.5 else source
    if dice.random() < 0.7:
        return {"cell_type": "code", "source": lines, "metadata": metadata, "outputs": [], "execution_count": None}
    return {"cell_type": dice.choice(("markdown", "raw")), "source": lines, "metadata": metadata}


def made(runs: int, seed: int) -> dict[str, Any]:
    """Return notebooks with the programs that the library reads in them, and programs with their cells and what is run of them."""
    dice = random.Random(seed)
    notebooks, programs = [], []
    for _ in range(runs):
        book = {"cells": [cell_of(dice) for _ in range(dice.randrange(1, 5))], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
        text = json.dumps(book)
        notebooks.append({"notebook": text, "program": program_of(text.encode())})
        program = "".join(text_of(dice) + dice.choice(("", "# %% a\n", "\n# %%\n")) for _ in range(3))
        cells = [{"index": each.index, "kind": each.kind, "title": each.title or "", "line": each.line} for each in cells_of(program)]
        programs.append({"program": program, "cells": cells, "read": for_python(program)})
    return {"notebooks": notebooks, "programs": programs}


if __name__ == "__main__":
    runs, seed = (int(each) for each in [*sys.argv[1:], *(str(RUNS), "0")[len(sys.argv) - 1 :]])
    print(json.dumps(made(runs, seed)))
