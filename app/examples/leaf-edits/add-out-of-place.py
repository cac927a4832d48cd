import torch

a = torch.tensor([1., 2., 3.], requires_grad=True)
b = a + 10

loss = (b ** 2).sum()
loss.backward()
print("a.grad", a.grad.tolist())
