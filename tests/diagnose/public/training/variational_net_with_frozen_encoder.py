# The encoder is frozen for fine-tuning, and the only head that is trained was made in inference mode's place: nothing requires grad.
# plain: raises RuntimeError: does not require grad and does not have a grad_fn
# expect: no_grad_path
# tensor: loss
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 6))

    def forward(self, x):
        return self.layers(x)


class Tuned(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.head = encoder, nn.Linear(6, 2)

    def freeze(self):
        for name, parameter in self.named_parameters():
            parameter.requires_grad_("heads" in name)

    def forward(self, x):
        return self.head(self.encoder(x))


model = Tuned(Encoder())
model.freeze()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    loss = nn.functional.cross_entropy(model(torch.randn(3, 4)), torch.tensor([0, 1, 0]))
    opt.zero_grad()
    loss.backward()  #! raise
    opt.step()
