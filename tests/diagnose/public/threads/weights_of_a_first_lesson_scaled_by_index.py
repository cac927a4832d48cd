# A first lesson scales one weight in place to see the loss move.
# plain: raises RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: weights
import torch

weights = torch.randn(4, 1).requires_grad_()
bias = torch.randn(1).requires_grad_()
preds = torch.rand(3, 4) @ weights + bias
weights[0] *= 1.0001  #! edit raise
