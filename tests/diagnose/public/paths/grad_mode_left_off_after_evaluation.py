# torch.set_grad_enabled(False) in an evaluation function is never undone.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn

model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def evaluate(x):
    torch.set_grad_enabled(False)
    model.eval()
    return model(x).argmax(1)


for epoch in range(2):
    model.train()
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(torch.randn(4, 3)), torch.tensor([0, 1, 0, 1]))
    loss.backward()  #! raise
    optimizer.step()
    evaluate(torch.randn(2, 3))
