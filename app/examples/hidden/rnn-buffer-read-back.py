import torch

w = torch.tensor([0.5, 2.0], requires_grad=True)
states = torch.zeros(4, 2)
states[0] = 1.0

for t in range(1, 4):
    states[t] = states[t - 1] * w

loss = states.sum()
loss.backward()
