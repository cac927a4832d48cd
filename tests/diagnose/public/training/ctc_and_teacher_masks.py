# CTC loss over padded batches, with spectrogram masking written in place on the input.
# plain: completes
# expect: nothing
import torch
from torch import nn

net = nn.GRU(4, 5, batch_first=True)
out = nn.Linear(5, 6)
x = torch.randn(2, 8, 4)
x[:, 2:4] = 0
x[:, :, 1] = x.mean()
logp = out(net(x)[0]).log_softmax(-1).transpose(0, 1)
loss = nn.functional.ctc_loss(logp, torch.randint(1, 6, (2, 3)), torch.tensor([8, 7]), torch.tensor([3, 2]))
loss.backward()
