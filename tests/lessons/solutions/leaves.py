import torch

w = torch.tensor([1., 2.], requires_grad=True)
h = w * 3
h.retain_grad()
loss = (h ** 2).sum()
loss.backward()
print(h.grad)
