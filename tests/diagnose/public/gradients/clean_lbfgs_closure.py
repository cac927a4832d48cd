# The closure clears, and LBFGS calls it several times in a step.
# plain: completes
# expect: nothing
import torch
from torch import nn

w = torch.tensor([3.0, -2.0], requires_grad=True)
opt = torch.optim.LBFGS([w], line_search_fn="strong_wolfe")

def closure():
    opt.zero_grad()
    loss = (w - 1).pow(2).sum()
    loss.backward()
    return loss

for _ in range(2):
    opt.step(closure)
