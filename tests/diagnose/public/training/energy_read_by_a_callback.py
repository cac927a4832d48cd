# A training loop with callbacks, one of which scales the stored output in place for logging.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: trainer.output | self.output | output
import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model, self.callbacks, self.output = model, [], None

    def step(self, x):
        self.output = self.model(x).softmax(1)
        loss = (self.output * self.output.log()).sum()  #! saved
        for callback in self.callbacks:
            callback(self)
        loss.backward()  #! raise


def log_percent(trainer):
    trainer.output.mul_(100)  #! edit
    print(trainer.output.shape)


trainer = Trainer(nn.Linear(3, 4))
trainer.callbacks.append(log_percent)
trainer.step(torch.randn(2, 3))
