# MAML with torch.func.functional_call and adapted parameters in a dictionary.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.func import functional_call

model = nn.Sequential(nn.Linear(1, 8), nn.ReLU(), nn.Linear(8, 1))
meta = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(2):
    outer = 0
    for task in range(2):
        x = torch.randn(6, 1)
        y = (task + 1) * x
        params = dict(model.named_parameters())
        inner = (functional_call(model, params, x) - y).pow(2).mean()
        grads = torch.autograd.grad(inner, list(params.values()), create_graph=True)
        adapted = {name: p - 0.1 * g for (name, p), g in zip(params.items(), grads)}
        outer = outer + (functional_call(model, adapted, x) - y).pow(2).mean()
    meta.zero_grad()
    outer.backward()
    meta.step()
