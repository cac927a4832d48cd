import torch

w = torch.tensor(2., requires_grad=True)

for step in range(3):
    loss = w ** 2
    loss.backward()
print(w.grad)
