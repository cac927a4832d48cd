import torch

raw = torch.tensor([6., 3., 0.], requires_grad=True)
param = raw * 1
param[2] = param[0].detach() / param[1].detach()

loss = param.sum()
loss.backward()
print("raw.grad", raw.grad.tolist())
