import torch

eta = torch.tensor(0.5, requires_grad=True)
eta = eta * 2

loss = (eta - 3) ** 2
loss.backward()
print("eta.grad", eta.grad)
