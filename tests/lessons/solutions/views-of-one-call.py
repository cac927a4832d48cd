import torch

w = torch.tensor([1., 2., 3., 4.], requires_grad=True)
h = w * 1

left, right = h[:2], h[2:]
left.mul_(10)

h.sum().backward()
print(w.grad)
