# The loss is inf once a probability is exactly zero
# plain: completes
# expect: non_finite
# cause: log_of_zero

import torch

logits = torch.tensor([[200.0, 0.0]], requires_grad=True)
probabilities = torch.softmax(logits, dim=1)
loss = -torch.log(probabilities)[0, 1]  #! birth
loss.backward()
