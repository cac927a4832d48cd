import torch

x = torch.tensor([1., 2.], requires_grad=True)
x.add_(1)
z = (x + 1).sum()
z.backward()
