# A head is re-initialised with reset_parameters() while an earlier loss that went through it is still to go backward.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: head.weight
import torch
from torch import nn

body, head = nn.Linear(3, 4), nn.Linear(4, 2)
before = head(body(torch.randn(5, 3)).relu()).pow(2).mean()  #! saved
head.reset_parameters()  #! edit
after = head(body(torch.randn(5, 3)).relu()).pow(2).mean()
(before + after).backward()  #! raise
