# Siamese networks with a stop-gradient, and a straight-through estimator: detach is meant.
# plain: completes
# expect: nothing
import torch
from torch import nn
import torch.nn.functional as F

encoder, predictor = nn.Linear(4, 3), nn.Linear(3, 3)
a, b = torch.randn(5, 4), torch.randn(5, 4)
za, zb = encoder(a), encoder(b)
loss = -(F.cosine_similarity(predictor(za), zb.detach()).mean() + F.cosine_similarity(predictor(zb), za.detach()).mean()) / 2
loss.backward()
