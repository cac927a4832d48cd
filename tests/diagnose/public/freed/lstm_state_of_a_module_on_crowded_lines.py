# A module keeps its hidden state as a tuple, and the loop has several statements on a line.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch, torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.lstm = nn.LSTM(2, 3); self.fc = nn.Linear(3, 1); self.init_hidden()

    def init_hidden(self): self.hidden = (torch.zeros(1, 1, 3), torch.zeros(1, 1, 3))

    def forward(self, x):
        o, self.hidden = self.lstm(x, self.hidden)
        return self.fc(o[-1])


net = Net(); opt = torch.optim.Adam(net.parameters())
for i in range(3):
    opt.zero_grad(); loss = net(torch.randn(4, 1, 2)).sum(); loss.backward(); opt.step()  #! raise
