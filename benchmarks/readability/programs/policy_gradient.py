# REINFORCE with a baseline on a two-armed bandit that changes with its context.
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine1 = nn.Linear(4, 12)
        self.dropout = nn.Dropout(p=0.3)
        self.affine2 = nn.Linear(12, 2)
        self.saved_log_probs = []
        self.rewards = []

    def forward(self, x):
        x = torch.relu(self.dropout(self.affine1(x)))
        return self.affine2(x).softmax(dim=-1)


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)


def select_action(state):
    probabilities = policy(state.unsqueeze(0))
    distribution = Categorical(probabilities)
    action = distribution.sample()
    policy.saved_log_probs.append(distribution.log_prob(action))
    return action.item()


def finish_episode():
    running, returns = 0.0, []
    for reward in reversed(policy.rewards):
        running = reward + 0.9 * running
        returns.insert(0, running)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-6)
    losses = [-log_prob * value for log_prob, value in zip(policy.saved_log_probs, returns)]
    optimizer.zero_grad()
    loss = torch.cat(losses).sum()
    loss.backward()
    optimizer.step()
    del policy.rewards[:]
    del policy.saved_log_probs[:]
    return loss.item()


for episode in range(2):
    state = torch.randn(4)
    for _ in range(6):
        action = select_action(state)
        policy.rewards.append(float(action == int(state[0] > 0)))
        state = torch.randn(4)
    print(episode, finish_episode())
