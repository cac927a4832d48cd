# Deep Q-learning whose target network is a second name for the network: the copy now and then copies each weight onto itself.
# plain: completes
# expect: shared_weights
# tensor: policy_net.body.0.weight
import torch
from torch import nn


class QNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))

    def forward(self, state):
        return self.body(state)


policy_net = QNetwork()
target_net = policy_net
target_net.eval()
optimizer = torch.optim.RMSprop(policy_net.parameters(), lr=1e-3)
for step in range(6):
    state, following = torch.randn(8, 4), torch.randn(8, 4)
    action, reward = torch.randint(0, 2, (8, 1)), torch.randn(8)
    q = policy_net(state).gather(1, action).squeeze(1)
    with torch.no_grad():
        wanted = reward + 0.99 * target_net(following).max(1).values
    loss = nn.functional.smooth_l1_loss(q, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 3 == 2:
        target_net.load_state_dict(policy_net.state_dict())  #! edit
