"""Calls of ops whose nodes keep nothing, one for each with a readable formula."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional as F

aten = torch.ops.aten


def passing() -> list[tuple[str, Callable[..., Tensor], tuple[Tensor, ...]]]:
    """Return them, as ``cases()`` does."""
    a, b, row = (torch.randn(*shape, dtype=torch.float64) for shape in ((4, 3), (4, 3), (3,)))
    x, two, cube = (a,), (a, b), (torch.randn(1, 4, 2, 2, dtype=torch.float64),)
    return [*_arithmetic(x, two, row), *_shapes(x, two), *_parts(x, cube)]


def _arithmetic(x: tuple[Tensor, ...], two: tuple[Tensor, ...], row: Tensor) -> list[tuple[str, Callable[..., Tensor], tuple[Tensor, ...]]]:
    return [
        ("AddBackward0", torch.add, (x[0], row)),
        ("AddBackward0", lambda a, b: torch.add(a, b, alpha=3), two),
        ("AddBackward1", lambda x: aten.add.Scalar(x, 2), x),
        ("CeilBackward0", torch.ceil, x),
        ("CloneBackward0", torch.clone, x),
        ("CopysignBackward0", torch.copysign, two),
        ("CumsumBackward0", lambda x: x.cumsum(1), x),
        ("Deg2RadBackward0", torch.deg2rad, x),
        ("DivBackward1", lambda x: aten.div.Scalar(x, 2), x),
        ("FloorBackward0", torch.floor, x),
        ("FmodBackward0", lambda x: torch.fmod(x, 0.3), x),
        ("FracBackward0", torch.frac, x),
        ("LerpBackward0", lambda a, b: torch.lerp(a, b, 0.3), two),
        ("MeanBackward0", torch.mean, x),
        ("MeanBackward1", lambda x: x.mean(1), x),
        ("MeanBackward1", lambda x: x.mean(dim=None), x),
        ("MulBackward1", lambda x: aten.mul.Scalar(x, 2), x),
        ("NegBackward0", torch.neg, x),
        ("Rad2DegBackward0", torch.rad2deg, x),
        ("RemainderBackward0", lambda x: torch.remainder(x, 0.3), x),
        ("RoundBackward0", torch.round, x),
        ("RsubBackward0", torch.rsub, two),
        ("RsubBackward0", lambda a, b: torch.rsub(a, b, alpha=3), two),
        ("RsubBackward1", lambda x: 1 - x, x),
        ("RsubBackward1", lambda x: torch.rsub(x, 1, alpha=3), x),
        ("SignBackward0", torch.sign, x),
        ("SubBackward0", torch.sub, two),
        ("SubBackward0", lambda a, b: torch.sub(a, b, alpha=3), two),
        ("SubBackward1", lambda x: aten.sub.Scalar(x, 2), x),
        ("SumBackward0", torch.sum, x),
        ("SumBackward1", lambda x: x.sum(0, keepdim=True), x),
        ("TruncBackward0", torch.trunc, x),
        ("ZeroBackward0", lambda x: x.clone().zero_(), x),
    ]


def _shapes(x: tuple[Tensor, ...], two: tuple[Tensor, ...]) -> list[tuple[str, Callable[..., Tensor], tuple[Tensor, ...]]]:
    return [
        ("AliasBackward0", lambda x: aten.alias(x), x),
        ("CatBackward0", lambda a, b: torch.cat([a, b], 1), two),
        ("ExpandBackward0", lambda x: x.expand(2, 4, 3), x),
        ("FlipBackward0", lambda x: x.flip(0), x),
        ("LiftFreshBackward0", lambda x: aten.lift_fresh(x), x),
        ("PermuteBackward0", lambda x: x[None].permute(2, 0, 1), x),
        ("RepeatBackward0", lambda x: x.repeat(2, 2), x),
        ("ReshapeAliasBackward0", lambda x: aten._reshape_alias(x, (3, 4), (4, 1)), x),
        ("RollBackward0", lambda x: x.roll((1, 2), (0, 1)), x),
        ("Rot90Backward0", lambda x: x.rot90(), x),
        ("SqueezeBackward0", lambda x: x[:, None].squeeze(), x),
        ("SqueezeBackward1", lambda x: x[:, None].squeeze(1), x),
        ("SqueezeBackward2", lambda x: x[:, None].squeeze((1,)), x),
        ("StackBackward0", lambda a, b: torch.stack([a, b], 1), two),
        ("TBackward0", lambda x: x.t(), x),
        ("ToCopyBackward0", lambda x: x.float().double(), x),
        ("TransposeBackward0", lambda x: x[None].transpose(0, 2), x),
        ("UnsafeViewBackward0", lambda x: aten._unsafe_view(x, (3, 4)), x),
        ("UnsqueezeBackward0", lambda x: x.unsqueeze(1), x),
        ("ViewBackward0", lambda x: x.view(3, 4), x),
    ]


def _parts(x: tuple[Tensor, ...], cube: tuple[Tensor, ...]) -> list[tuple[str, Callable[..., Tensor], tuple[Tensor, ...]]]:
    return [
        ("ConstantPadNdBackward0", lambda x: F.pad(x, (1, 2)), x),
        ("DiagonalBackward0", lambda x: x.diagonal(1), x),
        ("PixelShuffleBackward0", lambda x: F.pixel_shuffle(x, 2), cube),
        ("PixelUnshuffleBackward0", lambda x: F.pixel_unshuffle(x, 2), cube),
        ("SelectBackward0", lambda x: x[:, 1], x),
        ("SliceBackward0", lambda x: x[1:4:2], x),
        ("TraceBackward0", torch.trace, x),
        ("TrilBackward0", lambda x: x.tril(1), x),
        ("TriuBackward0", lambda x: x.triu(1), x),
    ]
