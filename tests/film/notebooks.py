"""Programs and the notebooks that are written of them, for the page to read: ``python -m tests.film.notebooks`` writes them anew."""

from __future__ import annotations

import json
from pathlib import Path

from gradreel.film.ipynb import notebook_of

FOLDER = Path(__file__).parents[2] / "static/test/snippet"
FILE = FOLDER / "notebooks.json"

WRITTEN = """# Two leaves, by hand
# %% Leaves
import torch

a = torch.ones(2, requires_grad=True)


# %% [markdown] Why
# A *leaf* is <b>not</b> edited:
#
# - `a += 1` raises
#no space, and
a bare line
#%% and no marker
# %% Edited [markdown]
# %% Twice  over
# %matplotlib inline
a += 1

# %%bash
print("# %% in a line")
# %%

x = 3"""
ODD = [
    WRITTEN,
    "x = 1",
    "x = 1\n\n",
    "# only a comment\n",
    "# %%",
    "# %%\n\n\n",
    "# %% [markdown]\n# words\n# %% [markdown]\n",
    "\n \n# %% After blank lines\ny = 2  \n\t\n",
    "# %% " + "long " * 60 + "\nx = 1\n",
    "# %% [markdown] %% percent\n# a\n# %% %% percent\nb = 1\n",
    "s = '\u2028 \x0c \x1b[31m \x00'\n# %%\nt = '\x7f\x85'\n",
    "# %% 笔记本\nprint('文')\n# %% [md]\n# 文字\n",
    "x = 1\r\n# %% [markdown]\r\n# a\r\n\r\n# %%\r\ny = 2\r\n",
    "# %% %matplotlib\n%matplotlib inline\n!ls\n",
]
PROGRAMS = [*(case["program"] for case in json.loads((FOLDER / "cells.json").read_text("utf-8"))), *ODD]


def main() -> None:
    """Write the file."""
    cases = [{"program": program, "notebook": notebook_of(program).decode()} for program in PROGRAMS]
    FILE.write_text(json.dumps(cases, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
