"""What kind of function an op is, for those that can make a NaN, an infinity or a gradient of zero: by its name, or by that of its node.

Plain data, no torch. The trace states the family where this has happened (``origin``, ``flat``): readers of a trace name no ops.
"""

from __future__ import annotations

import re
from functools import lru_cache

MEANT = "given"
"""The family of what puts the numbers into a tensor that the program says."""
_FAMILIES = {
    "logarithm": "log log2 log10 log1p logit xlogy xlog1py special_xlogy entropy binary_cross_entropy kl_div logdet slogdet nll_loss "
    "poisson_nll_loss linalg_slogdet",
    "root": "sqrt norm linalg_norm linalg_vector_norm frobenius_norm nuclear_norm cdist pdist dist pairwise_distance hypot",
    "division": "div true_divide divide floor_divide remainder fmod reciprocal rsqrt atan2 arctan2 cosine_similarity addcdiv tan "
    "__div__ __truediv__ __rdiv__ __rtruediv__ __itruediv__ __floordiv__ __mod__ renorm inverse linalg_inv linalg_inv_ex linalg_solve "
    "linalg_solve_ex cholesky linalg_cholesky linalg_cholesky_ex linalg_eigh linalg_svd linalg_qr svd",
    "power": "pow float_power __pow__ __rpow__ __ipow__ prod cumprod",
    "exponential": "exp exp2 expm1 sinh cosh softplus logsumexp logaddexp logaddexp2 logcumsumexp lgamma ldexp",
    "spread": "std var std_mean var_mean corrcoef cov batch_norm native_batch_norm layer_norm native_layer_norm group_norm "
    "native_group_norm instance_norm rms_norm",
    "average": "mean nanmean mse_loss l1_loss smooth_l1_loss huber_loss cross_entropy nll_loss_nd nll_loss2d cross_entropy_loss median "
    "nanmedian",
    "normalized": "softmax log_softmax scaled_dot_product_attention scaled_dot_product_attention_math _softmax _log_softmax "
    "_scaled_dot_product_attention_math scaled_dot_product_flash_attention_for_cpu multi_head_attention_forward",
    "product": "mul multiply matmul mm bmm addmm addbmm baddbmm addmv mv dot linear einsum conv1d conv2d conv3d outer __mul__ __rmul__ "
    "__imul__ __matmul__ lerp addcmul",
    "bounded": "acos arccos asin arcsin atanh arctanh acosh arccosh erfinv igamma digamma polygamma",
    "given": "tensor as_tensor asarray from_numpy full full_like new_full fill fill_ masked_fill masked_fill_ new_tensor from_dlpack "
    "scalar_tensor constant_pad_nd pad where index_fill index_fill_ __setitem__ fill_diagonal_ linspace frombuffer Tensor FloatTensor",
    "uninitialized": "empty empty_like new_empty empty_strided new_empty_strided empty_permuted",
}
SATURATION, SOFTMAX, ONE_CHOICE, MASK = "saturation", "softmax", "one_choice", "mask"
PRODUCT, QUOTIENT, CAST = "product", "quotient", "cast"
_FLAT = {
    "relu": "relu threshold",
    SATURATION: "sigmoid tanh hardsigmoid hardswish softplus log_sigmoid log_sigmoid_forward silu gelu elu erf erfc exp",
    SOFTMAX: "softmax _softmax",
    ONE_CHOICE: "log_softmax _log_softmax",
    "clamp": "clamp clamp_min clamp_max hardtanh hardshrink softshrink",
    "rounding": "round floor ceil trunc sign sgn bernoulli",
    MASK: "masked_fill where",
    PRODUCT: "mul",
    QUOTIENT: "div",
    CAST: "_to_copy to_copy",
}
"""Functions that make zeros of gradients: where they are flat, everywhere, or by what they multiply with."""
_MIXED = (
    "linear conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d convolution einsum matmul mm bmm addmm "
    "addbmm baddbmm addmv mv dot outer cdist pairwise_distance cross_entropy_loss nll_loss_nd nll_loss nll_loss2d "
    "linalg_solve linalg_inv inverse linalg_svd linalg_eigh linalg_qr linalg_cholesky cholesky gather index_select index "
    "embedding bilinear ctc_loss lstm gru rnn_tanh rnn_relu lstm_cell gru_cell rnn_tanh_cell rnn_relu_cell "
)
MIXED = frozenset(_MIXED.split())
"""Ops of whose operands the element at a position does not go into the result at that position, or not it alone."""
_FLAT_BY_NAME = {name: kind for kind, names in _FLAT.items() for name in names.split()}
_BY_NAME = {name: family for family, names in _FAMILIES.items() for name in names.split()}
_NODE = re.compile(r"Backward\d*$")
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@lru_cache(maxsize=4096)
def family_of(name: str) -> str:
    """Return the family of an op, by its name without namespace; of one in place, that of the same op out of place."""
    return _BY_NAME.get(name) or _BY_NAME.get(name.rstrip("_")) or "other"


@lru_cache(maxsize=4096)
def family_of_node(name: str) -> str:
    """Return the family of the op that a node belongs to: ``LogSoftmaxBackward0`` to that of ``log_softmax``."""
    return family_of(op_of_node(name))


@lru_cache(maxsize=4096)
def op_of_node(name: str) -> str:
    """Return the name of the op that a node belongs to: ``log_softmax`` of ``LogSoftmaxBackward0``."""
    return _CAPITAL.sub("_", _NODE.sub("", name)).lower()


@lru_cache(maxsize=4096)
def flatness_of_node(name: str) -> str | None:
    """Return how the function that a node belongs to can make zeros of gradients; None where it cannot."""
    return _FLAT_BY_NAME.get(op_of_node(name))
