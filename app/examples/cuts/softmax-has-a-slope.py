import torch

scores = torch.tensor([0.1, 0.7, 0.2], requires_grad=True)

weights = scores.softmax(dim=0)
best = (weights * torch.arange(3.)).sum()
loss = (best - 2.) ** 2
loss.backward()
print("scores.grad", [round(g, 3) for g in scores.grad.tolist()])
