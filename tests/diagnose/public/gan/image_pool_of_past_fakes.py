# A CycleGAN-like pool of earlier fakes: images are cloned and detached, old ones swapped out at random.
# plain: completes
# expect: nothing
import random

import torch
from torch import nn


class Pool:
    def __init__(self, size):
        self.size, self.images = size, []

    def query(self, batch):
        out = []
        for image in batch.detach():
            image = image.unsqueeze(0)
            if len(self.images) < self.size:
                self.images.append(image)
                out.append(image)
            elif random.random() > 0.5:
                i = random.randrange(self.size)
                out.append(self.images[i].clone())
                self.images[i] = image
            else:
                out.append(image)
        return torch.cat(out)


G, D = nn.Conv2d(1, 1, 3, padding=1), nn.Conv2d(1, 1, 4)
opt_g, opt_d = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())
pool = Pool(3)
for _ in range(3):
    fake = G(torch.randn(2, 1, 8, 8))
    opt_g.zero_grad()
    (D(fake) - 1).pow(2).mean().backward()
    opt_g.step()
    opt_d.zero_grad()
    (D(torch.randn(2, 1, 8, 8)) - 1).pow(2).mean().add(D(pool.query(fake)).pow(2).mean()).backward()
    opt_d.step()
