# Every target of the batch is the ignored index
# plain: completes
# expect: non_finite
# cause: mean_of_nothing

import torch
import torch.nn.functional as F

logits = torch.randn(2, 3, requires_grad=True)
targets = torch.tensor([-100, -100])
loss = F.cross_entropy(logits, targets)  #! birth
loss.backward()
