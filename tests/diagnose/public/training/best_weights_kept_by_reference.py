# The best weights are kept as state_dict(), which holds the weights themselves: loading them back changes nothing.
# plain: completes
# expect: shared_weights
# tensor: model.weight
import torch
from torch import nn

model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
best, best_loss = None, float("inf")
for epoch in range(4):
    loss = (model(torch.ones(2, 3)) - epoch).pow(2).mean()
    if loss.item() < best_loss:
        best_loss = loss.item()
        best = model.state_dict()
    opt.zero_grad()
    loss.backward()
    opt.step()
model.load_state_dict(best)  #! edit
