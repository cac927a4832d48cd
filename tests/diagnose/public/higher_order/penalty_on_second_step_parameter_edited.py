# A Hessian penalty: the weight is moved under no_grad between the first and the second derivative.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: w
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = w.pow(3).sum()
(g,) = torch.autograd.grad(loss, w, create_graph=True)  #! saved
with torch.no_grad():
    w -= 0.1 * g  #! edit
g.pow(2).sum().backward()  #! raise
