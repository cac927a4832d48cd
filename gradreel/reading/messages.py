"""PyTorch's messages about autograd, in the wordings of its versions, with the kind of diagnosis that each calls for.

A wording is a part of the message that tells it from all others; case and line breaks do not count. ``since`` and ``until`` are releases:
the first and the last one of which the wording is known, None where it goes on, or where that has not been established. From 1.0 on they
have been looked up in the releases themselves: what those say is in ``tests/reading/released.py``, and ``docs/messages.md`` has the table.
"""

from __future__ import annotations

from typing import NamedTuple


class Wording(NamedTuple):
    """One way in which PyTorch words an error."""

    kind: str | None
    """None: known, and not said of any kind by itself."""
    words: str
    since: str | None = None
    until: str | None = None

    @property
    def torch(self) -> str | None:
        """The versions, for readers."""
        if self.since is None:
            return None if self.until is None else f"≤{self.until}"
        return f"{self.since}+" if self.until is None else f"{self.since}–{self.until}"


NOT_ALLOWED = "is a view and is being modified inplace but this inplace operation is not allowed"
"""Of views of several kinds: the node tells which."""
WORDINGS = (
    Wording("version_mismatch", "needed for gradient computation has been modified by an inplace operation: [", "1.1"),
    Wording("version_mismatch", "needed for gradient computation has been modified by an inplace operation", None, "1.0"),
    Wording("leaf_in_place", "a view of a leaf Variable that requires grad is being used in an in-place operation", "1.8"),
    Wording("leaf_in_place", "a leaf Variable that requires grad is being used in an in-place operation", "1.5"),
    Wording("leaf_in_place", "a leaf Variable that requires grad has been used in an in-place operation", "0.2"),
    Wording("leaf_in_place", "leaf variable has been moved into the graph interior", "0.2"),
    Wording("leaf_in_place", "leaf variable was used in an inplace operation", None, "0.3"),
    Wording("multi_view_in_place", "This view is the output of a function that returns multiple views", "1.5"),
    Wording("multi_view_in_place", "Inplace operators on such views is forbidden", "1.9", "1.9"),
    Wording("view_in_place", "was created in no_grad mode and is being modified inplace", "1.9"),
    Wording("view_in_place", "was created in no_grad mode and its base or another view of its base has been modified inplace", "1.9"),
    Wording("view_in_place", "was created in inference mode and its base or another view of its base has been modified inplace", "1.9"),
    Wording("view_in_place", "was created in inference mode and is being modified inplace", "1.9"),
    Wording("view_in_place", "of BackwardHookFunction is a view and is being modified inplace", "1.9"),
    Wording("view_in_place", "of BackwardHookFunctionBackward is a view and is being modified inplace", "1.9"),
    Wording("view_in_place", "This view was created inside a custom Function", "1.9"),
    Wording("view_in_place", NOT_ALLOWED, "1.7", "1.7"),
    Wording("graph_freed", "backward through the graph a second time (or directly access saved", "1.9"),
    Wording(
        "graph_freed", "backward through the graph a second time, but the saved intermediate results have already been freed", "1.6", "1.8"
    ),
    Wording("graph_freed", "backward through the graph a second time, but the buffers have already been freed", "0.2", "1.5"),
    Wording("graph_freed", "backward through the graph second time, but the buffers have already been freed", None, "0.1"),
    Wording("graph_freed", "backward through the graph a second time"),
    Wording("no_grad_path", "of tensors does not require grad and does not have a grad_fn", "0.4"),
    Wording("no_grad_path", "of variables does not require grad and does not have a grad_fn", "0.2", "0.3"),
    Wording("no_grad_path", "One of the differentiated Tensors does not require grad", "0.4"),
    Wording("no_grad_path", "One of the differentiated Variables does not require grad", "0.2", "0.3"),
    Wording("no_grad_path", "One of the differentiated Tensors appears to not have been used in the graph", "0.4", "2.12"),
    Wording("no_grad_path", "The differentiated Tensor at index", "2.13"),
    Wording("no_grad_path", "One of the differentiated Variables appears to not have been used in the graph", "0.2", "0.3"),
    Wording("non_scalar_root", "grad can be implicitly created only for scalar outputs", "0.2"),
    Wording("non_scalar_root", "Mismatch in shape: grad_output[", "1.3"),
    Wording("inference_tensor_saved", "Inference tensors cannot be saved for backward", "1.9"),
    Wording("inference_edit", "Inplace update to inference tensor outside InferenceMode is not allowed", "1.9"),
    Wording("inference_edit", "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed", "1.9"),
    Wording("custom_gradients", "returned an incorrect number of gradients (expected", "0.2"),
    Wording("custom_gradients", "returned an invalid number of gradient tensors (expected", "0.2", "1.8"),
    Wording("custom_gradients", "returned an invalid number of gradients - expected", "0.4"),
    Wording("custom_gradients", "returned an invalid gradient at index", "0.4"),
    Wording("custom_gradients", "returned a gradient different than None at position", "0.2"),
    Wording("out_argument", "functions with out=... arguments don't support automatic differentiation", "0.4"),
    Wording("non_leaf_optimized", "can't optimize a non-leaf Tensor", "0.4"),
    Wording("non_leaf_optimized", "can't optimize a non-leaf Variable", None, "0.3"),
    Wording("non_leaf_copied", "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol", "0.4"),
    Wording("non_leaf_copied", "Only Variables created explicitly by the user (graph leaves) support the deepcopy protocol", None, "0.3"),
    Wording("numpy_requires_grad", "Can't call numpy() on Tensor that requires grad", "1.6"),
    Wording("numpy_requires_grad", "Can't call numpy() on Variable that requires grad", "0.2", "1.5"),
    Wording("integer_requires_grad", "only Tensors of floating point and complex dtype can require gradients", "1.6"),
    Wording("integer_requires_grad", "only Tensors of floating point dtype can require gradients", "0.4"),
    Wording("non_leaf_flag", "you can only change requires_grad flags of leaf variables", "0.2"),
    Wording("unused_parameter", "Expected to have finished reduction in the prior iteration", "1.1"),
    Wording("order_of_calls", "No inf checks were recorded prior to update", "1.5"),
    Wording("non_finite", "returned nan values in its", "1.0"),
)
"""The more specific ones first."""

