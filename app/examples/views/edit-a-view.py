import torch

w = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
base = w * 1
row = base[0]
print("before", base.grad_fn.name(), row.grad_fn.name())

row.mul_(10)
print("after ", base.grad_fn.name(), row.grad_fn.name())

base.sum().backward()
print("w.grad", w.grad.tolist())
