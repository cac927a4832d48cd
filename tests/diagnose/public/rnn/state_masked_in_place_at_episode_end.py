# The recurrent state is zeroed in place where an episode ended, after the value head has used it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: h
import torch
from torch import nn

rnn, head = nn.GRUCell(3, 5), nn.Linear(5, 1)
h = torch.zeros(2, 5)
values = []
for t in range(3):
    h = rnn(torch.randn(2, 3), h)
    values.append(head(h))  #! saved
    done = torch.tensor([t == 1, False])
    h[done] = 0.0  #! edit
loss = torch.stack(values).pow(2).mean()
loss.backward()  #! raise
