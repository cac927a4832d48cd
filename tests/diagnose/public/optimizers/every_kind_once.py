# One step of each common optimizer, foreach and not.
# plain: completes
# expect: nothing
import torch
from torch import nn

kinds = [torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop, torch.optim.Adagrad, torch.optim.NAdam]
x = torch.randn(4, 2)
for kind in kinds:
    for foreach in (False, True):
        model = nn.Linear(2, 1)
        optimizer = kind(model.parameters(), lr=0.01, foreach=foreach)
        for _ in range(2):
            optimizer.zero_grad()
            model(x).pow(2).mean().backward()
            optimizer.step()
