import torch

w = torch.tensor([1., 2.], requires_grad=True)

h = w * 2
loss = (h ** 2).sum()
loss.backward()
h.zero_()

print("w.grad", w.grad.tolist())
