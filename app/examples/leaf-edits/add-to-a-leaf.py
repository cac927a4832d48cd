import torch

a = torch.tensor([1., 2., 3.], requires_grad=True)
a += 10

loss = (a ** 2).sum()
loss.backward()
print("a.grad", a.grad.tolist())
