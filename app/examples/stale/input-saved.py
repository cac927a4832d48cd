import torch

x = torch.tensor([1., 2., 3.], requires_grad=True)

y = x.log()
y += 1

y.sum().backward()
print("x.grad", x.grad.tolist())
