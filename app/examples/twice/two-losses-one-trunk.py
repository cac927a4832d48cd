import torch

w = torch.tensor([1., 2.], requires_grad=True)
trunk = w.exp()

small = trunk.sum()
large = (trunk * 10).sum()

small.backward()
large.backward()
