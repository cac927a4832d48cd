import torch

w = torch.empty(3, 2, requires_grad=True)
w.normal_()

x = torch.ones(4, 3)
loss = (x @ w).pow(2).sum()
loss.backward()
