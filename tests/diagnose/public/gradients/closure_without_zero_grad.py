# LBFGS asks for the loss several times in one step, and the closure never clears.
# plain: completes
# expect: gradient_accumulates
import torch
from torch import nn

w = torch.tensor([3.0, -2.0], requires_grad=True)
opt = torch.optim.LBFGS([w], lr=0.5, max_iter=4)

def closure():
    loss = (w - 1).pow(2).sum()
    loss.backward()
    return loss

for _ in range(2):
    opt.step(closure)  #! here
