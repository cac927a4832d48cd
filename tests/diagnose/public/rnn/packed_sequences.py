# Sequences of different lengths, packed, run through a bidirectional GRU, and unpacked.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

sequences = [torch.randn(n, 3) for n in (5, 2, 4)]
lengths = torch.tensor([len(s) for s in sequences])
gru, head = nn.GRU(3, 4, bidirectional=True, batch_first=True), nn.Linear(8, 1)
packed = pack_padded_sequence(pad_sequence(sequences, batch_first=True), lengths, batch_first=True, enforce_sorted=False)
y, _ = pad_packed_sequence(gru(packed)[0], batch_first=True)
mask = torch.arange(y.size(1)) < lengths[:, None]
loss = (head(y).squeeze(-1) * mask).sum() / mask.sum()
loss.backward()
