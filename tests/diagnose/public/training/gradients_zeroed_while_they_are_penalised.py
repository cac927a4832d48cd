# A gradient penalty is built on .grad with create_graph, and zero_grad(set_to_none=False) detaches and zeroes it in place before the penalty's backward.
# plain: raises RuntimeError: Trying to use a saved tensor that has been detached in-place
# expect: unknown zero_grad detaches the gradient in place, which the penalty had saved; PyTorch refuses that before it looks at versions
import warnings

import torch

warnings.simplefilter("ignore")
w = torch.tensor([1.0, 2.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
loss = w.pow(3).sum()
loss.backward(create_graph=True)
penalty = w.grad.pow(2).sum()
opt.zero_grad(set_to_none=False)
penalty.backward()  #! raise
