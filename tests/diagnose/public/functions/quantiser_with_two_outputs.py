# A vector quantiser written as a Function returns codes and their indices; the codebook learns from the gradient.
# plain: completes
# expect: nothing
import torch
from torch import nn
from torch.autograd import Function


class Quantise(Function):
    @staticmethod
    def forward(ctx, inputs, book):
        distance = torch.cdist(inputs, book)
        index = distance.argmin(1)
        codes = book.index_select(0, index)
        ctx.save_for_backward(index, book)
        ctx.mark_non_differentiable(index)
        return codes, index

    @staticmethod
    def backward(ctx, grad_codes, grad_index):
        index, book = ctx.saved_tensors
        grad_book = torch.zeros_like(book)
        grad_book.index_add_(0, index, grad_codes)
        return grad_codes.clone(), grad_book


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode, self.decode = nn.Linear(4, 2), nn.Linear(2, 4)
        self.book = nn.Parameter(torch.randn(5, 2))

    def forward(self, x):
        h = self.encode(x)
        codes, index = Quantise.apply(h, self.book)
        return self.decode(codes), (h - codes.detach()).pow(2).mean(), index


model = Model()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(3):
    x = torch.randn(6, 4)
    out, commitment, index = model(x)
    loss = (out - x).pow(2).mean() + 0.25 * commitment
    opt.zero_grad(set_to_none=False)
    loss.backward()
    opt.step()
print(model.book.grad.shape)
