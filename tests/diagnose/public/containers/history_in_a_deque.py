# The last states lie in a deque; the oldest is decayed in place although its square is still needed.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: history[0] | state
from collections import deque

import torch

w = torch.ones(2, requires_grad=True)
history = deque(maxlen=3)
energy = 0
for step in range(1, 4):
    state = w * step
    energy = energy + state.pow(2).sum()  #! saved
    history.append(state)
history[0].mul_(0.9)  #! edit
energy.backward()  #! raise
