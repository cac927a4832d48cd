import torch

a = torch.tensor([1., 2.])
w = torch.tensor([3., 4.], requires_grad=True)

b = a * w
loss = b.sum()
loss.backward()

print("leaf", a.is_leaf, w.is_leaf, b.is_leaf)
print("a.grad", a.grad)
print("w.grad", w.grad.tolist())
