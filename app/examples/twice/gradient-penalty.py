import torch

w = torch.tensor([1., -2.], requires_grad=True)
x = torch.tensor([3., 4.], requires_grad=True)

score = (w * x).tanh().sum()
(slope,) = torch.autograd.grad(score, x, create_graph=True)

penalty = (slope.norm() - 1) ** 2
penalty.backward()
print("w.grad is there:", w.grad is not None)
