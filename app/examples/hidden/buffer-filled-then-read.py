import torch

w = torch.tensor([0.5, 2.0], requires_grad=True)
rows = torch.zeros(3, 2)

for i in range(3):
    rows[i] = w * i

loss = (rows ** 2).sum()
loss.backward()
print("w.grad", w.grad.tolist())
