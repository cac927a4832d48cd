import torch

raw = torch.tensor([6., 3., 0.], requires_grad=True)
ratio = raw[0] / raw[1]
param = torch.stack([raw[0], raw[1], ratio])

loss = param.sum()
loss.backward()
print("raw.grad", [round(g, 4) for g in raw.grad.tolist()])
