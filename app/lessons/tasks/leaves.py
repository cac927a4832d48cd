import torch

w = torch.tensor([1., 2.], requires_grad=True)
h = w * 3
loss = (h ** 2).sum()
loss.backward()
print(h.grad)
