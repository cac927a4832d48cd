"""The rows of tensors that reductions and products read: along one dimension, of classes, or of a product of matrices."""

from __future__ import annotations

from torch import Tensor


def row_of(given: Tensor, dim: int, index: tuple[int, ...]) -> Tensor:
    """Return the row along a dimension that an element lies in."""
    at = dim % given.dim() if given.dim() else 0
    return given.movedim(at, -1)[(*index[:at], *index[at + 1 :])] if given.dim() else given.reshape(1)


def rows_of_classes(given: Tensor, target: Tensor, ignored: int | None) -> tuple[Tensor, Tensor | None]:
    """Return the scores of every sample whose class counts, and, where classes have probabilities, those.

    ``ignored``: the class that counts for nothing; None where the target holds probabilities.
    """
    rows = given.movedim(1 if given.dim() > 1 else 0, -1).reshape(-1, given.shape[1 if given.dim() > 1 else 0])
    if ignored is None:
        return rows, target.movedim(1 if target.dim() > 1 else 0, -1).reshape(rows.shape)
    return rows[target.reshape(-1) != ignored], None


def terms_of(left: Tensor, right: Tensor, index: tuple[int, ...]) -> Tensor | None:
    """Return the products whose sum is an element of ``left @ right``; None where the shapes do not fit."""
    if not left.dim() or not right.dim():
        return None
    row = left if left.dim() == 1 else _in_batch(left, index[: -2 if right.dim() > 1 else -1])
    column = right if right.dim() == 1 else _in_batch(right, index[: -2 if left.dim() > 1 else -1])
    if row is None or column is None:
        return None
    if row.dim() == 2:
        row = row[index[-2 if right.dim() > 1 else -1]]
    if column.dim() == 2:
        column = column[:, index[-1]]
    return row * column if row.shape == column.shape else None


def _in_batch(matrices: Tensor, batch: tuple[int, ...]) -> Tensor | None:
    """Return the matrix of a batch, which may be broadcast."""
    sizes = tuple(matrices.shape[:-2])
    if len(sizes) > len(batch):
        return None
    at = tuple(0 if size == 1 else place for size, place in zip(sizes, batch[len(batch) - len(sizes) :], strict=True))
    return matrices[at]
