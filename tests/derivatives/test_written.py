"""Every formula as films have it, with names of several sorts: the page's tests read them back into their structure."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import torch

from gradreel.derivatives.formulas import FORMULAS, key_of
from gradreel.derivatives.notation import names_in, written
from gradreel.derivatives.table import table_of

TARGET = Path(__file__).parents[2] / "static" / "test" / "support" / "formulas.gen.json"
TENSORS = (
    ("d", "w2", "x", "y", "h", "z"),
    ("fc.weightᵀ", "exp(w)", "z[0]", "sub(…)", "self.x_1", "matmul(x, w1)"),
    ("exp", "sum", "σ", "数", "if_", "x1ᵀ"),
)
"""Names of the program, in the order of the places of a formula."""
NUMBERS = ("0.5", "-3", "1e-05")
LISTS = ("dims", "shifts", "repeats", "pad")
DIMENSIONS = ("1", "(0, -1)", "None")


def _written() -> Iterator[dict[str, object]]:
    table = table_of(torch.__version__)
    for base, several in FORMULAS.items():
        node, _, name = base.partition(".")
        for at, formula in enumerate(several):
            places = sorted(names_in(formula.text) - {"g"})
            tensors = [each for each in places if each in table[node].reads.get(name, ())] if node in table else places
            for tensor_names, number, dimensions in zip(TENSORS, NUMBERS, DIMENSIONS, strict=True):
                names = {each: dimensions if each == "dim" else "[0, -1]" if each in LISTS else number for each in places}
                names |= dict(zip(tensors, tensor_names, strict=False)) | {"g": "g"}
                yield {"key": key_of(node, name, at), "text": written(formula.text, names), "names": names}


def test_page_tests_know_every_formula() -> None:
    text = "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in _written()) + "\n]\n"
    if os.environ.get("GRADREEL_REWRITE_GOLDEN"):
        TARGET.write_text(text, encoding="utf-8")
    assert TARGET.read_text(encoding="utf-8") == text, "GRADREEL_REWRITE_GOLDEN=1 writes it anew"
