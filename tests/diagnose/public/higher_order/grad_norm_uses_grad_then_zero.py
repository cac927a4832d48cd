# A penalty on .grad, which is zeroed before the penalty goes backward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
p = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (p ** 3).sum()
loss.backward(create_graph=True)
g = p.grad
penalty = (g * g).sum()
p.grad.zero_()
penalty.backward()  #! raise
