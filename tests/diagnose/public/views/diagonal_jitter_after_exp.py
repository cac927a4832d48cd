# Gaussian process: jitter is added in place to the diagonal of the kernel matrix that exp has saved.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: k
import torch

x = torch.linspace(0, 1, 6)
y = torch.sin(6 * x)
log_scale = torch.zeros((), requires_grad=True)
log_noise = torch.tensor(-2.0, requires_grad=True)
opt = torch.optim.Adam([log_scale, log_noise], lr=0.1)
for _ in range(3):
    k = torch.exp(-0.5 * (x[:, None] - x[None]).pow(2) / log_scale.exp().pow(2))  #! saved
    k.diagonal().add_(log_noise.exp() + 1e-6)  #! edit
    chol = torch.linalg.cholesky(k)
    alpha = torch.cholesky_solve(y[:, None], chol)[:, 0]
    loss = 0.5 * y @ alpha + chol.diagonal().log().sum()
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
