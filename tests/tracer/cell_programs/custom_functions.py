# %%
import torch
from torch.autograd import Function
from torch.autograd.function import once_differentiable

torch.manual_seed(1);

# %% A function of our own
class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        print("backward of Square")
        return 2 * x * grad


x = torch.randn(3, requires_grad=True)
y = Square.apply(x)
y.sum().backward()
x.grad, type(y.grad_fn).__name__

# %% Its backward returns too many
class Two(Function):
    @staticmethod
    def forward(ctx, a):
        return a.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


Two.apply(x).sum().backward()

# %% Its backward raises
class Broken(Function):
    @staticmethod
    def forward(ctx, a):
        return a.clone()

    @staticmethod
    def backward(ctx, grad):
        raise ValueError(f"no gradient for {tuple(grad.shape)}")


b = Broken.apply(x)
b.sum().backward()

# %% The class of an earlier cell is redefined; the old graph keeps the old one
z = Square.apply(x)


class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.mark_non_differentiable()
        return x**2

    @staticmethod
    def backward(ctx, grad):
        print("the new backward")
        return grad * 3


z.sum().backward()
Square.apply(x).sum().backward()
x.grad

# %% In place
class Double(Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


Double.apply(x)

# %%
c = x.clone()
d = Double.apply(c)
print(d is c, c._version)
d.sum().backward()

# %%
class Once(Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        ctx.set_materialize_grads(False)
        return x * scale, x + scale

    @staticmethod
    @once_differentiable
    def backward(ctx, grad, other):
        print(grad is None, other is None)
        return None if grad is None else grad * ctx.scale, None


p, q = Once.apply(x, 4.0)
p.sum().backward()

# %%
(g,) = torch.autograd.grad(Once.apply(x, 2.0)[0].pow(2).sum(), x, create_graph=True)
g.sum().backward()

# %%
class NewStyle(Function):
    @staticmethod
    def forward(x, n):
        return x**n

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, ctx.n = inputs
        ctx.save_for_backward(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.n * x ** (ctx.n - 1) * grad, None

    @staticmethod
    def jvp(ctx, t, _):
        raise NotImplementedError


v = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
print(torch.autograd.gradcheck(lambda a: NewStyle.apply(a, 3), v))
torch.autograd.gradgradcheck(lambda a: NewStyle.apply(a, 3), v)

# %%
v.grad is None, Square.apply
NewStyle.apply(v, 3).sum().backward()
with torch.no_grad():
    v *= 2
v
