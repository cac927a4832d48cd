# Scores of finished beams are minus infinity
# plain: completes
# expect: nothing

import torch
import torch.nn.functional as F

scores = torch.full((2, 3), float("-inf"))
scores[:, 0] = 0.0
logits = torch.randn(2, 3, requires_grad=True)
total = scores + torch.log_softmax(logits, -1)
best = total.argmax(-1)
F.cross_entropy(logits, best).backward()
