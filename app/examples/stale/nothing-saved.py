import torch

x = torch.tensor([1., 2., 3.], requires_grad=True)

y = x + 1
z = y + 5
y.mul_(100)

z.sum().backward()
print("x.grad", x.grad.tolist())
