import torch

w = torch.tensor(3., requires_grad=True)

scale = w
loss = w * scale

loss.backward()
print(w.grad)
