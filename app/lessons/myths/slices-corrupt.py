import torch

w = torch.tensor([1., 2., 3.], requires_grad=True)
h = w * 1
h[0].mul_(10)
h.sum().backward()
print(w.grad.tolist())
