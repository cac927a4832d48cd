"""What to search for where a backward pass computed a NaN: the calls that record the node which anomaly mode names."""

from __future__ import annotations

from gradreel.reading.facts import is_built_in, op_of

Sought = tuple[tuple[str, str], ...]

_SLOPES: dict[str, tuple[str, tuple[str, ...]]] = {
    "sqrt": ("slope", ("sqrt(",)),
    "rsqrt": ("slope", ("rsqrt(",)),
    "pow": ("power", ("**", "pow(")),
    "log": ("log", ("log(",)),
    "log2": ("log", ("log2(",)),
    "log10": ("log", ("log10(",)),
    "log1p": ("log1p", ("log1p(",)),
    "logit": ("logit", ("logit(",)),
    "xlogy": ("log", ("xlogy(",)),
    "acos": ("ends", ("acos(", "arccos(")),
    "asin": ("ends", ("asin(", "arcsin(")),
    "atanh": ("ends", ("atanh(", "arctanh(")),
    "erfinv": ("ends", ("erfinv(",)),
    "acosh": ("acosh", ("acosh(", "arccosh(")),
    "div": ("division", ("/", "div(")),
    "reciprocal": ("division", ("1 /", "reciprocal(")),
    "hypot": ("hypot", ("hypot(",)),
    "std": ("one-number", ("std(",)),
    "stdmean": ("one-number", ("std_mean(",)),
    "var": ("one-number", ("var(",)),
    "varmean": ("one-number", ("var_mean(",)),
    "norm": ("read-infinite", ("norm(",)),
    "linalgvectornorm": ("read-infinite", ("norm(",)),
    "logsumexp": ("minus-infinity", ("logsumexp(",)),
    "softmax": ("minus-infinity", ("softmax(", "masked_fill(", "-inf")),
    "logsoftmax": ("minus-infinity", ("log_softmax(", "cross_entropy(", "masked_fill(", "-inf")),
    "linalgeigh": ("equal", ("eigh(",)),
    "linalgeig": ("equal", ("eig(",)),
    "linalgsvd": ("equal", ("svd(", "pinv(", "matrix_norm(")),
    "linalgslogdet": ("singular", ("slogdet(", "logdet(")),
    "linalginvex": ("singular", ("inv(",)),
    "exp": ("overflow", ("exp(",)),
    "mul": ("factor", ("*", "mul(")),
    "mm": ("factor", ("@", "nn.Linear(", "mm(")),
    "bmm": ("factor", ("@", "bmm(")),
    "addmm": ("factor", ("nn.Linear(", "addmm(")),
    "prod": ("factor", ("prod(",)),
    "nativelayernorm": ("read-infinite", ("layer_norm(", "LayerNorm(")),
    "nativebatchnorm": ("read-infinite", ("batch_norm(", "BatchNorm")),
}
"""Op of a node, in small letters → the last part of the reason's key, and the calls that record it."""
_BESIDE = ("masked_fill(", "-inf")
"""What is no spelling of such a call: it puts in the numbers of which the call makes a NaN."""
_OF_ANY: Sought = (("sqrt(", "reading-search-slope"), ("log(", "reading-search-log"), ("/", "reading-search-division"))


def calls_of(node: str | None, line: str = "") -> Sought:
    """Return what to search for, with the key of the reason for each; of a custom Function its own backward().

    ``line``: the code that recorded the node, where the text shows it; of several spellings of a call only those that it has are told.
    """
    if node is None:
        return _OF_ANY
    op = op_of(node)
    if op in _SLOPES:
        reason, calls = _SLOPES[op]
        return tuple((call, f"reading-search-{reason}") for call in _as_written(calls, line.partition("#")[0]))
    if is_built_in(node):
        return ((f"{op}(", "reading-search-computes"),)
    return (("def backward(ctx", "reading-search-own-nan"),)


def _as_written(calls: tuple[str, ...], line: str) -> tuple[str, ...]:
    here = {call for call in calls if call in line and call not in _BESIDE}
    return tuple(call for call in calls if call in here or call in _BESIDE) if here else calls
