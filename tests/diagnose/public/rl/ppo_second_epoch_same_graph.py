# PPO keeps the graph of the old log-probabilities over its epochs.
# plain: raises RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after
# expect: graph_freed
import torch
from torch import nn
net = nn.Linear(4, 2)
opt = torch.optim.Adam(net.parameters())
s, a, adv = torch.randn(6, 4), torch.randint(0, 2, (6,)), torch.randn(6)
logp_old = torch.distributions.Categorical(logits=net(s)).log_prob(a)
for epoch in range(3):
    logp = torch.distributions.Categorical(logits=net(s)).log_prob(a)
    ratio = (logp - logp_old).exp()
    loss = -torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
