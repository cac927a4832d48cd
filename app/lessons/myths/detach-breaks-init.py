import torch

w = torch.zeros(2, requires_grad=True)
w.detach().fill_(3)
loss = (w ** 2).sum()
loss.backward()
print(w.grad.tolist())
