# Features are wrapped into a Variable that requires grad, as old code did.
# plain: completes
# expect: unreached_parameters
import torch
from torch import nn
from torch.autograd import Variable
conv, fc = nn.Conv1d(1, 2, 3), nn.Linear(2, 1)
opt = torch.optim.SGD([*conv.parameters(), *fc.parameters()], lr=0.1)
x = torch.randn(4, 1, 8)
feat = conv(x).mean(-1)
feat = Variable(feat.data, requires_grad=True)
loss = fc(feat).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
