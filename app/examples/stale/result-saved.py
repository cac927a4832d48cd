import torch

x = torch.tensor([0., 1., 2.], requires_grad=True)

y = x.exp()
y += 1

y.sum().backward()
