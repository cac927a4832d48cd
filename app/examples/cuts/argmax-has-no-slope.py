import torch

scores = torch.tensor([0.1, 0.7, 0.2], requires_grad=True)

best = scores.argmax()
loss = (best - 2.) ** 2
loss.backward()
