# Per-sample gradients with torch.func: vmap over grad.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.func import functional_call, grad, vmap

model = nn.Linear(3, 2)
params = {name: p.detach() for name, p in model.named_parameters()}


def loss(params, x, y):
    return nn.functional.cross_entropy(functional_call(model, params, x.unsqueeze(0)), y.unsqueeze(0))


grads = vmap(grad(loss), in_dims=(None, 0, 0))(params, torch.randn(4, 3), torch.tensor([0, 1, 1, 0]))
print({name: tuple(g.shape) for name, g in grads.items()})
