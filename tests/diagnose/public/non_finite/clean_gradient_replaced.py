# NaN gradients are replaced before the step
# plain: completes
# expect: nothing

import torch

w = torch.zeros(2, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
(w.sqrt() * torch.tensor([0.0, 1.0])).sum().backward()
w.grad.nan_to_num_(nan=0.0, posinf=1.0)
opt.step()
