# %%
import random
import numpy as np
import torch

torch.rand(2), random.random(), np.random.rand()
# %%
torch.manual_seed(4);
a = torch.randn(2)
torch.manual_seed(4);
torch.equal(a, torch.randn(2))
# %%
state = torch.get_rng_state()
x = torch.rand(1)
1 / 0
# %%
torch.set_rng_state(state)
torch.equal(torch.rand(1), x)
# %%
with torch.random.fork_rng():
    torch.manual_seed(0)
    inside = torch.rand(1)
inside, torch.rand(1)
# %%
g = torch.Generator()
g.manual_seed(5)
torch.randperm(5, generator=g), g.initial_seed()
# %%
rng = np.random.default_rng(3)
rng.normal(size=2), rng.integers(10)
# %%
torch.initial_seed()
# %%
drop = torch.nn.Dropout(0.5)
drop(torch.ones(8))
# %%
w = torch.empty(3, 3)
torch.nn.init.kaiming_uniform_(w), torch.nn.init.orthogonal_(w).det().abs()
# %%
np.random.seed(-1)
# %%
torch.manual_seed("seed")
# %%
hash(x) == id(x), random.choice("abc"), (random.sample(range(9), 3) == random.sample(range(9), 3))
# %%
torch.bernoulli(torch.tensor([2.0]))
# %%
torch.nn.functional.gumbel_softmax(torch.zeros(3), hard=True), torch.normal(0.0, 1.0, (2,))
# %%
loader = torch.utils.data.DataLoader(range(6), batch_size=2, shuffle=True)
list(loader), [b.tolist() for b in loader]
# %%
random.shuffle(l := list(range(5))) or l
