"""PyTorch's messages in the wordings of its versions: kind, versions of PyTorch, and what each states."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.examples.gallery import example_named
from gradreel.diagnose import KINDS
from gradreel.diagnose.kinds import (
    custom_gradients,
    inference_edit,
    inference_tensor_saved,
    integer_requires_grad,
    leaf_in_place,
    multi_view_in_place,
    no_grad_path,
    non_leaf_copied,
    non_leaf_flag,
    non_leaf_grad,
    non_leaf_optimized,
    non_scalar_root,
    numpy_requires_grad,
    order_of_calls,
    out_argument,
    unused_parameter,
    version_mismatch,
    view_in_place,
)
from gradreel.diagnose.kinds import graph_freed as freed
from gradreel.locale import LANGUAGES
from gradreel.reading import read
from gradreel.reading.facts import Stated
from gradreel.reading.messages import NON_LEAF_WARNING, WORDINGS, wording_of
from gradreel.reading.suspects import BY_KIND, EXAMPLES, example_of

SECOND = "Trying to backward through the graph a second time"
MESSAGES = (
    ("version_mismatch", "1.1+", "one of the variables needed for gradient computation has been modified by an inplace operation: "
     "[torch.cuda.HalfTensor [1024]] is at version 24; expected version 23 instead. Hint: …"),
    ("version_mismatch", None, "one of the variables needed for gradient computation has been modified by an inplace operation"),
    ("leaf_in_place", "0.2+", "a leaf Variable that requires grad has been used in an in-place operation."),
    ("leaf_in_place", "1.5+", "a leaf Variable that requires grad is being used in an in-place operation."),
    ("leaf_in_place", "1.8+", "a view of a leaf Variable that requires grad is being used in an in-place operation."),
    ("leaf_in_place", "0.2+", "leaf variable has been moved into the graph interior"),
    ("leaf_in_place", "≤0.3", "leaf variable was used in an inplace operation"),
    ("graph_freed", "0.2–1.5", f"{SECOND}, but the buffers have already been freed. Specify retain_graph=True when …"),
    ("graph_freed", "1.6–1.8", f"{SECOND}, but the saved intermediate results have already been freed. Specify retain_graph=True …"),
    ("graph_freed", "1.9+", f"{SECOND} (or directly access saved tensors after they have already been freed). Saved intermediate values …"),
    ("no_grad_path", "0.4+", "element 0 of tensors does not require grad and does not have a grad_fn"),
    ("no_grad_path", "0.2–0.3", "element 0 of variables does not require grad and does not have a grad_fn"),
    ("no_grad_path", "0.4+", "One of the differentiated Tensors does not require grad"),
    ("no_grad_path", "0.4–2.12", "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True …"),
    ("no_grad_path", "2.13+", "The differentiated Tensor at index 1 appears to not have been used in the graph. Set allow_unused=True …"),
    ("non_scalar_root", "0.2+", "grad can be implicitly created only for scalar outputs"),
    ("non_scalar_root", "1.3+", "Mismatch in shape: grad_output[0] has a shape of torch.Size([2]) and output[0] has …"),
    ("multi_view_in_place", "1.5+", "Output 0 of UnbindBackward0 is a view and is being modified inplace. This view is the output of a "
     "function that returns multiple views. Such functions do not allow the output views to be modified inplace."),
    ("view_in_place", "1.9+", "Output 0 of BackwardHookFunctionBackward is a view and is being modified inplace."),
    ("view_in_place", "1.9+", "Output 0 of IdBackward is a view and is being modified inplace. This view was created inside a "
     "custom Function (or because an input was returned as-is) and …"),
    ("view_in_place", "1.9+", "A view was created in no_grad mode and is being modified inplace with grad mode enabled."),
    ("view_in_place", "1.9+", "A view was created in no_grad mode and its base or another view of its base has been modified inplace …"),
    ("inference_tensor_saved", "1.9+", "Inference tensors cannot be saved for backward. To work around you can make a clone …"),
    ("inference_edit", "1.9+", "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone …"),
    ("custom_gradients", "0.2+", "function MyMulBackward returned an incorrect number of gradients (expected 2, got 1)"),
    ("custom_gradients", "0.4+", "Function MyMulBackward returned an invalid gradient at index 0 - got [3] but expected shape …"),
    ("custom_gradients", "0.4+", "Function MyMulBackward returned an invalid gradient at index 0 - expected shape [2] but got [3]"),
    ("out_argument", "0.4+", "add(): functions with out=... arguments don't support automatic differentiation, but one of the arguments …"),
    ("non_leaf_optimized", "0.4+", "can't optimize a non-leaf Tensor"),
    ("non_leaf_optimized", "≤0.3", "can't optimize a non-leaf Variable"),
    ("non_leaf_copied", "0.4+", "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment"),
    ("numpy_requires_grad", "1.6+", "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."),
    ("numpy_requires_grad", "0.2–1.5", "Can't call numpy() on Variable that requires grad. Use var.detach().numpy() instead."),
    ("integer_requires_grad", "0.4+", "Only Tensors of floating point dtype can require gradients"),
    ("integer_requires_grad", "1.6+", "only Tensors of floating point and complex dtype can require gradients"),
    ("non_leaf_flag", "0.2+", "you can only change requires_grad flags of leaf variables."),
    ("unused_parameter", "1.1+", "Expected to have finished reduction in the prior iteration before starting a new one. …"),
    ("non_finite", "1.0+", "Function 'LogBackward0' returned nan values in its 0th output."),
    ("order_of_calls", "1.5+", "No inf checks were recorded prior to update."),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "torch", "message"), MESSAGES, ids=range(len(MESSAGES)))
def test_message_is_known_in_this_wording(kind: str, torch: str | None, message: str) -> None:
    for text in (f"RuntimeError: {message}", message, message.replace(" ", "\n", 9)):
        reading = read(text)
        assert (reading.kind, reading.torch) == (kind, torch)
        assert reading.title != read("").title
        assert len(reading.record) == 2


@pytest.mark.parametrize(
    ("cut", "kind"),
    [
        ("a leaf Variable that requires grad is being us", "leaf_in_place"),
        ("one of the variables needed for gradient computation has been modi", "version_mismatch"),
        ("Trying to backward through the graph a sec", "graph_freed"),
        ("element 0 of tensors does not require gr", "no_grad_path"),
        ("one of the variables", None),
    ],
)
def test_message_that_breaks_off_is_known_by_what_is_there(cut: str, kind: str | None) -> None:
    reading = read(f"RuntimeError: {cut}")
    assert (reading.kind, reading.torch) == (kind, None)


def test_message_that_breaks_off_behind_the_tensor_claims_no_leaf() -> None:
    reading = read(f"RuntimeError: {BEGIN}: [torch.FloatTensor [3]], which is outp")
    assert reading.kind == "version_mismatch"
    assert not any("leaf" in fact for fact in reading.facts)
    assert reading.suspects[0].text == "x += …"


def test_every_wording_of_the_table_is_found_by_itself_and_names_a_kind() -> None:
    for wording in WORDINGS:
        found = wording_of(f"… {wording.words} …")
        assert found is not None
        assert found.kind == wording.kind
        assert wording.kind in KINDS


OWNED = (
    (version_mismatch.CHECK_FAILED, "version_mismatch"),
    (leaf_in_place.REFUSED, "leaf_in_place"),
    (leaf_in_place.REFUSED_VIEW, "leaf_in_place"),
    (multi_view_in_place.REFUSED, "multi_view_in_place"),
    *((words, "view_in_place") for words in view_in_place.CASES),
    (freed.FREED, "graph_freed"),
    (no_grad_path.NO_INPUT, "no_grad_path"),
    (inference_tensor_saved.REFUSED, "inference_tensor_saved"),
    *((words, "inference_edit") for words in inference_edit.CASES),
    (non_scalar_root.NOT_SCALAR, "non_scalar_root"),
    (out_argument.REFUSED, "out_argument"),
    (non_leaf_optimized.REFUSED, "non_leaf_optimized"),
    (non_leaf_copied.REFUSED, "non_leaf_copied"),
    (numpy_requires_grad.REFUSED, "numpy_requires_grad"),
    (non_leaf_flag.REFUSED, "non_leaf_flag"),
    (unused_parameter.REDUCTION, "unused_parameter"),
    (order_of_calls.NO_STEP, "order_of_calls"),
)


@pytest.mark.parametrize(("words", "kind"), OWNED)
def test_message_by_which_a_kind_of_diagnosis_is_found_is_read_as_that_kind(words: str, kind: str) -> None:
    around = "one of the variables needed for gradient computation has been {}" if kind == "version_mismatch" else "{}"
    found = wording_of(around.format(words))
    assert found is not None
    assert found.kind == kind


def test_warning_of_a_non_leaf_explains_the_none_after_it() -> None:
    assert non_leaf_grad.WARNED in NON_LEAF_WARNING
    text = f"train.py:5: UserWarning: {NON_LEAF_WARNING}. Its .grad attribute …\nTraceback (most recent call last):\n"
    none = "AttributeError: 'NoneType' object has no attribute 'zero_'\n"
    assert read(f'{text}  File "train.py", line 5, in <module>\n    x.grad.zero_()\n{none}').kind == "non_leaf_grad"
    assert read(none).kind is None


def test_wrong_gradient_of_a_built_in_op_is_no_custom_function() -> None:
    reading = read("RuntimeError: Function MmBackward0 returned an invalid gradient at index 1 - expected device meta but got cpu")
    assert reading.kind is None
    assert "built-in op" in reading.facts[0]
    assert custom_gradients.COUNT.match("function MyMulBackward returned an incorrect number of gradients (expected 2, got 1)")


def test_integer_words_of_the_diagnosis_begin_those_of_the_table() -> None:
    words = [wording.words for wording in WORDINGS if wording.kind == "integer_requires_grad"]
    assert all(each.casefold().startswith(integer_requires_grad.REFUSED[0].casefold()) for each in words)


TENSORS = {
    "torch.cuda.FloatTensor [64, 1]": ("float32", "cuda", (64, 1)),
    "torch.FloatTensor []": ("float32", "cpu", ()),
    "CUDAFloatType [2, 3]": ("float32", "cuda", (2, 3)),
    "CPUDoubleType [2]": ("float64", "cpu", (2,)),
    "torch.cuda.BFloat16Tensor [8]": ("bfloat16", "cuda", (8,)),
    "torch.mps.HalfTensor [8]": ("float16", "mps", (8,)),
    "torch.ComplexFloatTensor [8]": ("complex64", "cpu", (8,)),
    "torch.cuda.OddTensor [8]": (None, "cuda", (8,)),
}
BEGIN = "one of the variables needed for gradient computation has been modified by an inplace operation"


@pytest.mark.parametrize("tensor", TENSORS)
def test_tensor_of_the_message_has_dtype_device_and_shape(tensor: str) -> None:
    reading = read(
        f"{BEGIN}: [{tensor}], which is output 1 of struct torch::autograd::CopySlices, is at version 5; expected version 2 instead."
    )
    assert (reading.dtype, reading.device, reading.shape) == TENSORS[tensor]
    assert (reading.node, reading.output) == ("CopySlices", 1)
    assert any("3 times" in fact for fact in reading.facts)


@pytest.mark.parametrize(
    ("named", "node"),
    [
        ("Exp", "ExpBackward0"),
        ("Fill3", "FillBackward3"),
        ("Log2", "Log2Backward0"),
        ("ExpBackward", "ExpBackward"),
        ("torch::autograd::CopySlices", "CopySlices"),
        ("MyFunction", "MyFunction"),
    ],
)
def test_node_is_named_as_grad_fn_names_it(named: str, node: str) -> None:
    """PyTorch 2.13 leaves out ``Backward`` in this message."""
    reading = read(f"{BEGIN}: [torch.FloatTensor [2]], which is output 0 of {named}, is at version 1; expected version 0 instead.")
    assert reading.node == node


def test_message_without_an_output_is_of_a_leaf_and_suspects_a_step() -> None:
    reading = read(f"{BEGIN}: [torch.FloatTensor [2, 2]] is at version 2; expected version 1 instead.")
    assert reading.node is None
    assert any("leaf" in fact for fact in reading.facts)
    assert reading.suspects[0].text == "optimizer.step()"
    assert reading.example == "step-between-backwards"


@pytest.mark.parametrize(
    ("node", "keeps", "first"),
    [
        ("ReluBackward0", "result", "inplace=True"),
        ("ReluBackward", "result", "inplace=True"),
        ("CopySlices", None, "x[…] = …"),
        ("AddBackward0", "nothing", "x += …"),
        ("MulBackward0", "input", "x *= …"),
        ("TBackward", "nothing", "optimizer.step()"),
        ("SelectBackward0", "nothing", "x[…] = …"),
        ("MyFunctionBackward", None, "x += …"),
    ],
)
def test_node_of_the_message_says_what_its_op_keeps_and_what_to_search_for_first(node: str, keeps: str | None, first: str) -> None:
    reading = read(f"{BEGIN}: [torch.FloatTensor [2]], which is output 0 of {node}, is at version 1; expected version 0 instead.")
    assert (reading.node, reading.keeps, reading.suspects[0].text, reading.suspects[0].line) == (node, keeps, first, None)
    assert all(suspect.reason for suspect in reading.suspects)
    assert reading.ruled_out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_has_its_own_words_in_each_language(lang: str) -> None:
    shown = "zh" if lang == "zh" else "en"
    titles, meanings = {}, {}
    for wording in WORDINGS:
        reading = read(wording.words, lang="zh" if shown == "zh" else "en")
        titles[reading.kind], meanings[reading.kind] = reading.title, reading.facts[0]
        assert (reading.lang, reading.kind) == (lang, wording.kind)
        assert reading.suspects
    assert len(set(titles.values())) == len(titles) == len(set(meanings.values()))


def test_nearest_examples_exist() -> None:
    ids = {*EXAMPLES.values()}
    for node in (None, "TBackward0", "ReluBackward0", "CopySlices", "ExpBackward0", "MulBackward0", "AddBackward0", "OddBackward0"):
        ids |= {example_of("version_mismatch", Stated(node=node, current=1, saved=0)) or ""}
    assert [id for id in ids if example_named(id) is None] == []
    assert set(BY_KIND) | {"version_mismatch", "transform_edit", "non_finite"} >= {wording.kind for wording in WORDINGS}


def test_table_of_messages_is_in_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "recording.md").read_text(encoding="utf-8")
    assert re.search(r"gradreel why .*error\.txt", page)
