import torch

w = torch.tensor([1., 2.], requires_grad=True)
loss = (w ** 2).sum()

loss.backward()
loss.backward()
