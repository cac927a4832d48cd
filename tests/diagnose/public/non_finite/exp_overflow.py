# A hand-written softmax overflows
# plain: completes
# expect: non_finite
# cause: overflow

import torch

scores = torch.tensor([100.0, 1.0], requires_grad=True)
exps = torch.exp(scores)  #! birth
soft = exps / exps.sum()
soft[0].backward()
