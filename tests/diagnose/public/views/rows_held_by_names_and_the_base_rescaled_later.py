# Rows taken by iteration are kept under names, their sum goes backward, then the base is rescaled for printing.
# plain: completes
# expect: nothing
import torch

w = torch.rand(2, 3, requires_grad=True)
probs = w.softmax(1)
first, second = probs
loss = (first - second).pow(2).sum()
loss.backward()
probs.detach().mul_(100)
print(w.grad.shape)
