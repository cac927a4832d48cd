# The optimizer's step is folded into backward with post-accumulate hooks, to save memory.
# plain: completes
# expect: nothing
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
optimizers = {p: torch.optim.SGD([p], lr=0.1) for p in model.parameters()}


def step(parameter):
    optimizers[parameter].step()
    optimizers[parameter].zero_grad()


for p in model.parameters():
    p.register_post_accumulate_grad_hook(step)
for _ in range(2):
    model(torch.randn(4, 3)).pow(2).mean().backward()
