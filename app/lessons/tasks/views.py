import torch

w = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
base = w * 1
row = base[0]

loss = (base ** 2).sum()
row.zero_()

loss.backward()
print(w.grad)
