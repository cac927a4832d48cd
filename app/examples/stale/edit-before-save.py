import torch

x = torch.tensor([[1., 2.]])
w1 = torch.tensor([[1.], [1.5]], requires_grad=True)
w2 = torch.tensor([3.], requires_grad=True)

d = x @ w1
d[:] = 0
f = d @ w2

f.backward()
print("w1.grad", w1.grad.tolist())
print("w2.grad", w2.grad.tolist())
