# The same, done right: one-hot gradients give the rows of the Jacobian, and the sum gives all slopes at once.
# plain: completes
# expect: nothing
import torch

x = torch.linspace(-3, 3, 5, requires_grad=True)
y = torch.tanh(x) * x
rows = [torch.autograd.grad(y, x, torch.eye(5)[i], retain_graph=True)[0] for i in range(5)]
(slope,) = torch.autograd.grad(y.sum(), x, retain_graph=True)
y.backward(torch.ones_like(y))
print(torch.stack(rows).sum(0).allclose(slope), x.grad.allclose(slope))
