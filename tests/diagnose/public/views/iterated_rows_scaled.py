# A for loop over the rows of a tensor, each row scaled in place; iterating is unbind.
# plain: raises RuntimeError: is a view and is being modified inplace
# expect: multi_view_in_place
# tensor: row
import torch

w = torch.rand(3, 4, requires_grad=True)
probs = w.exp()
for row in probs:
    row /= row.sum()  #! edit raise
probs.log().sum().backward()
