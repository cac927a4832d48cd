import inspect
import io
import multiprocessing
import pickle
import warnings

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

from metrics import summary


class Gate(nn.Module):
    """Defined in the script itself, and pickled."""

    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        gate = self.lin(x).sigmoid()  # saved
        gate.clamp_(0.4, 0.6)  # edit
        return gate * x


def score(seed):
    torch.manual_seed(seed)
    return round(float(Gate()(torch.ones(1, 3)).sum()), 5)


def main():
    torch.manual_seed(3)
    model = Gate()
    buffer = io.BytesIO()
    torch.save(model, buffer)
    buffer.seek(0)
    again = torch.load(buffer, weights_only=False)
    print(type(again), type(again) is Gate, pickle.loads(pickle.dumps(score)) is score, Gate.__module__)
    print(inspect.getsource(Gate).count("\n"), inspect.getfile(Gate) == __file__, inspect.stack()[0].function)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(score, [1, 2]))
    warnings.warn("half of the data is left out", stacklevel=1)
    x = torch.randn(2, 3, requires_grad=True)
    y = checkpoint(nn.Tanh(), x, use_reentrant=False)
    out = again(y)
    print(summary(out))
    out.sum().backward()  # raise


if __name__ == "__main__":
    main()
