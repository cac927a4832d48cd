# The same with detach(), and with no_grad.
# plain: completes
# expect: nothing
import numpy as np
import torch
from torch import nn

model = nn.Linear(1, 1)
x = torch.linspace(0, 1, 20).unsqueeze(1)
print(np.asarray(model(x).detach()).shape)
with torch.no_grad():
    print(model(x).numpy().shape)
