# A variational autoencoder with a learned prior and an annealed KL term.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.distributions import Independent, Normal, kl_divergence

encoder, decoder = nn.Linear(6, 4), nn.Linear(2, 6)
prior_loc = nn.Parameter(torch.zeros(2))
opt = torch.optim.Adam([*encoder.parameters(), *decoder.parameters(), prior_loc], lr=1e-2)
for step in range(3):
    x = torch.rand(4, 6)
    loc, log_scale = encoder(x).chunk(2, -1)
    posterior = Independent(Normal(loc, nn.functional.softplus(log_scale)), 1)
    z = posterior.rsample()
    kl = kl_divergence(posterior, Independent(Normal(prior_loc, torch.ones(2)), 1))
    loss = (nn.functional.binary_cross_entropy_with_logits(decoder(z), x, reduction="none").sum(1) + step / 3 * kl).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
