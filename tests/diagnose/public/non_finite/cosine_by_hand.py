# A cosine similarity of a vector of zeros, written by hand
# plain: completes
# expect: non_finite
# cause: zero_over_zero

import torch

a = torch.zeros(3, requires_grad=True)
b = torch.ones(3)
norms = a.abs().sum() * b.norm()
similarity = (a * b).sum() / norms  #! birth
similarity.backward()
