# WGAN weight clipping through .data between the critic's forward and its backward, on a two-layer critic.
# plain: completes
# expect: silent_overwrite
# gradient: critic[0].weight.grad
# intact: score = nn.functional.linear(torch.relu(critic[0](x)), critic[2].weight.clone(), critic[2].bias)
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 1))
x = torch.randn(6, 3)
score = critic(x)  #! saved
for p in critic.parameters():
    p.data.clamp_(-0.01, 0.01)  #! edit
loss = score.mean()
loss.backward()
