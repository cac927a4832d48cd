# The critic's weights are clipped through data before its loss goes backward.
# plain: completes
# expect: silent_overwrite
# gradient: critic[0].weight.grad
# intact: held = {name: weight.clone() for name, weight in critic.named_parameters()}; call = torch.func.functional_call; loss_c = call(critic, held, (gen(z).detach(),)).mean() - call(critic, held, (real,)).mean()
import torch
from torch import nn
critic, gen = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1)), nn.Linear(2, 3)
opt_c, opt_g = torch.optim.RMSprop(critic.parameters()), torch.optim.RMSprop(gen.parameters())
real, z = torch.randn(6, 3), torch.randn(6, 2)
loss_c = critic(gen(z).detach()).mean() - critic(real).mean()  #! saved
for p in critic.parameters():
    p.data.clamp_(-0.01, 0.01)  #! edit
opt_c.zero_grad()
loss_c.backward()
opt_c.step()
