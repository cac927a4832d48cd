# Rows of a Hessian are taken one by one, and its product with a vector is checked against them.
# plain: completes
# expect: nothing
import torch
from torch import nn


def flat_gradient(loss, parameters, **options):
    return torch.cat([g.reshape(-1) for g in torch.autograd.grad(loss, parameters, **options)])


torch.manual_seed(3)
net = nn.Sequential(nn.Linear(2, 3), nn.Softplus(), nn.Linear(3, 1))
parameters = list(net.parameters())
x, y = torch.randn(6, 2), torch.randn(6, 1)
loss = (net(x) - y).pow(2).mean()
gradient = flat_gradient(loss, parameters, create_graph=True)
rows = []
for entry in gradient:
    rows.append(flat_gradient(entry, parameters, retain_graph=True, materialize_grads=True))
hessian = torch.stack(rows)
vector = torch.randn(len(hessian))
product = flat_gradient(gradient @ vector, parameters)
print(torch.allclose(hessian @ vector, product, atol=1e-4), torch.allclose(hessian, hessian.t(), atol=1e-4))
