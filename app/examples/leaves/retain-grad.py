import torch

w = torch.tensor([1., 2.], requires_grad=True)

h = w * 3
h.retain_grad()
loss = (h ** 2).sum()
loss.backward()

print("w.grad", w.grad.tolist())
print("h.grad", h.grad.tolist())
