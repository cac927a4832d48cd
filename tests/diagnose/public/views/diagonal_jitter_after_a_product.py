# The same with an amplitude multiplied on: the product is saved by nothing, so its diagonal can be edited.
# plain: completes
# expect: nothing
import torch

x = torch.linspace(0, 1, 6)
log_scale = torch.zeros((), requires_grad=True)
log_amplitude = torch.zeros((), requires_grad=True)
k = log_amplitude.exp() * torch.exp(-0.5 * (x[:, None] - x[None]).pow(2) / log_scale.exp().pow(2))
k.diagonal().add_(1e-3)
torch.linalg.cholesky(k).diagonal().log().sum().backward()
print(log_scale.grad, log_amplitude.grad)
