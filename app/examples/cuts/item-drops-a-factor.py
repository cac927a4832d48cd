import torch

w = torch.tensor(3., requires_grad=True)

scale = (w ** 2).item()
loss = scale * w
loss.backward()
print("w.grad", w.grad.item(), "but the slope of w**3 is", 27.0)
