import torch

a = torch.ones(4, requires_grad=True)
a[:] = 0

loss = a.sum()
loss.backward()
