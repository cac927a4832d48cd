import torch

w = torch.tensor([1., -2.], requires_grad=True)
h = w.sigmoid()
out = torch.nn.ReLU(inplace=True)(h)
out.sum().backward()
