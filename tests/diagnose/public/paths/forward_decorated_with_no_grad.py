# A helper that computes the prediction is decorated with no_grad, left over from evaluation.
# plain: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn

net = nn.Linear(3, 1)


@torch.no_grad()
def predict(x):
    return net(x)  #! cut


loss = predict(torch.randn(4, 3)).pow(2).mean()
loss.backward()  #! raise
