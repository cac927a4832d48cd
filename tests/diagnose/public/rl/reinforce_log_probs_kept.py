# REINFORCE keeps the log-probabilities of past episodes on the policy.
# plain: raises RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after
# expect: graph_freed
import torch
from torch import nn

class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.saved_log_probs = []
        self.rewards = []
    def forward(self, x):
        return torch.softmax(self.fc(x), -1)

policy = Policy()
opt = torch.optim.Adam(policy.parameters())
for episode in range(2):
    for t in range(3):
        probs = policy(torch.randn(4))
        m = torch.distributions.Categorical(probs)
        a = m.sample()
        policy.saved_log_probs.append(m.log_prob(a))
        policy.rewards.append(float(a))
    loss = torch.stack([-lp * r for lp, r in zip(policy.saved_log_probs, policy.rewards)]).sum()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
