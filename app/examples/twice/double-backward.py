import torch

x = torch.tensor(2., requires_grad=True)
y = x ** 3

(slope,) = torch.autograd.grad(y, x, create_graph=True)
print("slope", slope.item())

slope.backward()
print("curvature", x.grad.item())
