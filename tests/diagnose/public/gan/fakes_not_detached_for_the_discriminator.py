# The fakes go to the discriminator undetached, so its backward frees the generator's graph, which the generator then needs.
# plain: raises RuntimeError: Trying to backward through the graph a second time
# expect: graph_freed
import torch
from torch import nn

G = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
D = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1), nn.Sigmoid())
og, od = torch.optim.RMSprop(G.parameters(), lr=1e-3), torch.optim.RMSprop(D.parameters(), lr=1e-3)
loss = nn.BCELoss()
for batch in torch.randn(2, 8, 2):
    fake = G(torch.randn(8, 3))
    od.zero_grad()
    d_loss = loss(D(batch), torch.ones(8, 1)) + loss(D(fake), torch.zeros(8, 1))
    d_loss.backward()
    od.step()
    og.zero_grad()
    g_loss = loss(D(fake), torch.ones(8, 1))
    g_loss.backward()  #! raise
    og.step()
