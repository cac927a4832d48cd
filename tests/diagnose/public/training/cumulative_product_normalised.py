# A learned noise schedule: cumprod's result is normalised in place.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: alpha_bar
import torch

log_snr = torch.linspace(2, -2, 6).requires_grad_()
alpha = torch.sigmoid(log_snr)
alpha_bar = torch.cumprod(alpha, 0)  #! saved
alpha_bar /= alpha_bar[0].item()  #! edit
loss = (1 - alpha_bar).sum()
loss.backward()  #! raise
