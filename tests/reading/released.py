"""PyTorch's messages about autograd in its releases: in which the words stand, looked up in the releases themselves.

The texts of 1.0.0, 1.1.0, 1.2.0, 1.3.1, 1.4.0 to 1.13.0, 2.0.0, 2.1.0, 2.2.0, 2.4.0, 2.8.0, 2.10.0, 2.12.1, 2.13.0, 2.14.1 and 2.15.0 were
searched: the literals of their compiled libraries, and their Python files. What a release puts together from several literals was searched
in parts. DistributedDataParallel is in none of those searched before 1.3, so where its message begins is not from there.

``python -m tests.reading.released`` prints the table of ``docs/messages.md``.
"""

from __future__ import annotations

from typing import NamedTuple

OLDEST, NEWEST = "1.0", "2.15"


class Released(NamedTuple):
    """A message as the releases from ``first`` to ``last`` raise it."""

    kind: str
    message: str
    first: str = OLDEST
    last: str = NEWEST


BY_EDIT = "one of the variables needed for gradient computation has been modified by an inplace operation"
STALE = f"{BY_EDIT}: [torch.FloatTensor [3]], which is output 0 of"
SECOND = "Trying to backward through the graph a second time"
EDITED_VIEW = "Output 0 of MyViewBackward is a view and is being modified inplace."
CREATED = "and is being modified inplace with grad mode enabled. Given that this use case is ambiguous and error-prone, it is forbidden."
WRONG = "Function MyMulBackward returned an invalid"

RELEASED = (
    Released("version_mismatch", f"{BY_EDIT}", last="1.0"),
    Released("version_mismatch", f"{STALE} ExpBackward, is at version 1; expected version 0 instead. Hint: enable anomaly …", "1.1"),
    Released("leaf_in_place", "a leaf Variable that requires grad has been used in an in-place operation."),
    Released("leaf_in_place", "a leaf Variable that requires grad is being used in an in-place operation.", "1.5"),
    Released("leaf_in_place", "a view of a leaf Variable that requires grad is being used in an in-place operation.", "1.8"),
    Released("leaf_in_place", "leaf variable has been moved into the graph interior"),
    Released("multi_view_in_place", "Output 0 of UnbindBackward is a view and is being modified inplace. This view is the output of a "
             "function that returns multiple views. Such functions do not allow the output views to be modified inplace.", "1.5"),
    Released("multi_view_in_place", "Output 0 of UnbindBackward is a view and is being modified inplace. This view is an output of a "
             "function that returns multiple views. Inplace operators on such views is forbidden. You should …", "1.9", "1.9"),
    Released("view_in_place", f"A view was created in no_grad mode {CREATED}", "1.9"),
    Released("view_in_place", f"A view was created in inference mode {CREATED}", "1.9"),
    Released("view_in_place", "A view was created in no_grad mode and its base or another view of its base has been modified "
             "inplace with grad mode enabled.", "1.9"),
    Released("view_in_place", "Output 0 of AsStridedBackward0 is a view of a view which was created in no_grad mode and is being modified "
             "inplace with grad mode enabled.", "1.9"),
    Released("view_in_place", f"{EDITED_VIEW} This view was created inside a custom Function (or because an input was returned as-is) and "
             "the autograd logic … would override the custom backward … This behavior is forbidden. You can …", "1.9"),
    Released("view_in_place", "Output 0 of BackwardHookFunctionBackward is a view and is being modified inplace. This view …", "1.9"),
    Released("view_in_place", "Output 0 of _ScatterBackward is a view and is being modified inplace but this inplace operation is not "
             "allowed. You should either replace it by an out of place operation or do a .clone() …", "1.7", "1.7"),
    Released("graph_freed", f"{SECOND}, but the buffers have already been freed. Specify retain_graph=True when …", last="1.5"),
    Released("graph_freed", f"{SECOND}, but the saved intermediate results have already been freed. Specify …", "1.6", "1.8"),
    Released("graph_freed", f"{SECOND} (or directly access saved tensors after they have already been freed). Saved …", "1.9"),
    Released("no_grad_path", "element 0 of tensors does not require grad and does not have a grad_fn"),
    Released("no_grad_path", "One of the differentiated Tensors does not require grad"),
    Released("no_grad_path", "One of the differentiated Tensors appears to not have been used in the graph. …", last="2.12"),
    Released("no_grad_path", "The differentiated Tensor at index 1 appears to not have been used in the graph. …", "2.13"),
    Released("non_scalar_root", "grad can be implicitly created only for scalar outputs"),
    Released("non_scalar_root", "Mismatch in shape: grad_output[0] has a shape of torch.Size([2]) and output[0] has a shape of …", "1.3"),
    Released("inference_tensor_saved", "Inference tensors cannot be saved for backward. To work around you can make a clone …", "1.9"),
    Released("inference_edit", "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone …", "1.9"),
    Released("inference_edit", "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.", "1.9"),
    Released("custom_gradients", "function MyMulBackward returned an incorrect number of gradients (expected 2, got 1)"),
    Released("custom_gradients", "MyMulBackward returned an invalid number of gradient tensors (expected 2, but got 1)", last="1.8"),
    Released("custom_gradients", f"{WRONG} number of gradients - expected 2, but got 1"),
    Released("custom_gradients", f"{WRONG} gradient at index 0 - got [3] but expected shape compatible with [2]"),
    Released("custom_gradients", f"{WRONG} gradient at index 0 - expected device cpu but got cuda:0"),
    Released("custom_gradients", "function MyMulBackward returned a gradient different than None at position 2, but the corresponding "
             "forward input was not a Variable"),
    Released("out_argument", "add(): functions with out=... arguments don't support automatic differentiation, but one of the arguments …"),
    Released("non_leaf_optimized", "can't optimize a non-leaf Tensor"),
    Released("non_leaf_copied", "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment"),
    Released("numpy_requires_grad", "Can't call numpy() on Variable that requires grad. Use var.detach().numpy() instead.", last="1.5"),
    Released("numpy_requires_grad", "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.", "1.6"),
    Released("integer_requires_grad", "Only Tensors of floating point dtype can require gradients"),
    Released("integer_requires_grad", "only Tensors of floating point and complex dtype can require gradients", "1.6"),
    Released("non_leaf_flag", "you can only change requires_grad flags of leaf variables. If you want to use a computed variable …"),
    Released("unused_parameter", "Expected to have finished reduction in the prior iteration before starting a new one. …", "1.1"),
    Released("order_of_calls", "No inf checks were recorded prior to update.", "1.5"),
    Released("non_finite", "Function 'LogBackward' returned nan values in its 0th output."),
)  # fmt: skip


def rows() -> list[str]:
    """The lines of the table, as the documentation has them."""
    return [f"| `{each.kind}` | {each.message} | {each.first} | {'now' if each.last == NEWEST else each.last} |" for each in RELEASED]


if __name__ == "__main__":
    print("\n".join(rows()))
