# zero_grad, step, backward: the step finds nothing.
# plain: completes
# expect: order_of_calls
import torch
from torch import nn

class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self, batches):
        for x in batches:
            loss = self.model(x).pow(2).mean()
            self.optimizer.zero_grad()  #! here
            self.optimizer.step()
            loss.backward()

Trainer(nn.Linear(3, 1)).fit([torch.randn(4, 3) for _ in range(3)])
