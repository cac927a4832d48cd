"""Verdicts that are shipped with the built-in examples: for these alone, and for the PyTorch that they were found with."""

from __future__ import annotations

from app.examples.gallery import example_named
from app.films.shipped import shipped_results

ENGINE = "0.1.0.4f1c22aa-torch{}-py3.11"


def code_of(example: str) -> str:
    found = example_named(example)
    assert found is not None
    return found.code


def test_first_example_has_a_way_out_that_works() -> None:
    assert "works" in {result.verdict for result in shipped_results(code_of("edit-after-save"), ENGINE.format("2.13.0")).values()}


def test_another_pytorch_is_not_taken_to_agree() -> None:
    assert shipped_results(code_of("edit-after-save"), ENGINE.format("2.12.0")) == {}


def test_program_that_is_no_example_has_none() -> None:
    assert shipped_results(f"{code_of('edit-after-save')}\n", ENGINE.format("2.13.0")) == {}
