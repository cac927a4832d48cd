# A recurrent state lives in a dataclass; its cell is scaled in place after the output has saved it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: state.c
from dataclasses import dataclass

import torch


@dataclass
class State:
    h: torch.Tensor
    c: torch.Tensor


w = torch.randn(3, requires_grad=True)
state = State(h=torch.zeros(3), c=(w * 2).exp())
out = state.c * w  #! saved
state.c.mul_(0.5)  #! edit
(out + state.c).sum().backward()  #! raise
