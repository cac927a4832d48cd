# A network as nested lists of weight tensors, one of which is edited where it lies.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: layers[1][0] | w
import torch

layers = [[torch.randn(3, 4, requires_grad=True), torch.zeros(4, requires_grad=True)] for _ in range(2)]
layers[1] = [torch.randn(4, 1, requires_grad=True), torch.zeros(1, requires_grad=True)]
h = torch.randn(5, 3)
for w, b in layers:
    h = torch.tanh(h @ w + b)
h.sum().backward()
layers[1][0].sub_(0.1 * layers[1][0].grad)  #! edit raise
