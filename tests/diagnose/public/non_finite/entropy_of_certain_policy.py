# An entropy bonus p * log p where one action has no probability left
# plain: completes
# expect: non_finite
# cause: log_of_zero

import torch

logits = torch.tensor([[300.0, 0.0, 0.0]], requires_grad=True)
p = torch.softmax(logits, dim=1)
log_p = torch.log(p)  #! birth
entropy = -(p * log_p).sum()
entropy.backward()
