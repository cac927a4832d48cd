import torch

w1 = torch.tensor([2.], requires_grad=True)
w2 = torch.tensor([3.], requires_grad=True)
optimizer = torch.optim.SGD([w1, w2], lr=0.1)

out = w1 * w2
loss_a = out ** 2
loss_b = out * 4

(loss_a + loss_b).backward()
optimizer.step()
print(w1.grad, w2.grad)
