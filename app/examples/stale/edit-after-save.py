import torch

x = torch.tensor([[1., 2.]])
w1 = torch.tensor([[1.], [1.5]], requires_grad=True)
w2 = torch.tensor([3.], requires_grad=True)

d = x @ w1
f = d @ w2
d[:] = 0

f.backward()