NON_LEAF_WARNING = "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed"
"""A warning that explains what a None does later."""
OF_NONE = ("AttributeError", "TypeError")
WARNED_FIRST = ("view_in_place", "multi_view_in_place")
WARNING_ENDS = "will be forbidden"
"""How PyTorch 1.5 to 1.8 warned of edits of views that are errors since 1.9."""
MAX_WARNING = 700
MIN_TOLD = 20
"""So many characters tell a wording that is cut off."""


def wording_of(message: str) -> Wording | None:
    """Return how PyTorch words it, of a message with single spaces; None for one that is not known."""
    text = _plain(message)
    return next((wording for wording, words in _COMPARED if (at := text.rfind(words)) >= 0 and not _warns(wording, text, at)), None)


def last_wording_in(text: str) -> tuple[Wording, int] | None:
    """Return the last message in a text with single spaces, and where it begins; None where there is none."""
    plain = _plain(text)
    places = ((plain.rfind(words), len(words), wording) for wording, words in _COMPARED)
    found = [(at + length, length, wording) for at, length, wording in places if at >= 0 and not _warns(wording, plain, at)]
    if not found:
        return None
    end, length, wording = max(found, key=lambda each: each[:2])
    return wording, end - length


def kinds_in(text: str) -> set[str]:
    """Return the kinds of all messages in a text with single spaces."""
    plain = _plain(text)
    return {
        wording.kind for wording, words in _COMPARED if wording.kind and (at := plain.rfind(words)) >= 0 and not _warns(wording, plain, at)
    }


def cut_wording_of(message: str) -> Wording | None:
    """Return the wording that a message breaks off in, where all such are of one kind; of which version it is remains open."""
    text = _plain(message)
    found = {wording.kind for wording, words in _COMPARED if _breaks_off_in(text, words)}
    return Wording(found.pop(), message) if len(found) == 1 else None


def _warns(wording: Wording, plain: str, at: int) -> bool:
    return wording.kind in WARNED_FIRST and WARNING_ENDS in plain[at : at + MAX_WARNING]


def _breaks_off_in(text: str, words: str) -> bool:
    return any(text.endswith(words[:length]) for length in range(MIN_TOLD, len(words)))


def _plain(text: str) -> str:
    return text.replace("’", "'").replace("`", "'").casefold()


_COMPARED = tuple((wording, _plain(wording.words)) for wording in WORDINGS)
