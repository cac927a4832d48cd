# A trainer object with callbacks, a validation loop in evaluation mode, checkpoints in memory and early stopping.
# plain: completes
# expect: nothing
import copy

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


class Callback:
    def epoch_ended(self, trainer, score):
        raise NotImplementedError


class Checkpoint(Callback):
    def __init__(self):
        self.best, self.state = float("inf"), None

    def epoch_ended(self, trainer, score):
        if score < self.best:
            self.best, self.state = score, copy.deepcopy(trainer.model.state_dict())


class Patience(Callback):
    def __init__(self, rounds):
        self.left, self.best = rounds, float("inf")

    def epoch_ended(self, trainer, score):
        self.left = self.left if score < self.best else self.left - 1
        self.best = min(self.best, score)
        trainer.stopped |= self.left < 0


class Trainer:
    def __init__(self, model, callbacks):
        self.model, self.callbacks, self.stopped = model, callbacks, False
        self.opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        self.schedule = torch.optim.lr_scheduler.ReduceLROnPlateau(self.opt, patience=0)

    def fit(self, train, valid, epochs):
        for epoch in range(epochs):
            self.model.train()
            for x, y in train:
                self.opt.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                self.opt.step()
            score = self.validate(valid)
            self.schedule.step(score)
            for callback in self.callbacks:
                callback.epoch_ended(self, score)
            if self.stopped:
                break

    @torch.no_grad()
    def validate(self, valid):
        self.model.eval()
        return sum(nn.functional.mse_loss(self.model(x), y).item() * len(x) for x, y in valid)


x = torch.randn(24, 3)
train, valid = random_split(TensorDataset(x, x.sum(1, keepdim=True)), [16, 8], generator=torch.Generator().manual_seed(0))
model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(0.1), nn.Linear(8, 1))
checkpoint = Checkpoint()
trainer = Trainer(model, [checkpoint, Patience(1)])
trainer.fit(DataLoader(train, 8, shuffle=True), DataLoader(valid, 4), 3)
model.load_state_dict(checkpoint.state)
print(checkpoint.best < float("inf"))
