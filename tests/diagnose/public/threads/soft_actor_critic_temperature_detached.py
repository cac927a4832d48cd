# A soft actor-critic as it was mended: the log-probability is detached for the temperature's loss.
# plain: completes
# expect: nothing
import torch
from torch import nn

pi, q = nn.Linear(3, 2), nn.Linear(3, 1)
log_alpha = torch.zeros((), requires_grad=True)
opts = [torch.optim.Adam(p, lr=1e-3) for p in ([*pi.parameters()], [log_alpha])]
states = torch.randn(4, 3)
for _ in range(2):
    logp = pi(states).log_softmax(-1).mean(-1)
    alpha_loss = -(log_alpha * (logp + 1).detach()).mean()
    opts[1].zero_grad()
    alpha_loss.backward()
    opts[1].step()
    policy_loss = (log_alpha.exp() * logp - q(states).squeeze(-1)).mean()
    opts[0].zero_grad()
    policy_loss.backward()
    opts[0].step()
