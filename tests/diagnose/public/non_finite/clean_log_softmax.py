# log_softmax of a certain prediction
# plain: completes
# expect: nothing

import torch

logits = torch.tensor([[300.0, 0.0]], requires_grad=True)
torch.log_softmax(logits, 1)[0, 1].neg().backward()
