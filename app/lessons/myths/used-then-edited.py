import torch

w = torch.tensor([1., 2.], requires_grad=True)
h = w * 1
y = h * 2
h.add_(1)
y.sum().backward()
print(w.grad.tolist())
