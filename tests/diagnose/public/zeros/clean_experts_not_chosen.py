# A gate of ones and zeros leaves an expert out.
# plain: completes
# expect: nothing
import torch
from torch import nn

experts = nn.ModuleList(nn.Linear(2, 1) for _ in range(3))
gate = torch.tensor([[1.0, 0.0, 0.0]] * 4)
x = torch.rand(4, 2)
out = sum(gate[:, i : i + 1] * expert(x) for i, expert in enumerate(experts))
(out - 1).pow(2).mean().backward()
