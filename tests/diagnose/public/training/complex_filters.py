# A learned complex filter in the frequency domain, as in Fourier neural operators.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Spectral(nn.Module):
    def __init__(self, modes=3):
        super().__init__()
        self.modes = modes
        self.weight = nn.Parameter(torch.randn(2, 2, modes, dtype=torch.cfloat) / 2)

    def forward(self, x):
        spectrum = torch.fft.rfft(x)
        out = torch.zeros_like(spectrum)
        out[:, :, : self.modes] = torch.einsum("bix,iox->box", spectrum[:, :, : self.modes], self.weight)
        return torch.fft.irfft(out, n=x.size(-1))


layer, mix = Spectral(), nn.Conv1d(2, 2, 1)
opt = torch.optim.Adam([*layer.parameters(), *mix.parameters()])
for _ in range(2):
    x = torch.randn(3, 2, 8)
    loss = (torch.relu(layer(x) + mix(x)) - x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
