# A buffer of hidden states is filled and read in one loop.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn

class RNN(nn.Module):
    def __init__(self, n_in, n_h):
        super().__init__()
        self.w_in, self.w_h = nn.Linear(n_in, n_h), nn.Linear(n_h, n_h)
    def forward(self, x):
        T, B, _ = x.shape
        hs = torch.zeros(T + 1, B, 4)
        for t in range(T):
            hs[t + 1] = torch.tanh(self.w_in(x[t]) + self.w_h(hs[t]))
        return hs[1:]

rnn = RNN(3, 4)
rnn(torch.randn(5, 2, 3)).pow(2).mean().backward()  #! raise
