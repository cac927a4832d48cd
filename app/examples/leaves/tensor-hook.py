import torch

w = torch.tensor([1., 2.], requires_grad=True)

h = w * 3
h.register_hook(lambda grad: grad.clamp(max=10))
loss = (h ** 2).sum()
loss.backward()

print("w.grad", w.grad.tolist())
