# NaN in the data is replaced before it is used
# plain: completes
# expect: nothing

import torch

data = torch.tensor([1.0, float("nan"), 3.0])
w = torch.ones(3, requires_grad=True)
(torch.nan_to_num(data) * w).sum().backward()
