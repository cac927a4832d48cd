# A spectrally normalised layer's output goes backward twice, with an optimizer step in between.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn
from torch.nn.utils.parametrizations import spectral_norm

model = spectral_norm(nn.Linear(2, 5))
opt = torch.optim.SGD(model.parameters(), lr=1e-3)
loss = model(torch.randn(7, 2)).abs().mean()  #! saved
opt.zero_grad()
loss.backward(retain_graph=True)
opt.step()  #! edit
opt.zero_grad()
loss.backward()  #! raise
