class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value, factor):
        return value * factor

    @staticmethod
    def backward(ctx, grad):
        return grad


loss = Scale.apply(out, torch.tensor(2.0)).sum()
loss.backward()
