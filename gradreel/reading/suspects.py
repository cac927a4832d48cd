"""What to search for in the code, where there is none beside the text: the likeliest first for each kind of error and node."""

from __future__ import annotations

from gradreel.locale import Lang, word
from gradreel.reading.facts import Stated, is_built_in, keeps, op_of
from gradreel.reading.model import Suspect
from gradreel.reading.slopes import calls_of

BY_OP = {
    "copyslices": ("x[…] = …", "x[…] += …"),
    "indexput": ("x[…] = …", ".index_put_("),
    "add": ("x += …", ".add_("),
    "sub": ("x -= …", ".sub_("),
    "mul": ("x *= …", ".mul_(", "inplace=True"),
    "div": ("x /= …", ".div_("),
    "pow": ("x **= …", ".pow_("),
    "relu": ("inplace=True", "relu_("),
    "leakyrelu": ("inplace=True", "leaky_relu_("),
    "hardtanh": ("inplace=True", "hardtanh_("),
    "elu": ("inplace=True", "elu_("),
    "silu": ("inplace=True",),
    "hardswish": ("inplace=True",),
    "nativedropout": ("inplace=True",),
    "maskedfill": (".masked_fill_(",),
    "copy": (".copy_(", "x[…] = …"),
    "clamp": (".clamp_(",),
    "zero": (".zero_(",),
    "fill": (".fill_(", "x[…] = …"),
}
"""Op, in small letters → the edits that record it."""
WEIGHTS = ("t", "transpose", "asstrided")
PARTS = (
    "select",
    "slice",
    "view",
    "unsafeview",
    "expand",
    "split",
    "unbind",
    "squeeze",
    "unsqueeze",
    "permute",
    "asstrided",
    "reshapealias",
    "diagonal",
    "unfold",
    "alias",
    "movedim",
    "swapaxes",
    "real",
    "imag",
    "viewasreal",
    "viewascomplex",
    "detach",
)
"""Ops that give views."""
STEP = "optimizer.step()"
ANY_EDIT = (
    ("x += …", "reading-search-augmented"),
    ("_(", "reading-search-method"),
    ("inplace=True", "reading-search-module"),
    ("x[…] = …", "reading-search-subscript"),
    ("x *= …", "reading-search-augmented"),
    ("x /= …", "reading-search-augmented"),
    (STEP, "reading-search-step"),
    ("out=", "reading-search-out"),
)
OF_A_LEAF = (
    (STEP, "reading-search-step"),
    ("_(", "reading-search-method"),
    ("with torch.no_grad():", "reading-search-no-grad"),
    ("x[…] = …", "reading-search-buffer"),
    ("x += …", "reading-search-augmented"),
    ("x -= …", "reading-search-augmented"),
    ("max_norm=", "reading-search-norm"),
    (".load_state_dict(", "reading-search-load"),
)
OF_A_VIEW = (
    (STEP, "reading-search-weights"),
    ("x[…] = …", "reading-search-whole"),
    ("_(", "reading-search-method"),
    (".load_state_dict(", "reading-search-load"),
)
BY_KIND: dict[str, tuple[tuple[str, str], ...]] = {
    "leaf_in_place": (
        ("x += …", "reading-search-leaf-augmented"),
        ("x[…] = …", "reading-search-leaf-subscript"),
        (".fill_(", "reading-search-leaf-method"),
        ("requires_grad=True", "reading-search-leaf-made"),
    ),
    "graph_freed": (
        (".backward()", "reading-search-second-backward"),
        (".detach()", "reading-search-carried"),
        ("loss +=", "reading-search-summed"),
        ("autograd.grad(", "reading-search-grad-call"),
    ),
    "no_grad_path": (
        (".detach()", "reading-search-detach"),
        ("torch.no_grad()", "reading-search-under-no-grad"),
        (".item()", "reading-search-item"),
        (".data", "reading-search-data"),
        ("torch.tensor(", "reading-search-rebuilt"),
        (".numpy()", "reading-search-numpy"),
        ("requires_grad = False", "reading-search-frozen"),
        (".argmax(", "reading-search-argmax"),
    ),
    "non_scalar_root": ((".backward(", "reading-search-root"), ("reduction='none'", "reading-search-reduction")),
    "multi_view_in_place": (
        ("unbind(", "reading-search-many-views"),
        ("chunk(", "reading-search-many-views"),
        ("split(", "reading-search-many-views"),
        ("for row in x", "reading-search-rows"),
    ),
    "view_in_place": (
        ("inplace=True", "reading-search-module"),
        ("torch.no_grad()", "reading-search-view-made"),
        ("register_full_backward_hook(", "reading-search-hook"),
    ),
    "inference_tensor_saved": (("torch.inference_mode()", "reading-search-inference"),),
    "inference_edit": (("torch.inference_mode()", "reading-search-inference"),),
    "custom_gradients": (("def backward(ctx", "reading-search-custom"),),
    "out_argument": (("out=", "reading-search-out-refused"),),
    "non_leaf_optimized": ((".to(", "reading-search-non-leaf"), ("requires_grad=True)", "reading-search-non-leaf")),
    "non_leaf_copied": (("deepcopy(", "reading-search-copied"), ("self.", "reading-search-kept-result")),
    "numpy_requires_grad": ((".numpy()", "reading-search-to-numpy"), ("np.", "reading-search-np")),
    "integer_requires_grad": (("requires_grad", "reading-search-integer"),),
    "non_leaf_flag": (("requires_grad = False", "reading-search-flag"),),
    "non_leaf_grad": ((".grad", "reading-search-grad-read"), (".to(", "reading-search-non-leaf")),
    "unused_parameter": (("self.", "reading-search-unused"),),
    "order_of_calls": (("scaler.update()", "reading-search-scaler"),),
}
OF_VIEWS_BY_OP = {"unbind": ("unbind(", "for row in x"), "split": ("split(", "chunk("), "splitwithsizes": ("split(",)}
"""The ops that return several views, as nodes name them → the calls that are one."""
OF_FUNCTION = (
    ("x += …", "reading-search-augmented"),
    ("_(", "reading-search-method"),
    ("inplace=True", "reading-search-module"),
    ("x[…] = …", "reading-search-whole"),
)
"""Edits of what a custom Function returned."""
NUMPY = "reading-not-numpy"
"""Only memory of the processor can be shared with NumPy."""
RULED_OUT: dict[str, tuple[str, ...]] = {
    "version_mismatch": ("reading-not-rebound", "reading-not-data", NUMPY),
    "leaf_in_place": ("reading-not-no-grad",),
    "graph_freed": ("reading-not-retained",),
    "no_grad_path": ("reading-not-zeroed",),
}
EXAMPLES = {
    "version_mismatch": "edit-after-save",
    "leaf_in_place": "add-to-a-leaf",
    "graph_freed": "backward-twice",
    "no_grad_path": "no-grad-forward",
    "multi_view_in_place": "split-refuses-edits",
    "non_leaf_grad": "grad-of-a-non-leaf",
    "view_in_place": "edit-a-view",
    "custom_gradients": "custom-function",
}
"""Kind → the id of the nearest built-in example."""
MAX_SUSPECTS = 8


