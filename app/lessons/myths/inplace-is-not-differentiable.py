import torch

w = torch.tensor([0.5, 2.], requires_grad=True)
rows = torch.zeros(2, 2)
rows[0] = w * 1
rows[1] = w * 2
rows.sum().backward()
print(w.grad.tolist())
