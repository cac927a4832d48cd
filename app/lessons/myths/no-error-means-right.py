import torch

a = torch.tensor([1., 2.], requires_grad=True)
out = a.sigmoid()
out.data.zero_()
out.sum().backward()
print(a.grad.tolist())
