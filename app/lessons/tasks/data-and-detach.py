import torch

a = torch.tensor([1., 2.], requires_grad=True)

out = a.sigmoid()
c = out.data
c.zero_()

out.sum().backward()
print(a.grad)
