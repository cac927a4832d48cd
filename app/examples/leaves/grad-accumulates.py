import torch

w = torch.tensor(2., requires_grad=True)

for step in range(3):
    loss = w ** 2
    loss.backward()
    print("step", step, "w.grad", w.grad.item())

w.grad = None
(w ** 2).backward()
print("cleared first", w.grad.item())
