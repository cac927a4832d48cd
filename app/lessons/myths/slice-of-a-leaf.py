import torch

c = torch.ones(3, requires_grad=True)
c[:] += 1
c.sum().backward()
