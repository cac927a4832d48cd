# Two critics with an optimizer each, whose updates stand on one line each.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn
q1, q2 = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1)), nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
q1_opt = torch.optim.Adam(q1.parameters(), lr=1e-3)
q2_opt = torch.optim.Adam(q2.parameters(), lr=1e-3)
x, y = torch.randn(8, 3), torch.randn(8, 1)
a, b = q1(x), q2(x)
q1_loss = (a - y).pow(2).mean() + 0.1 * (a - b).pow(2).mean()
q2_loss = (b - y).pow(2).mean() + 0.1 * (a - b).pow(2).mean()
q1_opt.zero_grad(); q1_loss.backward(retain_graph=True); q1_opt.step()
q2_opt.zero_grad(); q2_loss.backward(); q2_opt.step()  #! raise
