# Weight norm, spectral norm, orthogonal and symmetric weights, cached, with an exponential average of the model.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.nn.utils.parametrizations import weight_norm, spectral_norm, orthogonal
from torch.nn.utils import parametrize
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
torch.manual_seed(0)
class Sym(nn.Module):
    def forward(self, X): return X.triu() + X.triu(1).transpose(-1, -2)
net = nn.Sequential(weight_norm(nn.Linear(4, 4)), nn.ELU(inplace=True), spectral_norm(nn.Linear(4, 4)), nn.Softplus(), orthogonal(nn.Linear(4, 4)))
parametrize.register_parametrization(last := nn.Linear(4, 4), "weight", Sym())
ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(.9))
opt = torch.optim.SGD([*net.parameters(), *last.parameters()], lr=.1, momentum=.9, nesterov=True)
for _ in range(3):
    opt.zero_grad()
    with parametrize.cached():
        loss = last(net(torch.randn(3, 4))).pow(2).mean()
    loss.backward(); opt.step(); ema.update_parameters(net)
with torch.no_grad(): print(ema(torch.ones(1, 4)).shape, torch.allclose(last.weight, last.weight.T))
