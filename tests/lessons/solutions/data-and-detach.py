import torch

a = torch.tensor([1., 2.], requires_grad=True)

out = a.sigmoid()
c = out.detach().clone()
c.zero_()

out.sum().backward()
print(a.grad)
