import torch

w = torch.tensor([1., 2.], requires_grad=True)

h = w * 2
square = h ** 2
wave = h.sin()
h += 1

loss = square.sum() + wave.sum()
loss.backward()
