import torch

x = torch.tensor([0., 1.], requires_grad=True)

y = x.exp()
y.mul_(2)

y.sum().backward()
print(x.grad)