def suspects_of(kind: str | None, stated: Stated, saver: str | None, line: str, lang: Lang) -> tuple[Suspect, ...]:
    """Return what to search for; ``line``: the code that recorded the node, where the text shows it."""
    found = (
        _version_mismatch(stated, kind == "transform_edit")
        if kind in ("version_mismatch", "transform_edit")
        else _several_views(stated)
        if kind == "multi_view_in_place" and stated.node is not None
        else calls_of(stated.node, line)
        if kind == "non_finite"
        else BY_KIND.get(kind or "", ())
    )
    texts: dict[str, Suspect] = {}
    for text, reason in found:
        reasoned = word(reason, {"node": stated.node or saver or ""}, lang)
        texts.setdefault(text, Suspect(line=None, text=text, reason=reasoned))
    return tuple(texts.values())[:MAX_SUSPECTS]


def ruled_out(kind: str | None, stated: Stated, lang: Lang) -> tuple[str, ...]:
    """Return what it is not."""
    elsewhere = stated.device not in (None, "cpu")
    more = (
        ("reading-not-leaf",)
        if kind == "version_mismatch" and stated.node is not None and op_of(stated.node) not in (*WEIGHTS, *PARTS)
        else ()
    )
    return tuple(word(key, {}, lang) for key in (*RULED_OUT.get(kind or "", ()), *more) if not (elsewhere and key == NUMPY))


def example_of(kind: str | None, stated: Stated) -> str | None:
    """Return the id of the nearest built-in example."""
    if kind != "version_mismatch":
        return EXAMPLES.get(kind or "")
    op = op_of(stated.node) if stated.node else None
    if (op is None and stated.current is not None) or op in WEIGHTS:
        return "step-between-backwards"
    if op in ("relu", "leakyrelu", "hardtanh", "elu"):
        return "relu-after-sigmoid"
    if op in PARTS or op == "copyslices":
        return "view-makes-base-stale"
    kept = keeps(stated.node)
    return "result-saved" if kept == "result" else "input-saved" if kept in ("input", "nothing") else EXAMPLES["version_mismatch"]


def _several_views(stated: Stated) -> tuple[tuple[str, str], ...]:
    node = stated.node or ""
    if not is_built_in(node):
        return OF_FUNCTION
    first = tuple((text, "reading-search-many-views") for text in OF_VIEWS_BY_OP.get(op_of(node), ()))
    return first or BY_KIND["multi_view_in_place"]


def _version_mismatch(stated: Stated, in_transform: bool) -> tuple[tuple[str, str], ...]:
    if stated.node is None:
        return OF_A_LEAF if stated.current is not None and not in_transform else ANY_EDIT
    op = op_of(stated.node)
    if op in WEIGHTS:
        return (*OF_A_VIEW, *ANY_EDIT)
    first = tuple((text, "reading-search-node") for text in BY_OP.get(op, ()))
    if op in PARTS:
        first = (*first, ("x[…] = …", "reading-search-whole"))
    return (*first, *ANY_EDIT)
