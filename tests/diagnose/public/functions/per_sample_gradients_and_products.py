# torch.func: per-sample gradients, Hessian, and products with Jacobians, beside an ordinary backward.
# plain: completes
# expect: nothing
import torch
from torch.func import functional_call, grad, hessian, jacrev, jvp, vjp, vmap

model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
params = {k: v.detach() for k, v in model.named_parameters()}


def loss(p, x, y):
    return (functional_call(model, p, (x.unsqueeze(0),)).squeeze() - y) ** 2


X, Y = torch.randn(5, 3), torch.randn(5)
per_sample = vmap(grad(loss), in_dims=(None, 0, 0))(params, X, Y)
print({k: tuple(v.shape) for k, v in per_sample.items()})
print(hessian(lambda x: (x**3).sum())(torch.tensor([1.0, 2.0])))
out, product = vjp(torch.sin, torch.ones(2))
print(product(torch.ones(2)), jvp(torch.exp, (torch.zeros(2),), (torch.ones(2),)))
print(jacrev(lambda x: x * x.sum())(torch.arange(3.0)))
vmap(loss, (None, 0, 0))(dict(model.named_parameters()), X, Y).mean().backward()
print(model[0].weight.grad.norm() > 0)
