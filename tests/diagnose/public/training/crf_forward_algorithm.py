# The forward algorithm of a linear-chain CRF: log-sum-exp over a trellis, gold path by gather.
# plain: completes
# expect: nothing
import torch
from torch import nn

emit, transitions = nn.Linear(3, 4), nn.Parameter(torch.zeros(4, 4))
x, tags = torch.randn(6, 3), torch.randint(0, 4, (6,))
scores = emit(x)
alpha = scores[0]
for t in range(1, 6):
    alpha = torch.logsumexp(alpha[:, None] + transitions, 0) + scores[t]
gold = scores.gather(1, tags[:, None]).sum() + transitions[tags[:-1], tags[1:]].sum()
(torch.logsumexp(alpha, 0) - gold).backward()
