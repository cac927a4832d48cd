# A character model in a notebook: the forward pass in one cell, backward and update in a loop of another.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch

xenc, ys = torch.eye(5)[[0, 3, 1, 2, 4]], torch.tensor([1, 2, 0, 4, 3])
W = torch.randn(5, 5, requires_grad=True)
logits = xenc @ W
prob = logits.exp() / logits.exp().sum(1, keepdim=True)
loss = -prob[torch.arange(5), ys].log().mean()
for step in range(3):
    W.grad = None
    loss.backward()  #! raise
    W.data += -0.1 * W.grad
