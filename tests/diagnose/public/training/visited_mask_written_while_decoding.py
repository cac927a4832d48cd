# A pointer network marks visited cities in a mask in place; masked_fill has saved the mask of the step before.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: visited
import torch
from torch import nn

torch.manual_seed(0)
embed, score = nn.Linear(2, 4), nn.Linear(4, 4)
cities = embed(torch.rand(5, 2))
visited = torch.zeros(5, dtype=torch.bool)
query, log_prob = cities.mean(0), 0
for step in range(3):
    logits = (score(cities) @ query).masked_fill(visited, float("-inf"))  #! saved
    dist = torch.distributions.Categorical(logits=logits)
    choice = dist.sample()
    log_prob = log_prob + dist.log_prob(choice)
    visited[choice] = True  #! edit
    query = cities[choice]
log_prob.backward()  #! raise
