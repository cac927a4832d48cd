import torch

eta = torch.tensor(0.5, requires_grad=True)
doubled = eta * 2

loss = (doubled - 3) ** 2
loss.backward()
print("eta.grad", eta.grad.item())
