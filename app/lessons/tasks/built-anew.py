import torch

a0 = torch.tensor(1., requires_grad=True)
a1 = torch.tensor(2., requires_grad=True)

a = torch.tensor([a0, a1])
loss = (a ** 2).sum()
loss.backward()
print(a0.grad, a1.grad)
