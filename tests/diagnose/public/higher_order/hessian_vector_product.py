# A Hessian-vector product by double backward, and the Hessian by torch.autograd.functional.
# plain: completes
# expect: nothing
import torch

w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def f(w):
    return (w.pow(3) * torch.arange(3.0)).sum() + w.prod()


(g,) = torch.autograd.grad(f(w), w, create_graph=True)
v = torch.ones(3)
(hv,) = torch.autograd.grad(g @ v, w)
h = torch.autograd.functional.hessian(f, w.detach())
print(torch.allclose(hv, h @ v))
