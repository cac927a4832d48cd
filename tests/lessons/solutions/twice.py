import torch

w = torch.tensor([0., 1.], requires_grad=True)
trunk = w.exp()

small = trunk.sum()
large = (trunk * 10).sum()

(small + large).backward()
print(w.grad)
