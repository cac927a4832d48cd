# Both GAN losses are computed first, then discriminator and generator are updated one after the other.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: critic.weight
import torch
from torch import nn

torch.manual_seed(3)
maker = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 3))
critic = nn.Linear(3, 1)
opt_maker = torch.optim.SGD(maker.parameters(), lr=0.05)
opt_critic = torch.optim.SGD(critic.parameters(), lr=0.05)


def train_step(batch):
    made = maker(torch.randn(len(batch), 2))
    critic_loss = critic(made.detach()).mean() - critic(batch).mean()
    maker_loss = -critic(made).mean()  #! saved

    opt_critic.zero_grad()
    critic_loss.backward()
    opt_critic.step()  #! edit

    opt_maker.zero_grad()
    maker_loss.backward()  #! raise
    opt_maker.step()


for _ in range(2):
    train_step(torch.randn(4, 3))
