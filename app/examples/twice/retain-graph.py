import torch

w = torch.tensor([1., 2.], requires_grad=True)
loss = (w ** 2).sum()

loss.backward(retain_graph=True)
print("once ", w.grad.tolist())
loss.backward()
print("twice", w.grad.tolist())
