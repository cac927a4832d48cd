# The hidden state is an attribute of the module, and never detached.
# plain: raises RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after
# expect: graph_freed
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(3, 5, batch_first=True)
        self.fc = nn.Linear(5, 1)
        self.hidden = torch.zeros(1, 2, 5)
    def forward(self, x):
        out, self.hidden = self.rnn(x, self.hidden)
        return self.fc(out[:, -1])

net = Net()
opt = torch.optim.Adam(net.parameters())
for _ in range(3):
    loss = net(torch.randn(2, 4, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
