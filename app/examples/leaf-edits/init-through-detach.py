import torch

w = torch.empty(3, 2, requires_grad=True)
w.detach().fill_(0.5)

bias = torch.empty(2, requires_grad=True)
bias.data.zero_()

x = torch.ones(4, 3)
loss = (x @ w + bias).sum()
loss.backward()
print("w.grad", w.grad.tolist())
print("bias.grad", bias.grad.tolist())
