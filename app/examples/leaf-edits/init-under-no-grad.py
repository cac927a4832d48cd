import torch

w = torch.empty(3, 2, requires_grad=True)
with torch.no_grad():
    w.normal_()

x = torch.ones(4, 3)
loss = (x @ w).pow(2).sum()
loss.backward()
print("w.grad", tuple(w.grad.shape), "leaf", w.is_leaf)
