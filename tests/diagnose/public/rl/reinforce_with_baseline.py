# REINFORCE over a few episodes: log-probabilities in a list, returns normalised in place as plain numbers.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.distributions import Categorical

policy = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
for episode in range(2):
    state, log_probs, rewards = torch.zeros(3), [], []
    for t in range(6):
        dist = Categorical(logits=policy(state))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        rewards.append(float(action) - 0.5)
        state = torch.randn(3)
    returns = torch.zeros(len(rewards))
    running = 0.0
    for t in reversed(range(len(rewards))):
        running = rewards[t] + 0.9 * running
        returns[t] = running
    returns -= returns.mean()
    returns /= returns.std() + 1e-6
    loss = -(torch.stack(log_probs) * returns).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
