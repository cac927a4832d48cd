import torch

w = torch.empty(3, requires_grad=True)
with torch.no_grad():
    w.fill_(0.5)

loss = (w ** 2).sum()
loss.backward()
print(w.grad)
