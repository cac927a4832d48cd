import torch

w = torch.tensor([1., 2.], requires_grad=True)

with torch.no_grad():
    h = w * 3

loss = (h ** 2).sum()
loss.backward()
