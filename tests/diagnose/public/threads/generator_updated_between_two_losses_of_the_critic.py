# Edge and inpainting models: the generator is stepped, then the discriminator's loss, computed before, goes back through it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn

gen, dis = nn.Sequential(nn.Linear(2, 4), nn.Linear(4, 2)), nn.Linear(2, 1)
gen_opt, dis_opt = torch.optim.Adam(gen.parameters()), torch.optim.Adam(dis.parameters())
fake = gen(torch.randn(3, 2))  #! saved
gen_loss, dis_loss = -dis(fake).mean(), dis(fake).relu().mean() + dis(torch.randn(3, 2)).mean()
gen_loss.backward(retain_graph=True)
gen_opt.step()  #! edit
dis_loss.backward()  #! raise
dis_opt.step()
