import torch

w = torch.tensor([0., 1.], requires_grad=True)
y = w.exp()
y += 1
y.sum().backward()
