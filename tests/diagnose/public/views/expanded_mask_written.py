# An expanded tensor is written in place: its elements share memory.
# plain: raises RuntimeError: more than one element of the written-to tensor refers to a single memory location
# expect: unknown an expanded tensor has to be cloned before it is written
import torch

w = torch.ones(1, 3, requires_grad=True)
mask = torch.zeros(1, 3).expand(2, 3)
mask += 1  #! raise
(w * mask).sum().backward()
