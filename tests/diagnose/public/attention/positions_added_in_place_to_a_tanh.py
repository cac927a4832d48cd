# The positional encoding scales and adds in place; what it is given was saved by a tanh.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: e
import math

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, d, max_len=20):
        super().__init__()
        pe, position = torch.zeros(max_len, d), torch.arange(max_len).unsqueeze(1)
        div = torch.exp(torch.arange(0, d, 2) * (-math.log(10000.0) / d))
        pe[:, 0::2], pe[:, 1::2] = torch.sin(position * div), torch.cos(position * div)
        self.register_buffer("pe", pe.unsqueeze(0))

    def forward(self, x):
        x *= math.sqrt(x.size(-1))  #! edit
        x += self.pe[:, : x.size(1)]
        return x


class Model(nn.Module):
    def __init__(self, v=11, d=8):
        super().__init__()
        self.emb, self.pos, self.out = nn.Embedding(v, d), PositionalEncoding(d), nn.Linear(d, v)
        self.layer = nn.TransformerEncoderLayer(d, 2, 16, dropout=0.0, batch_first=True)

    def forward(self, s):
        e = torch.tanh(self.emb(s))  #! saved
        return self.out(self.layer(self.pos(e)))


model, s = Model(), torch.randint(0, 11, (2, 5))
loss = nn.functional.cross_entropy(model(s).transpose(1, 2), s)
loss.backward()  #! raise
