import torch

w = torch.tensor([0.5, 2.0], requires_grad=True)
states = [torch.ones(2)]

for t in range(1, 4):
    states.append(states[t - 1] * w)

loss = torch.stack(states).sum()
loss.backward()
print("w.grad", w.grad.tolist())
