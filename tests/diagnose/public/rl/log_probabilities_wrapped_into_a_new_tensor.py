# REINFORCE collects log probabilities in a list and builds the loss from torch.tensor of it.
# plain: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn

policy = nn.Linear(4, 2)
log_probs, rewards = [], []
for t in range(3):
    chosen = torch.distributions.Categorical(logits=policy(torch.randn(4)))
    action = chosen.sample()
    log_probs.append(chosen.log_prob(action))
    rewards.append(float(action))
loss = -(torch.tensor(log_probs) * torch.tensor(rewards)).sum()  #! cut
loss.backward()  #! raise
