# A recurrent cell whose four gates come from one matrix product.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class LSTMCell(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.weight_ih = nn.Parameter(torch.empty(4 * hidden, inputs))
        self.weight_hh = nn.Parameter(torch.empty(4 * hidden, hidden))
        self.bias = nn.Parameter(torch.zeros(4 * hidden))
        self.hidden = hidden
        for weight in (self.weight_ih, self.weight_hh):
            nn.init.orthogonal_(weight)

    def forward(self, x, state):
        h, c = state
        gates = x @ self.weight_ih.t() + h @ self.weight_hh.t() + self.bias
        i, f, g, o = gates.chunk(4, dim=1)
        i.sigmoid_()
        f.sigmoid_()
        g.tanh_()
        o.sigmoid_()
        c = f * c + i * g
        h = o * torch.tanh(c)
        return h, c


class SequenceModel(nn.Module):
    def __init__(self, inputs=3, hidden=8, outputs=1):
        super().__init__()
        self.cell = LSTMCell(inputs, hidden)
        self.readout = nn.Linear(hidden, outputs)

    def forward(self, x):
        batch = x.size(0)
        state = x.new_zeros(batch, self.cell.hidden), x.new_zeros(batch, self.cell.hidden)
        outputs = []
        for t in range(x.size(1)):
            state = self.cell(x[:, t], state)
            outputs.append(self.readout(state[0]))
        return torch.stack(outputs, dim=1)


model = SequenceModel()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(4, 5, 3)
y = x.sum(-1, keepdim=True).cumsum(1)

for step in range(2):
    loss = F.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
